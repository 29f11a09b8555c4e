import { afterAll, beforeAll, expect, test } from 'vitest';
import { readRealtime } from '../../src/contract/realtime.ts';
import { createPoller } from '../../server/realtime/poller.ts';
import { createSimulation } from '../../server/realtime/simulation.ts';
import { addPositions, claimFeed, forgetPositions } from '../../server/store/vehiclePositions.ts';
import type { VehiclePositions } from '../../src/domain/realtime.ts';
import { aNetwork } from '../builders/network.ts';
import { FeedSite } from './feedSite.ts';
import { type Person, startTestProduct, type TestProduct } from './product.ts';

let product: TestProduct;
let site: FeedSite;
const lines: string[] = [];
/** Noon of today in UTC, so that the trips below are on their way whatever the hour of the test. */
const today = new Date().toISOString().slice(0, 10);
const noon = Date.parse(`${today}T12:00:00Z`) / 1000;

const network = aNetwork()
  .withStops(3)
  // 12:00 UTC in a zone without summer time
  .withLine('1', ['S1', 'S2', 'S3'], {
    departures: [12 * 3600, 12 * 3600 + 300],
    hop: 600,
    schedule: { Calendar: { fromDate: today, toDate: today, Exceptions: [] } },
  });

beforeAll(async () => {
  product = await startTestProduct();
  site = await FeedSite.start();
  await product.version(network.build());
}, 60_000);

afterAll(async () => {
  await site.close();
  await product.close();
});

const simulation = createSimulation({
  schedules: network.all('Schedule'),
  tracks: network.all('Track'),
  timetables: network.all('Timetable'),
  placeOf: (id) => network.all('Stop').find((stop) => stop.Id === id)?.Coordinate ?? undefined,
  timezone: 'UTC',
});

function poller(allowed: readonly string[] = ['127.0.0.1'], patience = 60_000) {
  const log = { info: (text: string) => void lines.push(text), warn: (text: string) => void lines.push(text) };
  return createPoller({
    db: product.store.sql.db,
    live: { publish: async (message) => void lines.push(message.target) },
    feeds: [],
    seconds: 15,
    days: 30,
    addresses: { allowed },
    log,
    patience,
    now: () => (noon + 900) * 1000,
  });
}

async function ask(query: Record<string, unknown>, as: Person = 'viewer'): Promise<{ status: number; body: unknown }> {
  const answer = await product.call(readRealtime, { params: { databaseId: 'test' }, query: { from: today, to: today, ...query } }, { as });
  return { status: answer.status, body: answer.body };
}

const track = { schedule: '1_20260101', track: 'a-b' };

test('positions of a GTFS-Realtime feed are kept by schedule and track, each once, and watchers are told [E296 R309]', async () => {
  const reader = poller();
  for (const minutes of [1, 2, 2, 12]) {
    const url = site.page(`/vehicles?at=${minutes}`, (_request, response) => response.end(simulation(noon + minutes * 60)));
    await reader.read({ databaseId: 'test', url });
  }
  expect(lines.filter((line) => line === 'vehiclesMoved')).toHaveLength(3);
  const { body } = await ask(track);
  const { Runs, Every } = body as VehiclePositions;
  expect(Every).toBe(1);
  expect(Runs.map(({ VehicleId, TripId, TrackId, Points }) => [VehicleId, TripId, TrackId, Points.map(([at]) => (at - noon) / 60)])).toEqual([
    ['1-01', '1_20260101-1', 'a-b', [1, 2, 12]],
    ['1-02', '1_20260101-2', 'a-b', [12]],
  ]);
  // Ten minutes from stop to stop, 400 m apart and eastward; late in proportion.
  const [, lat, lng, bearing] = Runs[0]?.Points[2] ?? [];
  expect([lat, bearing]).toEqual([48, 90]);
  expect(lng).toBeGreaterThan(9.0045);
  expect(lng).toBeLessThan(9.0065);
  expect(((await ask({ ...track, since: noon + 120 })).body as VehiclePositions).Runs.flatMap(({ Points }) => Points)).toHaveLength(2);
  expect(((await ask({ ...track, track: 'b-a' })).body as VehiclePositions).Runs).toEqual([]);
});

test('ranges of more than 14 days and wrong dates are refused with the texts of the form [R254 R255]', async () => {
  expect(await ask({ ...track, from: '2026-01-01', to: '2026-01-16' })).toEqual({
    status: 400,
    body: [{ Field: 'to', Message: 'Range must not exceed 2 weeks' }],
  });
  expect((await ask({ ...track, from: '2026-01-01', to: '2026-01-15' })).status).toBe(200);
  expect((await ask({ ...track, from: '2026-02-30', to: 'x' })).body).toEqual([
    { Field: 'from', Message: 'Wrong first date' },
    { Field: 'to', Message: 'Wrong second date' },
  ]);
  expect((await ask(track, 'norole')).status).toBe(403);
  expect((await ask(track, 'nobody')).status).toBe(401);
});

test('a feed that is HTML, JSON, huge, hanging, gone or private is said once and never harms', async () => {
  const said = async (path: string, answer: Parameters<FeedSite['page']>[1], reader = poller()): Promise<readonly string[]> => {
    const before = lines.length;
    const feed = { databaseId: 'test', url: site.page(path, answer) };
    expect([await reader.read(feed), await reader.read(feed)]).toEqual([0, 0]);
    return lines.slice(before).map((line) => line.replace(/^.* of test: /, ''));
  };
  expect(await said('/html', (_q, response) => response.end('<!doctype html><p>Welcome</p>'))).toEqual(['it is a page of HTML, not GTFS-Realtime']);
  expect(await said('/json', (_q, response) => response.end('{"entity":[]}'))).toEqual(['it is JSON, not GTFS-Realtime in protobuf']);
  expect(await said('/noise', (_q, response) => response.end(Buffer.alloc(5000, 0xff)))).toEqual(['it is not GTFS-Realtime in protobuf']);
  expect(await said('/empty', (_q, response) => response.end())).toEqual(['it is not GTFS-Realtime in protobuf']);
  expect(await said('/huge', (_q, response) => response.end(Buffer.alloc(21_000_000, 1)))).toEqual(['it is larger than 20 MB']);
  expect(
    await said('/cut', (_q, response) => (response.writeHead(200, { 'content-length': 1000 }), response.write('x'), response.destroy())),
  ).toHaveLength(1);
  const hanging = await said('/hangs', (_q, response) => void response.writeHead(200).write('\n'), poller(['127.0.0.1'], 700));
  expect(hanging).toEqual(['it was not there after 0.7 seconds']);
  expect(await said('/gone', (_q, response) => response.writeHead(404).end())).toEqual(['it answers with 404']);
  const before = lines.length;
  expect(await poller([]).read({ databaseId: 'test', url: site.url('/html') })).toBe(0);
  expect(lines.slice(before).join()).toContain('is an address of this machine or of a private network');
});

test('a feed is read by one process at a time, and old days are forgotten whole', async () => {
  const { db } = product.store.sql;
  const turns = await Promise.all([1, 2, 3].map(() => claimFeed(db, 'test', 'https://rt.example/vehicles', 15)));
  expect(turns.filter(Boolean)).toHaveLength(1);
  expect(await claimFeed(db, 'nothing', 'https://rt.example/vehicles', 15)).toBe(false);

  const old = Date.parse(today) / 1000 - 5 * 86_400 + 3600;
  const position = {
    vehicleId: 'V',
    label: null,
    tripId: 'T',
    startDate: today,
    scheduleId: 'OLD',
    trackId: 'a-b',
    lat: 48,
    lng: 9,
    bearing: null,
    speed: null,
  };
  expect(await addPositions(db, 'test', [{ ...position, at: old }])).toBe(1);
  expect(await addPositions(db, 'test', [{ ...position, at: old - 5 }])).toBe(0);
  const from = new Date(old * 1000).toISOString().slice(0, 10);
  expect(((await ask({ schedule: 'OLD', from })).body as VehiclePositions).Runs[0]?.Points).toEqual([[old, 48, 9, null, null]]);
  expect(await forgetPositions(db, 4)).toBe(1);
  expect(((await ask({ schedule: 'OLD', from })).body as VehiclePositions).Runs).toEqual([]);
  expect(((await ask(track)).body as VehiclePositions).Runs).toHaveLength(2);
});

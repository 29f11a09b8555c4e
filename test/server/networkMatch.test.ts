/** Matching a version to the streets through the store, with a double of the engine that ends in the middle, and applying what was found. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { engineVersion } from '../../server/geo/streets/enginePackage.ts';
import { writeMade } from '../../server/geo/streets/madeStreets.ts';
import { openStreetEngine, type StreetEngine } from '../../server/geo/streets/streetEngine.ts';
import { createNetworkMatch } from '../../server/services/networkMatch.ts';
import { readDocuments, revertChangeset, routeOfEdit } from '../../src/contract/edits.ts';
import { beginEdit } from '../../src/contract/versions.ts';
import { editShape, matchShapes } from '../../src/domain/edits/shapes.ts';
import type { MatchedTrack } from '../../src/domain/networkMatch.ts';
import { encodeShape } from '../../src/domain/shapes.ts';
import { inTown } from '../builders/town.ts';
import { type Document, startTestProduct, type TestProduct } from './product.ts';

/** The engine's process: every trace lies on the street that it follows; one that begins at column 5 ends the process. */
const CHILD = `
process.on('message', ({ id, query }) => {
  const line = query.shape;
  if (line[0].lon > ${inTown(4.9, 0).Lng} && line[0].lon < ${inTown(5.1, 0).Lng}) process.kill(process.pid, 'SIGSEGV');
  else process.send({ id, text: JSON.stringify({ shape: encode(line), matched_points: line.map(() => ({ type: 'matched', distance_from_trace_point: 2 })) }) });
});
process.on('disconnect', () => process.exit(0));
function encode(line) {
  let [text, lat, lon] = ['', 0, 0];
  const put = (n) => { n = n < 0 ? ~(n << 1) : n << 1; while (n >= 32) { text += String.fromCharCode((32 | (n & 31)) + 63); n >>= 5; } text += String.fromCharCode(n + 63); };
  for (const at of line) { const [y, x] = [Math.round(at.lat * 1e6), Math.round(at.lon * 1e6)]; put(y - lat); put(x - lon); [lat, lon] = [y, x]; }
  return text;
}
`;

let product: TestProduct;
let streets: StreetEngine;
const dataDir = mkdtempSync(join(tmpdir(), 'dmp-match-'));
beforeAll(async () => {
  product = await startTestProduct();
  writeFileSync(join(dataDir, 'child.mjs'), CHILD);
  mkdirSync(join(dataDir, 'streets', 'tiles-1'), { recursive: true });
  const [from, to] = [inTown(0, 0), inTown(11, 11)];
  const extracts = [{ file: '/town.osm.pbf', bytes: 1, modified: 1, bounds: { south: from.Lat, north: to.Lat, west: from.Lng, east: to.Lng } }];
  writeMade(dataDir, { folder: 'tiles-1', at: '2026-01-01T00:00:00Z', engine: engineVersion(), seconds: 1, bytes: 1, extracts });
  streets = openStreetEngine({ dataDir, child: { file: join(dataDir, 'child.mjs'), execArgv: [], engine: 'none' } });
});
afterAll(async () => {
  streets.close();
  await product.close();
  rmSync(dataDir, { recursive: true, force: true });
});

test('all tracks of a version are matched page by page; an engine that ends in the middle costs one track', async () => {
  const versionId = await product.version([...line('bus', 3, 10), ...line('tram', 0, 1), ...line('far', 3, 1, 40)]);
  const match = createNetworkMatch(product.store.sql, streets, 60_000);
  const first = await match({ versionId });
  expect(first).toMatchObject({ Next: null, Total: 12 });
  const by = new Map(first.Tracks.map((track) => [`${track.ScheduleId}/${track.TrackId}`, track]));
  expect(by.get('tram/t0')).toMatchObject({ Line: 'Line tram', NotMatched: 'rails' });
  expect(by.get('far/t0')).toMatchObject({ NotMatched: 'outside' });
  expect(by.get('bus/t5')).toMatchObject({ NotMatched: 'engine', Why: 'The street engine ended (SIGSEGV). Try again.' });
  for (const n of [0, 4, 6, 9])
    expect(by.get(`bus/t${n}`)).toMatchObject({ Share: 1, Stops: ['S0', 'S1'], Sequences: [expect.any(Number), expect.any(Number)] });
  expect([...by.values()].filter(({ Shape }) => Shape !== undefined)).toHaveLength(9);

  // a caller with little patience gets one track a call, each once
  const hasty = createNetworkMatch(product.store.sql, streets, 0);
  const seen: string[] = [];
  for (let after: string | null | undefined; after !== null;) {
    const page = await hasty({ versionId, after });
    seen.push(...page.Tracks.map(({ ScheduleId, TrackId }) => `${ScheduleId}/${TrackId}`));
    after = page.Next;
  }
  expect(seen).toEqual([...by.keys()]);
});

test('what was matched is applied in one change set; a track that has changed stays, the others are applied; one undo', async () => {
  const base = await product.version(line('bus', 3, 3));
  const { body } = await product.call(beginEdit, { params: { databaseId: 'test', versionId: base } });
  const versionId = body['EditableDbVersionId'] ?? 0;
  const { Tracks } = await createNetworkMatch(product.store.sql, streets, 60_000)({ versionId });
  const tracks = Tracks.flatMap(payloadOf).map((track) => ({
    ...track,
    shape: encodeShape([inTown(1, 1), inTown(2, 1), inTown(3, 1)]),
    sequences: [0, 2],
  }));
  expect(tracks).toHaveLength(3);

  const other = encodeShape([inTown(0, 0), inTown(3, 3)]);
  const changed = { scheduleId: 'bus', trackId: 't1', shape: other, sequences: [0, 1] };
  expect((await product.call(routeOfEdit(editShape), { params: { versionId }, body: changed }, { ifMatch: '*' })).status).toBe(200);

  const applied = await product.call(routeOfEdit(matchShapes), { params: { versionId }, body: { tracks, Full: true } }, { ifMatch: '*' });
  expect([applied.status, applied.body['Documents']]).toMatchObject([200, [{ Id: 'bus/t0' }, { Id: 'bus/t2' }]]);
  expect(await shapesOf(versionId)).toEqual([tracks[0]?.shape, other, tracks[2]?.shape]);

  await product.call(revertChangeset, { params: { versionId, rev: applied.body['Rev'] ?? 0 }, body: {} });
  expect(await shapesOf(versionId)).toEqual([tracks[0]?.before, other, tracks[2]?.before]);

  const late = await product.call(routeOfEdit(matchShapes), { params: { versionId }, body: { tracks: tracks.slice(1, 2) } }, { ifMatch: '*' });
  expect([late.status, late.text]).toEqual([409, expect.stringContaining('The track was changed since it was matched.')]);
});

test('more shapes than fit into an ordinary call are applied', async () => {
  const base = await product.version(line('bus', 3, 4));
  const { body } = await product.call(beginEdit, { params: { databaseId: 'test', versionId: base } });
  const versionId = body['EditableDbVersionId'] ?? 0;
  const { Tracks } = await createNetworkMatch(product.store.sql, streets, 60_000)({ versionId });
  const long = encodeShape(Array.from({ length: 75_000 }, (_, i) => inTown((i % 10) / 10, i % 7)));
  const tracks = Tracks.flatMap(payloadOf).map((track) => ({ ...track, shape: long }));
  expect(JSON.stringify(tracks).length).toBeGreaterThan(1_100_000);
  const answer = await product.call(routeOfEdit(matchShapes), { params: { versionId }, body: { tracks } }, { ifMatch: '*' });
  expect([answer.status, answer.text.slice(0, 200)]).toEqual([200, expect.stringContaining('"Rev":1')]);
});

test('without streets it says so', async () => {
  const versionId = await product.version(line('bus', 3, 1));
  await expect(createNetworkMatch(product.store.sql, undefined)({ versionId })).rejects.toThrow('This installation has no streets.');
});

/** A line with so many tracks, one a column, along row 1 of the town. */
function line(id: string, vehicle: number, tracks: number, east = 0): Document[] {
  const stop = (n: number): Document => ({
    kind: 'Stop',
    doc: { Id: `S${n}`, Name: `Stop ${n}`, Type: 0, WheelchairBoarding: 0, Coordinate: inTown(1 + 2 * n, 1) },
  });
  const calendar = { fromDate: '2026-01-01', toDate: '2026-12-31', Exceptions: [] };
  const schedule = { Id: id, Name: `Line ${id}`, VehicleType: vehicle, IsBaseSchedule: true, Calendar: calendar };
  const track = (n: number) => ({
    ScheduleId: id,
    Id: `t${n}`,
    Name: `${id} ${n}`,
    Direction: 'Forward',
    Visible: true,
    Shape: encodeShape([inTown(n + east, 1), inTown(n + 2 + east, 1)]),
    Stops: [{ StopId: 'S0' }, { StopId: 'S1' }],
  });
  return [
    ...(id === 'bus' ? [stop(0), stop(1)] : []),
    { kind: 'Schedule', doc: schedule },
    ...Array.from({ length: tracks }, (_, n) => ({ kind: 'Track', doc: track(n) }) as Document),
  ];
}

function payloadOf({ ScheduleId, TrackId, Before, Stops, Shape, Sequences }: MatchedTrack) {
  return Before === undefined || !Stops || Shape === undefined || !Sequences
    ? []
    : [{ scheduleId: ScheduleId, trackId: TrackId, before: Before, stops: Stops, shape: Shape, sequences: Sequences }];
}

async function shapesOf(versionId: number): Promise<unknown[]> {
  const { body } = await product.call(readDocuments, { params: { versionId }, query: { key: ['t0', 't1', 't2'].map((id) => `Track/bus/${id}`) } });
  return (body['Documents'] as unknown as readonly { readonly Doc: { readonly Shape: string } }[]).map(({ Doc }) => Doc.Shape);
}

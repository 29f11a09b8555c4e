/** Running times out of the positions that are kept: what is read of them, and the edit that takes them over. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { revertChangeset } from '../../src/contract/edits.ts';
import { readDrivenTimes } from '../../src/contract/realtime.ts';
import { readSchedule } from '../../src/contract/schedules.ts';
import { beginEdit } from '../../src/contract/versions.ts';
import { trackProposals } from '../../src/projections/drivenTimes.ts';
import { addPositions } from '../../server/store/vehiclePositions.ts';
import { startTestProduct, type TestProduct } from './product.ts';
import { editCall } from './scheduleCalls.ts';
import { schedule, stopDoc, track } from './smallFeed.ts';

let product: TestProduct;
let versionId: number;

/** 3 stops on a meridian, 1,112 m apart; planned 120 s each, driven 200 s and 150 s. */
const STOPS = ['a', 'b', 'c'].map((id, nth) => stopDoc(id, { Coordinate: { Lat: 52 + nth / 100, Lng: 5 } }));
const DATES = ['2026-05-04', '2026-05-05', '2026-05-06', '2026-05-07', '2026-05-08'];

beforeAll(async () => {
  product = await startTestProduct();
  const base = await product.version([
    { kind: 'Agency', doc: { Id: 'bus', Name: 'City buses' } },
    ...STOPS,
    schedule('L1', '1'),
    track('L1', 'out', ['a', 'b', 'c']),
    {
      kind: 'Timetable',
      doc: {
        ScheduleId: 'L1',
        TrackId: 'out',
        Number: 1,
        Days: 127,
        ArrivalOffsets: [0, 120, 240],
        DepartureOffsets: [0, 120, 240],
        Departures: [{ Type: 'Exact', Time: 36_000, TripId: 't' }],
      },
    },
  ]);
  versionId = (await product.call(beginEdit, { params: { databaseId: 'test', versionId: base } })).body['EditableDbVersionId'] ?? 0;
  const { db } = product.store.sql;
  for (const date of DATES) {
    // 10:00 in the Netherlands, which are 2 hours ahead of UTC in May
    const start = Date.parse(`${date}T08:00:00Z`) / 1000;
    for (let gone = -30; gone <= 370; gone += 20) {
      const part = gone <= 0 ? 0 : gone <= 200 ? gone / 200 : Math.min(2, 1 + (gone - 200) / 150);
      await addPositions(db, 'test', [
        {
          vehicleId: 'v1',
          label: null,
          tripId: 't',
          startDate: date,
          scheduleId: 'L1',
          trackId: 'out',
          at: start + gone,
          lat: 52 + part / 100,
          lng: 5,
          bearing: null,
          speed: null,
        },
      ]);
    }
  }
}, 120_000);
afterAll(() => product.close());

const driven = (query: { schedule: string; from: string; to: string }) => product.call(readDrivenTimes, { params: { versionId }, query });

it('says when each trip passed its stops, in the seconds of its service day', async () => {
  const { status, text, body } = await driven({ schedule: 'L1', from: '2026-05-04', to: '2026-05-10' });
  expect([status, text]).toEqual([200, expect.any(String)]);
  const { Tracks, Every } = readDrivenTimes.reply.parse(body);
  expect([Every, Tracks.map(({ TrackId, Trips }) => [TrackId, Trips.map(({ TripId, Date: date }) => `${TripId} ${date}`)])]).toEqual([
    1,
    [['out', DATES.map((date) => `t ${date}`)]],
  ]);
  const [[a = 0, b = 0, c = 0] = []] = (Tracks[0]?.Trips ?? []).map(({ Passed }) => Passed.map((at) => at ?? 0));
  expect([Math.abs(a - 36_000) < 10, Math.abs(b - 36_200) < 3, Math.abs(c - 36_350) < 8]).toEqual([true, true, true]);
});

it('refuses more than two weeks, and a schedule that is not there', async () => {
  const long = await driven({ schedule: 'L1', from: '2026-05-01', to: '2026-05-31' });
  expect([long.status, long.text]).toEqual([400, expect.stringContaining('Range must not exceed 2 weeks')]);
  const none = await driven({ schedule: 'L7', from: '2026-05-04', to: '2026-05-05' });
  expect([none.status, none.text]).toEqual([404, expect.stringContaining('There is no schedule L7.')]);
});

it('proposals are taken over in one edit, and one undo takes them back', async () => {
  const details = async () => readSchedule.reply.parse((await product.call(readSchedule, { params: { versionId, scheduleId: 'L1' } })).body);
  const before = await details();
  const found = readDrivenTimes.reply.parse((await driven({ schedule: 'L1', from: '2026-05-04', to: '2026-05-10' })).body);
  const rules = { percentile: 50, rounded: 30, keepTimepoints: true, byHour: false } as const;
  const [proposal] = trackProposals(before.Tracks, found, 'weekdays', rules);
  const changed = await editCall(product, 'timetable.takeDrivenTimes', versionId, {
    scheduleId: 'L1',
    tracks: [{ trackId: 'out', edit: proposal?.edit ?? {} }],
  });
  expect([changed.status, changed.text]).toEqual([200, expect.any(String)]);
  expect((await details()).Tracks[0]?.Timetables[0]?.ArrivalOffsets).toEqual([0, 210, 360]);
  await product.call(revertChangeset, { params: { versionId, rev: Number(changed.body['Rev']) }, body: {} });
  expect((await details()).Tracks[0]?.Timetables[0]?.ArrivalOffsets).toEqual([0, 120, 240]);
});

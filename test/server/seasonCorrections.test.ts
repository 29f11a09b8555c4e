/** Corrections rebased onto the feed of the next season, which gives schedules, tracks, timetables and a stop new ids. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as contract from '../../src/contract/changes.ts';
import { beginEdit } from '../../src/contract/versions.ts';
import { readSlots } from '../../server/store/entities.ts';
import { rebaseOnto as rebaseIn } from './rebaseOnto.ts';
import { type Document, startTestProduct, type TestProduct } from './product.ts';
import { editCall } from './scheduleCalls.ts';
import { schedule, stopDoc, track } from './smallFeed.ts';

let product: TestProduct;

beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.close());

/** Where each stop lies: 5 is 400 m away from 4. */
const PLACES: Readonly<Record<string, number>> = { a: 0, b: 0.01, c: 0.02, d: 0.03, e: 0.034 };

function stopAt(id: string, place: string): Document {
  return stopDoc(id, { Name: `Stop ${place}`, Coordinate: { Lat: 52 + (PLACES[place] ?? 0), Lng: 5 } });
}

function timetable(scheduleId: string, trackId: string, number: number, departures: readonly number[], stops: number): Document {
  const offsets = Array.from({ length: stops }, (_, i) => 60 * i);
  const Departures = departures.map((Time) => ({ Type: 'Exact' as const, Time, TripId: `${scheduleId}/${trackId}/${Time}` }));
  return {
    kind: 'Timetable',
    doc: { ScheduleId: scheduleId, TrackId: trackId, Number: number, Days: 127, ArrivalOffsets: offsets, DepartureOffsets: offsets, Departures },
  };
}

const lineOf = (id: string): Document => {
  const { kind, doc } = schedule(id, 'Line 7');
  return { kind, doc: { ...doc, ExternalTransportId: '7' } } as Document;
};

/** Line 7: out a-b-c-d, back d-c-b, short a-b. */
const WINTER: readonly Document[] = [
  ...['a', 'b', 'c', 'd', 'e'].map((id) => stopAt(id, id)),
  lineOf('7_20260101'),
  track('7_20260101', '1', ['a', 'b', 'c', 'd']),
  track('7_20260101', '2', ['d', 'c', 'b']),
  track('7_20260101', '3', ['a', 'b']),
  timetable('7_20260101', '1', 1, [28_800, 30_000], 4),
  timetable('7_20260101', '2', 1, [36_000], 3),
];

/** The next season: stop c is called x, the tracks have changed their numbers, and the short one goes another way. */
const SUMMER: readonly Document[] = [
  ...['a', 'b', 'd', 'e'].map((id) => stopAt(id, id)),
  stopAt('x', 'c'),
  lineOf('7_20260701'),
  track('7_20260701', '3', ['a', 'b', 'x', 'd']),
  track('7_20260701', '1', ['d', 'x', 'b']),
  track('7_20260701', '2', ['a', 'e', 'b']),
  timetable('7_20260701', '3', 4, [28_800, 30_000], 4),
  timetable('7_20260701', '1', 2, [36_000], 3),
];

type Act = readonly [type: string, payload: Readonly<Record<string, unknown>>];
const OUT = { scheduleId: '7_20260101', trackId: '1' };
const SHORT = { scheduleId: '7_20260101', trackId: '3' };

async function draftWith(acts: readonly Act[]): Promise<number> {
  const versionId = await product.version(WINTER);
  const draft = (await product.call(beginEdit, { params: { databaseId: 'test', versionId } })).body['EditableDbVersionId'] ?? 0;
  for (const [type, payload] of acts) {
    const { status, text } = await editCall(product, type, draft, payload);
    expect([type, status, text]).toEqual([type, 200, expect.any(String)]);
  }
  return draft;
}

const rebaseOnto = (from: number, onto: number) => rebaseIn(product, from, onto);

const docOf = async (of: number, kind: 'Stop' | 'Schedule' | 'Track' | 'Timetable', id: string): Promise<object | null> =>
  (await readSlots(product.store.sql.db, of, [{ kind, id }]))[0]?.doc ?? null;

describe('corrections rebased onto the next season', () => {
  it('are made at the stop, schedule, track and timetable that are the same, and say what these were paired by', async () => {
    const draft = await draftWith([
      ['stop.editField', { stopId: 'c', field: 'areaName', value: 'Harbour' }],
      ['schedule.editField', { scheduleIds: ['7_20260101'], field: 'LongName', value: 'Harbour line' }],
      ['track.editField', { ...OUT, field: 'name', value: 'To the harbour' }],
    ]);
    const summer = SUMMER.map((one) => (one.kind === 'Track' && one.doc.Id === '3' ? { ...one, doc: { ...one.doc, Name: 'a-b-c-d' } } : one));
    const { rebase, made } = await rebaseOnto(draft, await product.version(summer));
    expect(rebase).toMatchObject({ Applied: 3, AlreadySo: 0, KeptBack: 0 });
    expect(rebase.Results.map(({ Type, Pair }) => [Type, Pair])).toEqual([
      ['Stop', { Id: 'c', Rule: 'place', Certainty: 1 }],
      ['Schedule', { Id: '7_20260101', Rule: 'family', Certainty: expect.any(Number) }],
      ['Track', { Id: expect.stringContaining('1'), Rule: 'stops', Certainty: 1 }],
    ]);
    expect(await docOf(made, 'Stop', 'x')).toMatchObject({ Id: 'x', AreaName: 'Harbour' });
    expect(await docOf(made, 'Schedule', '7_20260701')).toMatchObject({ LongName: 'Harbour line' });
    expect(await docOf(made, 'Track', '7_20260701/3')).toMatchObject({ Id: '3', Name: 'To the harbour' });
    expect(await docOf(made, 'Track', '7_20260701/1')).toMatchObject({ Name: 'd-x-b' });
  });

  it('are made in the timetable with the same departures, whatever its number', async () => {
    const draft = await draftWith([['timetable.editDays', { ...OUT, number: 1, days: 31 }]]);
    const { rebase, made } = await rebaseOnto(draft, await product.version(SUMMER));
    expect(rebase).toMatchObject({ Applied: 1, KeptBack: 0 });
    expect(await docOf(made, 'Timetable', '7_20260701/3/4')).toMatchObject({ TrackId: '3', Number: 4, Days: 31 });
    expect(await docOf(made, 'Timetable', '7_20260701/1/2')).toMatchObject({ Days: 127 });
  });

  it('of a track with other stops wait, also where its number is in use by another; its schedule is found to attach it', async () => {
    const draft = await draftWith([['track.editField', { ...SHORT, field: 'name', value: 'Short' }]]);
    const { rebase, made } = await rebaseOnto(draft, await product.version(SUMMER));
    expect(rebase.Results).toMatchObject([{ Outcome: 'unattached', Reason: 'The track is not in this version: attach it to a track' }]);
    expect(await docOf(made, 'Track', '7_20260701/3')).toMatchObject({ Name: 'a-b-x-d' });
    const ChangeIds = rebase.Results.map(({ ChangeId }) => ChangeId);
    const suggested = await product.call(contract.suggestTracks, { query: { dbVersionId: made, changeId: ChangeIds[0] ?? 0 } });
    expect(suggested.body['Tracks']).toMatchObject([{ ScheduleId: '7_20260701', TrackId: '2', Likeness: 0.8 }, {}, {}]);
    const attach = (ScheduleId: string) => product.call(contract.attachTrack, { body: { DbVersionId: made, ChangeIds, ScheduleId, TrackId: '2' } });
    expect((await attach('7_20260101')).status).toBe(409);
    // its name is not what was corrected
    expect((await attach('7_20260701')).body).toMatchObject({ Switched: [], Conflicts: [{}] });
  });

  it('that made a track and its timetable are made in the schedule of the next season', async () => {
    const draft = await draftWith([
      ['track.create', { ...SHORT, trackId: '9', name: 'To e', direction: 'Forward', stopIds: ['d', 'e'] }],
      ['track.editField', { ...SHORT, trackId: '9', field: 'name', value: 'To the end' }],
    ]);
    const { rebase, made } = await rebaseOnto(draft, await product.version(SUMMER));
    expect(rebase).toMatchObject({ KeptBack: 0 });
    expect(await docOf(made, 'Track', '7_20260701/9')).toMatchObject({ ScheduleId: '7_20260701', Name: 'To the end' });
  });

  it('of a line that is gone no longer fit', async () => {
    const draft = await draftWith([['schedule.editField', { scheduleIds: ['7_20260101'], field: 'LongName', value: 'Harbour line' }]]);
    const { rebase } = await rebaseOnto(draft, await product.version(SUMMER.filter(({ kind }) => kind === 'Stop')));
    expect(rebase.Results).toMatchObject([{ Outcome: 'noLongerFits', Reason: 'The schedule is gone' }]);
  });

  it('are already so where they are rebased again', async () => {
    const draft = await draftWith([['stop.editField', { stopId: 'c', field: 'areaName', value: 'Harbour' }]]);
    const { made } = await rebaseOnto(draft, await product.version(SUMMER));
    expect((await rebaseOnto(draft, made)).rebase).toMatchObject({ Applied: 0, AlreadySo: 1, KeptBack: 0 });
  });
});

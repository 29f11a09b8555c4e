import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { revertChangeset, routeOfEdit } from '../../src/contract/edits.ts';
import { listBaseSchedules, listSchedules, listSchedulesOfRegion, readSchedule } from '../../src/contract/schedules.ts';
import { beginEdit, publishVersion } from '../../src/contract/versions.ts';
import type { ReplyOf } from '../../src/contract/route.ts';
import { editSheet } from '../../src/domain/edits/timetables.ts';
import { startTestProduct, type Answer, type TestProduct } from './product.ts';
import { editCall } from './scheduleCalls.ts';
import { schedule, smallFeed, track as trackDoc } from './smallFeed.ts';

type LoadedSchedule = ReplyOf<typeof readSchedule>;

let product: TestProduct;
let base: number;
let versionId: number;

beforeAll(async () => {
  product = await startTestProduct();
  base = await product.version(smallFeed());
});
afterAll(() => product.close());
const draftOf = async (of: number): Promise<number> =>
  (await product.call(beginEdit, { params: { databaseId: 'test', versionId: of } })).body['EditableDbVersionId'] ?? 0;
beforeEach(async () => {
  versionId = await draftOf(base);
});

const LINE = 'line/1';
const OUT = { scheduleId: LINE, trackId: 'out' };
const edit = (type: string, payload: Readonly<Record<string, unknown>>): Promise<Answer> => editCall(product, type, versionId, payload);
const done = async (type: string, payload: Readonly<Record<string, unknown>>): Promise<void> =>
  expect(await edit(type, payload), type).toMatchObject({ status: 200 });
const read = async (scheduleId = LINE): Promise<LoadedSchedule> =>
  (await product.call(readSchedule, { params: { versionId, scheduleId } })).body as unknown as LoadedSchedule;
const track = async (id = 'out', scheduleId = LINE): Promise<LoadedSchedule['Tracks'][number]> => {
  const found = (await read(scheduleId)).Tracks.find(({ Track }) => Track.Id === id);
  if (!found) throw new Error(`There is no track ${id}`);
  return found;
};
const stops = async (id = 'out'): Promise<string> => (await track(id)).Track.Stops.map(({ StopId }) => StopId).join('');
const ids = async (): Promise<string[]> =>
  ((await product.call(listSchedules, { params: { versionId } })).body['Schedules'] as unknown as { Id: string }[]).map(({ Id }) => Id);

describe('schedules', () => {
  it('one is created with the track a-b; without an id it is not, and the message says so [E232 E168]', async () => {
    const dates = { fromDate: '2026-01-01', toDate: '2026-12-31' };
    await done('schedule.create', { scheduleId: 'N', name: 'New', ...dates });
    expect((await read('N')).Tracks.map(({ Track }) => Track.Id)).toEqual(['a-b']);
    expect((await edit('schedule.create', { scheduleId: ' ', ...dates })).status).toBe(400);
    expect((await edit('schedule.create', { scheduleId: '', ...dates })).text).toContain('Schedule id is required');
    expect((await edit('schedule.create', { scheduleId: 'N', ...dates })).text).toContain('There is a schedule with the id N already');
  });

  it('one is cloned under a new id with tracks and timetables, without their trip ids [E231 E168]', async () => {
    await done('schedule.clone', { scheduleId: LINE, newId: 'copy' });
    const copy = await read('copy');
    expect(copy.Tracks[0]?.Timetables[0]?.Departures).toEqual([
      { Type: 'Exact', Time: 21_600 },
      { Type: 'Exact', Time: 25_200 },
    ]);
    expect((await edit('schedule.clone', { scheduleId: LINE, newId: '' })).text).toContain('Schedule id is required');
  });

  it('a clone for another season has its dates, and no exceptions of the old one', async () => {
    await done('calendar.editExceptions', { scheduleIds: [LINE], dates: [{ Date: '2026-12-25', RunAs: 0 }] });
    await done('schedule.clone', { scheduleId: LINE, newId: 'next', fromDate: '2027-01-01', toDate: '2027-06-30' });
    expect((await read('next')).Schedule.Calendar).toEqual({ fromDate: '2027-01-01', toDate: '2027-06-30', Exceptions: [] });
    expect((await edit('schedule.clone', { scheduleId: LINE, newId: 'x', fromDate: '2027-07-01', toDate: '2027-06-30' })).text).toContain(
      'A schedule cannot end before it begins',
    );
  });

  it('several are deleted at once, and one undo brings all back [E233]', async () => {
    await done('schedule.delete', { scheduleIds: [LINE, 'line 2'] });
    expect(await ids()).toEqual(['line 10']);
    expect(await product.call(revertChangeset, { params: { versionId, rev: 1 }, body: {} })).toMatchObject({ status: 200 });
    expect(await ids()).toEqual([LINE, 'line 2', 'line 10']);
    expect((await track()).Timetables).toHaveLength(1);
  });

  it('as many as can be named, with 12,000 documents, are deleted and brought back, within seconds', { timeout: 120_000 }, async () => {
    const names = Array.from({ length: 2000 }, (_, i) => `S${i}`);
    const large = await product.version(
      names.flatMap((id) => [schedule(id, `Line ${id}`), ...[1, 2, 3, 4, 5].map((n) => trackDoc(id, `t${n}`, ['a', 'b']))]),
    );
    versionId = await draftOf(large);
    await done('schedule.delete', { scheduleIds: names });
    expect(await ids()).toEqual([]);
    const undone = await product.call(revertChangeset, { params: { versionId, rev: 1 }, body: {} });
    expect(undone).toMatchObject({ status: 200 });
    expect(undone.body['Documents']).toHaveLength(12_000);
    expect((await ids()).toSorted()).toEqual(names.toSorted());
    expect((await read('S1999')).Tracks.map(({ Track }) => Track.Id)).toEqual(['t1', 't2', 't3', 't4', 't5']);
  });

  it('fields change for several at once; its other fields are read with it [E234 E097]', async () => {
    await done('schedule.editField', { scheduleIds: [LINE, 'line 2'], field: 'ExternalTransportId', value: 'R9' });
    await done('schedule.editField', { scheduleIds: [LINE], field: 'LongName', value: 'Harbour - Airport' });
    expect((await read()).Schedule).toEqual({
      Id: LINE,
      Name: 'Line 1',
      LongName: 'Harbour - Airport',
      ExternalTransportId: 'R9',
      IsBaseSchedule: true,
      Calendar: { fromDate: '2026-01-01', toDate: '2026-12-31', Exceptions: [] },
    });
    expect((await edit('schedule.editField', { scheduleIds: [LINE], field: 'Name', value: ' ' })).text).toContain('Schedule name is required');
  });

  it('base schedules are listed on their own [E229]', async () => {
    await done('schedule.editField', { scheduleIds: ['line 2'], field: 'IsBaseSchedule', value: false });
    const listed = (await product.call(listBaseSchedules, { params: { versionId } })).body['Schedules'] as unknown as { Id: string }[];
    expect(listed.map(({ Id }) => Id)).toEqual([LINE, 'line 10']);
  });

  it('schedules are listed by the key of a region, each with its database and version [E230]', async () => {
    const ofRegion = async (region: string): Promise<unknown> =>
      (await product.call(listSchedulesOfRegion, { params: { region } })).body['Schedules'];
    expect(await ofRegion('testland')).toEqual([]);
    expect(await product.call(publishVersion, { params: { databaseId: 'test', versionId: base } })).toMatchObject({ status: 200 });
    expect(await ofRegion('testland')).toEqual([
      expect.objectContaining({ Id: LINE, DbId: 'test', DbVersionId: base }),
      expect.objectContaining({ Id: 'line 2', DbId: 'test' }),
      expect.objectContaining({ Id: 'line 10', DbId: 'test' }),
    ]);
    expect(await ofRegion('elsewhere')).toEqual([]);
  });

  it('interval and exceptions of several calendars change; a date in another form is none [E261 E262 E162]', async () => {
    await done('calendar.editInterval', { scheduleIds: [LINE, 'line 2'], from: '2026-02-01', to: '2026-06-30' });
    await done('calendar.editExceptions', { scheduleIds: [LINE], dates: [{ Date: '2026-05-01', RunAs: 64 }] });
    expect((await read()).Schedule.Calendar).toEqual({
      fromDate: '2026-02-01',
      toDate: '2026-06-30',
      Exceptions: [{ Date: '2026-05-01', RunAs: 64 }],
    });
    // line 2 ends before that date: with `withinValidity` it stays as it is
    await done('calendar.editInterval', { scheduleIds: ['line 2'], from: '2026-02-01', to: '2026-03-31' });
    const holiday = { dates: [{ Date: '2026-06-04', RunAs: 0 }], withinValidity: true };
    await done('calendar.editExceptions', { scheduleIds: [LINE, 'line 2'], ...holiday });
    expect((await read()).Schedule.Calendar.Exceptions).toEqual([
      { Date: '2026-05-01', RunAs: 64 },
      { Date: '2026-06-04', RunAs: 0 },
    ]);
    expect((await read('line 2')).Schedule.Calendar.Exceptions).toEqual([]);
    for (const date of ['2026-5-1', '01.05.2026', '2026-02-30', '20260501'])
      expect(await edit('calendar.editExceptions', { scheduleIds: [LINE], dates: [{ Date: date, RunAs: 0 }] }), date).toMatchObject({ status: 400 });
    expect((await edit('calendar.editInterval', { scheduleIds: [LINE], from: '2026-07-01', to: '2026-06-30' })).text).toContain(
      'A schedule cannot end before it begins',
    );
  });
});

describe('tracks', () => {
  it('several stops are added in one edit; a stop that the version does not have is refused at once', async () => {
    await done('track.createStops', { ...OUT, stopIds: ['d', 'b'], position: 3 });
    expect(await stops()).toBe('abcdb');
    for (const [type, payload] of [
      ['track.createStops', { stopIds: ['a', 'nowhere'], position: 0 }],
      ['track.createStop', { stopId: 'nowhere', position: 0 }],
    ] as const) {
      const refused = await edit(type, { ...OUT, ...payload });
      expect([refused.status, refused.text], type).toEqual([400, expect.stringContaining('There is no stop nowhere in this version')]);
    }
    expect(await stops()).toBe('abcdb');
  });

  it('tracks are created, cloned, put in order and deleted [E243 E241 E235]', async () => {
    await done('track.create', { scheduleId: LINE, trackId: 'x' });
    await done('track.clone', { ...OUT, newId: 'back', reversed: true });
    expect(await stops('back')).toBe('cba');
    await done('schedule.orderTracks', { scheduleId: LINE, trackIds: ['x', 'back', 'out'] });
    expect((await read()).Schedule.TrackOrder).toEqual(['x', 'back', 'out']);
    expect((await edit('track.create', { scheduleId: LINE, trackId: 'x' })).text).toContain('There is a track with the id x already');
  });

  it('what an undo brings back is what went along then: not what was deleted before, and nothing without the track it belongs to', async () => {
    const undo = async (rev: number): Promise<Answer> => product.call(revertChangeset, { params: { versionId, rev }, body: {} });
    const numbers = async (): Promise<number[]> => (await track()).Timetables.map(({ Number }) => Number);
    await done('timetable.create', { ...OUT, days: 64 });
    await done('timetable.delete', { ...OUT, number: 1 });
    await done('track.delete', OUT);
    expect((await undo(2)).text).toContain('The track has been removed.');
    expect((await undo(3)).status).toBe(200);
    expect(await numbers()).toEqual([2]);
    expect((await undo(2)).status).toBe(200);
    expect(await numbers()).toEqual([1, 2]);
  });

  it('a track or a schedule that was made is not undone under what somebody has added to it', async () => {
    const undo = async (rev: number): Promise<Answer> => product.call(revertChangeset, { params: { versionId, rev }, body: {} });
    await done('schedule.create', { scheduleId: 'N', name: 'New', fromDate: '2026-01-01', toDate: '2026-12-31' });
    await done('track.create', { scheduleId: 'N', trackId: 'x' });
    await done('timetable.create', { scheduleId: 'N', trackId: 'x', days: 64 });
    expect((await undo(2)).text).toContain('The track \\"x\\" cannot be removed because 1 timetable of it would be left.');
    expect((await undo(1)).text).toContain('The schedule \\"New\\" cannot be removed because 1 track of it would be left.');
    for (const rev of [3, 2, 1]) expect((await undo(rev)).status).toBe(200);
    expect(await ids()).not.toContain('N');
  });

  it('a track is deleted with its timetables and moved to another schedule with them [E242 E244]', async () => {
    await done('track.move', { ...OUT, toScheduleId: 'line 10', newId: 'a-b' });
    expect((await track('a-b', 'line 10')).Timetables).toHaveLength(1);
    expect((await read()).Tracks).toEqual([]);
    await done('track.delete', { scheduleId: 'line 10', trackId: 'a-b' });
    expect((await read('line 10')).Tracks).toEqual([]);
  });

  it('name and direction change [E237 E238 E089]', async () => {
    await done('track.editField', { ...OUT, field: 'name', value: 'Harbour' });
    for (const direction of ['Unknown', 'Backward', 'Forward']) {
      if (direction !== 'Forward') await done('track.editField', { ...OUT, field: 'direction', value: direction });
    }
    expect((await track()).Track).toMatchObject({ Name: 'Harbour', Direction: 'Backward' });
    expect(await edit('track.editField', { ...OUT, field: 'direction', value: 'Sideways' })).toMatchObject({ status: 400 });
  });

  it('a schedule carries its tracks, a track its shape, stops and timetables, a timetable its days, departures and times [R136 E103]', async () => {
    await done('track.editShape', { ...OUT, shape: '_p~iF~ps|U_ulLnnqC_mqNvxq`@', sequences: [0, 1, 2], recalculateTimes: false });
    await done('track.editField', { ...OUT, field: 'symbol', value: 'bus' });
    await done('track.editDestinations', { ...OUT, destinations: [{ StopIdFrom: 'a', StopIdTo: 'c', Destination: 'Airport' }] });
    const { Schedule } = await read();
    expect(Schedule).toMatchObject({ Id: LINE });
    const { Track, Timetables } = await track();
    expect(Track).toMatchObject({
      Id: 'out',
      Name: expect.any(String),
      Direction: 'Forward',
      Visible: true,
      Symbol: 'bus',
      Shape: '_p~iF~ps|U_ulLnnqC_mqNvxq`@',
      Stops: [
        { StopId: 'a', ShapeSequence: 0, Destination: 'Airport' },
        { StopId: 'b', ShapeSequence: 1 },
        { StopId: 'c', ShapeSequence: 2 },
      ],
    });
    expect(Timetables[0]).toMatchObject({
      Number: 1,
      Days: expect.any(Number),
      ArrivalOffsets: [0, 60, 120],
      DepartureOffsets: [0, 60, 120],
      Departures: [
        { Type: 'Exact', Time: 21_600 },
        { Type: 'Exact', Time: 25_200 },
      ],
    });
  });

  it('a track names the fields it has a value for [E100 R137]', async () => {
    expect((await track()).FieldNames).toEqual(['Id', 'Name', 'Direction', 'Visible', 'Stops', 'Timetables']);
    await done('track.editShape', { ...OUT, shape: '_p~iF~ps|U_ulLnnqC_mqNvxq`@', sequences: [0, 1, 2], recalculateTimes: false });
    await done('track.editField', { ...OUT, field: 'symbol', value: 'bus' });
    await done('track.editDestinations', { ...OUT, destinations: [{ StopIdFrom: 'a', StopIdTo: 'c', Destination: 'Airport' }] });
    expect((await track()).FieldNames).toEqual(['Id', 'Name', 'Direction', 'Visible', 'Symbol', 'Destinations', 'Shape', 'Stops', 'Timetables']);
    await done('track.create', { scheduleId: LINE, trackId: 'x' });
    expect((await track('x')).FieldNames).toEqual(['Id', 'Name', 'Direction', 'Visible']);
  });

  it('visible, symbol and the destinations from stop to stop change [E239 E240 E236]', async () => {
    await done('track.editField', { ...OUT, field: 'visible', value: false });
    await done('track.editField', { ...OUT, field: 'symbol', value: 'bus' });
    await done('track.editDestinations', { ...OUT, destinations: [{ StopIdFrom: 'b', StopIdTo: 'c', Destination: 'Airport' }] });
    expect((await track()).Track).toMatchObject({
      Visible: false,
      Symbol: 'bus',
      Stops: [{ StopId: 'a' }, { StopId: 'b', Destination: 'Airport' }, { StopId: 'c' }],
    });
  });

  it('a stop is put in at a position, taken out by stop and position, and its times with it [E245 E246]', async () => {
    await done('track.createStop', { ...OUT, stopId: 'd', position: 1, fill: 'interpolated', metres: [0, 250, 500, 1000] });
    expect(await stops()).toBe('adbc');
    expect((await track()).Timetables[0]?.DepartureOffsets).toEqual([0, 30, 60, 120]);
    expect(await edit('track.deleteStop', { ...OUT, stopId: 'a', position: 1 })).toMatchObject({ status: 409 });
    await done('track.deleteStop', { ...OUT, stopId: 'd', position: 1 });
    expect((await track()).Timetables[0]?.DepartureOffsets).toEqual([0, 60, 120]);
  });

  it('a stop is moved, and all are put in another order [E247 E249]', async () => {
    await done('track.moveStop', { ...OUT, stopId: 'a', from: 0, to: 2, fill: 'blank' });
    expect(await stops()).toBe('bca');
    await done('track.orderStops', { ...OUT, order: [2, 1, 0], fill: 'blank' });
    expect(await stops()).toBe('acb');
    expect((await edit('track.orderStops', { ...OUT, order: [0, 0, 1] })).text).toContain('the order has to name each of them once');
  });

  it('stops are given their points of the shape, never falling [E248 E102]', async () => {
    await done('track.editSequence', { ...OUT, sequences: [0, 4, 9].map((sequence, position) => ({ position, sequence })) });
    await done('track.ignoreStop', { ...OUT, stopId: 'b', position: 1, ignored: true });
    expect((await track()).Track.Stops[1]).toEqual({ StopId: 'b', ShapeSequence: 4, Ignored: true, Coordinate: { Lat: 52, Lng: 5 } });
    expect((await edit('track.editSequence', { ...OUT, sequences: [{ position: 2, sequence: 3 }] })).text).toContain('before point 4');
  });

  it('a track of one stop keeps its times, and one of none too', async () => {
    await done('track.deleteStop', { ...OUT, stopId: 'c', position: 2 });
    await done('track.deleteStop', { ...OUT, stopId: 'b', position: 1 });
    expect((await track()).Timetables[0]).toMatchObject({ DepartureOffsets: [0], Departures: [{ Time: 21_600 }, { Time: 25_200 }] });
    await done('track.deleteStop', { ...OUT, stopId: 'a', position: 0 });
    expect((await track()).Timetables[0]?.Departures).toHaveLength(2);
  });
});

describe('timetables', () => {
  const T100 = { timetable: 1, time: 21_600, trip: 'trip-100' };

  it('one is created for days, gets other days, and its number stays its own [E253 E254 E104]', async () => {
    await done('timetable.create', { ...OUT, days: 32, like: 1 });
    await done('timetable.editDays', { ...OUT, number: 2, days: 96 });
    expect((await track()).Timetables.map(({ Number, Days }) => [Number, Days])).toEqual([
      [1, 127],
      [2, 96],
    ]);
    expect(await edit('timetable.editDays', { ...OUT, number: 2, days: 128 })).toMatchObject({ status: 400 });
  });

  it('one is cloned without trip ids and deleted; its number is not given again [E255 E256]', async () => {
    await done('timetable.clone', { ...OUT, number: 1, days: 64 });
    await done('timetable.delete', { ...OUT, number: 2 });
    await done('timetable.clone', { ...OUT, number: 1, days: 32 });
    expect((await track()).Timetables.map(({ Number, Departures }) => [Number, Departures.map(({ TripId }) => TripId)])).toEqual([
      [1, ['trip-100', 'trip-101']],
      [3, [undefined, undefined]],
    ]);
  });

  it('times change at a stop of one departure [E257]', async () => {
    await done('timetable.editTimes', { ...OUT, act: 'type', edit: { columns: [{ of: T100, cells: [[1, 21_660, 21_690]] }] } });
    const [home, away] = (await track()).Timetables;
    expect([home?.Departures.length, away?.DepartureOffsets, away?.Departures]).toEqual([
      1,
      [0, 90, 120],
      [{ Type: 'Exact', Time: 21_600, TripId: 'trip-100' }],
    ]);
  });

  it('departures are written as text, of a timetable and of days of the week [E258 E259]', async () => {
    await done('timetable.editDepartures', { ...OUT, number: 1, departuresEncoded: '06:00 07:30 08:00-10:00/15' });
    expect((await track()).Timetables[0]?.Departures).toEqual([
      { Type: 'Exact', Time: 21_600, TripId: 'trip-100' },
      { Type: 'Exact', Time: 27_000 },
      { Type: 'Interval', FromTime: 28_800, ToTime: 36_000, Frequency: 900 },
    ]);
    await done('departures.edit', { ...OUT, daysOfWeek: 64, departuresEncoded: '09:00' });
    expect((await track()).Timetables[1]).toMatchObject({ Days: 64, Departures: [{ Type: 'Exact', Time: 32_400 }] });
  });

  it('a departure has one call for each field [E260 E105]', async () => {
    const fields = { blockId: 'B', tripShortName: '100', wheelchairAccessibility: 1, bikesAllowed: 2, isFrequencyScheduled: true };
    for (const [field, value] of Object.entries(fields)) await done('departure.editField', { ...OUT, field, departures: [T100], value });
    await done('departure.editField', { ...OUT, field: 'TripId', departures: [T100], value: 'other' });
    expect((await track()).Timetables[0]?.Departures[0]).toEqual({ Type: 'Exact', Time: 21_600, TripId: 'other', ...fields });
    const now = { ...T100, trip: 'other' };
    await done('departure.editField', { ...OUT, field: 'Type', departures: [now], value: 'Interval' });
    expect((await track()).Timetables[0]?.Departures[0]).toMatchObject({ Type: 'Interval', FromTime: 21_600, ToTime: 25_200, Frequency: 600 });
  });

  it('access and timepoints are changed in several timetables by one edit', async () => {
    await done('timetable.clone', { ...OUT, number: 1, days: 64 });
    const numbers = (await track()).Timetables.map(({ Number }) => Number);
    const values = [
      { field: 'DropOffIntervals', to: 3, timetables: numbers, positions: [1] },
      { field: 'Timepoints', to: 1, timetables: numbers, positions: [0] },
    ];
    await done('timetable.editStopValues', { ...OUT, values });
    const { Timetables: changed } = await track();
    expect(changed.length).toBeGreaterThan(1);
    for (const timetable of changed) expect(timetable).toMatchObject({ DropOffIntervals: [[1, 2, 3]], Timepoints: [1, null, null] });
  });

  it('values that hold for a whole timetable are kept with it; a trip id belongs to a departure [E107]', async () => {
    await done('timetable.editField', { ...OUT, number: 1, field: 'BlockId', value: 'B' });
    await done('timetable.editField', { ...OUT, number: 1, field: 'TripShortName', value: '10' });
    await done('timetable.editField', { ...OUT, number: 1, field: 'WheelchairAccessibility', value: 1 });
    await done('timetable.editField', { ...OUT, number: 1, field: 'BikesAllowed', value: 2 });
    await done('timetable.editAccess', { ...OUT, number: 1, field: 'PickupIntervals', positions: [2], kind: 1 });
    await done('timetable.editAccess', { ...OUT, number: 1, field: 'ContinuousDropOffIntervals', positions: [0, 1], kind: 3 });
    await done('timetable.editTimepoints', { ...OUT, number: 1, positions: [1], value: 0 });
    expect((await track()).Timetables[0]).toMatchObject({
      BlockId: 'B',
      TripShortName: '10',
      WheelchairAccessibility: 1,
      BikesAllowed: 2,
      PickupIntervals: [[2, 3, 1]],
      ContinuousDropOffIntervals: [[0, 2, 3]],
      Timepoints: [null, 0, null],
      ArrivalOffsets: [0, 60, 120],
    });
  });

  it.each([
    ['a time that is none', 'timetable.editDepartures', { number: 1, departuresEncoded: '06:00 25:61' }, 400, '25:61 is not a time'],
    ['text', 'timetable.editDepartures', { number: 1, departuresEncoded: 'noon' }, 400, 'noon is not a time'],
    [
      '10,000 departures by mistake',
      'departures.edit',
      { daysOfWeek: 64, departuresEncoded: '08:00 '.repeat(10_000) },
      400,
      '10,000 new departures are more than can be added at once (2,000)',
    ],
    ['a headway of 0', 'timetable.editDepartures', { number: 1, departuresEncoded: '06:00-07:00/0' }, 400, 'the headway has to be longer than 0'],
    [
      'an interval that ends first',
      'timetable.editDepartures',
      { number: 1, departuresEncoded: '07:00-06:00/10' },
      400,
      'an interval has to end after it begins',
    ],
    [
      'a headway of 0 in its field',
      'departure.editField',
      { field: 'Frequency', departures: [T100], value: 0 },
      400,
      'The headway has to be longer than 0',
    ],
    [
      'a trip id twice',
      'departure.editField',
      { field: 'TripId', departures: [T100], value: 'trip-101' },
      400,
      'Trip id trip-101 is in use on this track already',
    ],
    [
      'a departure that is gone',
      'timetable.editTimes',
      { act: 'shift', edit: { columns: [{ of: { timetable: 1, time: 1 }, by: 60 }] } },
      409,
      'The departure at 00:00:01 is not there any more',
    ],
    [
      'a cell that reads otherwise',
      'timetable.editTimes',
      { act: 'type', edit: { columns: [{ of: T100, cells: [[1, 5, 6]] }] } },
      409,
      'Stop 2 reads 06:01 by now, not 00:00:05',
    ],
    ['a timetable that is gone', 'timetable.clone', { number: 7, days: 1 }, 409, 'There is no timetable 7 any more'],
  ])('%s is refused with a sentence, and nothing is changed', async (_what, type, payload, status, words) => {
    const before = JSON.stringify(await read());
    const answer = await edit(type, { ...OUT, ...payload });
    expect([answer.status, answer.text]).toEqual([status, expect.stringContaining(words)]);
    expect(JSON.stringify(await read())).toBe(before);
  });

  it('10,000 departures are not added by mistake', async () => {
    const add = Array.from({ length: 10_000 }, (_, nth) => ({ days: 127, like: 1, cells: [nth, nth + 60, nth + 120] }));
    const answer = await edit('timetable.editTimes', { ...OUT, act: 'paste', edit: { add } });
    expect([answer.status, answer.text]).toEqual([409, expect.stringContaining('10,000 departures are more than can be added at once (2,000)')]);
  });

  it('a schedule that somebody deleted meanwhile refuses edits with a sentence', async () => {
    await done('schedule.delete', { scheduleIds: [LINE] });
    const answer = await edit('timetable.editTimes', { ...OUT, act: 'shift', edit: { columns: [{ of: T100, by: 60 }] } });
    expect([answer.status, answer.text]).toEqual([409, expect.stringContaining('has been removed')]);
  });
});

it('a conflict also names the timetable that came to be since, in which the departure is now', async () => {
  await done('timetable.editTimes', {
    ...OUT,
    act: 'type',
    edit: { columns: [{ of: { timetable: 1, time: 21_600, trip: 'trip-100' }, cells: [[1, 21_660, 21_690]] }] },
  });
  const answer = await product.call(routeOfEdit(editSheet), {
    params: { versionId },
    body: {
      ...OUT,
      act: 'type',
      edit: { columns: [{ of: { timetable: 1, time: 21_600, trip: 'trip-100' }, cells: [[1, 21_660, 21_700]] }] },
      Seen: [{ Kind: 'Timetable', Id: 'line%2F1/out/1', Rev: 0 }],
    },
  });
  expect(answer.status).toBe(412);
  const { Documents } = answer.body['Present'] as unknown as { Documents: { Id: string }[] };
  expect(Documents.map(({ Id }) => Id)).toEqual(['line%2F1/out/1', 'line%2F1/out/2']);
});

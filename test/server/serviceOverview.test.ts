/** What runs in a version: trips of each day and the lines, counted in the store. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readServiceOverview } from '../../src/contract/versions.ts';
import { type Document, startTestProduct, type TestProduct } from './product.ts';
import { schedule, stopDoc, track } from './smallFeed.ts';

let product: TestProduct;

beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.close());

/** A schedule of a week, Monday 2026-06-01 to Sunday 2026-06-07. */
function week(id: string, line: string, color: string, exceptions: readonly { Date: string; RunAs: number }[] = []): Document {
  const { kind, doc } = schedule(id, line);
  const Calendar = { fromDate: '2026-06-01', toDate: '2026-06-07', Exceptions: exceptions };
  return { kind, doc: { ...doc, ExternalTransportId: line, Color: color, Calendar } } as Document;
}

function timetable(scheduleId: string, number: number, days: number, departures: readonly object[]): Document {
  const doc = {
    ScheduleId: scheduleId,
    TrackId: 'a',
    Number: number,
    Days: days,
    ArrivalOffsets: [0, 60],
    DepartureOffsets: [0, 60],
    Departures: departures,
  };
  return { kind: 'Timetable', doc } as Document;
}

const at = (Time: number): object => ({ Type: 'Exact', Time });
/** Every ten minutes from 06:00 to 07:05: seven departures. */
const INTERVAL = { Type: 'Interval', FromTime: 21_600, ToTime: 25_500, Frequency: 600 };

it('counts the trips of each day, departures that repeat as often as they depart, and exceptions of the calendar', async () => {
  const versionId = await product.version([
    stopDoc('s1'),
    stopDoc('s2'),
    week('7 summer', '7', 'FF0000', [{ Date: '2026-06-03', RunAs: 0 }]),
    track('7 summer', 'a', ['s1', 's2']),
    timetable('7 summer', 1, 31, [at(28_800), at(30_000)]),
    timetable('7 summer', 2, 96, [INTERVAL]),
    week('8', '8', '00FF00'),
    track('8', 'a', ['s1', 's2']),
    timetable('8', 1, 2, [at(28_800)]),
  ]);
  const { body } = await product.call(readServiceOverview, { params: { versionId } });
  expect(body).toEqual({
    FirstDay: '2026-06-01',
    // Wednesday has no service of line 7; Tuesday has one trip of line 8
    Trips: [2, 3, 0, 2, 2, 7, 7],
    Lines: [
      { ScheduleId: '7 summer', Name: '7', LongName: '', Color: 'FF0000', Schedules: 1, Trips: 7 },
      { ScheduleId: '8', Name: '8', LongName: '', Color: '00FF00', Schedules: 1, Trips: 1 },
    ],
  });
});

it('says how many schedules share exceptions, until one of them follows a calendar', async () => {
  const rest = [{ Date: '2026-06-03', RunAs: 0 }];
  const lines = ['7', '8', '9'].flatMap((id) => [
    week(id, id, 'FF0000', id === '9' ? [] : rest),
    track(id, 'a', ['s1', 's2']),
    timetable(id, 1, 31, [at(28_800)]),
  ]);
  const shared = async (documents: readonly Document[]): Promise<unknown> => {
    const versionId = await product.version([stopDoc('s1'), stopDoc('s2'), ...documents]);
    const { body } = await product.call(readServiceOverview, { params: { versionId } });
    return 'Shared' in body ? body.Shared : undefined;
  };
  expect(await shared(lines)).toEqual({ Schedules: 2, Of: 3, Dates: 1 });
  const following = { kind: 'Schedule', doc: { ...schedule('10', '10').doc, FollowsCalendar: 'NC' } } as Document;
  expect(await shared([...lines, following])).toBeUndefined();
});

it('of a version where nothing runs has no day', async () => {
  const versionId = await product.version([week('7', '7', 'FF0000')]);
  const { body } = await product.call(readServiceOverview, { params: { versionId } });
  expect(body).toMatchObject({ FirstDay: null, Trips: [], Lines: [{ ScheduleId: '7', Trips: 0 }] });
});

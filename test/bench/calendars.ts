import { routeOfEdit } from '../../src/contract/edits.ts';
import { readCalendars } from '../../src/contract/networkCalendars.ts';
import { urlOf } from '../../src/contract/route.ts';
import { beginEdit } from '../../src/contract/versions.ts';
import { runningOn } from '../../src/domain/dayTrips.ts';
import { changeNetworkCalendar } from '../../src/domain/edits/networkCalendars.ts';
import { groupedBy } from '../../src/domain/groupedBy.ts';
import { minimalCalendar } from '../../src/domain/minimalCalendar.ts';
import type { Schedule } from '../../src/domain/model/schedule.ts';
import { sharedDates, simplified } from '../../src/domain/simplifiedCalendar.ts';
import { fewestByTrying } from '../laws/bruteCalendar.ts';
import { smallDepartures } from '../laws/calendarCases.ts';
import { chanceOf } from '../laws/chance.ts';
import { type Document, startTestProduct } from '../server/product.ts';
import { editCall } from '../server/scheduleCalls.ts';
import { percentiles } from '../server/bigVersion.ts';

const LINES = 500;
/** Weekdays of the timetables of a line: 3,000 timetables in all. */
const DAYS = [31, 31, 32, 32, 64, 64];
const TIMES = 30;
const CASES = 10_000;

/**
 * Calendars of a network of 500 lines with 3,000 timetables, over HTTP: `holiday_500_ms`, a holiday that all follow, as one edit;
 * `what_runs_ms`, the calendars read and what runs on a date made of them, and `another_date_ms` without reading; `simplify_ms` and
 * `offer_ms`, the previews. Medians. `solver_worse`: of 10,000 small cases, those where trying everything needs fewer exceptions.
 */
export async function run(): Promise<Record<string, unknown>> {
  const product = await startTestProduct({ CALLS_PER_SECOND: '10000' });
  try {
    const base = await product.version(network());
    const begun = await product.call(beginEdit, { params: { databaseId: 'test', versionId: base } });
    const versionId = Number(begun.body['EditableDbVersionId']);
    const scheduleIds = Array.from({ length: LINES }, (_, nth) => lineId(nth));
    const made = await editCall(product, 'networkCalendar.create', versionId, { calendarId: 'N', name: 'Network', scheduleIds });
    if (made.status !== 200) throw new Error(`the calendar was not made: ${made.text}`);
    const url = await product.app.listen({ host: '127.0.0.1', port: 0 });
    const authorization = `Bearer ${await product.token('editor')}`;

    const holiday = await timesOf(TIMES, async (nth) => {
      const body = { calendarId: 'N', put: [{ Date: '2026-12-25', RunAs: nth % 2 === 0 ? 64 : 32, Name: 'Christmas Day' }] };
      const answer = await fetch(url + urlOf(routeOfEdit(changeNetworkCalendar), { params: { versionId } }), {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json', 'idempotency-key': `holiday-${nth}`, 'if-match': '*' },
        body: JSON.stringify(body),
      });
      await answer.arrayBuffer();
      if (answer.status !== 200) throw new Error(`the holiday answered ${answer.status}`);
    });

    const read = async () => {
      const answer = await fetch(url + urlOf(readCalendars, { params: { versionId } }), { headers: { authorization } });
      if (answer.status !== 200) throw new Error(`the calendars answered ${answer.status}`);
      return readCalendars.reply.parse(await answer.json());
    };
    const running = ({ Schedules, Trips }: Awaited<ReturnType<typeof read>>, date: string): number => {
      const trips = groupedBy(Trips, ({ ScheduleId }) => ScheduleId);
      return Schedules.reduce((sum, schedule) => sum + runningOn(schedule, trips.get(schedule.Id) ?? [], date).trips, 0);
    };
    const whatRuns = await timesOf(TIMES, async () => void running(await read(), '2026-12-25'));
    const known = await read();
    const trips = running(known, '2026-12-24');
    if (trips !== LINES * 2 * DEPARTURES) throw new Error(`${trips} trips run`);
    const anotherDate = await timesOf(TIMES, (nth) => Promise.resolve(void running(known, `2026-12-${10 + (nth % 20)}`)));

    const free = known.Schedules.map(({ FollowsCalendar: _followed, ...schedule }): Schedule => schedule);
    const masksOf = (): readonly number[] => DAYS;
    const simplify = await timesOf(5, () => Promise.resolve(void free.map((schedule) => simplified(schedule, masksOf()))));
    const offer = await timesOf(5, () => Promise.resolve(void sharedDates(free, masksOf)));

    const chance = chanceOf(20_261_225);
    let worse = 0;
    for (let nth = 0; nth < CASES; nth++) {
      const departures = smallDepartures(chance, nth);
      const found = minimalCalendar(departures)?.calendar.Exceptions.length ?? Infinity;
      if (found > (fewestByTrying(departures) ?? Infinity)) worse += 1;
    }
    return {
      value: holiday,
      unit: 'ms',
      holiday_500_ms: holiday,
      what_runs_ms: whatRuns,
      another_date_ms: anotherDate,
      simplify_ms: simplify,
      offer_ms: offer,
      solver_worse: worse,
      lines: LINES,
      timetables: LINES * DAYS.length,
    };
  } finally {
    await product.close();
  }
}

/** The median of some runs, in ms; the first one is not counted. */
async function timesOf(times: number, act: (nth: number) => Promise<void>): Promise<number> {
  const all: number[] = [];
  for (let nth = 0; nth <= times; nth++) {
    const began = performance.now();
    await act(nth);
    if (nth > 0) all.push(performance.now() - began);
  }
  return percentiles(all).p50_ms;
}

const DEPARTURES = 20;
const STOPS = 12;

function lineId(nth: number): string {
  return `L${String(nth).padStart(3, '0')}`;
}

/** The lines: each rests on a holiday of its own, and runs as on Sunday on ten that all have. */
function network(): Document[] {
  const stops = Array.from({ length: STOPS }, (_, nth): Document => ({
    kind: 'Stop',
    doc: { Id: `S${nth}`, Name: `Stop ${nth}`, Type: 0, Coordinate: { Lat: 52 + nth / 100, Lng: 5 }, WheelchairBoarding: 0 },
  }));
  const holidays = Array.from({ length: 10 }, (_, nth) => ({ Date: `2026-${String(nth + 1).padStart(2, '0')}-14`, RunAs: 64 }));
  const lines = Array.from({ length: LINES }, (_, nth): Document[] => {
    const own = { Date: `2026-11-${String((nth % 28) + 1).padStart(2, '0')}`, RunAs: 0 };
    const offsets = Array.from({ length: STOPS }, (_, at) => at * 120);
    return [
      {
        kind: 'Schedule',
        doc: {
          Id: lineId(nth),
          Name: String(nth),
          IsBaseSchedule: true,
          Calendar: { fromDate: '2026-01-01', toDate: '2026-12-31', Exceptions: [...holidays, own] },
        },
      },
      {
        kind: 'Track',
        doc: {
          ScheduleId: lineId(nth),
          Id: 'a-b',
          Name: 'a-b',
          Direction: 'Forward',
          Visible: true,
          Stops: offsets.map((_, at) => ({ StopId: `S${at}` })),
        },
      },
      ...DAYS.map((Days, at): Document => ({
        kind: 'Timetable',
        doc: {
          ScheduleId: lineId(nth),
          TrackId: 'a-b',
          Number: at + 1,
          Days,
          ArrivalOffsets: offsets,
          DepartureOffsets: offsets,
          Departures: Array.from({ length: DEPARTURES }, (_, one) => ({ Type: 'Exact', Time: 18_000 + (one * DAYS.length + at) * 300 })),
        },
      })),
    ];
  });
  return [...stops, ...lines.flat()];
}

/** What runs in a version: trips of each day, and its lines. */
import { datesOfTimetable } from '../../src/domain/activeDates.ts';
import { dateOfDays } from '../../src/domain/date.ts';
import { compareSchedules } from '../../src/domain/schedules.ts';
import type { Schedule } from '../../src/domain/model/schedule.ts';
import type { OverviewLine, ServiceOverview } from '../../src/domain/serviceOverview.ts';
import type { Engine } from '../store/engine.ts';
import { readAll } from '../store/entities.ts';
import { readKindsState } from '../store/stops.ts';
import { countTrips, type TripCounts } from '../store/tripCounts.ts';
import { sharedDates } from '../../src/domain/simplifiedCalendar.ts';
import { groupedBy } from '../../src/domain/groupedBy.ts';
import { prepared, slices } from './prepared.ts';

/** What runs in a version; kept until a schedule or a timetable changes. */
export function serviceOverviews(engine: Engine, keep = 6): (versionId: number) => Promise<ServiceOverview> {
  const overviews = prepared<ServiceOverview>('The trips', { keep });
  return async (versionId) =>
    overviews(await readKindsState(engine.db, versionId, ['Schedule', 'Timetable']), async () => {
      const schedules: OverviewSchedule[] = [];
      for await (const { Id, Name, LongName, Color, TextColor, ExternalTransportId, Calendar, FollowsCalendar } of readAll(
        engine,
        versionId,
        'Schedule',
      ))
        schedules.push({ Id, Name, LongName, Color, TextColor, ExternalTransportId, Calendar, FollowsCalendar });
      return serviceOverview(schedules, await countTrips(engine, versionId));
    });
}

type OverviewSchedule = Pick<Schedule, 'Id' | 'Name' | 'LongName' | 'Color' | 'TextColor' | 'ExternalTransportId' | 'Calendar' | 'FollowsCalendar'>;

/** Trips by day, days from 1970-01-01, of some schedules. */
export async function tripsByDay(schedules: readonly Pick<Schedule, 'Id' | 'Calendar'>[], counts: TripCounts): Promise<ReadonlyMap<number, number>> {
  const byDay = new Map<number, number>();
  const slice = slices();
  for (const schedule of schedules) {
    addTrips(byDay, schedule, counts);
    await slice();
  }
  return byDay;
}

function addTrips(byDay: Map<number, number>, { Id, Calendar }: Pick<Schedule, 'Id' | 'Calendar'>, counts: TripCounts): void {
  for (const { days, trips } of counts.get(Id) ?? [])
    for (const day of datesOfTimetable(Calendar, days)) byDay.set(day, (byDay.get(day) ?? 0) + trips);
}

async function serviceOverview(schedules: readonly OverviewSchedule[], counts: TripCounts): Promise<ServiceOverview> {
  const byDay = new Map<number, number>();
  const Lines = await linesOf(schedules, counts, byDay);
  const seen = [...byDay.keys()].toSorted((a, b) => a - b);
  const [first = 0, last = 0] = [seen[0], seen.at(-1)];
  const days = byDay.size === 0 ? 0 : last - first + 1;
  return {
    FirstDay: byDay.size === 0 ? null : dateOfDays(first),
    Trips: Array.from({ length: days }, (_, i) => byDay.get(first + i) ?? 0),
    Lines,
    ...sharedOf(schedules, counts),
  };
}

/** More schedules are not searched for dates that they share: it would hold up the process. */
const MOST_SEARCHED = 1000;

function sharedOf(schedules: readonly OverviewSchedule[], counts: TripCounts): Pick<ServiceOverview, 'Shared'> {
  if (schedules.length > MOST_SEARCHED || schedules.some(({ FollowsCalendar }) => FollowsCalendar !== undefined)) return {};
  const shared = sharedDates(schedules, ({ Id }) => (counts.get(Id) ?? []).map(({ days }) => days));
  return shared ? { Shared: { Schedules: shared.scheduleIds.length, Of: schedules.length, Dates: shared.dates.length } } : {};
}

/** The lines in order. Adds their trips to those of all. */
async function linesOf(schedules: readonly OverviewSchedule[], counts: TripCounts, all: Map<number, number>): Promise<OverviewLine[]> {
  const slice = slices();
  const lines: OverviewLine[] = [];
  const sorted = schedules.toSorted(compareSchedules);
  for (const own of groupedBy(sorted, ({ Id, ExternalTransportId }) =>
    ExternalTransportId ? `line ${ExternalTransportId}` : `schedule ${Id}`,
  ).values()) {
    const [head] = own;
    if (!head) continue;
    const byDay = new Map<number, number>();
    for (const schedule of own) {
      addTrips(byDay, schedule, counts);
      await slice();
    }
    for (const [day, trips] of byDay) all.set(day, (all.get(day) ?? 0) + trips);
    lines.push({
      ScheduleId: head.Id,
      Name: head.Name,
      LongName: head.LongName ?? '',
      ...(head.Color === undefined ? {} : { Color: head.Color }),
      ...(head.TextColor === undefined ? {} : { TextColor: head.TextColor }),
      Schedules: own.length,
      Trips: [...byDay.values()].reduce((most, n) => Math.max(most, n), 0),
    });
  }
  return lines;
}

import { datesOfTimetable } from '../../src/domain/activeDates.ts';
import type { Coordinate } from '../../src/domain/coordinate.ts';
import { areaOf, type NetworkFacts } from '../../src/domain/plausibility.ts';
import type { Calendar } from '../../src/domain/schedules.ts';
import type { Departure } from '../../src/domain/timetables.ts';
import type { Engine } from '../store/engine.ts';
import { readAll } from '../store/entities.ts';

/** Reads what a version says of its network. */
export async function readNetworkFacts(engine: Engine, versionId: number, signal?: AbortSignal): Promise<NetworkFacts> {
  const agencies: { id: string; name: string }[] = [];
  for await (const { Id, Name } of readAll(engine, versionId, 'Agency')) agencies.push({ id: Id, name: Name ?? '' });
  const places: Coordinate[] = [];
  for await (const { Coordinate: at } of readAll(engine, versionId, 'Stop')) if (at) places.push(at);
  signal?.throwIfAborted();
  const calendars = new Map<string, Calendar>();
  const lines = new Set<string>();
  for await (const { Id, ExternalTransportId, Calendar: calendar } of readAll(engine, versionId, 'Schedule')) {
    calendars.set(Id, calendar);
    lines.add(ExternalTransportId ?? Id);
  }
  // trips by schedule and days: their dates are worked out once for each
  const trips = new Map<string, Map<number, number>>();
  for await (const { ScheduleId, Days, Departures } of readAll(engine, versionId, 'Timetable')) {
    const own = trips.get(ScheduleId) ?? new Map<number, number>();
    trips.set(
      ScheduleId,
      own.set(
        Days,
        Departures.reduce((sum, one) => sum + tripsOf(one), own.get(Days) ?? 0),
      ),
    );
    signal?.throwIfAborted();
  }
  const byDate = new Map<number, number>();
  for (const [scheduleId, byDays] of trips) {
    const calendar = calendars.get(scheduleId);
    if (calendar === undefined) continue;
    for (const [days, count] of byDays) for (const date of datesOfTimetable(calendar, days)) byDate.set(date, (byDate.get(date) ?? 0) + count);
  }
  return { agencies, lines: lines.size, tripsADay: [...byDate.values()].reduce((most, n) => Math.max(most, n), 0), area: areaOf(places) };
}

function tripsOf({ Type, FromTime = 0, ToTime = 0, Frequency }: Departure): number {
  return Type === 'Interval' && Frequency !== undefined ? Math.max(1, Math.ceil((ToTime - FromTime) / Frequency)) : 1;
}

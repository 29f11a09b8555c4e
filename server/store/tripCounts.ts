import { sql } from 'kysely';
import type { DayTrips } from '../../src/domain/dayTrips.ts';
import { KIND_NUMBERS } from '../../src/domain/entities.ts';
import { stateOf } from './entities.ts';
import type { Db } from './tables.ts';

/** By schedule. */
export type TripCounts = ReadonlyMap<string, readonly TripCount[]>;

/** The trips of a schedule's timetables of some weekdays. A departure that repeats counts as often as it departs. */
export interface TripCount {
  /** Bitmask of weekdays. */
  readonly days: number;
  readonly trips: number;
}

/** Trips of a departure `d`. */
const TRIPS = sql`case when d->>'Type' = 'Interval' and (d->>'Frequency')::numeric > 0
  then greatest(1, ceil(((d->>'ToTime')::numeric - coalesce((d->>'FromTime')::numeric, 0)) / (d->>'Frequency')::numeric)) else 1 end`;

/** The trips of a version, by schedule. */
export async function countTrips(db: Db, versionId: number): Promise<TripCounts> {
  const { rows } = await sql<{ schedule: string; days: number; trips: number }>`
    select split_part(s.id, '/', 1) as schedule, (b.doc->>'Days')::int as days, sum(t.trips)::int as trips
    from ${stateOf(versionId, KIND_NUMBERS.Timetable)} s join blob b on b.bid = s.bid
      cross join lateral (
        select sum(${TRIPS}) as trips
        from json_array_elements(b.doc->'Departures') d) t
    where t.trips is not null group by 1, 2`.execute(db);
  const counts = new Map<string, TripCount[]>();
  for (const { schedule, days, trips } of rows) {
    const id = decodeURIComponent(schedule);
    counts.set(id, [...(counts.get(id) ?? []), { days, trips }]);
  }
  return counts;
}

/** Trips with the first and the last departure, by schedule and the weekdays of its timetables; seconds of the service day. */
export async function readDayTrips(db: Db, versionId: number): Promise<readonly DayTrips[]> {
  const { rows } = await sql<{ schedule: string; days: number; trips: number; first: number; last: number }>`
    select split_part(s.id, '/', 1) as schedule, (b.doc->>'Days')::int as days, sum(t.trips)::int as trips, min(t.first)::float8 as first, max(t.last)::float8 as last
    from ${stateOf(versionId, KIND_NUMBERS.Timetable)} s join blob b on b.bid = s.bid
      cross join lateral (
        select sum(${TRIPS}) as trips, min(coalesce((d->>'Time')::numeric, (d->>'FromTime')::numeric, 0)) as first,
          max(coalesce((d->>'Time')::numeric, (d->>'ToTime')::numeric, 0)) as last
        from json_array_elements(b.doc->'Departures') d) t
    where t.trips is not null group by 1, 2 order by 1, 2`.execute(db);
  return rows.map(({ schedule, days, trips, first, last }) => ({
    ScheduleId: decodeURIComponent(schedule),
    Days: days,
    Trips: trips,
    First: first,
    Last: last,
  }));
}

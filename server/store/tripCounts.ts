import { sql } from 'kysely';
import type { DayTrips } from '../../src/domain/dayTrips.ts';
import { KIND_NUMBERS } from '../../src/domain/entities.ts';
import { pageOf, stateOf } from './entities.ts';
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

/** What single timetables say of their trips. Documents never change, so each is summed up once for all versions that have it. */
export class TimetableTrips {
  readonly #known = new Map<number, Summary>();

  /** Trips with the first and the last departure, by schedule and the weekdays of its timetables; seconds of the service day. Timetables are read page by page. */
  async read(db: Db, versionId: number): Promise<readonly DayTrips[]> {
    const sums = new Map<string, DayTrips>();
    for (let after: string | undefined; ;) {
      const { rows } = await sql<{
        id: string;
        bid: number;
      }>`select id, bid from ${pageOf(versionId, KIND_NUMBERS.Timetable, after, PAGE)} p`.execute(db);
      const known = await this.#summaries(
        db,
        rows.map(({ bid }) => bid),
      );
      for (const { id, bid } of rows) {
        const one = known.get(bid);
        if (one && one.trips > 0) addTo(sums, decodeURIComponent(id.split('/', 1)[0] ?? ''), one);
      }
      after = rows.at(-1)?.id;
      if (rows.length < PAGE || after === undefined) break;
    }
    return [...sums.values()].toSorted((a, b) => (a.ScheduleId === b.ScheduleId ? a.Days - b.Days : a.ScheduleId < b.ScheduleId ? -1 : 1));
  }

  async #summaries(db: Db, bids: readonly number[]): Promise<ReadonlyMap<number, Summary>> {
    const wanted = bids.filter((bid) => !this.#known.has(bid));
    if (this.#known.size + wanted.length > MOST_KNOWN) this.#known.clear();
    const asked = bids.filter((bid) => !this.#known.has(bid));
    if (asked.length === 0) return this.#known;
    const { rows } = await sql<Summary & { bid: number }>`
      select b.bid, (b.doc->>'Days')::int as days, coalesce(t.trips, 0)::int as trips, coalesce(t.first, 0)::float8 as first, coalesce(t.last, 0)::float8 as last
      from blob b cross join lateral (
        select sum(${TRIPS}) as trips, min(coalesce((d->>'Time')::numeric, (d->>'FromTime')::numeric, 0)) as first,
          max(coalesce((d->>'Time')::numeric, (d->>'ToTime')::numeric, 0)) as last
        from json_array_elements(b.doc->'Departures') d) t
      where b.bid = any(${asked}::bigint[])`.execute(db);
    for (const { bid, ...one } of rows) this.#known.set(bid, one);
    return this.#known;
  }
}

interface Summary {
  readonly days: number;
  readonly trips: number;
  readonly first: number;
  readonly last: number;
}

const PAGE = 1000;
/** Timetables that are kept: some 20 MB. */
const MOST_KNOWN = 200_000;

function addTo(sums: Map<string, DayTrips>, ScheduleId: string, { days, trips, first, last }: Summary): void {
  const key = `${days} ${ScheduleId}`;
  const sum = sums.get(key);
  sums.set(key, {
    ScheduleId,
    Days: days,
    Trips: trips + (sum?.Trips ?? 0),
    First: Math.min(first, sum?.First ?? first),
    Last: Math.max(last, sum?.Last ?? last),
  });
}

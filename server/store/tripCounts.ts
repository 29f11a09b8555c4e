import { sql } from 'kysely';
import type { DayTrips } from '../../src/domain/dayTrips.ts';
import { KIND_NUMBERS } from '../../src/domain/entities.ts';
import type { Engine } from './engine.ts';
import { pageOf } from './entities.ts';
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
export async function countTrips(engine: Engine, versionId: number): Promise<TripCounts> {
  const counts = new Map<string, TripCount[]>();
  for (const { ScheduleId, Days, Trips } of await timetableTrips(engine).read(engine.db, versionId)) {
    const one = { days: Days, trips: Trips };
    const own = counts.get(ScheduleId);
    if (own) own.push(one);
    else counts.set(ScheduleId, [one]);
  }
  return counts;
}

/** The sums of a store, shared by all that ask for them. */
export function timetableTrips(engine: Engine): TimetableTrips {
  let trips = sums.get(engine);
  if (trips === undefined) sums.set(engine, (trips = new TimetableTrips()));
  return trips;
}

const sums = new WeakMap<Engine, TimetableTrips>();

/** What single timetables say of their trips. Documents never change, so each is summed up once for all versions that have it. */
class TimetableTrips {
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
    const found = new Map<number, Summary>();
    const asked: number[] = [];
    for (const bid of bids) {
      const one = this.#known.get(bid);
      if (one) found.set(bid, one);
      else asked.push(bid);
    }
    if (asked.length === 0) return found;
    const { rows } = await sql<Summary & { bid: number }>`
      select b.bid, (b.doc->>'Days')::int as days, coalesce(t.trips, 0)::int as trips, coalesce(t.first, 0)::float8 as first, coalesce(t.last, 0)::float8 as last
      from blob b cross join lateral (
        select sum(${TRIPS}) as trips, min(coalesce((d->>'Time')::numeric, (d->>'FromTime')::numeric, 0)) as first,
          max(coalesce((d->>'Time')::numeric, (d->>'ToTime')::numeric, 0)) as last
        from json_array_elements(b.doc->'Departures') d) t
      where b.bid = any(${asked}::bigint[])`.execute(db);
    if (this.#known.size + rows.length > MOST_KNOWN) this.#known.clear();
    for (const { bid, ...one } of rows) {
      this.#known.set(bid, one);
      found.set(bid, one);
    }
    return found;
  }
}

interface Summary {
  readonly days: number;
  readonly trips: number;
  readonly first: number;
  readonly last: number;
}

// Some 25 ms on PGlite: others are served in between.
const PAGE = 250;
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

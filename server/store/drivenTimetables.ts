import { sql } from 'kysely';
import { KIND_NUMBERS } from '../../src/domain/entities.ts';
import { blockOf } from '../../src/domain/edits/blocks.ts';
import type { Timetable } from '../../src/domain/model/timetable.ts';
import type { Track } from '../../src/domain/model/track.ts';
import type { DayDeparture } from '../../src/domain/service/day.ts';
import { drivenSpan } from '../../src/domain/service/trips.ts';
import { refsOf, runsOf } from '../../src/domain/timetableSheet/departures.ts';
import type { Engine } from './engine.ts';
import { pageOf } from './entities.ts';
import type { Db } from './tables.ts';

/** What a vehicle drives of a timetable. */
export interface DrivenTimetable {
  readonly scheduleId: string;
  readonly trackId: string;
  readonly number: number;
  readonly days: number;
  /** First and last stop, and the seconds there from the departure time. */
  readonly from: string;
  readonly to: string;
  readonly starts: number;
  readonly ends: number;
  readonly departures: readonly DayDeparture[];
}

/** The summaries of a store, shared by all that ask for them. */
export function drivenTimetables(engine: Engine): DrivenTimetables {
  let driven = known.get(engine);
  if (driven === undefined) known.set(engine, (driven = new DrivenTimetables()));
  return driven;
}

const known = new WeakMap<Engine, DrivenTimetables>();

/** What vehicles drive of timetables. Documents never change, so each timetable is summed up once for all versions that have it on the same track. */
class DrivenTimetables {
  readonly #known = new Map<string, DrivenTimetable | undefined>();
  #departures = 0;

  /** All timetables of a version that vehicles drive, page by page. */
  async *read(db: Db, versionId: number): AsyncGenerator<DrivenTimetable> {
    const tracks = await bidsOf(db, versionId, KIND_NUMBERS.Track);
    for (let after: string | undefined; ;) {
      const page = await bidPage(db, versionId, KIND_NUMBERS.Timetable, after);
      const wanted = page.flatMap(({ id, bid }) => {
        const track = tracks.get(id.slice(0, id.lastIndexOf('/')));
        return track === undefined ? [] : [{ bid, track, key: `${bid} ${track}` }];
      });
      await this.#sumUp(
        db,
        wanted.filter(({ key }) => !this.#known.has(key)),
      );
      for (const { key } of wanted) {
        const one = this.#known.get(key);
        if (one) yield one;
      }
      after = page.at(-1)?.id;
      if (page.length < PAGE || after === undefined) return;
    }
  }

  async #sumUp(db: Db, wanted: readonly { readonly bid: number; readonly track: number; readonly key: string }[]): Promise<void> {
    if (wanted.length === 0) return;
    if (this.#departures > MOST_DEPARTURES) {
      this.#known.clear();
      this.#departures = 0;
    }
    const docs = await docsOf(db, [...new Set(wanted.flatMap(({ bid, track }) => [bid, track]))]);
    for (const { bid, track, key } of wanted) {
      // they were checked when they were written
      const [timetable, of] = [docs.get(bid) as Timetable | undefined, docs.get(track) as Track | undefined];
      const one = timetable && of && drivenOf(timetable, of);
      this.#known.set(key, one);
      this.#departures += one?.departures.length ?? 0;
    }
  }
}

/** A page is some 25 ms on PGlite: others are served in between. */
const PAGE = 250;
/** Departures that are kept: some 100 MB. */
const MOST_DEPARTURES = 1_000_000;

function drivenOf(timetable: Timetable, track: Track): DrivenTimetable | undefined {
  const span = drivenSpan(track, timetable);
  const [from, to] = [track.Stops[span?.first ?? 0]?.StopId, track.Stops[span?.last ?? 0]?.StopId];
  if (!span || from === undefined || to === undefined || timetable.Departures.length === 0) return undefined;
  const refs = refsOf(timetable);
  return {
    scheduleId: timetable.ScheduleId,
    trackId: timetable.TrackId,
    number: timetable.Number,
    days: timetable.Days,
    from,
    to,
    starts: span.starts,
    ends: span.ends,
    departures: timetable.Departures.map((departure, place): DayDeparture => {
      const { time, nth = 0 } = refs[place] ?? { time: 0 };
      const isInterval = departure.Type === 'Interval';
      return [time, departure.TripId ?? null, nth, blockOf(timetable, departure), runsOf(departure), isInterval ? (departure.Frequency ?? 0) : 0];
    }),
  };
}

async function bidsOf(db: Db, versionId: number, kind: number): Promise<ReadonlyMap<string, number>> {
  const bids = new Map<string, number>();
  for (let after: string | undefined; ;) {
    const page = await bidPage(db, versionId, kind, after, PAGE * 8);
    for (const { id, bid } of page) bids.set(id, bid);
    after = page.at(-1)?.id;
    if (page.length < PAGE * 8 || after === undefined) return bids;
  }
}

async function bidPage(
  db: Db,
  versionId: number,
  kind: number,
  after: string | undefined,
  limit = PAGE,
): Promise<readonly { readonly id: string; readonly bid: number }[]> {
  const { rows } = await sql<{ id: string; bid: number }>`select id, bid from ${pageOf(versionId, kind, after, limit)} p order by id`.execute(db);
  return rows;
}

async function docsOf(db: Db, bids: readonly number[]): Promise<ReadonlyMap<number, unknown>> {
  const { rows } = await sql<{ bid: number; doc: unknown }>`select bid, doc from blob where bid = any(${bids}::bigint[])`.execute(db);
  return new Map(rows.map(({ bid, doc }) => [bid, doc]));
}

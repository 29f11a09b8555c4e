import { sql } from 'kysely';
import { z } from 'zod';
import { KIND_NUMBERS } from '../../src/domain/entities.ts';
import type { Schedule } from '../../src/domain/schedules.ts';
import type { Timetable } from '../../src/domain/timetables.ts';
import type { Track } from '../../src/domain/tracks.ts';
import { parseDocument, stateOf } from './entities.ts';
import type { Engine } from './engine.ts';
import type { Db } from './tables.ts';

/** Number of tracks of each schedule that has any, by the schedule's id. */
export async function countTracks(db: Db, versionId: number): Promise<Map<string, number>> {
  const { rows } = await sql<{ schedule: string; n: number }>`
    with state as ${stateOf(versionId, KIND_NUMBERS.Track)}
    select split_part(id, '/', 1) as schedule, count(*)::int as n from state group by 1`.execute(db);
  return new Map(rows.map(({ schedule, n }) => [decodeURIComponent(schedule), n]));
}

export interface TripSearch {
  readonly texts: readonly string[];
  /** `Or`: any of the texts is found in the schedule's trips; `And`: each of them, be it in different trips. */
  readonly condition: 'Or' | 'And';
  /** Whether a trip id is the text, or holds it somewhere. */
  readonly match: 'Exact' | 'Contains';
}

/** Ids of the schedules whose trips are found by a search. */
export async function findSchedulesOfTrips(db: Db, versionId: number, { texts, condition, match }: TripSearch): Promise<Set<string>> {
  // Trip ids stand between line feeds, so an exact one is found with its line feeds.
  const needles = texts.map((text) => (match === 'Exact' ? `\n${text}\n` : text));
  const { rows } = await sql<{ schedule: string }>`
    with state as ${stateOf(versionId, KIND_NUMBERS.Timetable)}
    select split_part(s.id, '/', 1) as schedule
    from state s join blob b on b.bid = s.bid cross join unnest(${needles}::text[]) with ordinality needle(text, place)
    where strpos(b.trips, needle.text) > 0
    group by 1 having count(distinct needle.place) >= ${condition === 'And' ? needles.length : 1}`.execute(db);
  return new Set(rows.map(({ schedule }) => decodeURIComponent(schedule)));
}

/** A document and the revision of its last change. */
interface WithRev<T> {
  readonly doc: T;
  readonly rev: number;
}

/** What a schedule's page shows: the schedule, its tracks and their timetables in order. */
export async function readScheduleParts(
  engine: Engine,
  versionId: number,
  scheduleId: string,
): Promise<{ schedule: Schedule; rev: number; tracks: WithRev<Track>[]; timetables: WithRev<Timetable>[] } | undefined> {
  const prefix = `${encodeURIComponent(scheduleId)}/`;
  // One text for all: a schedule can hold a megabyte of timetables.
  const text = await engine.readText(
    sql`
      with state as (
        select * from ${stateOf(versionId, KIND_NUMBERS.Schedule, sql`id = ${scheduleId}`)} one
        union all select * from ${stateOf(versionId, KIND_NUMBERS.Track, within(prefix))} two
        union all select * from ${stateOf(versionId, KIND_NUMBERS.Timetable, within(prefix))} three)
      select '[' || string_agg('[' || s.kind || ',' || s.rev || ',' || b.doc::text || ']', ',' order by s.kind, s.id) || ']'
      from state s join blob b on b.bid = s.bid`.compile(engine.db),
  );
  if (text.length === 0) return undefined;
  const rows = Rows.parse(JSON.parse(text.toString('utf8')));
  const [first] = rows;
  if (!first || first[0] !== KIND_NUMBERS.Schedule) return undefined;
  return {
    schedule: parseDocument('Schedule', first[2]),
    rev: first[1],
    tracks: rows.filter(([kind]) => kind === KIND_NUMBERS.Track).map(([, rev, doc]) => ({ rev, doc: parseDocument('Track', doc) })),
    timetables: rows.filter(([kind]) => kind === KIND_NUMBERS.Timetable).map(([, rev, doc]) => ({ rev, doc: parseDocument('Timetable', doc) })),
  };
}

const Rows = z.array(z.tuple([z.number(), z.number(), z.unknown()]));

/** Ids that begin with a text ending in a slash: up to the next character after the slash. */
function within(prefix: string) {
  return sql`id >= ${prefix} and id < ${`${prefix.slice(0, -1)}0`}`;
}

import { sql } from 'kysely';
import { z } from 'zod';
import { KIND_NUMBERS } from '../../src/domain/entities.ts';
import { ScheduleRow } from '../../src/domain/scheduleDetails.ts';
import type { Schedule } from '../../src/domain/model/schedule.ts';
import type { Timetable } from '../../src/domain/model/timetable.ts';
import type { Track } from '../../src/domain/model/track.ts';
import { elapsed } from '../surroundings.ts';
import { pageOf, parseDocument, stateOf } from './entities.ts';
import type { Engine } from './engine.ts';
import type { Db } from './tables.ts';

/** Number of tracks of each schedule that has any, by the schedule's id. */
export async function countTracks(db: Db, versionId: number): Promise<Map<string, number>> {
  const { rows } = await sql<{ schedule: string; n: number }>`
    with state as ${stateOf(versionId, KIND_NUMBERS.Track)}
    select split_part(id, '/', 1) as schedule, count(*)::int as n from state group by 1`.execute(db);
  return new Map(rows.map(({ schedule, n }) => [decodeURIComponent(schedule), n]));
}

/** What lists show of the schedules of a version, in pages in the order of their ids. Their calendars, which may be long, stay in the database. */
export async function* readScheduleBriefs(engine: Engine, versionId: number): AsyncGenerator<readonly ScheduleBrief[]> {
  for (let after: string | undefined; ;) {
    const text = await engine.readText(
      sql`
        select '[' || string_agg(json_strip_nulls(json_build_object(
          'Id', r."Id", 'Name', r."Name", 'LongName', r."LongName", 'ExternalTransportId', r."ExternalTransportId",
          'IsBaseSchedule', r."IsBaseSchedule", 'AgencyId', r."AgencyId", 'VehicleType', r."VehicleType", 'Color', r."Color",
          'FromDate', r."Calendar"->>'fromDate', 'ToDate', r."Calendar"->>'toDate'))::text, ',' order by s.id) || ']'
        from ${pageOf(versionId, KIND_NUMBERS.Schedule, after, BRIEFS_AT_A_TIME)} s
          join blob b on b.bid = s.bid cross join lateral json_to_record(b.doc) as r(
            "Id" text, "Name" text, "LongName" text, "ExternalTransportId" text, "IsBaseSchedule" boolean, "AgencyId" text, "VehicleType" int,
            "Color" text, "Calendar" json)`.compile(engine.db),
    );
    const page = text.length === 0 ? [] : Briefs.parse(JSON.parse(text.toString('utf8')));
    yield page;
    if (page.length < BRIEFS_AT_A_TIME) return;
    after = page.at(-1)?.Id;
  }
}

const BRIEFS_AT_A_TIME = 1000;
const ScheduleBrief = ScheduleRow.omit({ TrackCount: true });
type ScheduleBrief = z.infer<typeof ScheduleBrief>;
const Briefs = z.array(ScheduleBrief);

export interface TripSearch {
  readonly texts: readonly string[];
  /** `HH:mm` or `HH:mm:ss`: a trip leaves its first stop then, on the day it belongs to or after its midnight. */
  readonly departures: readonly string[];
  /** `Or`: any of them is found in the schedule's trips; `And`: each of them, be it in different trips. */
  readonly condition: 'Or' | 'And';
  /** Whether a trip id is the text, or holds it somewhere. */
  readonly match: 'Exact' | 'Contains';
}

/** Timetables that one statement of the trip search looks at: a second or so at most, and others get their turn in between. */
const SEARCH_PAGE = 400;
/** Milliseconds after which a trip search gives up. */
const SEARCH_LONGEST = 15_000;

/**
 * Ids of the schedules whose trips are found by a search, timetables page by page; `tooLong` where that takes more than
 * `longest` milliseconds.
 */
export async function findSchedulesOfTrips(
  db: Db,
  versionId: number,
  { texts, departures, condition, match }: TripSearch,
  longest = SEARCH_LONGEST,
): Promise<Set<string> | 'tooLong'> {
  const began = elapsed();
  // Trip ids stand between line feeds, so an exact one is found with its line feeds.
  const needles = texts.map((text) => (match === 'Exact' ? `\n${text}\n` : text));
  const times = departures.map(secondsOf);
  const met = new Map<string, Set<number>>();
  const TIMETABLE = KIND_NUMBERS.Timetable;
  for (let after = ''; ;) {
    if (elapsed() - began > longest) return 'tooLong';
    const { rows } = await sql<{ schedule: string | null; place: number | null; last: string }>`
      with page as materialized (
        select id, bid from (
          (select id, bid from overlay_row where version_id = ${versionId} and kind = ${TIMETABLE} and bid is not null and id > ${after}
           order by id limit ${SEARCH_PAGE})
          union all
          (select id, bid from layer_row l where layer_id = (select base from version where version_id = ${versionId}) and kind = ${TIMETABLE} and id > ${after}
             and not exists (select from overlay_row o where o.version_id = ${versionId} and o.kind = ${TIMETABLE} and o.id = l.id)
           order by id limit ${SEARCH_PAGE})) both_sides
        order by id limit ${SEARCH_PAGE}),
      met as (
        select split_part(p.id, '/', 1) as schedule, needle.place
        from page p join blob b on b.bid = p.bid cross join unnest(${needles}::text[]) with ordinality needle(text, place)
        where strpos(b.trips, needle.text) > 0
        union
        select split_part(p.id, '/', 1), ${needles.length} + time.place
        from page p join blob b on b.bid = p.bid cross join unnest(${times}::int[]) with ordinality time(second, place)
        where (strpos(b.doc::text, '"Time":' || time.second) > 0 or strpos(b.doc::text, '"Time":' || time.second + 86400) > 0
               or strpos(b.doc::text, '"Frequency":') > 0)
          and exists (select from json_array_elements(b.doc->'Departures') d where case d->>'Type'
            when 'Exact' then (d->>'Time')::int in (time.second, time.second + 86400)
            else time.second >= (d->>'FromTime')::int and time.second < (d->>'ToTime')::int
              and (time.second - (d->>'FromTime')::int) % (d->>'Frequency')::int = 0 end))
      select schedule, place::int, '' as last from met
      union all select null, null, max(id) from page having max(id) is not null`.execute(db);
    const last = rows.find((row) => row.schedule === null);
    for (const { schedule, place } of rows) {
      if (schedule !== null && place !== null) met.set(schedule, (met.get(schedule) ?? new Set()).add(place));
    }
    if (!last) break;
    after = last.last;
  }
  const least = condition === 'And' ? needles.length + times.length : 1;
  return new Set([...met].filter(([, places]) => places.size >= least).map(([schedule]) => decodeURIComponent(schedule)));
}

/** Seconds of `HH:mm` or `HH:mm:ss`. */
function secondsOf(time: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number);
  return hours * 3600 + minutes * 60 + seconds;
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

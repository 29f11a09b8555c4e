import { sql } from 'kysely';
import { z } from 'zod';
import { type EntityKind, kindOfNumber, KIND_NUMBERS } from '../../src/domain/entities.ts';
import type { Pathway } from '../../src/domain/model/pathway.ts';
import { STOP_USERS, type StopUser } from '../../src/domain/stopMerge.ts';
import type { StopUses } from '../../src/domain/stops.ts';
import type { Transfer } from '../../src/domain/model/transfer.ts';
import { ChangedDocuments } from './changedDocuments.ts';
import type { Engine } from './engine.ts';
import { parseDocument, stateOf } from './entities.ts';
import type { Db } from './tables.ts';

/** Overlay rows of all stops of a base layer in the order of their ids' bytes: JSON texts with a comma and a line feed between. */
export async function readBriefs(engine: Engine, layerId: number): Promise<Buffer> {
  const pages: Buffer[] = [];
  // Page by page: those of 100,000 stops at once hold up everybody else on PGlite for a quarter of a second.
  for (let after = ''; ;) {
    const page = await engine.readText(
      sql`
        with page as materialized (
          select l.id, l.bid from layer_row l where l.layer_id = ${layerId} and l.kind = ${KIND_NUMBERS.Stop} and l.id > ${after} order by l.id limit ${BRIEFS_AT_A_TIME})
        select json_build_array(max(p.id))::text || chr(10) || string_agg(b.brief, ',' || chr(10) order by p.id) from page p join blob b on b.bid = p.bid`.compile(
        engine.db,
      ),
    );
    if (page.length === 0) return Buffer.concat(pages);
    const end = page.indexOf('\n');
    [after] = OneText.parse(JSON.parse(page.toString('utf8', 0, end)));
    pages.push(...(pages.length > 0 ? [Buffer.from(',\n')] : []), page.subarray(end + 1));
  }
}

const BRIEFS_AT_A_TIME = 5000;
const OneText = z.tuple([z.string()]);

/** Stops that a version has otherwise than its base: the overlay row, or null where the stop is removed. */
export async function readEditedBriefs(db: Db, versionId: number): Promise<{ id: string; rev: number; brief: string | null }[]> {
  const { rows } = await sql<{ id: string; rev: number; brief: string | null }>`
    select o.id, o.rev, b.brief from overlay_row o left join blob b on b.bid = o.bid
    where o.version_id = ${versionId} and o.kind = ${KIND_NUMBERS.Stop}`.execute(db);
  return rows;
}

/** What in a version uses each of some stops. Documents that were changed since count as the changes leave them. */
export async function countUses(
  db: Db,
  versionId: number,
  stopIds: readonly string[],
  changed = new ChangedDocuments(),
): Promise<ReadonlyMap<string, StopUses>> {
  const uses = new Map(stopIds.map((id): [string, { kind: EntityKind; schedule: string | null }[]] => [id, []]));
  const { rows } = await sql<{ kind: number; id: string; refs: string[]; schedule: string | null }>`
    ${speakingOf(versionId, stopIds, [KIND_NUMBERS.Transfer, KIND_NUMBERS.Pathway, KIND_NUMBERS.Track])}
    select kind, id, refs, doc->>'ScheduleId' as schedule from speaking`.execute(db);
  for (const { kind: number, id, refs, schedule } of rows) {
    const kind = kindOfNumber(number);
    if (changed.get(kind, id) === undefined) for (const ref of new Set(refs)) uses.get(ref)?.push({ kind, schedule });
  }
  const counted = [...uses].map(([stopId, ofStop]): [string, StopUses] => {
    for (const { kind, doc } of changed.speakingOf(stopId))
      ofStop.push({ kind, schedule: doc !== null && 'ScheduleId' in doc && typeof doc.ScheduleId === 'string' ? doc.ScheduleId : null });
    const of = (kind: EntityKind): typeof ofStop => ofStop.filter((use) => use.kind === kind);
    return [
      stopId,
      { transfers: of('Transfer').length, pathways: of('Pathway').length, schedules: new Set(of('Track').map(({ schedule }) => schedule)).size },
    ];
  });
  return new Map(counted);
}

/** A track by its schedule. */
export interface TrackName {
  readonly scheduleId: string;
  readonly id: string;
  readonly name: string;
}

/** Documents of a version that speak of one of several stops, with the stops they speak of. */
export interface Users {
  readonly transfers: readonly { readonly refs: readonly string[]; readonly doc: Transfer }[];
  readonly pathways: readonly { readonly refs: readonly string[]; readonly doc: Pathway }[];
  readonly tracks: readonly { readonly refs: readonly string[]; readonly track: TrackName }[];
}

/** Transfers, pathways and tracks that use one of the stops. Of a track only its names are read: its shape may be large. */
export async function readUsers(db: Db, versionId: number, stopIds: readonly string[]): Promise<Users> {
  const { rows } = await sql<{ kind: number; refs: string[]; doc: unknown; track: unknown }>`
    ${speakingOf(versionId, stopIds, [KIND_NUMBERS.Transfer, KIND_NUMBERS.Pathway, KIND_NUMBERS.Track])}
    select kind, refs, case when kind <> ${KIND_NUMBERS.Track} then doc end as doc,
      case when kind = ${KIND_NUMBERS.Track}
        then jsonb_build_object('scheduleId', doc->'ScheduleId', 'id', doc->'Id', 'name', doc->'Name') end as track
    from speaking order by kind, id`.execute(db);
  const of = (kind: number): typeof rows => rows.filter((row) => row.kind === kind);
  return {
    transfers: of(KIND_NUMBERS.Transfer).map(({ refs, doc }) => ({ refs, doc: parseDocument('Transfer', doc) })),
    pathways: of(KIND_NUMBERS.Pathway).map(({ refs, doc }) => ({ refs, doc: parseDocument('Pathway', doc) })),
    tracks: of(KIND_NUMBERS.Track).map(({ refs, track }) => ({ refs, track: TrackNameRow.parse(track) })),
  };
}

/**
 * Names of the documents that speak of a stop, and of the transfers and translations of another one. Fares and translations
 * are looked through as a whole: no index knows the stops they speak of.
 */
export async function readStopUsers(
  db: Db,
  versionId: number,
  stopId: string,
  into: string,
  limit: number,
): Promise<{ kind: StopUser; id: string }[]> {
  const indexed = STOP_USERS.filter((kind) => kind !== 'Fare' && kind !== 'Translation').map((kind) => KIND_NUMBERS[kind]);
  const both = [stopId, into];
  const { rows } = await sql<{ kind: number; id: string }>`
    ${speakingOf(versionId, both, indexed)}
    select kind, id from speaking where kind = ${KIND_NUMBERS.Transfer} or refs && ${[stopId]}::text[]
    union all
    select s.kind, s.id from ${stateOf(versionId, KIND_NUMBERS.Translation)} s join blob b on b.bid = s.bid
    where b.doc->>'CategoryName' = 'stops' and b.doc->>'RecordId' = any(${both}::text[])
    union all
    select s.kind, s.id from ${stateOf(versionId, KIND_NUMBERS.Fare)} s join blob b on b.bid = s.bid
    where coalesce((b.doc->'ValidAfterStops')::jsonb, '[]') ? ${stopId} or exists (
      select from json_array_elements(coalesce((b.doc->'BetweenStops')::json, '[]')) pair where pair->>'FromStop' = ${stopId} or pair->>'ToStop' = ${stopId})
    order by 1, 2 limit ${limit}`.execute(db);
  return rows.map(({ kind, id }) => ({ kind: kindOfNumber(kind) as StopUser, id }));
}

/** What the map of stops and agencies is made of changes only with this text. */
export function readTracksState(db: Db, versionId: number): Promise<string> {
  return readKindsState(db, versionId, ['Schedule', 'Track', 'Agency']);
}

/** What is made of some kinds of documents changes only with this text. */
export async function readKindsState(db: Db, versionId: number, kinds: readonly EntityKind[]): Promise<string> {
  const { rows } = await sql<{ base: number; n: number; last: number }>`
    select v.base, count(o.*)::int as n, coalesce(max(o.rev), 0)::bigint as last from version v
      left join overlay_row o on o.version_id = v.version_id and o.kind = any(${kinds.map((kind) => KIND_NUMBERS[kind])}::smallint[])
    where v.version_id = ${versionId} group by v.base`.execute(db);
  const [row] = rows;
  return row === undefined ? '' : row.n === 0 ? `layer ${row.base}` : `version ${versionId} ${row.n} ${row.last}`;
}

/**
 * JSON object from each served stop to the ids of its agencies in order. A schedule that names no agency is of the only
 * agency where there is one alone (GTFS allows that), else of none. Schedules are looked up in one JSON object and not
 * joined: the planner expects few rows of the state, and compared each track with each schedule (83 s for 30,000 stops).
 */
export function readAgenciesOfStops(engine: Engine, versionId: number): Promise<Buffer> {
  return engine.readText(
    sql`
      with state as (
        select kind, id, bid from overlay_row where version_id = ${versionId} and bid is not null
          and kind in (${KIND_NUMBERS.Agency}, ${KIND_NUMBERS.Schedule}, ${KIND_NUMBERS.Track})
        union all
        select l.kind, l.id, l.bid from layer_row l
        where l.layer_id = (select base from version where version_id = ${versionId})
          and l.kind in (${KIND_NUMBERS.Agency}, ${KIND_NUMBERS.Schedule}, ${KIND_NUMBERS.Track})
          and not exists (select from overlay_row o where o.version_id = ${versionId} and o.kind = l.kind and o.id = l.id)),
      only_agency as (select min(id) as id from state where kind = ${KIND_NUMBERS.Agency} having count(*) = 1),
      operator as materialized (
        select coalesce(jsonb_object_agg(s.id, coalesce(b.doc->>'AgencyId', (select id from only_agency))), '{}') as of
        from state s join blob b on b.bid = s.bid where s.kind = ${KIND_NUMBERS.Schedule}),
      track as materialized (
        select b.refs, (select operator.of from operator)->>(b.doc->>'ScheduleId') as agency
        from state s join blob b on b.bid = s.bid where s.kind = ${KIND_NUMBERS.Track}),
      served as (select distinct stop.id, track.agency from track cross join unnest(track.refs) stop(id) where track.agency is not null),
      lists as (select id, jsonb_agg(agency order by agency collate "C") as agencies from served group by id)
      select jsonb_object_agg(id, agencies)::text from lists`.compile(engine.db),
  );
}

const TrackNameRow = z.object({ scheduleId: z.string(), id: z.string(), name: z.string() });

/** `speaking`: documents of some kinds that speak of one of the stops and are in the version as they are. */
function speakingOf(versionId: number, stopIds: readonly string[], kinds: readonly number[]) {
  return sql`
    with source as (select version_id, base from version where version_id = ${versionId}),
    candidate as materialized (
      select bid, kind, id, refs, doc from blob
      where refs is not null and refs && ${[...stopIds]}::text[] and kind = any(${[...kinds]}::smallint[])),
    speaking as (
      select c.* from candidate c join overlay_row o on o.version_id = ${versionId} and o.kind = c.kind and o.id = c.id and o.bid = c.bid
      union all
      select c.* from candidate c cross join source
        join layer_row l on l.layer_id = source.base and l.kind = c.kind and l.id = c.id and l.bid = c.bid
      where not exists (select from overlay_row o where o.version_id = ${versionId} and o.kind = c.kind and o.id = c.id))`;
}

/**
 * What differs between two versions, by the content of documents: equal documents are one row of `blob`, so two states of an
 * entity differ where their bids do. Versions on one layer are compared by their overlays alone.
 */
import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod';
import { KIND_NUMBERS, type EntityKind } from '../../src/domain/entities.ts';
import type { Doc } from '../../src/domain/comparer/fields.ts';
import type { Reader } from './engine.ts';
import type { Db } from './tables.ts';

/** One of the two versions: its id and its base layer. */
export interface DiffSide {
  readonly versionId: number;
  readonly base: number;
}

/** The two versions: what was, and what is; `pairs` are documents that are the same under two ids. */
export interface DiffSides {
  readonly a: DiffSide;
  readonly b: DiffSide;
  readonly pairs?: PairedIds | undefined;
}

/** Ids of the first version that stand for another id in the second, by kind. */
export class PairedIds {
  readonly #kinds = new Map<number, { readonly from: string[]; readonly to: (string | null)[]; readonly equal: boolean[] }>();

  /** `to` is null where the document is in the first version only, though its id is another one's in the second. `equal`: nothing but ids differs. */
  add(kind: EntityKind, from: string, to: string | null, equal: boolean): void {
    const known = this.#kinds.get(KIND_NUMBERS[kind]) ?? { from: [], to: [], equal: [] };
    this.#kinds.set(KIND_NUMBERS[kind], known);
    known.from.push(from);
    known.to.push(to);
    known.equal.push(equal);
  }

  /** Rows (kind, from_id, to_id, equal) of a kind, or of all; undefined where there are none. */
  rows(kind: number | undefined): RawBuilder<unknown> | undefined {
    const found = kind === undefined ? [...this.#kinds] : [...this.#kinds].filter(([number]) => number === kind);
    if (found.length === 0) return undefined;
    return sql`(${sql.join(
      found.map(
        ([number, { from, to, equal }]) =>
          sql`select ${number}::smallint as kind, from_id, to_id, equal from unnest(${from}::text[], ${to}::text[], ${equal}::bool[]) p(from_id, to_id, equal)`,
      ),
      sql` union all `,
    )})`;
  }
}

/** Ids of a kind from `from` on and before `until`, by code point. */
export interface IdRange {
  readonly from?: string | undefined;
  readonly until?: string | undefined;
}

/** 0: in both and different; 1: in the second only; 2: in the first only. */
export const DIFF_STATES = { changed: 0, added: 1, removed: 2 } as const;
export type DiffState = keyof typeof DIFF_STATES;

/** A document in one or both versions. */
export interface DocumentPair {
  readonly id: string;
  /** Its id in the first version: another one where both were paired. */
  readonly was: string;
  readonly before: Doc | null;
  readonly after: Doc | null;
}

/** How many documents of a kind are in a state, and the id that each page of so many begins with. */
export interface KindCount {
  readonly kind: number;
  readonly state: number;
  readonly count: number;
  readonly starts: readonly string[];
}

/** Counts what differs, by kind and state. */
export async function countDiffering(engine: Reader, sides: DiffSides, pageSize: number): Promise<readonly KindCount[]> {
  const text = await engine.readText(
    sql`
      select json_agg(json_build_array(kind, state, n, starts))::text from (
        select kind, state, count(*)::int as n, json_agg(id order by id) filter (where (place - 1) % ${pageSize}::int = 0) as starts from (
          select kind, id, state, row_number() over (partition by kind, state order by id) as place from ${differing(sides)} d) placed
        group by kind, state) counted`.compile(engine.db),
  );
  if (text.length === 0) return [];
  return Counts.parse(JSON.parse(text.toString('utf8'))).map(([kind, state, count, starts]) => ({ kind, state, count, starts }));
}

/** Schedules of which a track or a timetable differs, with which of the two does; ids as they are, not URL-encoded. */
export async function schedulesWithDifferences(db: Db, sides: DiffSides): Promise<Map<string, { tracks: boolean; timetables: boolean }>> {
  const { Track, Timetable } = KIND_NUMBERS;
  const { rows } = await sql<{ schedule: string; tracks: boolean; timetables: boolean }>`
    select split_part(id, '/', 1) as schedule, bool_or(kind = ${Track}) as tracks, bool_or(kind = ${Timetable}) as timetables from (
      select kind, id from ${differing(sides, Track)} t union all select kind, id from ${differing(sides, Timetable)} u) d
    group by 1`.execute(db);
  return new Map(rows.map(({ schedule, tracks, timetables }) => [decodeURIComponent(schedule), { tracks, timetables }]));
}

/** Ids and states of the tracks or timetables that differ in some schedules. */
export async function differingWithin(
  db: Db,
  sides: DiffSides,
  kind: 'Track' | 'Timetable',
  scheduleIds: readonly string[],
): Promise<readonly { readonly id: string; readonly state: DiffState; readonly name: string | null }[]> {
  if (scheduleIds.length === 0) return [];
  const prefixes = scheduleIds.map(encodeURIComponent).toSorted(byCodePoint);
  // '0' follows the slash: every id under the last prefix lies before it
  const range = { from: `${prefixes[0] ?? ''}/`, until: `${prefixes.at(-1) ?? ''}0` };
  const name = kind === 'Track' ? sql`b.doc ->> 'Name'` : sql`null::text`;
  const { rows } = await sql<{ id: string; state: number; name: string | null }>`
    select d.id, d.state, ${name} as name from ${differing(sides, KIND_NUMBERS[kind], range)} d join blob b on b.bid = coalesce(d.is_bid, d.was_bid)
    where split_part(d.id, '/', 1) = any(${prefixes}) order by d.id`.execute(db);
  return rows.map(({ id, state, name: called }) => ({ id, state: stateName(state), name: called }));
}

/** Documents of a kind in one state, in the order of their ids, with what stands in each version. */
export async function* readDiffering(
  engine: Reader,
  sides: DiffSides,
  kind: EntityKind,
  state: DiffState,
  range: IdRange = {},
): AsyncGenerator<DocumentPair> {
  let from = range.from;
  let first = true;
  for (;;) {
    const text = await engine.readText(
      sql`
        select json_agg(json_build_array(id, was_bid, is_bid, was_id) order by id)::text from (
          select id, was_bid, is_bid, was_id from ${differing(sides, KIND_NUMBERS[kind], { ...range, from })} d
          where state = ${DIFF_STATES[state]} and ${first ? sql`true` : sql`id <> ${from}`} order by id limit ${ROWS_AT_A_TIME}) page`.compile(
        engine.db,
      ),
    );
    if (text.length === 0) return;
    const rows = Rows.parse(JSON.parse(text.toString('utf8')));
    for (let at = 0; at < rows.length; at += DOCUMENTS_AT_A_TIME[kind] ?? 1000) {
      const some = rows.slice(at, at + (DOCUMENTS_AT_A_TIME[kind] ?? 1000));
      const docs = await readBlobs(
        engine,
        some.flatMap(([, was, is]) => [was, is]),
      );
      for (const [id, was, is, wasId] of some) yield { id, was: wasId ?? id, before: docOf(docs, was), after: docOf(docs, is) };
    }
    const last = rows.at(-1);
    if (rows.length < ROWS_AT_A_TIME || last === undefined) return;
    [from] = last;
    first = false;
  }
}

/** Documents by the numbers of their rows in `blob`. */
export async function readBlobs(engine: Reader, bids: readonly (number | null)[]): Promise<ReadonlyMap<number, Doc>> {
  const wanted = bids.filter((bid) => bid !== null);
  const text = await engine.readText(
    sql`select string_agg('[' || bid || ',' || doc::text || ']', ',') from blob where bid = any(${wanted}::bigint[])`.compile(engine.db),
  );
  // They were checked when they were written.
  return new Map(JSON.parse(`[${text.toString('utf8')}]`) as [number, Doc][]);
}

/** Rows (kind, id, was_id, was_bid, is_bid, state) of what differs, of one kind or of all. `id` is that of the second version where it has one. */
function differing(sides: DiffSides, kind?: number, range: IdRange = {}): RawBuilder<unknown> {
  const { a, b } = sides;
  const paired = sides.pairs?.rows(kind);
  if (paired) return differingPaired(sides, paired, kind, range);
  const among = sql`${kind === undefined ? sql`true` : sql`kind = ${kind}`} and ${within(range)}`;
  const overlay = ({ versionId }: DiffSide): RawBuilder<unknown> =>
    sql`(select kind, id, bid from overlay_row where version_id = ${versionId} and ${among})`;
  const pairs =
    a.base === b.base
      ? sql`
        select coalesce(x.kind, y.kind) as kind, coalesce(x.id, y.id) as id, null::text as was_id,
          case when x.kind is null then l.bid else x.bid end as was_bid, case when y.kind is null then l.bid else y.bid end as is_bid
        from ${overlay(a)} x full join ${overlay(b)} y on x.kind = y.kind and x.id = y.id
          left join layer_row l on l.layer_id = ${a.base} and l.kind = coalesce(x.kind, y.kind) and l.id = coalesce(x.id, y.id)`
      : sql`
        select coalesce(x.kind, y.kind) as kind, coalesce(x.id, y.id) as id, null::text as was_id, x.bid as was_bid, y.bid as is_bid
        from ${stateRows(a, among)} x full join ${stateRows(b, among)} y on x.kind = y.kind and x.id = y.id`;
  return sql`(
    select kind, id, was_id, was_bid, is_bid, case when was_bid is null then 1 when is_bid is null then 2 else 0 end as state
    from (${pairs}) pairs where was_bid is distinct from is_bid)`;
}

/** `differing` of two versions in which some ids stand for others: the rows of the first take the ids of the second before both are joined. */
function differingPaired({ a, b }: DiffSides, paired: RawBuilder<unknown>, kind: number | undefined, range: IdRange): RawBuilder<unknown> {
  const ofKind = kind === undefined ? sql`true` : sql`kind = ${kind}`;
  const among = sql`${ofKind} and ${within(range)}`;
  return sql`(
    with pair as materialized ${paired},
    was as (
      select s.kind, s.id, s.id as was_id, s.bid, false as equal, case when p.from_id is null then s.id else s.id || chr(1) end as joined
      from ${stateRows(a, among)} s left join pair p on p.kind = s.kind and p.from_id = s.id where p.to_id is null
      union all
      select p.kind, p.to_id, p.from_id, s.bid, p.equal, p.to_id
      from (select * from pair where to_id is not null and ${within(range, sql`to_id`)}) p
        join ${stateRows(a, ofKind)} s on s.kind = p.kind and s.id = p.from_id)
    select coalesce(x.kind, y.kind) as kind, coalesce(y.id, x.id) as id, x.was_id, x.bid as was_bid, y.bid as is_bid,
      case when x.bid is null then 1 when y.bid is null then 2 else 0 end as state
    from was x full join ${stateRows(b, among)} y on x.kind = y.kind and x.joined = y.id
    where x.bid is distinct from y.bid and x.equal is not true)`;
}

/** The documents of a version; those that are removed in it may stand there with no bid. */
function stateRows({ versionId, base }: DiffSide, among: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select kind, id, bid from overlay_row where version_id = ${versionId} and ${among}
    union all
    select kind, id, bid from layer_row l where layer_id = ${base} and ${among}
      and not exists (select from overlay_row o where o.version_id = ${versionId} and o.kind = l.kind and o.id = l.id))`;
}

function within({ from, until }: IdRange, id: RawBuilder<unknown> = sql`id`): RawBuilder<unknown> {
  return sql`${from === undefined ? sql`true` : sql`${id} >= ${from}`} and ${until === undefined ? sql`true` : sql`${id} < ${until}`}`;
}

function docOf(docs: ReadonlyMap<number, Doc>, bid: number | null): Doc | null {
  return bid === null ? null : (docs.get(bid) ?? null);
}

function stateName(state: number): DiffState {
  return state === DIFF_STATES.added ? 'added' : state === DIFF_STATES.removed ? 'removed' : 'changed';
}

/** The order of the store's ids: by bytes. */
export function byCodePoint(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

const ROWS_AT_A_TIME = 20_000;
/** Timetables and tracks are large: fewer at a time. */
const DOCUMENTS_AT_A_TIME: Partial<Record<EntityKind, number>> = { Timetable: 100, Track: 250 };
const Counts = z.array(z.tuple([z.number(), z.number(), z.number(), z.array(z.string())]));
const Rows = z.array(z.tuple([z.string(), z.number().nullable(), z.number().nullable(), z.string().nullable()]));

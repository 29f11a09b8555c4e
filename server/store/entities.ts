import { sql } from 'kysely';
import { type DocumentFamily, type DocumentKey, isFamily } from '../../src/domain/edits/documentEdit.ts';
import { ENTITY_SCHEMAS, KIND_NUMBERS, entityId, type Entity, type EntityKind, kindOfNumber } from '../../src/domain/entities.ts';
import type { Engine } from './engine.ts';
import type { Db } from './tables.ts';

/** A document as it is in a version. */
export interface StoredEntity<K extends EntityKind = EntityKind> {
  readonly doc: Entity<K>;
  /** Revision of the version at the document's last change; 0 while it is as in the base. */
  readonly rev: number;
  readonly bid: number;
}

/** The state of one id in a version: the document, or null with the revision where it was deleted; undefined when it never was. */
export interface EntitySlot<K extends EntityKind = EntityKind> {
  readonly doc: Entity<K> | null;
  readonly rev: number;
  readonly bid: number | null;
}

/** What a version holds under an id. */
export async function readSlot<K extends EntityKind>(db: Db, versionId: number, kind: K, id: string): Promise<EntitySlot<K> | undefined> {
  const number = KIND_NUMBERS[kind];
  const { rows } = await sql<{ bid: number | null; rev: number; doc: unknown }>`
    select s.bid, s.rev, b.doc from (
      (select bid, rev from overlay_row where version_id = ${versionId} and kind = ${number} and id = ${id})
      union all
      (select l.bid, 0 from layer_row l join version v on v.base = l.layer_id
       where v.version_id = ${versionId} and l.kind = ${number} and l.id = ${id}
         and not exists (select from overlay_row o where o.version_id = ${versionId} and o.kind = ${number} and o.id = ${id}))) s
    left join blob b on b.bid = s.bid`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  return { bid: row.bid, rev: row.rev, doc: row.bid === null ? null : parseDocument(kind, row.doc) };
}

/** A slot with the name it stands under. */
export interface NamedSlot extends EntitySlot {
  readonly kind: EntityKind;
  readonly id: string;
}

/**
 * What a version holds under several ids and in several families (all ids under a parent's), in one statement. An id that
 * never was there is left out; a removed document is there with doc null, unless it belongs to a family alone. Lateral, so that
 * each name is looked up in its index: joined freely, the planner reads the whole layer for three documents.
 */
export async function readSlots(db: Db, versionId: number, refs: readonly (DocumentKey | DocumentFamily)[]): Promise<NamedSlot[]> {
  const keys = refs.filter((ref): ref is DocumentKey => !isFamily(ref));
  const families = refs.filter(isFamily);
  const { rows } = await sql<{ kind: number; id: string; bid: number | null; rev: number; doc: unknown }>`
    with source as (select base from version where version_id = ${versionId}),
    wanted as (select distinct kind, id from unnest(${keys.map(({ kind }) => KIND_NUMBERS[kind])}::smallint[], ${keys.map(({ id }) => id)}::text[]) w(kind, id)),
    family as (
      select distinct kind, low, high from unnest(${families.map(({ kind }) => KIND_NUMBERS[kind])}::smallint[],
        ${families.map(({ under }) => `${under}/`)}::text[], ${families.map(({ under }) => `${under}0`)}::text[]) f(kind, low, high)),
    found as (
      select w.kind, w.id, case when o.rev is null then l.bid else o.bid end as bid, coalesce(o.rev, 0)::bigint as rev
      from wanted w
        left join lateral (select o.bid, o.rev from overlay_row o where o.version_id = ${versionId} and o.kind = w.kind and o.id = w.id limit 1) o on true
        left join lateral (select l.bid from layer_row l where l.layer_id = (select base from source) and l.kind = w.kind and l.id = w.id limit 1) l on true
      where o.rev is not null or l.bid is not null
      union
      select f.kind, o.id, o.bid, o.rev from family f
        cross join lateral (
          select o.id, o.bid, o.rev from overlay_row o
          where o.version_id = ${versionId} and o.kind = f.kind and o.id >= f.low and o.id < f.high and o.bid is not null offset 0) o
      union
      select f.kind, l.id, l.bid, 0::bigint from family f
        cross join lateral (
          select l.id, l.bid from layer_row l
          where l.layer_id = (select base from source) and l.kind = f.kind and l.id >= f.low and l.id < f.high
            and not exists (select from overlay_row o where o.version_id = ${versionId} and o.kind = l.kind and o.id = l.id) offset 0) l)
    select f.kind, f.id, f.bid, f.rev, b.doc from found f
      left join lateral (select b.doc from blob b where b.bid = f.bid limit 1) b on true
    order by f.kind, f.id`.execute(db);
  return rows.map((row) => {
    const kind = kindOfNumber(row.kind);
    return { kind, id: row.id, bid: row.bid, rev: row.rev, doc: row.bid === null ? null : parseDocument(kind, row.doc) };
  });
}

/** The same of any number of names: a statement for each 5,000 of them. */
export async function readManySlots(db: Db, versionId: number, refs: readonly (DocumentKey | DocumentFamily)[]): Promise<readonly NamedSlot[]> {
  const found: NamedSlot[] = [];
  for (let at = 0; at < refs.length; at += KEYS_AT_ONCE) found.push(...(await readSlots(db, versionId, refs.slice(at, at + KEYS_AT_ONCE))));
  return found;
}

const KEYS_AT_ONCE = 5000;

/** One document, or undefined where the version has none of that id (any more). */
export async function readEntity<K extends EntityKind>(db: Db, versionId: number, kind: K, id: string): Promise<StoredEntity<K> | undefined> {
  const slot = await readSlot(db, versionId, kind, id);
  return slot?.doc && slot.bid !== null ? { doc: slot.doc, rev: slot.rev, bid: slot.bid } : undefined;
}

/** Several documents of a kind by their ids, some hundred at a time; those that are not there are left out. */
export async function readSome<K extends EntityKind>(
  db: Db,
  versionId: number,
  kind: K,
  ids: readonly string[],
): Promise<Map<string, StoredEntity<K>>> {
  const number = KIND_NUMBERS[kind];
  const found = new Map<string, StoredEntity<K>>();
  for (let from = 0; from < ids.length; from += SOME) {
    const { rows } = await sql<{ id: string; bid: number; rev: number; doc: unknown }>`
    select w.id, b.bid, coalesce(o.rev, 0)::bigint as rev, b.doc
    from unnest(${ids.slice(from, from + SOME)}::text[]) w(id)
      left join lateral (select o.bid, o.rev from overlay_row o where o.version_id = ${versionId} and o.kind = ${number} and o.id = w.id limit 1) o on true
      left join lateral (
        select l.bid from layer_row l
        where l.layer_id = (select base from version where version_id = ${versionId}) and l.kind = ${number} and l.id = w.id limit 1) l on true
      join lateral (select b.bid, b.doc from blob b where b.bid = case when o.rev is null then l.bid else o.bid end limit 1) b on true`.execute(db);
    for (const row of rows) found.set(row.id, { doc: parseDocument(kind, row.doc), rev: row.rev, bid: row.bid });
  }
  return found;
}

/** Parsing more at once holds up everybody else. */
const SOME = 500;

/** All documents of a kind in the order of their ids (by code point), fetched in pages of about `pageSize`. */
export async function* readAll<K extends EntityKind>(
  engine: Engine,
  versionId: number,
  kind: K,
  pageSize = PAGE[kind] ?? 1000,
): AsyncGenerator<Entity<K>> {
  let after: string | undefined;
  for (;;) {
    const page = await readPageText(engine, versionId, kind, after, pageSize);
    if (page.length === 0) return;
    const docs: unknown = JSON.parse(`[${page.toString('utf8')}]`);
    if (!Array.isArray(docs)) return;
    let last: Entity<K> | undefined;
    // They were checked when they were written; checking 100,000 again would cost a second.
    for (const doc of docs) yield (last = doc as Entity<K>);
    if (docs.length < pageSize || last === undefined) return;
    after = entityId(kind, last);
  }
}

/** The JSON of up to `limit` documents of a kind after an id, in the order of their ids, with commas between them; empty where there are no more. */
export async function readPageText(engine: Engine, versionId: number, kind: EntityKind, after: string | undefined, limit: number): Promise<Buffer> {
  return engine.readText(
    sql`
      select string_agg(b.doc::text, ',' order by s.id) from ${pageOf(versionId, KIND_NUMBERS[kind], after, limit)} s
      join blob b on b.bid = s.bid`.compile(engine.db),
  );
}

/** Ids of up to `limit` documents of a kind after an id, in their order. */
export async function readIdsAfter(db: Db, versionId: number, kind: EntityKind, after: string | undefined, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from ${pageOf(versionId, KIND_NUMBERS[kind], after, limit)} s order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** How many documents of a kind a version has. */
export async function countDocuments(db: Db, versionId: number, kind: EntityKind): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${stateOf(versionId, KIND_NUMBERS[kind])} s`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Rows (id, bid) of up to `limit` documents of a kind after an id, in the order of their ids. */
export function pageOf(versionId: number, kind: number, after: string | undefined, limit: number) {
  const first = after === undefined;
  const from = after ?? '';
  // Both sides are limited before they are joined, so that each walks its own index from `after` on.
  return sql`(
    select * from (
      (select o.id, o.bid from overlay_row o
       where o.version_id = ${versionId} and o.kind = ${kind} and o.bid is not null and ${above('o.id', from, first)}
       order by o.id limit ${limit})
      union all
      (select l.id, l.bid from layer_row l
       where l.layer_id = (select base from version where version_id = ${versionId}) and l.kind = ${kind} and ${above('l.id', from, first)}
         and not exists (select from overlay_row o where o.version_id = ${versionId} and o.kind = ${kind} and o.id = l.id and ${above('o.id', from, first)})
       order by l.id limit ${limit})) both_sides
    order by id limit ${limit})`;
}

/** Rows (kind, id, bid, rev) of one kind as they are in a version; `where` narrows by id. */
export function stateOf(versionId: number, kind: number, where = sql`true`) {
  return sql`(
    select kind, id, bid, rev from overlay_row where version_id = ${versionId} and kind = ${kind} and bid is not null and ${where}
    union all
    select kind, id, bid, 0::bigint from layer_row l
    where layer_id = (select base from version where version_id = ${versionId}) and kind = ${kind} and ${where}
      and not exists (select from overlay_row o where o.version_id = ${versionId} and o.kind = l.kind and o.id = l.id))`;
}

/** Revisions by id of those documents of a kind that a version has otherwise than its base. */
export async function readEditedRevs(db: Db, versionId: number, kind: EntityKind): Promise<Record<string, number>> {
  const { rows } = await sql<{ id: string; rev: number }>`
    select id, rev from overlay_row where version_id = ${versionId} and kind = ${KIND_NUMBERS[kind]} and bid is not null`.execute(db);
  return Object.fromEntries(rows.map(({ id, rev }) => [id, rev]));
}

/** A document of the store under its kind's schema. Throws when the store holds something else: an older build's data. */
export function parseDocument<K extends EntityKind>(kind: K, doc: unknown): Entity<K> {
  return ENTITY_SCHEMAS[kind].parse(doc) as Entity<K>;
}

/** Timetables are large: fewer at a time. */
const PAGE: Partial<Record<EntityKind, number>> = { Timetable: 200, Track: 500 };

function above(column: string, after: string, first: boolean) {
  return first ? sql`true` : sql`${sql.ref(column)} > ${after}`;
}

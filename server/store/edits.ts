import { sql, type RawBuilder } from 'kysely';
import { KIND_NUMBERS, entityId, type Entity, type EntityKind, kindOfNumber } from '../../src/domain/entities.ts';
import type { EntityState } from '../../src/contract/versions.ts';
import { canonicalJson, prepareDocument } from './prepare.ts';
import type { Db } from './tables.ts';

/** One document of an edit: what it becomes, or null where it is removed. */
export type EntityChange = {
  [K in EntityKind]: { readonly kind: K; readonly id: string; readonly before: number | null; readonly doc: Entity<K> | null };
}[EntityKind];

/** Who edits, by which call and command. */
export interface EditAuthor {
  readonly author: string;
  readonly subject: string;
  readonly call: string;
  readonly commandId: string | null;
}

/**
 * Writes an edit of a version that the transaction has locked: the documents, one changeset and its change rows. Answers
 * the version's new revision, which is also that of every document changed. `before` is the stored document's bid.
 */
export async function writeEdit(db: Db, versionId: number, by: EditAuthor, changes: readonly EntityChange[]): Promise<number> {
  const { rows } = await sql<{ rev: number }>`
    with v as (update version set rev = rev + 1 where version_id = ${versionId} returning rev)
    insert into changeset(version_id, rev, author, subject, call, command_id)
    select ${versionId}::int, v.rev, ${by.author}, ${by.subject}, ${by.call}, ${by.commandId}::text from v returning rev`.execute(db);
  const rev = rows[0]?.rev;
  if (rev === undefined) throw new Error(`There is no version ${versionId}`);
  let seq = 0;
  for (const change of changes) {
    const kept = change.doc === null ? sql`select null::bigint as bid` : keeping(change.kind, change.doc, change.id);
    await sql`
      with kept as (${kept}),
      o as (
        insert into overlay_row(version_id, kind, id, bid, rev)
        select ${versionId}::int, ${KIND_NUMBERS[change.kind]}::smallint, ${change.id}::text, bid, ${rev}::int from kept
        on conflict (version_id, kind, id) do update set bid = excluded.bid, rev = excluded.rev)
      insert into change(version_id, rev, seq, kind, id, before_bid, after_bid)
      select ${versionId}::int, ${rev}::int, ${seq}::int, ${KIND_NUMBERS[change.kind]}::smallint, ${change.id}::text, ${change.before}::bigint, bid from kept`.execute(
      db,
    );
    seq += 1;
  }
  return rev;
}

/**
 * Documents changed after a revision, oldest change first, at most `limit` unless one revision alone has more. `rev` is
 * the revision up to which they are told.
 */
export async function listEdits(
  db: Db,
  versionId: number,
  since: number,
  limit: number,
): Promise<{ rev: number; more: boolean; edits: EntityState[] }> {
  // First: an edit that lands while this reads must not be told as known.
  const version = await db.selectFrom('version').select('rev').where('version_id', '=', versionId).executeTakeFirst();
  // From the changes and not from the overlay: that is let go when a finished version gets a layer of its own (layers.ts).
  const { rows: sizes } = await sql<{ rev: number; n: number }>`
    select rev, count(*)::int as n from (
      select max(rev) as rev from change where version_id = ${versionId} and rev > ${since} group by kind, id) last_change
    group by rev order by rev limit ${limit + 1}`.execute(db);
  let upTo = since;
  let told = 0;
  for (const { rev, n } of sizes) {
    if (told > 0 && told + n > limit) break;
    upTo = rev;
    told += n;
  }
  const more = upTo !== (sizes.at(-1)?.rev ?? since);
  const { rows } = await sql<{ kind: number; id: string; rev: number; doc: unknown; before: unknown }>`
    with changed as (
      select kind, id, max(rev) as rev, min(rev) as first from change where version_id = ${versionId} and rev > ${since} group by kind, id)
    select c.kind, c.id, c.rev, b.doc, was.doc as before from changed c
      join change l on l.version_id = ${versionId} and l.kind = c.kind and l.id = c.id and l.rev = c.rev
      join change f on f.version_id = ${versionId} and f.kind = c.kind and f.id = c.id and f.rev = c.first
      left join blob b on b.bid = l.after_bid
      left join blob was on was.bid = f.before_bid
    where c.rev <= ${upTo}
    order by c.rev, c.kind, c.id`.execute(db);
  return {
    rev: more ? upTo : Math.max(version?.rev ?? since, upTo),
    more,
    edits: rows.map((row) => ({
      Kind: kindOfNumber(row.kind),
      Id: row.id,
      Rev: row.rev,
      Doc: row.doc ?? null,
      Fields: changedFields(row.before, row.doc),
    })),
  };
}

/** Top-level fields in which two states of a document differ: all fields of the one where the other is not there. */
export function changedFields(before: unknown, after: unknown): string[] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  const names = [...new Set([...was.keys(), ...is.keys()])];
  return names
    .filter((name) => canonicalJson(was.get(name) ?? null) !== canonicalJson(is.get(name) ?? null) || was.has(name) !== is.has(name))
    .toSorted();
}

function fieldsOf(doc: unknown): Map<string, unknown> {
  return new Map(typeof doc === 'object' && doc !== null ? Object.entries(doc).filter(([, value]) => value !== undefined) : []);
}

/** The bid a document had before its last removal, looked for in the version and then in those it was cloned from. */
export async function findRemoved(db: Db, versionId: number, kind: EntityKind, id: string): Promise<{ bid: number; doc: unknown } | undefined> {
  const { rows } = await sql<{ bid: number; doc: unknown }>`
    with recursive line(version_id, parent, depth) as (
      select version_id, parent, 0 from version where version_id = ${versionId}
      union all
      select v.version_id, v.parent, line.depth + 1 from version v join line on v.version_id = line.parent)
    select b.bid, b.doc from line
      join change c on c.version_id = line.version_id and c.kind = ${KIND_NUMBERS[kind]} and c.id = ${id}
      join blob b on b.bid = c.before_bid
    where c.after_bid is null
    order by line.depth, c.rev desc limit 1`.execute(db);
  return rows[0];
}

/** The part of a statement that stores a document once per content and answers its bid. */
function keeping<K extends EntityKind>(kind: K, doc: Entity<K>, id: string): RawBuilder<unknown> {
  if (entityId(kind, doc) !== id) throw new Error(`The document of ${kind} ${id} says that it is ${entityId(kind, doc)}`);
  const ready = prepareDocument(kind, doc);
  // The update that changes nothing makes the row come back, and holds it against the removal of unused documents.
  return sql`
    insert into blob(hash, kind, id, doc, refs, brief, trips)
    values (${ready.hash}, ${ready.kind}, ${ready.id}, ${ready.json}::json, ${ready.refs.length > 0 ? [...ready.refs] : null}::text[], ${ready.brief}::text, ${ready.trips}::text)
    on conflict (hash) do update set hash = excluded.hash returning bid`;
}

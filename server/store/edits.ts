import { sql, type RawBuilder } from 'kysely';
import { KIND_NUMBERS, type Entity, type EntityKind, kindOfNumber } from '../../src/domain/entities.ts';
import type { EntityState } from '../../src/contract/versions.ts';
import { arrayLiteral } from './binaryArrays.ts';
import { parseDocument } from './entities.ts';
import { canonicalJson, prepareDocument, type PreparedDocument } from './prepare.ts';
import type { Db } from './tables.ts';

/** One document of an edit: what it becomes, or null where it is removed. */
export type EntityChange = {
  [K in EntityKind]: { readonly kind: K; readonly id: string; readonly before: number | null; readonly doc: Entity<K> | null };
}[EntityKind];

/** Who edits, by which call and command. */
export interface EditAuthor {
  readonly author: string;
  readonly subject: string;
  /** Label of the API token with which a program called for that person. */
  readonly program?: string | undefined;
  readonly call: string;
  readonly commandId: string | null;
  /** What the person did, in words. */
  readonly label?: string;
  /** It takes back what an earlier set of the same version did, and is no redo: of the two nothing is left. */
  readonly undoes?: boolean;
}

/**
 * Writes an edit of a version that the transaction has locked: the documents, one changeset and its change rows, in one
 * statement however many documents it has. Returns the version's new revision, which is also that of every document changed.
 * `before` is the stored document's bid.
 */
export async function writeEdit(db: Db, versionId: number, by: EditAuthor, changes: readonly EntityChange[]): Promise<number> {
  // Foreign keys are checked by plans of the first edits of a session, made while their tables were small: they would read all sets for each row.
  if (changes.length > MANY) await sql`discard plans`.execute(db);
  const kept = changes.flatMap(({ kind, id, doc }) => (doc === null ? [] : [checked(kind, id, prepareDocument(kind, doc))]));
  const { rows } = await sql<{ rev: number }>`
    with v as (update version set rev = rev + 1, undone = undone + ${by.undoes ? 2 : 0} where version_id = ${versionId} returning rev),
    s as (
      insert into changeset(version_id, rev, author, subject, program, call, command_id, label)
      select ${versionId}::int, v.rev, ${by.author}, ${by.subject}, ${by.program ?? null}::text, ${by.call}, ${by.commandId}::text, ${by.label ?? ''} from v returning rev),
    kept as (${keeping(kept)}),
    changed as (
      select c.seq, c.kind, c.id, c.before, b.bid from unnest(
        ${changes.map((_change, seq) => seq)}::int[], ${changes.map(({ kind }) => KIND_NUMBERS[kind])}::smallint[], ${changes.map(({ id }) => id)}::text[],
        ${changes.map(({ before }) => before)}::bigint[]) c(seq, kind, id, before)
      left join kept b on b.kind = c.kind and b.id = c.id),
    o as (
      insert into overlay_row(version_id, kind, id, bid, rev)
      select ${versionId}::int, kind, id, bid, v.rev from changed cross join v
      on conflict (version_id, kind, id) do update set bid = excluded.bid, rev = excluded.rev),
    w as (
      insert into change(version_id, rev, seq, kind, id, before_bid, after_bid)
      select ${versionId}::int, s.rev, seq, kind, id, before, bid from changed cross join s)
    select rev from s`.execute(db);
  const rev = rows[0]?.rev;
  if (rev === undefined) throw new Error(`There is no version ${versionId}`);
  return rev;
}

const MANY = 500;

/** How many revisions of a version came to nothing. */
export async function readUndone(db: Db, versionId: number): Promise<number> {
  const version = await db.selectFrom('version').select('undone').where('version_id', '=', versionId).executeTakeFirst();
  return version?.undone ?? 0;
}

/**
 * Documents changed after a revision, oldest change first, at most `limit` unless one revision alone has more. `rev` is
 * the revision up to which they are complete.
 */
export async function listEdits(
  db: Db,
  versionId: number,
  since: number,
  limit: number,
): Promise<{ rev: number; more: boolean; edits: EntityState[] }> {
  const { rev, more, documents } = await readChangedSince(db, versionId, since, limit);
  return {
    rev,
    more,
    edits: documents.map(({ kind, id, rev: Rev, doc, before }) => ({ Kind: kind, Id: id, Rev, Doc: doc, Fields: changedFields(before, doc) })),
  };
}

/** A document that was changed, as it is and as it was. */
export interface ChangedSince {
  readonly kind: EntityKind;
  readonly id: string;
  readonly rev: number;
  readonly doc: unknown;
  readonly before: unknown;
}

/** As `listEdits`, with each document as it was at that revision. Null where it is not there. */
export async function readChangedSince(
  db: Db,
  versionId: number,
  since: number,
  limit: number,
): Promise<{ rev: number; more: boolean; documents: readonly ChangedSince[] }> {
  // First: an edit committed during these reads must not count as included.
  const version = await db.selectFrom('version').select('rev').where('version_id', '=', versionId).executeTakeFirst();
  // From the changes and not from the overlay: that is deleted when a finished version gets a layer of its own (layers.ts).
  const { rows: sizes } = await sql<{ rev: number; n: number }>`
    select rev, count(*)::int as n from (
      select max(rev) as rev from change where version_id = ${versionId} and rev > ${since} group by kind, id) last_change
    group by rev order by rev limit ${limit + 1}`.execute(db);
  let upTo = since;
  let included = 0;
  for (const { rev, n } of sizes) {
    if (included > 0 && included + n > limit) break;
    upTo = rev;
    included += n;
  }
  const more = upTo !== (sizes.at(-1)?.rev ?? since);
  // Grouped and not joined with itself: just after a large edit the planner expects one row, and compares each with each.
  const { rows } = await sql<{ kind: number; id: string; rev: number; doc: unknown; before: unknown }>`
    with changed as (
      select kind, id, max(rev) as rev, (array_agg(after_bid order by rev desc))[1] as after_bid, (array_agg(before_bid order by rev))[1] as before_bid
      from change where version_id = ${versionId} and rev > ${since} group by kind, id having max(rev) <= ${upTo})
    select c.kind, c.id, c.rev, a.doc, b.doc as before from changed c
      left join lateral (select b.doc from blob b where b.bid = c.after_bid limit 1) a on true
      left join lateral (select b.doc from blob b where b.bid = c.before_bid limit 1) b on true
    order by c.rev, c.kind, c.id`.execute(db);
  return {
    rev: more ? upTo : Math.max(version?.rev ?? since, upTo),
    more,
    documents: rows.map(({ kind, id, rev, doc, before }) => ({ kind: kindOfNumber(kind), id, rev, doc: doc ?? null, before: before ?? null })),
  };
}

/** A change set of a version with its documents before and after; undefined where the version has none of that revision. */
export async function readChangeset(
  db: Db,
  versionId: number,
  rev: number,
): Promise<{ label: string; call: string; changes: { kind: EntityKind; id: string; before: Entity | null; after: Entity | null }[] } | undefined> {
  const set = await db
    .selectFrom('changeset')
    .select(['label', 'call'])
    .where('version_id', '=', versionId)
    .where('rev', '=', rev)
    .executeTakeFirst();
  if (!set) return undefined;
  const { rows } = await sql<{ kind: number; id: string; before: unknown; after: unknown }>`
    select c.kind, c.id, b.doc as before, a.doc as after from change c
      left join blob b on b.bid = c.before_bid
      left join blob a on a.bid = c.after_bid
    where c.version_id = ${versionId} and c.rev = ${rev} order by c.seq`.execute(db);
  const docOf = (kind: EntityKind, doc: unknown) => (doc === null ? null : parseDocument(kind, doc));
  return {
    label: set.label,
    call: set.call,
    changes: rows.map((row) => {
      const kind = kindOfNumber(row.kind);
      return { kind, id: row.id, before: docOf(kind, row.before), after: docOf(kind, row.after) };
    }),
  };
}

/** The newest change sets of a version, newest first: what they are called, and who made them. */
export function listLabels(db: Db, versionId: number): Promise<{ rev: number; label: string; subject: string; program: string | null }[]> {
  return db
    .selectFrom('changeset')
    .select(['rev', 'label', 'subject', 'program'])
    .where('version_id', '=', versionId)
    .orderBy('rev', 'desc')
    .limit(MOST_LABELS)
    .execute();
}

/** Change sets among which the last one of a caller is looked for. */
const MOST_LABELS = 5000;

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

function checked(kind: EntityKind, id: string, ready: PreparedDocument): PreparedDocument {
  if (ready.id !== id) throw new Error(`The document of ${kind} ${id} says that it is ${ready.id}`);
  return ready;
}

/**
 * The part of a statement that stores documents once per content and answers kind, id and bid of each. Several documents of one
 * edit differ in their ids and so in their hashes. The update that changes nothing makes the row come back, and holds it against
 * the removal of unused documents.
 */
function keeping(documents: readonly PreparedDocument[]): RawBuilder<unknown> {
  // in the order of all writers (documentBatch.ts), so that two of the same documents do not wait for each other in a circle
  const ready = documents.toSorted((a, b) => a.kind - b.kind || (a.id < b.id ? -1 : 1));
  return sql`
    insert into blob(hash, kind, id, doc, refs, brief, trips)
    select hash, kind, id, doc, refs::text[], brief, trips from unnest(
      ${ready.map(({ hash }) => hash)}::uuid[], ${ready.map(({ kind }) => kind)}::smallint[], ${ready.map(({ id }) => id)}::text[],
      ${ready.map(({ json }) => json)}::json[], ${ready.map(({ refs }) => (refs.length === 0 ? null : arrayLiteral(refs)))}::text[],
      ${ready.map(({ brief }) => brief)}::text[], ${ready.map(({ trips }) => trips)}::text[]) d(hash, kind, id, doc, refs, brief, trips)
    on conflict (hash) do update set hash = excluded.hash returning kind, id, bid`;
}

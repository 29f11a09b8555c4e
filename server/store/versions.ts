import { sql } from 'kysely';
import { z } from 'zod';
import { KIND_NUMBERS } from '../../src/domain/entities.ts';
import type { Version } from '../../src/domain/versions.ts';
import { noteGarbage } from './cleaning.ts';
import { DOCUMENT_LOCK } from './locks.ts';
import { currentVersionOf } from './publishing.ts';
import type { Db } from './tables.ts';

/** Which versions of a database are requested: at most `limit`, older than the version `before`. */
export interface VersionPage {
  readonly limit: number;
  readonly before?: number | undefined;
  /** Only published ones. */
  readonly published?: boolean;
}

/** Versions of a database, newest first. */
export async function listVersions(db: Db, databaseId: string, { limit, before, published = false }: VersionPage): Promise<Version[]> {
  let query = versions(db, databaseId).where('database_id', '=', databaseId).orderBy('version_id', 'desc').limit(limit);
  if (before !== undefined) query = query.where('version_id', '<', before);
  if (published) query = query.where('published', '=', true);
  // As one text: PGlite takes three times as long to hand over 500 rows.
  const { rows } = await sql<{ list: string | null }>`select json_agg(v)::text as list from (${query}) v`.execute(db);
  return VersionRows.parse(JSON.parse(rows[0]?.list ?? '[]')).map(versionOf);
}

/** One version, or undefined. */
export async function readVersion(db: Db, versionId: number): Promise<Version | undefined> {
  const row = await versions(db, sql.ref('version.database_id')).where('version_id', '=', versionId).executeTakeFirst();
  return row && versionOf(row);
}

/** The current version of a database, or undefined; see currentVersionOf. */
export async function readCurrent(db: Db, databaseId: string): Promise<Version | undefined> {
  const row = await versions(db, databaseId).where('version_id', '=', currentVersionOf(databaseId)).executeTakeFirst();
  return row && versionOf(row);
}

/** The version of a database that was published last, whatever its dates; archived ones are not looked at, nor is `except`. */
export async function readLastPublished(db: Db, databaseId: string, except = 0): Promise<Version | undefined> {
  const row = await versions(db, databaseId)
    .where('published', '=', true)
    .where('completed', '=', true)
    .where('archived', '=', false)
    .where('version_id', '<>', except)
    .orderBy('published_at', 'desc')
    .orderBy('version_id', 'desc')
    .executeTakeFirst();
  return row && versionOf(row);
}

/** The revisions of those of the versions that are there. */
export async function revisionsOf(db: Db, versionIds: readonly number[]): Promise<{ VersionId: number; Rev: number }[]> {
  return db
    .selectFrom('version')
    .select(['version_id as VersionId', 'rev as Rev'])
    .where('version_id', 'in', [...versionIds])
    .execute();
}

/** What a reader of a version's documents must know: its base layer and revision. Undefined while they are not here: saved just now, or archived. */
export async function readSource(db: Db, versionId: number): Promise<{ base: number; rev: number } | undefined> {
  return db
    .selectFrom('version')
    .select(['base', 'rev'])
    .where('version_id', '=', versionId)
    .where('completed', '=', true)
    .where('archived', '=', false)
    .executeTakeFirst();
}

/** A version locked until the transaction ends, with whether its database is read-only. */
export async function lockVersion(db: Db, versionId: number): Promise<{ version: Version; readOnly: boolean } | undefined> {
  // Under the shared lock of writers that add references: see cleaning.ts.
  const { rows } = await sql<VersionRow & { read_only: boolean }>`
    select ${sql.raw(COLUMNS.map((name) => `v.${name}`).join(', '))}, v.version_id = ${currentVersionOf(sql.ref('v.database_id'))} as current, d.read_only,
      pg_advisory_xact_lock_shared(${DOCUMENT_LOCK})
    from version v join database d on d.id = v.database_id
    where v.version_id = ${versionId} and v.restores is null for update of v`.execute(db);
  const [row] = rows;
  return row && { version: versionOf(row), readOnly: row.read_only };
}

/** Number of documents of each kind that has any. */
export async function countDocuments(db: Db, versionId: number): Promise<Record<string, number>> {
  const { rows } = await sql<{ kind: number; n: number }>`
    select kind, sum(n)::int as n from (
      select (pair.key)::smallint as kind, (pair.value)::int as n
      from version v join layer l on l.layer_id = v.base, jsonb_each_text(l.counts) pair
      where v.version_id = ${versionId}
      union all
      select o.kind, (case when o.bid is null then 0 else 1 end) - (case when l.bid is null then 0 else 1 end)
      from version v
        join overlay_row o using (version_id)
        left join layer_row l on l.layer_id = v.base and l.kind = o.kind and l.id = o.id
      where v.version_id = ${versionId}) parts
    group by kind having sum(n) > 0 order by kind`.execute(db);
  return Object.fromEntries(rows.map((row) => [KIND_NAMES.get(row.kind) ?? `Kind ${row.kind}`, row.n]));
}

/**
 * An editable clone of a version: the same base layer and a copy of its overlay, so its cost follows what was edited since
 * the base and not the size of the feed.
 */
export async function cloneVersion(db: Db, sourceId: number, values: { name: string; author: string }): Promise<Version> {
  const columns = sql.join(COLUMNS.map((name) => sql.ref(name)));
  // It is not published, so it is not the current one.
  const { rows } = await sql<VersionRow>`
    with made as (
      insert into version(database_id, name, source, author, base, parent, parent_rev, editable, completed)
      select database_id, ${values.name}, source, ${values.author}, base, version_id, rev, true, true from version where version_id = ${sourceId}
      returning ${columns}),
    files as (
      insert into version_file(version_id, name, hash, size)
      select made.version_id, f.name, f.hash, f.size from made, version_file f where f.version_id = ${sourceId}),
    edited as (
      insert into overlay_row(version_id, kind, id, bid, rev)
      select made.version_id, o.kind, o.id, o.bid, 0 from made, overlay_row o where o.version_id = ${sourceId}),
    checked as (
      insert into validation(version_id, set_id, validated_rev, timezone)
      select made.version_id, c.set_id, 0, c.timezone from made, validation c join version s using (version_id)
      where c.version_id = ${sourceId} and c.validated_rev = s.rev returning version_id),
    found as (
      insert into finding_change(version_id, rule, subject, rev, body, was)
      select checked.version_id, f.rule, f.subject, 0, f.body, f.body from checked, finding_change f where f.version_id = ${sourceId})
    select ${columns}, false as current from made`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error(`There is no version ${sourceId}`);
  return versionOf(row);
}

/** Makes an editable version one that never changes again. */
export async function closeVersion(db: Db, versionId: number): Promise<Version> {
  await db.updateTable('version').set({ editable: false }).where('version_id', '=', versionId).execute();
  return readKnown(db, versionId);
}

/** Removes an editable version; what only it pointed at is collected later. */
export async function removeDraft(db: Db, versionId: number): Promise<void> {
  await db.deleteFrom('version').where('version_id', '=', versionId).where('editable', '=', true).execute();
  await noteGarbage(db);
}

/**
 * Says that a job of a version is running: until it is done the version is not complete (archiving, unArchiving) or not stored
 * yet (storing). The job finds it by this mark, also after a kill. Returns false where another job is running already.
 */
export async function markSaving(db: Db, versionId: number, saving: Saving): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('version')
    .set({ saving, worker: null, completed: saving === 'storing' })
    .where('version_id', '=', versionId)
    .where('saving', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows) === 1;
}

/** Work on a version that continues after its call. */
export const SAVINGS = ['archiving', 'unArchiving', 'storing'] as const;
export type Saving = (typeof SAVINGS)[number];

/** Key in the object store of a version's feed file, where there is one. */
export async function readArchiveKey(db: Db, versionId: number): Promise<string | undefined> {
  const row = await db.selectFrom('version').select('archive').where('version_id', '=', versionId).executeTakeFirst();
  return row?.archive ?? undefined;
}

async function readKnown(db: Db, versionId: number): Promise<Version> {
  const version = await readVersion(db, versionId);
  if (!version) throw new Error(`There is no version ${versionId}`);
  return version;
}

const COLUMNS = [
  'version_id',
  'database_id',
  'name',
  'source',
  'editable',
  'published',
  'archived',
  'completed',
  'saving',
  'stored',
  'published_at',
  'at',
  'parent',
  'author',
  'rev',
  'undone',
] as const;

const VersionRow = z.object({
  version_id: z.number(),
  database_id: z.string(),
  name: z.string(),
  source: z.string(),
  editable: z.boolean(),
  published: z.boolean(),
  /** Null where none is current. */
  current: z.boolean().nullable(),
  archived: z.boolean(),
  completed: z.boolean(),
  saving: z.string().nullable(),
  stored: z.boolean(),
  published_at: z.string().nullable(),
  at: z.string(),
  parent: z.number().nullable(),
  author: z.string(),
  rev: z.number(),
  undone: z.number(),
});
type VersionRow = z.infer<typeof VersionRow>;
const VersionRows = z.array(VersionRow);

const KIND_NAMES = new Map<number, string>(Object.entries(KIND_NUMBERS).map(([name, number]) => [number, name]));

/** Versions with whether they are current; workshops (restores) are none. */
const versions = (db: Db, databaseId: unknown) =>
  db
    .selectFrom('version')
    .select([...COLUMNS])
    .select(sql<boolean | null>`version_id = ${currentVersionOf(databaseId)}`.as('current'))
    .where('restores', 'is', null);

/** A version that is not complete and says nothing more is being written. */
function savingOf(saving: string | null): Version['Saving'] {
  return saving === 'archiving' || saving === 'unArchiving' ? saving : 'writing';
}

function versionOf(row: VersionRow): Version {
  return {
    Id: row.version_id,
    DatabaseId: row.database_id,
    Version: row.name,
    Source: row.source,
    Editable: row.editable,
    Published: row.published,
    Current: row.current === true,
    Archived: row.archived,
    Completed: row.completed,
    Saving: row.completed ? null : savingOf(row.saving),
    Stored: row.stored,
    Date: momentOf(row.at),
    ...(row.published_at === null ? {} : { PublishedAt: momentOf(row.published_at) }),
    ParentId: row.parent,
    ...(row.author === '' ? {} : { Author: row.author }),
    Rev: row.rev,
    ...(row.undone === 0 ? {} : { Undone: row.undone }),
  };
}

/** In UTC, to the millisecond: the database's own JSON has microseconds and an offset. */
function momentOf(text: string): string {
  return new Date(text).toISOString();
}

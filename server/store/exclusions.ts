/** Exclusions of validation cases: which hold in a version, and the sessions they were made in. */
import { sql } from 'kysely';
import type { ValidationEntity } from '../../src/domain/validation.ts';
import type { Db } from './tables.ts';

/** One exclusion with the version of its session. */
export interface StoredExclusion {
  readonly sessionId: number;
  readonly versionId: number;
  readonly rule: number;
  readonly entity: ValidationEntity;
  /** The entity's id; of schedules that of the family (exclusionKey). */
  readonly key: string;
  /** The id of the entity at the time of the exclusion. */
  readonly id: string;
}

export interface StoredSession {
  readonly id: number;
  readonly versionId: number;
  readonly author: string;
  readonly note: string;
  readonly at: string;
  readonly finalized: string | null;
}

/** Exclusions that hold in a version: those made in it, or in an earlier version of its database. */
export async function listExclusions(db: Db, databaseId: string, versionId: number): Promise<StoredExclusion[]> {
  const rows = await db
    .selectFrom('exclusion')
    .innerJoin('exclusion_session', 'exclusion_session.session_id', 'exclusion.session_id')
    .select(['exclusion.session_id', 'version_id', 'rule', 'entity', 'key', 'id'])
    .where('database_id', '=', databaseId)
    .where('version_id', '<=', versionId)
    .orderBy('exclusion.session_id')
    .orderBy('rule')
    .orderBy('key')
    .execute();
  return rows.map((row) => ({
    sessionId: row.session_id,
    versionId: row.version_id,
    rule: row.rule,
    entity: row.entity as ValidationEntity,
    key: row.key,
    id: row.id,
  }));
}

/** Sessions of a database up to a version that excluded anything, newest first. */
export async function listSessions(db: Db, databaseId: string, versionId: number): Promise<StoredSession[]> {
  const { rows } = await sql<{ session_id: number; version_id: number; author: string; note: string; at: string; finalized: string | null }>`
    select session_id, version_id, author, note, at, finalized from exclusion_session s
    where database_id = ${databaseId} and version_id <= ${versionId} and exists (select from exclusion e where e.session_id = s.session_id)
    order by session_id desc`.execute(db);
  return rows.map((row) => ({
    id: row.session_id,
    versionId: row.version_id,
    author: row.author,
    note: row.note,
    at: new Date(row.at).toISOString(),
    finalized: row.finalized === null ? null : new Date(row.finalized).toISOString(),
  }));
}

/** The session of a version's editing; made where there is none yet. */
export async function openSession(db: Db, databaseId: string, versionId: number, author: string): Promise<number> {
  const { rows } = await sql<{ session_id: number }>`
    insert into exclusion_session(database_id, version_id, author) values (${databaseId}, ${versionId}, ${author})
    on conflict (version_id) do update set version_id = excluded.version_id returning session_id`.execute(db);
  const id = rows[0]?.session_id;
  if (id === undefined) throw new Error('A session was not made');
  return id;
}

/** Says that the editing of a version was finished. */
export async function finalizeSession(db: Db, versionId: number): Promise<void> {
  await sql`update exclusion_session set finalized = now() where version_id = ${versionId} and finalized is null`.execute(db);
}

export async function addExclusions(
  db: Db,
  sessionId: number,
  rule: number,
  entities: readonly { readonly entity: string; readonly key: string; readonly id: string }[],
): Promise<void> {
  await sql`
    insert into exclusion(session_id, rule, entity, key, id)
    select ${sessionId}::int, ${rule}::smallint, e->>0, e->>1, e->>2
    from json_array_elements(${JSON.stringify(entities.map(({ entity, key, id }) => [entity, key, id]))}::json) e
    on conflict do nothing`.execute(db);
}

/** Removes exclusions of one session. Returns how many there were. */
export async function removeExclusions(
  db: Db,
  sessionId: number,
  databaseId: string,
  entities: readonly { readonly rule: number; readonly entity: string; readonly key: string }[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from exclusion x using json_array_elements(${JSON.stringify(entities.map(({ rule, entity, key }) => [rule, entity, key]))}::json) e
    where x.session_id = ${sessionId} and x.rule = (e->>0)::smallint and x.entity = e->>1 and x.key = e->>2
      and exists (select from exclusion_session s where s.session_id = x.session_id and s.database_id = ${databaseId})`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Writes the note of a session; false where the database has no such session. */
export async function writeNote(db: Db, databaseId: string, sessionId: number, note: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('exclusion_session')
    .set({ note })
    .where('session_id', '=', sessionId)
    .where('database_id', '=', databaseId)
    .executeTakeFirst();
  return Number(numUpdatedRows) === 1;
}

import { sql } from 'kysely';
import { isCalendarDate } from '../../src/domain/date.ts';
import { KIND_NUMBERS } from '../../src/domain/entities.ts';
import { stateOf } from './entities.ts';
import type { Db } from './tables.ts';
import { queueEvent } from './webhooks.ts';

/** One publication, as it is kept permanently. */
export interface Publication {
  readonly versionId: number;
  readonly name: string;
  /** Name of the account, and its subject at the identity provider. */
  readonly author: string;
  readonly subject: string;
  /** ISO moment. */
  readonly at: string;
}

/**
 * Publishes a version, with the days on which it is valid. `by` is who does it, now, and is kept in the audit; null
 * where the version is written as a published one (demo data), which then counts as published on its date.
 */
export async function markPublished(db: Db, versionId: number, by: { author: string; subject: string } | null): Promise<void> {
  const { from, to } = await readValidity(db, versionId);
  const { rows } = await sql<{ database_id: string; name: string }>`
    with published as (
      update version set published = true, published_at = case when ${by === null} then at else now() end, published_by = ${by?.author ?? null},
        valid_from = ${from}::date, valid_to = ${to}::date
      where version_id = ${versionId} returning *)
    insert into publication(database_id, version_id, name, author, subject, at)
    select database_id, version_id, name, coalesce(${by?.author ?? null}, author), ${by?.subject ?? ''}, published_at from published
    returning database_id, name`.execute(db);
  const [version] = rows;
  if (by === null || version === undefined) return;
  const { database_id: databaseId, name } = version;
  await queueEvent(db, databaseId, {
    type: 'version.published',
    data: { version: { id: versionId, name }, by: by.author },
    path: `/data/db/${encodeURIComponent(databaseId)}/v/${versionId}`,
  });
}

/** Publications of a database, oldest first. */
export async function listPublications(db: Db, databaseId: string): Promise<Publication[]> {
  const rows = await db.selectFrom('publication').selectAll().where('database_id', '=', databaseId).orderBy('publication_id').execute();
  return rows.map(({ version_id: versionId, name, author, subject, at }) => ({ versionId, name, author, subject, at }));
}

/**
 * Id of the version that is current in a database (an SQL expression): the last published one that is valid today (UTC),
 * else the last published one that does not say when it is valid. Archived ones are never current.
 */
export function currentVersionOf(databaseId: unknown) {
  return sql<number | null>`(select p.version_id from version p where p.database_id = ${databaseId} and ${inForce(0)} order by ${FIRST} limit 1)`;
}

/**
 * The current version of every database that has one, with its moment (an SQL table; `daysAgo`: on that day). One pass over
 * the versions: asked database by database, 20,000 of them take a second and more.
 */
export function currentVersions(daysAgo = 0) {
  return sql`(select distinct on (p.database_id) p.database_id, p.version_id, p.at from version p where ${inForce(daysAgo)} order by p.database_id, ${FIRST})`;
}

/** Id of the current version of the database that another version is in; undefined where there is none. */
export async function readCurrentBeside(db: Db, versionId: number): Promise<number | undefined> {
  const { rows } = await sql<{ id: number | null }>`
    select ${currentVersionOf(sql.ref('v.database_id'))} as id from version v where v.version_id = ${versionId}`.execute(db);
  const id = rows[0]?.id ?? undefined;
  return id === versionId ? undefined : id;
}

/** Ids of the databases that have a current version. */
export async function databasesWithCurrent(db: Db): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ database_id: string }>`select database_id from ${currentVersions()} c`.execute(db);
  return new Set(rows.map((row) => row.database_id));
}

function inForce(daysAgo: number) {
  return sql`p.published and p.completed and not p.archived
    and coalesce(p.valid_from, '-infinity'::date) <= (now() at time zone 'utc')::date - ${daysAgo}::int
    and coalesce(p.valid_to, 'infinity'::date) >= (now() at time zone 'utc')::date - ${daysAgo}::int`;
}

const FIRST = sql`(p.valid_from is null and p.valid_to is null), p.published_at desc, p.version_id desc`;

/** Versions that became current, or ceased to be, by the turn of the day alone. */
export async function listTurned(db: Db): Promise<number[]> {
  const { rows } = await sql<{ was: number | null; is: number | null }>`
    select was.version_id as was, now.version_id as is
    from ${currentVersions(1)} was full join ${currentVersions()} now using (database_id)
    where was.version_id is distinct from now.version_id`.execute(db);
  return rows.flatMap((row) => [row.was, row.is]).filter((id) => id !== null);
}

/** First and last day of a version: those the feed itself gives, else the span of its calendars; null where neither says. */
export async function readValidity(db: Db, versionId: number): Promise<{ from: string | null; to: string | null }> {
  const { rows } = await sql<{ kind: number; from: string | null; to: string | null }>`
    with state as (
      select kind, bid from ${stateOf(versionId, KIND_NUMBERS.Feed)} feeds
      union all select kind, bid from ${stateOf(versionId, KIND_NUMBERS.Schedule)} schedules)
    select s.kind,
      min(coalesce(b.doc->>'StartDate', b.doc->'Calendar'->>'fromDate') collate "C") as from,
      max(coalesce(b.doc->>'EndDate', b.doc->'Calendar'->>'toDate') collate "C") as to
    from state s join blob b on b.bid = s.bid group by s.kind order by s.kind`.execute(db);
  // Feeds come first: theirs are as the source wrote them, 20260101 for the most part.
  const first = (texts: (string | null)[]): string | null => texts.map(dateOf).find((date) => date !== null) ?? null;
  return { from: first(rows.map((row) => row.from)), to: first(rows.map((row) => row.to)) };
}

function dateOf(text: string | null): string | null {
  const date = (text ?? '').trim().replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');
  return isCalendarDate(date) ? date : null;
}

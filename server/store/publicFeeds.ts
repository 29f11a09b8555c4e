/** Public feeds as they are kept: their addresses, their releases, and which of them is served. */
import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod';
import { type PublicFeed, PublicFeedDetails } from '../../src/domain/publicFeeds.ts';
import { GateSettings, ReleaseApproval, ReleaseCheck } from '../../src/domain/releaseGate.ts';
import { OutputFiles } from './taskFiles.ts';
import type { Db } from './tables.ts';
import { queueEvent } from './webhooks.ts';

/** Says to every process that other releases are served, over the fan-out. */
export const PUBLIC_FEEDS_CHANGED = 'public feeds';

/** What the list shows of a release without opening its facts. */
export const ReleaseFacts = z.object({ lines: z.int(), stops: z.int(), from: z.string(), to: z.string() });
export type ReleaseFacts = z.infer<typeof ReleaseFacts>;

const Release = z.object({
  id: z.int(),
  date: z.string().nullable(),
  key: z.string(),
  size: z.int(),
  taskRunId: z.int(),
  versionId: z.int().nullable(),
  factsKey: z.string().nullable(),
  /** Its timetable book; empty where none can be made, null before. */
  bookKey: z.string().nullable(),
  /** What service alerts may name of it; empty where it cannot be read, null before. */
  entitiesKey: z.string().nullable(),
  facts: ReleaseFacts.nullable(),
  /** Null also for releases that are neither served nor next. */
  checked: ReleaseCheck.nullable(),
  held: z.boolean(),
  approval: ReleaseApproval.nullable(),
  notes: z.string(),
  author: z.string(),
  created: z.int(),
  firstServed: z.int().nullable(),
});

const Row = z.object({
  id: z.int(),
  region: z.string(),
  regionName: z.string(),
  timezone: z.string(),
  readOnly: z.boolean(),
  databaseId: z.string(),
  databaseName: z.string(),
  country: z.string(),
  slug: z.string(),
  license: PublicFeedDetails.shape.license,
  contact: z.string(),
  current: z.int().nullable(),
  since: z.int().nullable(),
  nextId: z.int().nullable(),
  nextAt: z.int().nullable(),
  trouble: z.string().nullable(),
  withdrawn: z.int().nullable(),
  gate: GateSettings.nullable(),
  /** Published service alerts, and when somebody last changed what is served of them (unix seconds). */
  alerts: z.array(z.object({ id: z.int(), content: z.unknown() })),
  alertsAt: z.int().nullable(),
  rev: z.int(),
  slugs: z.array(z.string()),
  releases: z.array(Release),
});
export type KeptFeed = z.infer<typeof Row>;
export type KeptRelease = z.infer<typeof Release>;

/** All feeds, by region and address. */
export function listPublicFeeds(db: Db): Promise<KeptFeed[]> {
  return read(db, sql`true`);
}

/** One feed. */
export async function readPublicFeed(db: Db, id: number): Promise<KeptFeed | undefined> {
  return (await read(db, sql`f.feed_id = ${id}`))[0];
}

/** Makes a feed and answers its id; undefined where the address was ever another feed's. */
export async function insertPublicFeed(
  db: Db,
  { slug, license, contact, gate }: PublicFeedDetails,
  databaseId: string,
  author: string,
): Promise<number | undefined> {
  if (await isSlugTaken(db, slug, 0)) return undefined;
  const { feed_id: id } = await db
    .insertInto('public_feed')
    .values({ slug, license, contact, gate: jsonOf(gate), database_id: databaseId, author })
    .returning('feed_id')
    .executeTakeFirstOrThrow();
  await db.insertInto('public_slug').values({ slug, feed_id: id }).execute();
  return id;
}

/** Whether an address is, or was, that of another feed. */
export async function isSlugTaken(db: Db, slug: string, except: number): Promise<boolean> {
  const row = await db.selectFrom('public_slug').select('feed_id').where('slug', '=', slug).where('feed_id', '<>', except).executeTakeFirst();
  return row !== undefined;
}

/** Takes the next revision of a feed until the transaction ends; false where it is not at that one any more. */
export async function takeRevision(db: Db, id: number, rev: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('public_feed')
    .set({ rev: sql`rev + 1` })
    .where('feed_id', '=', id)
    .where('rev', '=', rev)
    .executeTakeFirst();
  return Number(numUpdatedRows) === 1;
}

/** Changes what people say of a feed, and its gate where one is given. Its earlier addresses stay its own. */
export async function writeDetails(db: Db, id: number, { slug, license, contact, gate }: PublicFeedDetails): Promise<void> {
  await db
    .insertInto('public_slug')
    .values({ slug, feed_id: id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .updateTable('public_feed')
    .set({ slug, license, contact, ...(gate === undefined ? {} : { gate: jsonOf(gate) }) })
    .where('feed_id', '=', id)
    .execute();
}

function jsonOf(value: object | undefined): RawBuilder<unknown> {
  return value === undefined ? sql`null` : sql`${JSON.stringify(value)}::jsonb`;
}

/** Adds a release and answers its id. */
export async function insertRelease(
  db: Db,
  feedId: number,
  { key, size, taskRunId, versionId, notes, author }: Pick<KeptRelease, 'key' | 'size' | 'taskRunId' | 'versionId' | 'notes' | 'author'>,
): Promise<number> {
  const { release_id: id } = await db
    .insertInto('public_release')
    .values({
      feed_id: feedId,
      key,
      size,
      task_run_id: taskRunId,
      version_id: versionId,
      notes,
      author,
      date: null,
      facts_key: null,
      book_key: null,
      facts: null,
      first_served: null,
    })
    .returning('release_id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Says which release is served next, and from when (unix milliseconds); null takes it back. What was to come before and was never served is dropped. */
export async function setNext(db: Db, feedId: number, next: { release: number; at: number } | null): Promise<void> {
  const at = next === null ? null : new Date(next.at).toISOString();
  await db
    .updateTable('public_feed')
    .set({ next_id: next?.release ?? null, next_at: at, trouble: null })
    .where('feed_id', '=', feedId)
    .execute();
  await sql`delete from public_release where feed_id = ${feedId} and first_served is null and release_id <> ${next?.release ?? 0}`.execute(db);
}

/** Withdraws a feed. */
export async function withdraw(db: Db, feedId: number): Promise<void> {
  await db
    .updateTable('public_feed')
    .set({ withdrawn_at: sql`now()` })
    .where('feed_id', '=', feedId)
    .execute();
}

/** A feed that has a release to come. */
export interface WaitingRelease {
  readonly feedId: number;
  readonly releaseId: number;
  /** Whether its facts are there. */
  readonly isReady: boolean;
  /** Whether it was compared with what is served now. */
  readonly isChecked: boolean;
  /** Whether its time has passed while it is held, and nobody was notified of that. */
  readonly isLate: boolean;
}

/** Was served before, or was compared with what is served now and is not held back. */
const IS_CHECKED = sql`(r.first_served is not null or (r.checked is not null and (r.checked->>'against')::int is not distinct from f.current_id))`;
const IS_HELD = sql`(r.held and r.first_served is null and r.approval is null)`;

/** Feeds that have a release to come: those whose time has come, and those whose release is still to be made ready or checked. */
export async function listWaiting(db: Db): Promise<WaitingRelease[]> {
  const { rows } = await sql<{ feed_id: number; release_id: number; ready: boolean; checked: boolean; late: boolean }>`
    select f.feed_id, r.release_id, r.facts_key is not null as ready, ${IS_CHECKED} as checked, ${IS_HELD} and f.next_at <= now() as late
    from public_feed f join public_release r on r.release_id = f.next_id
    where f.trouble is null and (r.facts_key is null or not ${IS_CHECKED} or (f.next_at <= now() and (not ${IS_HELD} or r.late_at is null)))
    order by f.next_at, f.feed_id`.execute(db);
  return rows.map((row) => ({ feedId: row.feed_id, releaseId: row.release_id, isReady: row.ready, isChecked: row.checked, isLate: row.late }));
}

/** Keeps what the gate found of the next release of a feed; false where it is no longer the next one, or another one is served by now. */
export async function noteCheck(db: Db, releaseId: number, check: ReleaseCheck): Promise<boolean> {
  const { rows } = await sql`
    update public_release r set checked = ${JSON.stringify(check)}::jsonb, held = ${check.reasons.length > 0}, approval = null
    from public_feed f
    where r.release_id = ${releaseId} and f.next_id = r.release_id and f.current_id is not distinct from ${check.against}::int and not ${IS_CHECKED}
    returning r.release_id`.execute(db);
  if (rows.length === 0) return false;
  await sql`update public_feed set rev = rev + 1 where next_id = ${releaseId}`.execute(db);
  return true;
}

/** Has the next release of a feed checked again. */
export async function forgetCheck(db: Db, releaseId: number): Promise<void> {
  await sql`update public_release set checked = null, held = false, approval = null, late_at = null where release_id = ${releaseId}`.execute(db);
}

/** Notes that somebody was notified of a switch that did not happen; false where that was done before, or the release is not held any more. */
export async function noteLate(db: Db, releaseId: number): Promise<boolean> {
  const { rows } = await sql`
    update public_release r set late_at = now() from public_feed f
    where r.release_id = ${releaseId} and f.next_id = r.release_id and f.next_at <= now() and ${IS_HELD} and late_at is null
    returning r.release_id`.execute(db);
  return rows.length > 0;
}

/** Lets a held release out. */
export async function noteApproval(db: Db, releaseId: number, { by, reason }: Pick<ReleaseApproval, 'by' | 'reason'>): Promise<void> {
  await sql`update public_release set approval = json_build_object('by', ${by}::text, 'at', extract(epoch from now())::int, 'reason', ${reason}::text)::jsonb
    where release_id = ${releaseId}`.execute(db);
}

/** Keeps what was read of a release. */
export async function noteFacts(db: Db, releaseId: number, key: string, facts: ReleaseFacts): Promise<void> {
  await sql`update public_release set facts_key = ${key}, facts = ${JSON.stringify(facts)}::jsonb where release_id = ${releaseId}`.execute(db);
}

/** Keeps the timetable book of a release. */
export async function noteBook(db: Db, releaseId: number, key: string): Promise<void> {
  await sql`update public_release set book_key = ${key} where release_id = ${releaseId}`.execute(db);
}

/** Keeps what service alerts may name of a release. */
export async function noteEntities(db: Db, releaseId: number, key: string): Promise<void> {
  await sql`update public_release set entities_key = ${key} where release_id = ${releaseId}`.execute(db);
}

/** A release that is served and lacks what is made of every release today. */
export interface IncompleteRelease {
  readonly releaseId: number;
  readonly key: string;
  readonly hasBook: boolean;
  readonly hasEntities: boolean;
}

/** Releases that are served and have no timetable book, or no list of their ids: those of before there were such. */
export async function listIncomplete(db: Db): Promise<IncompleteRelease[]> {
  const { rows } = await sql<{ release_id: number; key: string; book: boolean; entities: boolean }>`
    select r.release_id, r.key, r.book_key is not null as book, r.entities_key is not null as entities
    from public_feed f join public_release r on r.release_id = f.current_id
    where f.withdrawn_at is null and (r.book_key is null or r.entities_key is null) order by r.release_id`.execute(db);
  return rows.map((row) => ({ releaseId: row.release_id, key: row.key, hasBook: row.book, hasEntities: row.entities }));
}

/** Says why a release cannot be served. */
export async function noteTrouble(db: Db, releaseId: number, trouble: string): Promise<void> {
  await sql`update public_feed set trouble = ${trouble}, rev = rev + 1 where next_id = ${releaseId}`.execute(db);
}

/**
 * The switch: from here on the next release is served, where its time has come, it is ready and nothing holds it back. Answers whether it was switched. To be
 * called in a transaction; the one row that it updates is all that readers look at.
 */
export async function switchDue(db: Db, feedId: number): Promise<boolean> {
  const { rows } = await sql<{ release_id: number; date: string | null; today: string; slug: string; database_id: string }>`
    update public_feed f set current_id = r.release_id, switched_at = now(), next_id = null, next_at = null, trouble = null, withdrawn_at = null,
      rev = f.rev + 1
    from public_release r, database d join region g on g.key = d.region_key
    where f.feed_id = ${feedId} and r.release_id = f.next_id and r.facts_key is not null and f.next_at <= now() and ${IS_CHECKED} and not ${IS_HELD} and d.id = f.database_id
    returning r.release_id, r.date, f.slug, d.id as database_id,
      to_char(now() at time zone coalesce((select name from pg_timezone_names where name = g.timezone), 'UTC'), 'YYYY-MM-DD') as today`.execute(db);
  const [served] = rows;
  if (served === undefined) return false;
  const release = served.date ?? (await nameRelease(db, feedId, served.release_id, served.today));
  await queueEvent(db, served.database_id, { type: 'feed.switched', data: { feed: served.slug, release }, path: `/feeds/${served.slug}/` });
  return true;
}

/** Gives a release that is served for the first time its day, or its day and a number. The row of the feed is locked: nobody else names one meanwhile. */
async function nameRelease(db: Db, feedId: number, releaseId: number, today: string): Promise<string> {
  const { rows } = await sql<{ date: string }>`update public_release set first_served = now(), date = (
      select case when n = 0 then ${today}::text else ${today}::text || '-' || (n + 1) end
      from (select count(*) as n from public_release where feed_id = ${feedId} and (date = ${today} or date like ${today}::text || '-%')) of_day)
    where release_id = ${releaseId} returning date`.execute(db);
  return rows[0]?.date ?? today;
}

/** The zip that a task has made, as far as it may be published. */
export async function readZipOfTask(
  db: Db,
  taskRunId: number,
): Promise<{ key: string; name: string; size: number; databaseId: string; versionId: number | null; isDone: boolean } | undefined> {
  const { rows } = await sql<{ output_files: unknown; database_id: string; input_version_id: number | null; status: number }>`
    select t.output_files, r.database_id, t.input_version_id, t.status from task_run t join pipeline_run r using (run_id)
    where t.task_run_id = ${taskRunId}`.execute(db);
  const [row] = rows;
  const files = OutputFiles.parse(row?.output_files ?? {});
  const key = files.key ?? files.gtfs;
  if (row === undefined || key === undefined || files.removed !== undefined || !/\.zip$/i.test(files.name ?? '')) return undefined;
  return {
    key,
    name: files.name ?? '',
    size: Number(files.size ?? 0),
    databaseId: row.database_id,
    versionId: row.input_version_id,
    isDone: row.status === 2,
  };
}

/** Read as one text: PGlite takes three times as long to hand over rows. */
async function read(db: Db, where: RawBuilder<unknown>): Promise<KeptFeed[]> {
  const { rows } = await sql<{ list: string | null }>`
    select json_agg(json_build_object('id', f.feed_id, 'region', g.key, 'regionName', g.name, 'timezone', g.timezone, 'country', g.country_code,
      'readOnly', g.read_only or d.read_only, 'databaseId', d.id, 'databaseName', d.name, 'slug', f.slug, 'license', f.license, 'contact', f.contact,
      'current', f.current_id, 'since', extract(epoch from f.switched_at)::int, 'nextId', f.next_id, 'nextAt', extract(epoch from f.next_at)::int,
      'trouble', f.trouble, 'withdrawn', extract(epoch from f.withdrawn_at)::int, 'gate', f.gate, 'rev', f.rev,
      'alertsAt', extract(epoch from f.alerts_at)::int,
      'alerts', coalesce((select json_agg(json_build_object('id', a.alert_id, 'content', a.content)) from service_alert a
        where a.feed_id = f.feed_id and a.state = 'published'), '[]'::json),
      'slugs', (select json_agg(s.slug order by s.slug) from public_slug s where s.feed_id = f.feed_id),
      'releases', coalesce((select json_agg(json_build_object('id', r.release_id, 'date', r.date, 'key', r.key, 'size', r.size,
          'taskRunId', r.task_run_id, 'versionId', r.version_id, 'factsKey', r.facts_key, 'bookKey', r.book_key, 'entitiesKey', r.entities_key, 'facts', r.facts,
          'checked', case when r.release_id in (f.current_id, f.next_id) then r.checked end, 'held', r.held, 'approval', r.approval, 'notes', r.notes, 'author', r.author,
          'created', extract(epoch from r.at)::int, 'firstServed', extract(epoch from r.first_served)::int) order by r.release_id desc)
        from public_release r where r.feed_id = f.feed_id), '[]'::json)) order by g.key, f.slug)::text as list
    from public_feed f join database d on d.id = f.database_id join region g on g.key = d.region_key
    where ${where}`.execute(db);
  return z.array(Row).parse(JSON.parse(rows[0]?.list ?? '[]'));
}

/** The feed as those who publish see it. */
export function toPublicFeed(kept: KeptFeed, url: string): PublicFeed {
  const { databaseName: _name, country: _country, alerts: _alerts, alertsAt: _at, nextId, nextAt, slugs, releases, gate, ...rest } = kept;
  return {
    ...rest,
    ...(gate === null ? {} : { gate }),
    url,
    next: nextId === null || nextAt === null ? null : { release: nextId, at: nextAt },
    formerSlugs: slugs.filter((slug) => slug !== kept.slug),
    releases: releases.map(({ key, factsKey: _facts, bookKey: _book, entitiesKey: _entities, firstServed, checked, held, approval, ...release }) => ({
      ...release,
      ...(checked === null ? {} : { checked }),
      ...(held && firstServed === null && approval === null ? { held: true as const } : {}),
      ...(approval === null ? {} : { approval }),
      sha256: key.slice(key.lastIndexOf('.') + 1),
    })),
  };
}

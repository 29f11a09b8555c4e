import { sql, type RawBuilder } from 'kysely';
import { NEWS_DAYS, NEWS_LIMIT, NewsItem, type NewsKind } from '../../src/domain/news.ts';
import type { Caller } from '../auth/auth.ts';
import type { RegionScope } from '../auth/regionScope.ts';
import type { Db } from './tables.ts';

/** A notification to write. */
export interface NewNews {
  readonly topic: string;
  readonly kind: NewsKind;
  readonly databaseId: string;
  readonly title: string;
  readonly detail: string;
  readonly path: string;
}

/** A notification and its recipient. */
export interface AddressedNews {
  readonly subject: string;
  readonly item: NewsItem;
}

/** Remembers under which subject a name signs in, and which regions the person sees. */
export async function notePerson(db: Db, { subject, account, regions }: Pick<Caller, 'subject' | 'account' | 'regions'>): Promise<void> {
  await sql`
    insert into person(subject, name, regions, read_only)
    values (${subject}, ${account.name}, ${JSON.stringify(regions)}::jsonb, ${account.permissions.readOnly})
    on conflict (subject) do update set name = excluded.name, regions = excluded.regions, read_only = excluded.read_only
    where (person.name, person.regions, person.read_only) is distinct from (excluded.name, excluded.regions, excluded.read_only)`.execute(db);
}

/** Forgets what somebody sees who has no access any more. */
export async function forgetAccess(db: Db, subject: string): Promise<void> {
  await sql`update person set regions = null where subject = ${subject} and regions is not null`.execute(db);
}

/** Whether an account has accepted the terms of use. */
export async function hasAcceptedTerms(db: Db, subject: string): Promise<boolean> {
  const row = await db.selectFrom('person').select('terms_accepted').where('subject', '=', subject).executeTakeFirst();
  return row?.terms_accepted != null;
}

/** Notes that an account that is known has accepted them. */
export async function acceptTerms(db: Db, subject: string): Promise<void> {
  await sql`update person set terms_accepted = coalesce(terms_accepted, now()) where subject = ${subject}`.execute(db);
}

/** The subjects that sign in under a name. */
export async function subjectsOf(db: Db, name: string): Promise<string[]> {
  const rows = await db.selectFrom('person').select('subject').where('name', '=', name).execute();
  return rows.map(({ subject }) => subject);
}

/** Writes a line for each subject; one about the same topic is counted up while it is unread, and is new again once it was read. */
export async function writeNews(db: Db, subjects: readonly string[], news: NewNews): Promise<AddressedNews[]> {
  if (subjects.length === 0) return [];
  return written(
    db,
    sql`select s, ${news.topic}, ${news.kind}, ${news.databaseId}, ${plain(news.title)}, ${plain(news.detail)}, ${news.path}
      from unnest(${[...subjects]}::text[]) s`,
  );
}

/** A text without control characters, which PostgreSQL cannot keep (NUL) and nobody can read: a line may quote a faulty file. */
function plain(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ');
}

/** Writes a notification for the author of a version that another user has edited. */
export async function writeNewsOfEdit(
  db: Db,
  versionId: number,
  by: { readonly subject: string; readonly name: string },
  detail: string,
): Promise<AddressedNews[]> {
  return written(
    db,
    sql`select p.subject, ${`edits/${versionId}/${by.name}`}, 'edited', v.database_id, left(${`${by.name} changed `}::text || v.name, 300), ${detail},
        '/data/db/' || v.database_id || '/v/' || v.version_id
      from version v join person p on p.name = v.author
      where v.version_id = ${versionId} and v.author <> ${by.name} and p.subject <> ${by.subject}`,
  );
}

async function written(db: Db, lines: RawBuilder<unknown>): Promise<AddressedNews[]> {
  const { rows } = await sql<Row>`
    insert into news(subject, topic, kind, database_id, title, detail, path) ${lines}
    on conflict (subject, topic) do update set kind = excluded.kind, title = excluded.title, detail = excluded.detail, path = excluded.path,
      count = case when news.read then 1 else news.count + 1 end, read = false, at = now()
    returning *`.execute(db);
  return rows.map((row) => ({ subject: row.subject, item: itemOf(row) }));
}

/** The newest lines of a subject, of the databases in regions that it sees. */
export async function listNews(db: Db, subject: string, scope: RegionScope): Promise<NewsItem[]> {
  const seen = scope === 'all' ? sql`true` : sql`lower(d.region_key) = any(${[...scope]}::text[])`;
  const { rows } = await sql<Row>`
    select n.* from news n join database d on d.id = n.database_id
    where n.subject = ${subject} and n.at > now() - make_interval(days => ${NEWS_DAYS}) and ${seen}
    order by n.at desc, n.news_id desc limit ${NEWS_LIMIT}`.execute(db);
  return rows.map(itemOf);
}

/** Marks lines of a subject. */
export async function markNews(db: Db, subject: string, ids: readonly number[], read: boolean): Promise<void> {
  await sql`update news set read = ${read} where subject = ${subject} and news_id = any(${[...ids]}::bigint[])`.execute(db);
}

/** Removes lines that are shown no more. */
export async function forgetOldNews(db: Db): Promise<void> {
  await sql`delete from news where at < now() - make_interval(days => ${NEWS_DAYS})`.execute(db);
}

interface Row {
  readonly news_id: number;
  readonly subject: string;
  readonly topic: string;
  readonly kind: string;
  readonly database_id: string;
  readonly title: string;
  readonly detail: string;
  readonly path: string;
  readonly count: number;
  readonly read: boolean;
  readonly at: string;
}

function itemOf(row: Row): NewsItem {
  return NewsItem.parse({
    id: row.news_id,
    topic: row.topic,
    kind: row.kind,
    databaseId: row.database_id,
    title: row.title,
    detail: row.detail,
    path: row.path,
    count: row.count,
    read: row.read,
    at: new Date(row.at).toISOString(),
  });
}

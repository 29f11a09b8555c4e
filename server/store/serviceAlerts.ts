/** Service alerts as they are kept, with what was done to them, and their templates. */
import { sql } from 'kysely';
import { z } from 'zod';
import { ALERT_ACTS, ALERT_STATES, AlertChange, AlertContent, AlertTemplate, AlertWording } from '../../src/domain/serviceAlerts.ts';
import type { Db } from './tables.ts';

const Row = z.object({
  id: z.int(),
  content: AlertContent,
  state: z.enum(ALERT_STATES),
  author: z.string(),
  changed: z.int(),
  wasPublished: z.boolean(),
  rev: z.int(),
});
export type KeptAlert = z.infer<typeof Row>;

/** Alerts of a feed, those changed last first. */
export function listAlerts(db: Db, feedId: number): Promise<KeptAlert[]> {
  return read(db, feedId, null);
}

/** An alert of a feed. */
export async function readAlert(db: Db, feedId: number, alertId: number): Promise<KeptAlert | undefined> {
  return (await read(db, feedId, alertId))[0];
}

async function read(db: Db, feedId: number, alertId: number | null): Promise<KeptAlert[]> {
  const { rows } = await sql<{ list: string | null }>`
    select json_agg(json_build_object('id', alert_id, 'content', content, 'state', state, 'author', author,
      'changed', extract(epoch from changed_at)::int, 'wasPublished', published_at is not null, 'rev', rev) order by changed_at desc, alert_id desc)::text as list
    from service_alert where feed_id = ${feedId} and (${alertId}::int is null or alert_id = ${alertId}::int)`.execute(db);
  return z.array(Row).parse(JSON.parse(rows[0]?.list ?? '[]'));
}

/** Writes a draft and answers its id. */
export async function insertAlert(db: Db, feedId: number, content: AlertContent, author: string): Promise<number> {
  const { alert_id: id } = await db
    .insertInto('service_alert')
    .values({ feed_id: feedId, content: sql`${JSON.stringify(content)}::jsonb`, author })
    .returning('alert_id')
    .executeTakeFirstOrThrow();
  await noteChange(db, id, 'create', content, author);
  return id;
}

/** Takes the next revision of an alert until the transaction ends; false where it is not at that one any more. */
export async function takeAlertRevision(db: Db, feedId: number, alertId: number, rev: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('service_alert')
    .set({ rev: sql`rev + 1` })
    .where('feed_id', '=', feedId)
    .where('alert_id', '=', alertId)
    .where('rev', '=', rev)
    .executeTakeFirst();
  return Number(numUpdatedRows) === 1;
}

type Act = (typeof ALERT_ACTS)[number];

/** Keeps what an alert says and its state, and the act in its history. Where that is seen outside, the feed notes when. */
export async function writeAlert(
  db: Db,
  alertId: number,
  { act, content, state, author, isSeen }: { act: Act; content: AlertContent; state: KeptAlert['state']; author: string; isSeen: boolean },
): Promise<void> {
  await sql`update service_alert set content = ${JSON.stringify(content)}::jsonb, state = ${state}, author = ${author}, changed_at = now(),
    published_at = case when ${state} = 'published' then coalesce(published_at, now()) else published_at end where alert_id = ${alertId}`.execute(db);
  if (isSeen)
    await sql`update public_feed set alerts_at = now() where feed_id = (select feed_id from service_alert where alert_id = ${alertId})`.execute(db);
  await noteChange(db, alertId, act, content, author);
}

async function noteChange(db: Db, alertId: number, act: Act, content: AlertContent, author: string): Promise<void> {
  await db
    .insertInto('service_alert_change')
    .values({ alert_id: alertId, act, content: sql`${JSON.stringify(content)}::jsonb`, author })
    .execute();
}

/** Removes an alert with its history. */
export async function removeAlert(db: Db, alertId: number): Promise<void> {
  await db.deleteFrom('service_alert').where('alert_id', '=', alertId).execute();
}

/** What was done to an alert, the newest first. */
export async function listAlertChanges(db: Db, alertId: number): Promise<AlertChange[]> {
  const { rows } = await sql<{ list: string | null }>`
    select json_agg(content || jsonb_build_object('act', act, 'author', author, 'at', extract(epoch from at)::int) order by change_id desc)::text as list
    from service_alert_change where alert_id = ${alertId}`.execute(db);
  return z.array(AlertChange).parse(JSON.parse(rows[0]?.list ?? '[]'));
}

/** Templates of a region, by name. */
export async function listTemplates(db: Db, region: string): Promise<AlertTemplate[]> {
  const rows = await db
    .selectFrom('alert_template')
    .select(['template_id', 'name', 'wording'])
    .where('region_key', '=', region)
    .orderBy('name')
    .execute();
  return rows.map(({ template_id: id, name, wording }) => ({ ...AlertWording.parse(wording), id, name }));
}

/** Keeps a template, in place of the one of that name. */
export async function putTemplate(db: Db, region: string, name: string, wording: AlertWording, author: string): Promise<number> {
  const { rows } = await sql<{ template_id: number }>`
    insert into alert_template(region_key, name, wording, author) values (${region}, ${name}, ${JSON.stringify(wording)}::jsonb, ${author})
    on conflict (region_key, name) do update set wording = excluded.wording, author = excluded.author, at = now()
    returning template_id`.execute(db);
  return rows[0]?.template_id ?? 0;
}

/** Removes a template of a region; false where there is none. */
export async function removeTemplate(db: Db, region: string, templateId: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('alert_template')
    .where('region_key', '=', region)
    .where('template_id', '=', templateId)
    .executeTakeFirst();
  return Number(numDeletedRows) === 1;
}

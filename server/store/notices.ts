import { sql } from 'kysely';
import { noticeTitle, NoticeEvent, SentNotice, type DueNotice } from '../../src/domain/notices.ts';
import { storable } from './storable.ts';
import type { Db } from './tables.ts';

/** Notes an event once; false where it was noted before. */
export async function noteEvent(db: Db, event: NoticeEvent): Promise<boolean> {
  const doc = event.message === null ? event : { ...event, message: storable(event.message) };
  const noted = await db
    .insertInto('notice_event')
    .values({ event_id: event.id, region_key: event.regionKey, doc: sql`${JSON.stringify(doc)}::jsonb` })
    .onConflict((conflict) => conflict.doNothing())
    .returning('event_id')
    .execute();
  return noted.length > 0;
}

/** Puts the mails of an event into the queue. */
export async function queueMails(db: Db, event: NoticeEvent, due: readonly DueNotice[]): Promise<void> {
  if (due.length === 0) return;
  await db
    .insertInto('notice_mail')
    .values(due.map(({ recipient, rule }) => ({ event_id: event.id, region_key: event.regionKey, recipient, rule, status: 'queued' })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** A mail that was taken to be sent. */
export interface TakenMail {
  readonly id: number;
  readonly recipient: string;
  readonly rule: string;
  readonly attempts: number;
  readonly event: NoticeEvent;
}

/** Mails whose time has come, oldest first. */
export async function listDueMails(db: Db, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('notice_mail')
    .select('mail_id')
    .where('status', '=', 'queued')
    .where('next_at', '<=', sql<string>`now()`)
    .orderBy('mail_id')
    .limit(limit)
    .execute();
  return rows.map(({ mail_id: id }) => id);
}

/** Takes a queued mail, so that nobody else sends it; undefined where somebody has. Committed before anything is sent. */
export async function takeMail(db: Db, id: number, worker: string): Promise<TakenMail | undefined> {
  const [taken] = await db
    .updateTable('notice_mail')
    .set({ status: 'sending', worker, attempts: sql`attempts + 1` })
    .where('mail_id', '=', id)
    .where('status', '=', 'queued')
    .returning(['mail_id', 'event_id', 'recipient', 'rule', 'attempts'])
    .execute();
  if (taken === undefined) return undefined;
  const { doc } = await db.selectFrom('notice_event').select('doc').where('event_id', '=', taken.event_id).executeTakeFirstOrThrow();
  return { id: taken.mail_id, recipient: taken.recipient, rule: taken.rule, attempts: taken.attempts, event: NoticeEvent.parse(doc) };
}

/** What became of an attempt: sent, refused permanently, or to be retried after so many seconds. */
export type MailEnd = { readonly sent: true } | { readonly error: string; readonly again: number | null };

/** Notes how an attempt of a process ended; nothing happens where the mail is not, or no longer, its own. */
export async function endMail(db: Db, id: number, worker: string, end: MailEnd): Promise<void> {
  const change =
    'sent' in end
      ? { status: 'sent', error: null, sent_at: sql<string>`now()` }
      : end.again === null
        ? { status: 'failed', error: end.error }
        : { status: 'queued', error: end.error, next_at: sql<string>`now() + make_interval(secs => ${end.again})` };
  await db
    .updateTable('notice_mail')
    .set({ ...change, worker: null })
    .where('mail_id', '=', id)
    .where('status', '=', 'sending')
    .where('worker', '=', worker)
    .execute();
}

/** Mails that are being sent, and by which process. */
export async function listSendingMails(db: Db): Promise<{ id: number; worker: string }[]> {
  const rows = await db.selectFrom('notice_mail').select(['mail_id', 'worker']).where('status', '=', 'sending').execute();
  return rows.map(({ mail_id: id, worker }) => ({ id, worker: worker ?? '' }));
}

/** Lets go of a mail: `again` where it did not go out or sending it twice does no harm, else nobody knows whether it went out. */
export async function releaseMail(db: Db, id: number, again: boolean): Promise<void> {
  await db
    .updateTable('notice_mail')
    .set(again ? { status: 'queued', worker: null } : { status: 'unknown', worker: null, error: 'The process that was sending it was killed.' })
    .where('mail_id', '=', id)
    .where('status', '=', 'sending')
    .execute();
}

/** A mail of a region with its event; undefined where there is none. */
export async function readMail(db: Db, regionKey: string, id: number): Promise<Omit<TakenMail, 'attempts'> | undefined> {
  const row = await db
    .selectFrom('notice_mail')
    .innerJoin('notice_event', 'notice_event.event_id', 'notice_mail.event_id')
    .select(['mail_id', 'recipient', 'rule', 'notice_event.doc'])
    .where('mail_id', '=', id)
    .where('notice_mail.region_key', '=', regionKey)
    .executeTakeFirst();
  return row && { id: row.mail_id, recipient: row.recipient, rule: row.rule, event: NoticeEvent.parse(row.doc) };
}

/** The newest notices of a region. */
export async function listSentNotices(db: Db, regionKey: string, limit: number): Promise<SentNotice[]> {
  const rows = await db
    .selectFrom('notice_mail')
    .innerJoin('notice_event', 'notice_event.event_id', 'notice_mail.event_id')
    .select(['mail_id', 'recipient', 'rule', 'status', 'attempts', 'error', 'notice_event.doc', 'notice_event.at', 'sent_at'])
    .where('notice_mail.region_key', '=', regionKey)
    .orderBy('mail_id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) =>
    SentNotice.parse({
      id: row.mail_id,
      title: noticeTitle(NoticeEvent.parse(row.doc)),
      recipient: row.recipient,
      rule: row.rule,
      status: row.status,
      attempts: row.attempts,
      error: row.error,
      at: new Date(row.at).toISOString(),
      sentAt: row.sent_at === null ? null : new Date(row.sent_at).toISOString(),
    }),
  );
}

import { sql } from 'kysely';
import type { Db } from './tables.ts';
import { forgetOldUploads } from './uploads.ts';

/** A command of a person: who, its key, and a fingerprint of all that was asked. */
export interface CommandKey {
  readonly subject: string;
  readonly key: string;
  readonly fingerprint: string;
}

/** The recorded answer to a call. */
export interface RecordedAnswer {
  readonly status: number;
  readonly body: string;
}

/** What is known of a key: nothing (it is ours now, until the transaction ends), an answer, or that it stood for another request. */
export type KeyClaim = { readonly kind: 'ours' } | { readonly kind: 'answered'; readonly answer: RecordedAnswer } | { readonly kind: 'reused' };

/** Takes a key for the running transaction. Waits where another transaction is carrying out the same command. */
export async function claimKey(db: Db, { subject, key, fingerprint }: CommandKey): Promise<KeyClaim> {
  const claimed = await sql`
    insert into idempotency(subject, key, fingerprint) values (${subject}, ${key}, ${fingerprint})
    on conflict (subject, key) do nothing`.execute(db);
  if (Number(claimed.numAffectedRows ?? 0) === 1) return { kind: 'ours' };
  const known = await db
    .selectFrom('idempotency')
    .select(['fingerprint', 'status', 'body'])
    .where('subject', '=', subject)
    .where('key', '=', key)
    .executeTakeFirst();
  if (known?.fingerprint !== fingerprint) return { kind: 'reused' };
  return { kind: 'answered', answer: { status: known.status ?? 200, body: known.body ?? '' } };
}

/** What is known of a key, without taking it; `free` where nothing is. */
export async function readAnswer(
  db: Db,
  { subject, key, fingerprint }: CommandKey,
): Promise<Exclude<KeyClaim, { kind: 'ours' }> | { readonly kind: 'free' }> {
  const known = await db
    .selectFrom('idempotency')
    .select(['fingerprint', 'status', 'body'])
    .where('subject', '=', subject)
    .where('key', '=', key)
    .executeTakeFirst();
  if (known === undefined || known.status === null) return { kind: 'free' };
  return known.fingerprint === fingerprint ? { kind: 'answered', answer: { status: known.status, body: known.body ?? '' } } : { kind: 'reused' };
}

/** Keeps the answer with its key, in the transaction that carried the command out. */
export async function recordAnswer(db: Db, { subject, key }: CommandKey, answer: RecordedAnswer): Promise<void> {
  await sql`update idempotency set status = ${answer.status}, body = ${answer.body} where subject = ${subject} and key = ${key}`.execute(db);
}

/** Keeps a refusal, whose transaction was rolled back, so that a late repeat is refused alike. */
export async function recordRefusal(db: Db, { subject, key, fingerprint }: CommandKey, answer: RecordedAnswer): Promise<void> {
  await sql`
    insert into idempotency(subject, key, fingerprint, status, body)
    values (${subject}, ${key}, ${fingerprint}, ${answer.status}, ${answer.body}) on conflict (subject, key) do nothing`.execute(db);
}

/** Forgets keys older than a week, some at a time: no client repeats a command that long. */
export async function forgetOldKeys(db: Db, signal?: AbortSignal, atATime = 1000): Promise<void> {
  for (let gone = atATime; gone === atATime;) {
    signal?.throwIfAborted();
    const { numAffectedRows } = await sql`
      delete from idempotency where (subject, key) in (
        select subject, key from idempotency where at < now() - interval '7 days' limit ${atATime})`.execute(db);
    gone = Number(numAffectedRows ?? 0);
  }
  await forgetOldUploads(db);
}

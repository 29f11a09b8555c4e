/** The rows of the log database that say which sessions it holds: whose they are, and whether anything of them is still to be sent. */
import { z } from 'zod';
import type { SessionHeader } from '../kernel/record.ts';
import { answer, done } from './logDatabase.ts';
import { holdSession } from './tabSession.ts';

/** Sessions of closed tabs that are kept, for a report of what happened before. */
const OLD_SESSIONS = 5;
/** Milliseconds that a session waits for a tab of its account to send what it left unsent. */
const UNSETTLED_FOR = 30 * 24 * 3_600_000;

export const SessionRow = z.object({
  session: z.string(),
  header: z.object({
    session: z.string(),
    schema: z.number(),
    build: z.string(),
    startedAt: z.string(),
    locale: z.string(),
    role: z.string(),
    parent: z.string().exactOptional(),
    browser: z.string().exactOptional(),
  }),
  /** When it began, was folded into a checkpoint, or was written to after a day; milliseconds since 1970. */
  touched: z.number(),
  /** The state at which the kept records begin, as JSON; null where they begin with the session. */
  checkpoint: z.string().nullable(),
  /** A later state, from which a reload continues: the records before it are kept for reports. `size` is that of all kept records and answers. */
  restore: z.object({ checkpoint: z.string(), seq: z.int(), size: z.object({ records: z.number(), bodies: z.number() }) }).exactOptional(),
  /** Subject of the account at the identity provider. */
  owner: z.string().exactOptional(),
  settled: z.boolean().exactOptional(),
  /** Checkpoint, segments and bodies of a session whose owner has logged out; the other stores hold none of it then. */
  sealed: z.string().exactOptional(),
});
export type SessionRow = z.infer<typeof SessionRow>;

/** All rows that can be read. */
export async function sessionRows(sessions: IDBObjectStore): Promise<SessionRow[]> {
  return z
    .array(z.unknown())
    .parse(await answer(sessions.getAll()))
    .flatMap((row) => SessionRow.safeParse(row).data ?? []);
}

/** Sessions of an account that are not settled, the one that was used last at the end. */
export async function openSessions(database: IDBDatabase, owner: string): Promise<string[]> {
  const rows = await sessionRows(database.transaction('sessions', 'readonly').objectStore('sessions'));
  return rows
    .filter((row) => row.owner === owner && row.settled !== true)
    .toSorted((a, b) => a.touched - b.touched)
    .map((row) => row.session);
}

/** Notes that nothing of a session is left to be sent. */
export async function settle(database: IDBDatabase, session: string): Promise<void> {
  const sessions = database.transaction('sessions', 'readwrite').objectStore('sessions');
  const row = SessionRow.safeParse(await answer(sessions.get(session)));
  if (row.success) await answer(sessions.put({ ...row.data, settled: true }));
}

/** Notes that the session lives; the checkpoint of an earlier page stays. */
export async function beginSession(database: IDBDatabase, header: SessionHeader, owned: { readonly owner?: string }): Promise<void> {
  const sessions = database.transaction('sessions', 'readwrite').objectStore('sessions');
  const before = SessionRow.safeParse(await answer(sessions.get(header.session)));
  const { checkpoint = null, restore } = before.success ? before.data : {};
  await answer(sessions.put({ session: header.session, header, touched: Date.now(), checkpoint, ...(restore && { restore }), ...owned }));
}

/** Notes that the session is still used. */
export async function touchSession(database: IDBDatabase, session: string): Promise<void> {
  const sessions = database.transaction('sessions', 'readwrite').objectStore('sessions');
  const row = SessionRow.safeParse(await answer(sessions.get(session)));
  if (row.success) await answer(sessions.put({ ...row.data, touched: Date.now() }));
}

/** Leaves the sealed content alone of a session; without it, nothing. */
export async function replaceContent(database: IDBDatabase, row: SessionRow, sealed: string | undefined): Promise<void> {
  const { session } = row;
  const tx = database.transaction(['sessions', 'segments', 'bodies'], 'readwrite');
  const range = IDBKeyRange.bound([session], [session, []]);
  tx.objectStore('segments').delete(range);
  tx.objectStore('bodies').delete(range);
  if (sealed === undefined) tx.objectStore('sessions').delete(session);
  else {
    const { restore: _restore, ...rest } = row;
    tx.objectStore('sessions').put({ ...rest, checkpoint: null, sealed });
  }
  await done(tx);
}

/** Deletes the sessions that nobody needs any more, and those with unsent edits that no tab has used or taken up for long. */
export async function forgetOldSessions(database: IDBDatabase, present: string, owner: string | undefined): Promise<void> {
  const others = (await sessionRows(database.transaction('sessions', 'readonly').objectStore('sessions'))).filter((row) => row.session !== present);
  const settled = others.filter((row) => row.settled === true);
  const ownSettled = settled.filter((row) => row.owner === owner).toSorted((a, b) => b.touched - a.touched);
  // nothing of another account's
  for (const row of [...settled.filter((one) => one.owner !== owner), ...ownSettled.slice(OLD_SESSIONS)])
    await replaceContent(database, row, undefined);
  for (const row of others.filter(isOverdue)) await forgetUnlessOpen(database, row);
}

function isOverdue({ settled, touched }: SessionRow): boolean {
  return settled !== true && touched < Date.now() - UNSETTLED_FOR;
}

/** A tab may be open for longer than a closed one is waited for. */
async function forgetUnlessOpen(database: IDBDatabase, { session }: SessionRow): Promise<void> {
  const release = await holdSession(session);
  if (release === 'taken') return;
  try {
    const row = SessionRow.safeParse(await answer(database.transaction('sessions', 'readonly').objectStore('sessions').get(session)));
    if (row.success && isOverdue(row.data)) await replaceContent(database, row.data, undefined);
  } finally {
    if (release !== 'unknown') release();
  }
}

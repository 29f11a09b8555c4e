/**
 * The session of this tab: one command log. It outlives a reload (the tab's own storage names it), and a duplicated tab gets
 * one of its own, for a lock says that the first is still there.
 */

/** Where the tab keeps the id of its session. */
export const SESSION_KEY = 'dmp.session';

/** Ends a lock before the page does. */
export type Unlock = () => void;

/** The session that an earlier page of this tab had, held by this page from now on; undefined where there is none. */
export async function claimEarlierSession(tab: Storage): Promise<{ readonly session: string; readonly release: Unlock } | undefined> {
  const session = tab.getItem(SESSION_KEY);
  if (session === null) return undefined;
  const lock = await holdEarlier(session);
  return lock === 'taken' ? undefined : { session, release: lock === 'unknown' ? () => undefined : lock };
}

/** Whether the session that this tab names is held by another page: the tab was duplicated. Unknown (no) in a browser without locks. */
export async function isCopiedTab(tab: Storage): Promise<boolean> {
  const session = tab.getItem(SESSION_KEY);
  return session !== null && (await holdEarlier(session)) === 'taken';
}

/**
 * The page before this one may still be leaving while this one starts, as a reload on a busy machine shows: its lock, and the last of its
 * log, are waited for. Asked once for both questions: the wait is all that a duplicated tab pays.
 */
const LEAVES_WITHIN = 2000;
const earlier = new Map<string, ReturnType<typeof holdSession>>();

function holdEarlier(session: string): ReturnType<typeof holdSession> {
  const lock = earlier.get(session) ?? holdSession(session, LEAVES_WITHIN);
  earlier.set(session, lock);
  return lock;
}

/** A session of its own for this tab. */
export async function claimNewSession(tab: Storage, newId: () => string): Promise<string> {
  const session = newId();
  tab.setItem(SESSION_KEY, session);
  await holdSession(session);
  return session;
}

/** Holds a session for as long as the page lives, or until it is unlocked; waits so many ms for it. `unknown` in a browser without locks. */
export function holdSession(session: string, within = 0): Promise<Unlock | 'taken' | 'unknown'> {
  if (!('locks' in navigator)) return Promise.resolve('unknown');
  return new Promise((resolve) => {
    const asked = within === 0 ? { ifAvailable: true } : { signal: AbortSignal.timeout(within) };
    navigator.locks
      .request(lockOf(session), asked, (lock) => {
        if (lock === null) return resolve('taken');
        return new Promise<void>((end) => resolve(() => end()));
      })
      .catch(() => resolve('taken'));
  });
}

function lockOf(session: string): string {
  return `dmp.session.${session}`;
}

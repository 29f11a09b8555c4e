/**
 * The session of this tab: one command log. It outlives a reload (the tab's own storage names it), and a duplicated tab gets
 * one of its own, for a lock says that the first is still there.
 */

const KEY = 'dmp.session';

/** Claims the session of this tab; `known` says whether an earlier page of it may have left a log. */
export async function claimSession(tab: Storage, newId: () => string): Promise<{ readonly session: string; readonly known: boolean }> {
  const before = tab.getItem(KEY);
  if (before !== null && (await holdLock(before))) return { session: before, known: true };
  const session = newId();
  tab.setItem(KEY, session);
  await holdLock(session);
  return { session, known: false };
}

/** Holds a lock for as long as the page lives; false when another page has it. Without locks every claim holds. */
function holdLock(session: string): Promise<boolean> {
  if (!('locks' in navigator)) return Promise.resolve(true);
  return new Promise((resolve) => {
    void navigator.locks.request(`dmp.session.${session}`, { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      return lock === null ? undefined : new Promise(() => undefined);
    });
  });
}

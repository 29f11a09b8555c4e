/** What closed tabs of the same account had not sent yet goes out from this one. */
import { editsTakenUp } from './commands/changes/editsTakenUp.ts';
import { seenElsewhere } from './commands/seenElsewhere.ts';
import { builtIn } from './commands/changes/undoRedo.ts';
import type { LogStore } from './effects/logStore.ts';
import { holdSession } from './effects/tabSession.ts';
import type { Kernel } from './kernel/kernel.ts';
import { type UnsentWrite, unsentWrites } from './kernel/unsent.ts';
import { definitions, LOG_SCHEMA } from './machines/definitions.ts';
import type { AppState } from './projections/state.ts';

/**
 * Takes up the logs of sessions whose tab is gone, as their locks tell, and sends their unsent edits under their old keys: what
 * the server has carried out already it only answers. Without Web Locks nobody knows which tabs are gone, and nothing is done.
 */
export async function takeUpClosedTabs(kernel: Kernel<AppState>, store: LogStore, owner: string): Promise<void> {
  for (const session of await store.openSessions(owner)) {
    if (session === kernel.header.session) continue;
    const release = await holdSession(session);
    if (release === 'unknown') return;
    if (release === 'taken') continue;
    try {
      const left = await store.recover(session);
      // Of another build: it waits for one that can read it.
      if (left && left.header.schema !== LOG_SCHEMA) continue;
      if (left) sendAgain(kernel, unsentWrites(definitions, left.recovered));
      // The disk keeps the order: what was taken up is in this session's log before the other one is settled.
      await store.settle(session);
    } catch (error) {
      console.warn('The log of a closed tab cannot be taken up', error);
    } finally {
      release();
    }
  }
}

function sendAgain(kernel: Kernel<AppState>, unsent: readonly UnsentWrite[]): void {
  if (unsent.length === 0) return;
  const edits = unsent.map(({ input, key, scope, gesture, seen, undone }) => {
    const links = {
      ...seenElsewhere(seen),
      ...(key !== undefined && { key }),
      ...(scope !== undefined && { scope }),
      ...(gesture !== undefined && { gesture }),
    };
    const id = kernel.dispatch(input, links);
    if (undone && scope !== undefined) kernel.dispatch(builtIn.undoEntry({ scope, entry: id }));
    return { id, ...(scope !== undefined && { scope }) };
  });
  kernel.receive(editsTakenUp({ edits }));
}

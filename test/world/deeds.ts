/** What a person does on a page, in words that stay the same when the catalogue grows: kept worlds name them. */
import { z } from 'zod';
import { openPlace } from '../../src/commands/shell/openPlace.ts';
import { applyMine, clearErrors, keepTheirs, undoEntry, undoLast } from '../../src/kernel/builtIn.ts';
import type { Tab } from './tab.ts';

const Scope = z.string();
const Place = z.int().min(0);

export const Deed = z.discriminatedUnion('do', [
  z.object({ do: z.literal('command'), type: z.string(), payload: z.json(), gesture: z.string().optional() }),
  z.object({ do: z.literal('open'), path: z.string() }),
  z.object({ do: z.literal('undo'), scope: Scope, anyway: z.boolean().optional() }),
  z.object({ do: z.literal('redo'), scope: Scope }),
  /** `at`: its place among the entries of the scope. */
  z.object({ do: z.literal('undo entry'), scope: Scope, at: Place }),
  /** `at`: its place among the conflicts that are shown. */
  z.object({ do: z.literal('decide'), at: Place, mine: z.boolean() }),
  z.object({ do: z.literal('clear errors') }),
  /** A call that the page would not make: its account may not. */
  z.object({ do: z.literal('call'), method: z.string(), path: z.string(), body: z.json() }),
]);
export type Deed = z.infer<typeof Deed>;

/** A deed of a world: at which step, and on which page, by its place among those that are open. */
export const DeedAt = z.object({ step: z.int(), tab: Place, deed: Deed });
export type DeedAt = z.infer<typeof DeedAt>;

/** Does it on a page; where what it names is not there, nothing happens. */
export function doDeed({ kernel, call }: Tab, deed: Deed): void {
  switch (deed.do) {
    case 'command':
      kernel.dispatch({ type: deed.type, payload: deed.payload }, deed.gesture === undefined ? {} : { gesture: deed.gesture });
      return;
    case 'open':
      kernel.dispatch(openPlace({ path: deed.path, search: '' }));
      return;
    case 'undo':
      if (deed.anyway === true) kernel.dispatch(undoLast({ scope: deed.scope, anyway: true }));
      else kernel.undo(deed.scope);
      return;
    case 'redo':
      kernel.redo(deed.scope);
      return;
    case 'undo entry': {
      const entry = kernel.entries(deed.scope)[deed.at];
      if (entry) kernel.dispatch(undoEntry({ scope: deed.scope, entry: entry.id }));
      return;
    }
    case 'decide': {
      const conflict = kernel.snapshot().conflicts[deed.at];
      if (conflict) kernel.dispatch(deed.mine ? applyMine({ id: conflict.id }) : keepTheirs({ id: conflict.id }));
      return;
    }
    case 'clear errors':
      kernel.dispatch(clearErrors());
      return;
    case 'call':
      void call(deed);
  }
}

/** A deed in a few words. */
export function wordsOf(deed: Deed): string {
  switch (deed.do) {
    case 'command':
      return deed.type;
    case 'open':
      return `open ${deed.path}`;
    case 'undo':
      return `undo${deed.anyway === true ? ' anyway' : ''} in ${deed.scope}`;
    case 'redo':
      return `redo in ${deed.scope}`;
    case 'undo entry':
      return `undo entry ${deed.at} in ${deed.scope}`;
    case 'decide':
      return deed.mine ? 'apply mine' : 'keep theirs';
    case 'clear errors':
      return 'clear errors';
    case 'call':
      return `a call of ${deed.method} ${deed.path}`;
  }
}

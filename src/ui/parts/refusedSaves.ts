/**
 * Texts and acts that the server refused or could not take. They stay until they are saved, or taken back by hand: also while another
 * thing is looked at, so that nothing typed is lost and the status strip does not say that all is saved.
 */
import { useSyncExternalStore } from 'react';
import type { CommandInput } from '../../kernel/command.ts';

interface Refused {
  /** Address of the page it was given on. */
  readonly path: string;
  readonly label: string;
  readonly message: string;
}

/** The text of a field. */
export interface RefusedSave extends Refused {
  readonly text: string;
  /** What the user saw when they began to type. */
  readonly from: { readonly value: string; readonly rev: number };
}

/** A whole act: the command that is sent to try it again. */
interface RefusedAct extends Refused {
  readonly again: CommandInput;
}

/** What is known by a key for as long as the session lasts. A value of undefined lets it go. */
function keptMap<T>(): { readonly keep: (key: string, value: T | undefined) => void; readonly use: () => ReadonlyMap<string, T> } {
  let kept: ReadonlyMap<string, T> = new Map();
  const listeners = new Set<() => void>();
  const subscribe = (tell: () => void): (() => void) => {
    listeners.add(tell);
    return () => listeners.delete(tell);
  };
  return {
    keep(key, value) {
      if (value === undefined && !kept.has(key)) return;
      const next = new Map(kept);
      if (value === undefined) next.delete(key);
      else next.set(key, value);
      kept = next;
      listeners.forEach((tell) => tell());
    },
    use: () => useSyncExternalStore(subscribe, () => kept),
  };
}

/** All that is not saved, by field or act. */
export const { keep: keepRefused, use: useRefusedSaves } = keptMap<RefusedSave | RefusedAct>();

/** The text of a field on its way to the server, and the key under which it is kept when it is refused. */
type SentSave = Omit<RefusedSave, 'message'> & { readonly key: string };

/** Texts whose commands were given and have not ended, by the id that dispatching answered. */
export const { keep: keepSent, use: useSentSaves } = keptMap<SentSave>();

/** Commands whose refusals are kept as acts, by their type. */
export const { keep: keepActs, use: useKeptActs } = keptMap<true>();

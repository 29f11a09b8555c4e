/**
 * Texts that the server refused or could not take. They stay until they are saved, or taken back by hand: also while another
 * thing is looked at, so that nothing typed is lost and the status strip does not say that all is saved.
 */
import { useSyncExternalStore } from 'react';
import type { CommandInput } from '../../kernel/command.ts';

export interface RefusedSave {
  /** Address of the page the field is on. */
  readonly path: string;
  readonly label: string;
  readonly text: string;
  /** What the user saw when they began to type. */
  readonly from: { readonly value: string; readonly rev: number };
  readonly message: string;
  /** The whole act, where it is not the text of a field: so it is tried again. */
  readonly again?: CommandInput;
}

let kept: ReadonlyMap<string, RefusedSave> = new Map();
const listeners = new Set<() => void>();

/** Keeps a refused text, or lets it go. `key` names the field for as long as the session lasts. */
export function keepRefused(key: string, save: RefusedSave | undefined): void {
  if (save === undefined && !kept.has(key)) return;
  const next = new Map(kept);
  if (save === undefined) next.delete(key);
  else next.set(key, save);
  kept = next;
  listeners.forEach((tell) => tell());
}

/** All texts that are not saved, by field. */
export function useRefusedSaves(): ReadonlyMap<string, RefusedSave> {
  return useSyncExternalStore(subscribe, present);
}

function subscribe(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}

function present(): ReadonlyMap<string, RefusedSave> {
  return kept;
}

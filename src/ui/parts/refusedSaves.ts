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

let kept: ReadonlyMap<string, RefusedSave | RefusedAct> = new Map();
const listeners = new Set<() => void>();

/** Keeps what was refused, or lets it go. `key` names the field, or the act, for as long as the session lasts. */
export function keepRefused(key: string, save: RefusedSave | RefusedAct | undefined): void {
  if (save === undefined && !kept.has(key)) return;
  const next = new Map(kept);
  if (save === undefined) next.delete(key);
  else next.set(key, save);
  kept = next;
  listeners.forEach((tell) => tell());
}

/** All that is not saved, by field or act. */
export function useRefusedSaves(): ReadonlyMap<string, RefusedSave | RefusedAct> {
  return useSyncExternalStore(subscribe, present);
}

function subscribe(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}

function present(): ReadonlyMap<string, RefusedSave | RefusedAct> {
  return kept;
}

/** The list beside the details: which row is chosen in it, and how the rows next to it are opened. */
import { useSyncExternalStore } from 'react';

/** The chosen row of the list that is shown. */
export interface ListSteps {
  /** Id of the chosen row. */
  readonly chosen: string;
  /** Its place in the list as it is sorted and searched, from 0. */
  readonly index: number;
  readonly count: number;
  /** Opens the row at a place. */
  readonly open: (index: number) => void;
}

let present: ListSteps | undefined;
const listeners = new Set<() => void>();

/** Puts the list that is shown in the place of the one before. Answers how to take it away again. */
export function offerSteps(steps: ListSteps): () => void {
  setPresent(steps);
  return () => {
    if (present === steps) setPresent(undefined);
  };
}

/** The list whose chosen row has this id; undefined where none is shown. */
export function useListSteps(id: string): ListSteps | undefined {
  return useSyncExternalStore(subscribe, () => (present?.chosen === id ? present : undefined));
}

function setPresent(steps: ListSteps | undefined): void {
  present = steps;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

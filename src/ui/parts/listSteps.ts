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

/** One for each list that is shown; the latest last. */
let offered: readonly ListSteps[] = [];
const listeners = new Set<() => void>();

/** Offers the steps of a list that is shown. Returns how to take them away again. */
export function offerSteps(steps: ListSteps): () => void {
  setOffered([...offered, steps]);
  return () => setOffered(offered.filter((other) => other !== steps));
}

/** The latest list whose chosen row has this id; undefined where none is shown. */
export function useListSteps(id: string): ListSteps | undefined {
  return useSyncExternalStore(subscribe, () => offered.findLast(({ chosen }) => chosen === id));
}

function setOffered(steps: readonly ListSteps[]): void {
  offered = steps;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

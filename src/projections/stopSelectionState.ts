/** The state of the selected stops; `stopSelection.ts` reads it. */
import type { StopUser } from '../domain/stopMerge.ts';
import type { Load } from './state.ts';

/** Documents that speak of a stop; `More`: there are too many to be merged at once. */
export interface StopUsers {
  readonly Users: readonly { readonly Kind: StopUser; readonly Id: string }[];
  readonly More: boolean;
}

export interface StopSelectionState {
  readonly versionId: number;
  readonly selected: readonly string[];
  /** Stops are being selected on the map. */
  readonly lasso: boolean;
  /** Of two stops the one that stays and the one that goes; null where none are to be merged. */
  readonly merge: { readonly keptId: string; readonly goneId: string } | null;
  readonly users: Load<StopUsers>;
}

/** Nothing is selected. */
export const NO_STOP_SELECTION: StopSelectionState = {
  versionId: 0,
  selected: [],
  lasso: false,
  merge: null,
  users: { status: 'idle', value: null, messages: [] },
};

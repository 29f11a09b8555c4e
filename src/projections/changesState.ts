/** What is loaded of the change history. */
import type { Change, ChangeConflict, ChangeSet, Comment, Rebase } from '../domain/changes.ts';
import type { Load } from './state.ts';

/** A document whose history is shown over the page. */
export interface HistoryOf {
  readonly versionId: number;
  readonly kind: string;
  readonly id: string;
}

export interface ChangesState {
  /** The filter that `sets` answers, as `filterKey` has it. */
  readonly filter: string;
  readonly sets: Load<readonly ChangeSet[]>;
  /** There are older sets than those loaded. */
  readonly more: boolean;
  readonly tail: Load<boolean>;
  /** Changes by the id of their set. */
  readonly changes: Readonly<Record<string, Load<readonly Change[]>>>;
  readonly comments: Load<{ readonly Comments: readonly Comment[]; readonly Changes: readonly Change[] }>;
  /** What the last switch could not do. */
  readonly conflicts: readonly ChangeConflict[];
  readonly rebase: Load<Rebase>;
  readonly historyOf: HistoryOf | null;
  readonly history: Load<readonly Change[]>;
  readonly tracks: Load<
    readonly { readonly ScheduleId: string; readonly TrackId: string; readonly Name: string; readonly Stops: number; readonly Likeness: number }[]
  >;
}

const IDLE: Load<never> = { status: 'idle', value: null, messages: [] };

/** Nothing read yet. */
export const NO_CHANGES: ChangesState = {
  filter: '',
  sets: IDLE,
  more: false,
  tail: IDLE,
  changes: {},
  comments: IDLE,
  conflicts: [],
  rebase: IDLE,
  historyOf: null,
  history: IDLE,
  tracks: IDLE,
};

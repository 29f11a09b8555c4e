/** What is loaded of the change history. */
import type { Change, ChangeConflict, ChangeSet, Comment, Rebase } from '../domain/changes.ts';
import type { TakenOver, TakeOverPreview } from '../domain/takeOver.ts';
import type { Load } from './state.ts';

/** A document whose history is shown over the page. */
export interface HistoryOf {
  readonly versionId: number;
  readonly kind: string;
  readonly id: string;
  /** The part that is asked about, by paths as `blame` takes them: a cell of a timetable. */
  readonly cell?: { readonly title: string; readonly paths: readonly string[] } | undefined;
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
  /** The database whose comments are loaded; empty while neither the change log nor a review is in view. */
  readonly commentsOf: string;
  readonly comments: Load<{ readonly Comments: readonly Comment[]; readonly Changes: readonly Change[] }>;
  /** What the last switch could not do. */
  readonly conflicts: readonly ChangeConflict[];
  readonly rebase: Load<Rebase>;
  /** What taking over from another version would do, and what came of it. Absent until it is asked for. */
  readonly takeOver?: Load<TakeOverPreview>;
  readonly tookOver?: TakenOver;
  /** The sets of the review in view, oldest first; `key` says which. */
  readonly review: { readonly key: string; readonly sets: Load<readonly ChangeSet[]> };
  readonly historyOf: HistoryOf | null;
  readonly history: Load<readonly Change[]>;
  /** There are older changes of the document than those loaded. */
  readonly historyMore: boolean;
  readonly historyTail: Load<boolean>;
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
  commentsOf: '',
  comments: IDLE,
  conflicts: [],
  rebase: IDLE,
  review: { key: '', sets: IDLE },
  historyOf: null,
  history: IDLE,
  historyMore: false,
  historyTail: IDLE,
  tracks: IDLE,
};

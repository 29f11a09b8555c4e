import type { CallDescription, CommandInput } from './command.ts';
import type { Catalogue } from './catalogue.ts';
import type { LogRecord } from './record.ts';
import type { ConflictEntry, ErrorEntry, HistoryEntry, KernelState, OpenDraft, PendingCommand, ScopeHistory, Task } from './state.ts';

/** A record that follows from another one by itself. */
export interface Follow {
  readonly kind: 'command' | 'event';
  readonly input: CommandInput;
  readonly cause: string;
  readonly root: string;
  readonly scope?: string;
  readonly gesture?: string;
}

/** The next state while one record is folded: all of it is computed here first and assigned at once. */
export interface Fold<S> {
  readonly catalogue: Catalogue<S>;
  readonly record: LogRecord;
  readonly before: KernelState<S>;
  base: S;
  pending: readonly PendingCommand[];
  drafts: Readonly<Record<string, OpenDraft>>;
  history: Readonly<Record<string, ScopeHistory>>;
  errors: readonly ErrorEntry[];
  conflicts: readonly ConflictEntry[];
  tasks: Readonly<Record<string, readonly Task[]>>;
  readonly follow: Follow[];
  /** The command that now goes to its lane. */
  enter?: PendingCommand;
  /** The record was refused: it asks for nothing, so no machine hears it; they hear `<type>.refused`. */
  refused?: boolean;
  /** The command that this record tells of is sent again by itself: no machine hears of it, they hear what comes of the next try. */
  repeated?: boolean;
  /** The call that is made now. */
  start?: { readonly id: string; readonly call: CallDescription };
}

const EMPTY: ScopeHistory = Object.freeze({ undo: Object.freeze([]), redo: Object.freeze([]) });
const MOST_ERRORS = 100;

/** Begins the fold of a record. */
export function beginFold<S>(catalogue: Catalogue<S>, before: KernelState<S>, record: LogRecord): Fold<S> {
  const { base, pending, drafts, history, errors, conflicts, tasks } = before;
  return { catalogue, record, before, base, pending, drafts, history, errors, conflicts, tasks, follow: [] };
}

/** The undo and redo lists of a scope; empty ones where there are none. */
export function historyOf<S>(fold: { readonly history: KernelState<S>['history'] }, scope: string): ScopeHistory {
  return fold.history[scope] ?? EMPTY;
}

/** Puts the lists of a scope; empty ones are not kept. */
export function putHistory<S>(fold: Fold<S>, scope: string, lists: ScopeHistory): void {
  if (lists.undo.length || lists.redo.length) fold.history = { ...fold.history, [scope]: frozenLists(lists) };
  else fold.history = without(fold.history, scope);
}

function frozenLists(lists: ScopeHistory): ScopeHistory {
  Object.freeze(lists.undo);
  Object.freeze(lists.redo);
  return Object.freeze(lists);
}

/** Changes one entry of a scope, wherever it stands; null takes it away. */
export function changeEntry<S>(fold: Fold<S>, scope: string, id: string, change: (entry: HistoryEntry) => HistoryEntry | null): void {
  const { undo, redo } = historyOf(fold, scope);
  const all = (entries: readonly HistoryEntry[]) =>
    entries.some((e) => e.id === id) ? entries.flatMap((e) => (e.id === id ? (change(e) ?? []) : e)) : entries;
  putHistory(fold, scope, { undo: all(undo), redo: all(redo) });
}

/** An entry that is no longer being undone. */
export function released(entry: HistoryEntry): HistoryEntry {
  const { busy: _, ...rest } = entry;
  return rest;
}

/** Adds a problem to those shown. The first one stays; of the others the oldest go when there are too many. */
export function addError<S>(fold: Fold<S>, entry: ErrorEntry): void {
  const [first, ...others] = fold.errors;
  fold.errors = Object.freeze([...(first ? [first, ...others.slice(2 - MOST_ERRORS)] : []), Object.freeze(entry)]);
}

/** Takes a command from those pending; answers it, undefined when it is not pending. */
export function takePending<S>(fold: Fold<S>, id: string | undefined): PendingCommand | undefined {
  const found = fold.pending.find((p) => p.id === id);
  if (found) fold.pending = fold.pending.filter((p) => p !== found);
  return found;
}

/** Takes the next task that the record `cause` has left for the commands derived from it. */
export function takeTask<S>(fold: Fold<S>, cause: string | undefined): Task | undefined {
  const waiting = cause === undefined ? undefined : fold.tasks[cause];
  if (cause === undefined || !waiting) return undefined;
  const [task, ...rest] = waiting;
  fold.tasks = rest.length ? { ...fold.tasks, [cause]: rest } : without(fold.tasks, cause);
  return task;
}

/** Derives a command that takes something over (mode, entry, attempt) from this record or the one it names. */
export function followWithTask<S>(fold: Fold<S>, task: Task, follow: Follow): void {
  fold.tasks = { ...fold.tasks, [follow.cause]: [...(fold.tasks[follow.cause] ?? []), task] };
  fold.follow.push(follow);
}

/** Derives a record from the one being folded. */
export function followOf<S>(fold: Fold<S>, kind: Follow['kind'], input: CommandInput): Follow {
  const { record } = fold;
  return { kind, input, cause: record.id, root: record.root, ...(record.gesture !== undefined && { gesture: record.gesture }) };
}

/** Refuses the record being folded: the refusal is a record of its own. */
export function refuse<S>(fold: Fold<S>, code: string, message: string): void {
  fold.refused = true;
  fold.follow.push(followOf(fold, 'event', { type: `${fold.record.type}.refused`, payload: { code, message } }));
}

/** The record without one of its keys. */
export function without<T>(record: Readonly<Record<string, T>>, key: string): Readonly<Record<string, T>> {
  if (!(key in record)) return record;
  const { [key]: _, ...rest } = record;
  return rest;
}

import { stateHash } from './hash.ts';
import { persistedSnapshots } from './machines.ts';
import type { LogRecord, StateCheck } from './record.ts';
import type { KernelState } from './state.ts';

/** What a report says of one record, so that a replay of it can be compared: written when the report was made. */
export interface Check extends StateCheck {
  readonly seq: number;
  /** Hash of the record itself. */
  readonly record: number;
}

/** Version of the hashes within a log: 2 since previews are part of it. Hashes of another version are not compared. */
export const HASH_VERSION = 2;

/** More changed parts than this within one part count as that part. */
const MOST_PARTS = 16;
/** Something new with more parts than this counts as one. A command that waits for its answer has some 25. */
const MOST_NEW = 48;
const DEEPEST = 12;

/** The check of a record that took the state from `before` to `after`. */
export function checkOf<S>(record: LogRecord, before: KernelState<S>, after: KernelState<S>): Check {
  return { seq: record.seq, record: stateHash(record), ...stateCheckOf(before, after) };
}

/** What a record that took the state from `before` to `after` made of it. */
export function stateCheckOf<S>(before: KernelState<S>, after: KernelState<S>): StateCheck {
  const parts = partsOf(after);
  return {
    state: stateHash(parts),
    changed: changedPaths(partsOf(before), parts).map((path) => [path, stateHash(at(parts, path))] as const),
  };
}

/** Hash of the whole state with what the user sees of it: equal states have equal numbers. */
export function hashOfState<S>(state: KernelState<S>): number {
  return stateHash(partsOf(state));
}

/**
 * Paths of the state that are not as the check says, in words: those that it lists and that hold something else, and those
 * that were changed now and not then. Empty where the whole hash differs by what an earlier record brought about.
 */
export function differingParts<S>(check: StateCheck, before: KernelState<S>, after: KernelState<S>): readonly string[] {
  return differingPaths(check, before, after).map(pathWords);
}

/** The same as paths. */
export function differingPaths<S>(check: StateCheck, before: KernelState<S>, after: KernelState<S>): readonly (readonly string[])[] {
  const parts = partsOf(after);
  const otherwise = check.changed.filter(([path, hash]) => stateHash(at(parts, path)) !== hash).map(([path]) => path);
  const listed = check.changed.map(([path]) => path);
  const unlisted = changedPaths(partsOf(before), parts).filter((path) => !listed.some((one) => isWithin(path, one) || isWithin(one, path)));
  return [...otherwise, ...unlisted];
}

/** Paths at which two states differ, in words, at most 16 within one part. */
export function differences<S>(one: KernelState<S>, other: KernelState<S>): readonly string[] {
  return changedPaths(partsOf(one), partsOf(other)).map(pathWords);
}

/** Hash of what a state holds at a path. */
export function hashAt<S>(state: KernelState<S>, path: readonly string[]): number {
  return stateHash(at(partsOf(state), path));
}

/** A path as one reads it: the buckets of a table are no news. */
export function pathWords(path: readonly string[]): string {
  return path.filter((key, i) => key !== 'buckets' && path[i - 1] !== 'buckets').join(' › ');
}

function partsOf<S>({
  seq,
  base,
  view,
  pending,
  drafts,
  workflows,
  history,
  errors,
  conflicts,
  tasks,
}: KernelState<S>): Readonly<Record<string, unknown>> {
  const rest = { seq, base, pending, drafts, workflows: persistedSnapshots(workflows), history, errors, conflicts, tasks };
  // without previews the view is the base: saying it twice would double every path
  return view === base ? rest : { ...rest, view };
}

function changedPaths(before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>): readonly (readonly string[])[] {
  const viewed = { ...before, ...('view' in after && !('view' in before) && { view: before['base'] }) };
  if (!('view' in after)) delete viewed['view'];
  return below(viewed, after, []).filter(([first]) => first !== 'seq');
}

function below(before: unknown, after: unknown, path: readonly string[]): readonly (readonly string[])[] {
  if (before === after || stateHash(before) === stateHash(after)) return [];
  if (before === undefined && path.length > 0) return leavesOf(after, path) ?? [path];
  if (!isBranch(before) || !isBranch(after) || Array.isArray(before) !== Array.isArray(after) || path.length >= DEEPEST) return [path];
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  const found: (readonly string[])[] = [];
  let parts = 0;
  for (const key of keys) {
    const within = below(before[key], after[key], [...path, key]);
    found.push(...within);
    // what is new counts as one, however many parts it has
    parts += before[key] === undefined ? Math.min(1, within.length) : within.length;
    if (path.length > 0 && parts > MOST_PARTS) return [path];
  }
  return found;
}

/** Paths of all that is within something new, so that a difference is named to its field; undefined where there is much. */
function leavesOf(value: unknown, path: readonly string[]): readonly (readonly string[])[] | undefined {
  if (!isBranch(value) || Object.keys(value).length === 0 || path.length >= DEEPEST) return [path];
  const found: (readonly string[])[] = [];
  for (const [key, part] of Object.entries(value)) {
    const leaves = found.length > MOST_NEW ? undefined : leavesOf(part, [...path, key]);
    if (leaves === undefined || found.push(...leaves) > MOST_NEW) return undefined;
  }
  return found;
}

function at(value: unknown, path: readonly string[]): unknown {
  let found = value;
  for (const key of path) found = isBranch(found) && Object.hasOwn(found, key) ? found[key] : undefined;
  return found;
}

function isWithin(path: readonly string[], other: readonly string[]): boolean {
  return other.every((key, i) => path[i] === key);
}

function isBranch(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

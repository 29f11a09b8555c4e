/** What differs between two states of a replay, path by path. */
import { sameJson } from '../domain/sameJson.ts';
import { idsOf, isObject, isTable, membersOf, pathText, type StatePath } from './readableState.ts';

/** One place that differs. A part that is wholly new or gone is one place. */
export interface StateChange {
  readonly path: StatePath;
  readonly kind: 'added' | 'removed' | 'changed';
  readonly before?: unknown;
  readonly after?: unknown;
}

/** The places that differ, in the order of the state. */
export interface StateDiff {
  readonly changes: readonly StateChange[];
  /** How many there are beyond those. */
  readonly more: number;
}

/** Places that are listed. */
export const MOST_CHANGES = 200;

/**
 * Compares two states. What is the same object in both costs nothing. `words` leaves out paths that do not hold each of them, whatever
 * their case.
 */
export function stateDiff(before: unknown, after: unknown, words = '', most = MOST_CHANGES): StateDiff {
  const changes: StateChange[] = [];
  let more = 0;
  const wanted = words.toLowerCase().split(/\s+/u).filter(Boolean);
  const add = (change: StateChange): void => {
    const text = wanted.length > 0 ? pathText(change.path).toLowerCase() : '';
    if (!wanted.every((word) => text.includes(word))) return;
    if (changes.length < most) changes.push(change);
    else more += 1;
  };
  compare(before, after, [], add);
  return { changes, more };
}

/** The places as lines of text, to be pasted into a ticket. */
export function diffText({ changes, more }: StateDiff): string {
  const lines = changes.map(({ path, kind, before, after }) => {
    const at = pathText(path);
    if (kind === 'added') return `+ ${at}: ${json(after)}`;
    if (kind === 'removed') return `- ${at}: ${json(before)}`;
    return `  ${at}: ${json(before)} -> ${json(after)}`;
  });
  return [...lines, ...(more > 0 ? [`and ${more} more`] : [])].join('\n');
}

function json(value: unknown): string {
  return JSON.stringify(value) ?? 'undefined';
}

function compare(before: unknown, after: unknown, path: StatePath, add: (change: StateChange) => void): void {
  if (Object.is(before, after)) return;
  if (before === undefined) return add({ path, kind: 'added', after });
  if (after === undefined) return add({ path, kind: 'removed', before });
  if (isTable(before) && isTable(after)) return compareTables(before, after, path, add);
  const alike = (Array.isArray(before) && Array.isArray(after)) || (isObject(before) && isObject(after));
  if (!alike || (Array.isArray(before) && Array.isArray(after) && (!idsOf(before) || !idsOf(after)) && before.length !== after.length)) {
    if (!sameJson(before, after)) add({ path, kind: 'changed', before, after });
    return;
  }
  compareMembers(membersOf(before) ?? [], membersOf(after) ?? [], path, add);
}

/** Only the buckets that are not the same in both. */
function compareTables(
  before: { buckets: readonly object[] },
  after: { buckets: readonly object[] },
  path: StatePath,
  add: (change: StateChange) => void,
): void {
  const differing = before.buckets.map((_, i) => i).filter((i) => before.buckets[i] !== after.buckets[i]);
  const rowsOf = (buckets: readonly object[]) => membersOf({ size: 0, buckets: differing.map((i) => buckets[i] ?? {}) }) ?? [];
  compareMembers(rowsOf(before.buckets), rowsOf(after.buckets), path, add);
}

function compareMembers(
  before: Iterable<readonly [string, unknown]>,
  after: Iterable<readonly [string, unknown]>,
  path: StatePath,
  add: (change: StateChange) => void,
): void {
  const was = new Map(before);
  const is = new Map(after);
  for (const [step, member] of was) compare(member, is.get(step), [...path, step], add);
  for (const [step, member] of is) if (!was.has(step)) compare(undefined, member, [...path, step], add);
}

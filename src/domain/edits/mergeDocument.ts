/**
 * One merge for undo, conflicts, toggling of changes and corrections: what an edit made of a document (`before` to `after`) is
 * made of its present state too. Fields merge one by one; where people work side by side, their parts do (MERGE_RULES).
 */
import type { Entity, EntityKind } from '../entities.ts';
import { sameJson } from '../sameJson.ts';
import type { Departure } from '../model/timetable.ts';

/** The merged document; `conflicts` holds the paths (`Name`, `Departures/T17`; '' for the whole) where the present state differs from `before`. */
export interface Merged<K extends EntityKind = EntityKind> {
  readonly doc: Entity<K> | null;
  readonly conflicts: readonly string[];
}

/** A part of a document that was changed in two ways; a value that is not there is undefined, a document null. */
export interface PartConflict {
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly present: unknown;
}

/**
 * Applies the difference of `before` and `after` to `present`; null stands for a document that is not there. Where a part of it was
 * changed to something else since, the present value stays and its path is a conflict; with `force` the value of `after` is taken, or
 * where it says so of the conflict.
 */
export function mergeDocument<K extends EntityKind>(
  kind: K,
  before: Entity<K> | null,
  after: Entity<K> | null,
  present: Entity<K> | null,
  force: boolean | ((conflict: PartConflict) => boolean) = false,
): Merged<K> {
  const conflicts: string[] = [];
  const merge = new Merge(MERGE_RULES[kind] ?? {}, conflicts, typeof force === 'boolean' ? () => force : force);
  const bothThere = before !== null && after !== null && present !== null;
  const doc = bothThere ? merge.record('', before, after, present) : merge.whole('', before, after, present);
  return { doc: doc as Entity<K> | null, conflicts };
}

/** How the parts at a path merge. Paths without a rule merge as a whole. */
type MergeRule =
  | { readonly as: 'record' }
  /** A number that only rises: the higher one is taken where both changed it. */
  | { readonly as: 'highest' }
  /** By position, where the list has the same length in all three. */
  | { readonly as: 'cells' }
  /** Items are the same where their keys are; a list that was in `order` stays so, else new items follow the one before them. */
  | { readonly as: 'list'; readonly keyOf: (item: unknown) => string; readonly order?: (a: unknown, b: unknown) => number };

const MERGE_RULES: Partial<Record<EntityKind, Readonly<Record<string, MergeRule>>>> = {
  Schedule: {
    Calendar: { as: 'record' },
    'Calendar/Exceptions': {
      as: 'list',
      keyOf: (item) => textAt(item, 'Date'),
      order: byDate,
    },
  },
  NetworkCalendar: {
    Dates: { as: 'list', keyOf: (item) => textAt(item, 'Date'), order: byDate },
    Periods: { as: 'list', keyOf: (item) => `${textAt(item, 'From')} ${textAt(item, 'Name')}` },
  },
  Track: { LastTimetable: { as: 'highest' } },
  Timetable: {
    ArrivalOffsets: { as: 'cells' },
    DepartureOffsets: { as: 'cells' },
    Timepoints: { as: 'cells' },
    Departures: { as: 'list', keyOf: (item) => departureKey(item as Departure), order: (a, b) => firstTime(a) - firstTime(b) },
  },
  Fare: {
    Rules: { as: 'list', keyOf: (item) => JSON.stringify(item) },
    BetweenStops: { as: 'list', keyOf: (item) => JSON.stringify(item) },
    ValidAfterFareGroups: { as: 'list', keyOf: String },
    ValidAfterStops: { as: 'list', keyOf: String },
    ValidAfterTransports: { as: 'list', keyOf: String },
  },
};

/** What a colleague would call a departure: its trip id where it has one, else its time. */
export function departureKey({ TripId, Type, Time, FromTime, ToTime }: Departure): string {
  return TripId !== undefined && TripId !== '' ? TripId : `${Type} ${Time ?? FromTime ?? ''}${ToTime === undefined ? '' : `-${ToTime}`}`;
}

class Merge {
  constructor(
    private readonly rules: Readonly<Record<string, MergeRule>>,
    private readonly conflicts: string[],
    private readonly takesAfter: (conflict: PartConflict) => boolean,
  ) {}

  /** Merges a part that has no parts of its own. `undefined` and null both say that it is not there. */
  whole<T>(path: string, before: T, after: T, present: T): T {
    if (sameJson(before, after) || sameJson(present, after)) return present;
    if (sameJson(present, before)) return after;
    this.conflicts.push(path);
    return this.takesAfter({ path, before, after, present }) ? after : present;
  }

  record(path: string, before: object, after: object, present: object): unknown {
    const merged: Record<string, unknown> = {};
    const [was, is, now] = [new Map(Object.entries(before)), new Map(Object.entries(after)), new Map(Object.entries(present))];
    for (const key of new Set([...now.keys(), ...is.keys(), ...was.keys()])) {
      const value = this.part(path === '' ? key : `${path}/${key}`, was.get(key), is.get(key), now.get(key));
      if (value !== undefined) Object.defineProperty(merged, key, { value, enumerable: true, configurable: true, writable: true });
    }
    return merged;
  }

  private part(path: string, before: unknown, after: unknown, present: unknown): unknown {
    if (sameJson(before, after)) return present;
    const rule = path === 'Extra' ? ({ as: 'record' } as const) : this.rules[path];
    if (rule?.as === 'highest')
      return sameJson(present, before) || sameJson(present, after) ? after : Math.max(Number(after ?? 0), Number(present ?? 0));
    if (rule?.as === 'record' && isObject(before) && isObject(after) && isObject(present)) return this.record(path, before, after, present);
    if (rule?.as === 'cells' || rule?.as === 'list') {
      const lists = [before, after, present].map((value) => (value === undefined ? [] : value));
      const [was, is, now] = lists;
      if (Array.isArray(was) && Array.isArray(is) && Array.isArray(now)) {
        const merged = rule.as === 'cells' ? this.cells(path, was, is, now) : this.list(path, rule, was, is, now);
        if (merged !== undefined) return merged.length === 0 && after === undefined ? undefined : merged;
      }
    }
    return this.whole(path, before, after, present);
  }

  private cells(path: string, before: readonly unknown[], after: readonly unknown[], present: readonly unknown[]): unknown[] | undefined {
    if (before.length !== after.length || after.length !== present.length) return undefined;
    return present.map((cell, i) => this.whole(`${path}/${i}`, before[i], after[i], cell));
  }

  private list(
    path: string,
    { keyOf, order }: Extract<MergeRule, { as: 'list' }>,
    before: readonly unknown[],
    after: readonly unknown[],
    present: readonly unknown[],
  ): unknown[] | undefined {
    const [was, is, now] = [before, after, present].map((items) => new Map(items.map((item) => [keyOf(item), item])));
    if (!was || !is || !now || was.size !== before.length || is.size !== after.length || now.size !== present.length) return undefined;
    const merged: unknown[] = [];
    for (const [key, item] of now) {
      const value = this.whole(`${path}/${key}`, was.get(key), is.get(key), item);
      if (value !== undefined) merged.push(value);
    }
    let previous: string | undefined;
    for (const [key, item] of is) {
      if (!now.has(key)) {
        const value = this.whole(`${path}/${key}`, was.get(key), item, undefined);
        const at = previous === undefined ? 0 : merged.findIndex((one) => keyOf(one) === previous) + 1;
        if (value !== undefined) merged.splice(at, 0, value);
      }
      previous = key;
    }
    return order && isSorted(present, order) ? merged.toSorted(order) : merged;
  }
}

function isSorted(items: readonly unknown[], order: (a: unknown, b: unknown) => number): boolean {
  return items.every((item, i) => i === 0 || order(items[i - 1], item) <= 0);
}

function byDate(a: unknown, b: unknown): number {
  return textAt(a, 'Date') < textAt(b, 'Date') ? -1 : Number(textAt(a, 'Date') > textAt(b, 'Date'));
}

function textAt(item: unknown, key: string): string {
  return isObject(item) ? String(Reflect.get(item, key)) : '';
}

function firstTime(item: unknown): number {
  const { Time, FromTime } = item as Departure;
  return Time ?? FromTime ?? 0;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Couplings of vehicles as a tree: at most 3 levels, no cycle, each place under a parent once. */
import type { Entity } from '../entities.ts';
import type { AnyRecord, RecordKind } from './records.ts';
import { type FieldValues, withValues } from './fieldValues.ts';

type Coupling = Entity<'VehicleCoupling'>;

const MOST_LEVELS = 3;

/**
 * Why couplings cannot be as they are, looking only at the trees that the `changed` ones (by id) are part of; undefined when they can.
 * A vehicle with cars that have doors is three levels.
 */
export function couplingError(all: readonly Coupling[], changed: readonly string[]): string | undefined {
  const down = byKey(
    all,
    ({ ParentId }) => ParentId,
    ({ ChildId }) => ChildId,
  );
  const up = byKey(
    all,
    ({ ChildId }) => ChildId,
    ({ ParentId }) => ParentId,
  );
  for (const one of all) {
    if (!changed.includes(one.Id)) continue;
    const { ParentId, ChildId, ChildSequence } = one;
    const twin = all.find((other) => other.Id !== one.Id && other.ParentId === ParentId && other.ChildSequence === ChildSequence);
    if (twin) return `The place ${ChildSequence} under ${ParentId} is taken by ${twin.ChildId} already`;
    const below = longestFrom(ChildId, down, []);
    const above = longestFrom(ParentId, up, []);
    if (below === 'cycle' || above === 'cycle' || below.includes(ParentId)) return `${ParentId} would be a part of itself`;
    const chain = [...above.toReversed(), ...below];
    if (chain.length > MOST_LEVELS) return `Vehicle couplings have at most ${MOST_LEVELS} levels: ${chain.join(' → ')} would be ${chain.length}`;
  }
  return undefined;
}

/**
 * The same before a record is made or changed: `source` is what it was, or is made like. Undefined for any other kind, and where the
 * values are no coupling yet.
 */
export function couplingProblem(
  known: readonly AnyRecord[],
  kind: RecordKind,
  source: AnyRecord | undefined,
  recordId: string,
  values: FieldValues,
): string | undefined {
  if (kind !== 'VehicleCoupling') return undefined;
  const all = known as readonly Coupling[];
  try {
    const after = withValues(kind, { ...source, Id: recordId }, values);
    return couplingError([...all.filter(({ Id }) => Id !== recordId), after], [recordId]);
  } catch {
    return undefined; // a required value is missing: the declaration says which
  }
}

/** The longest path from a category, itself included. */
function longestFrom(id: string, next: ReadonlyMap<string, readonly string[]>, path: readonly string[]): readonly string[] | 'cycle' {
  if (path.includes(id)) return 'cycle';
  let longest: readonly string[] = [];
  for (const one of next.get(id) ?? []) {
    const on = longestFrom(one, next, [...path, id]);
    if (on === 'cycle') return 'cycle';
    if (on.length > longest.length) longest = on;
  }
  return [id, ...longest];
}

function byKey(
  all: readonly Coupling[],
  keyOf: (one: Coupling) => string,
  valueOf: (one: Coupling) => string,
): ReadonlyMap<string, readonly string[]> {
  const map = new Map<string, string[]>();
  for (const one of all) {
    const values = map.get(keyOf(one));
    if (values) values.push(valueOf(one));
    else map.set(keyOf(one), [valueOf(one)]);
  }
  return map;
}

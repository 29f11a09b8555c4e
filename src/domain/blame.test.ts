import { describe, expect, it } from 'vitest';
import { chanceOf } from '../../test/builders/randomEdits.ts';
import { blame, partAt } from './blame.ts';
import { sameJson } from './sameJson.ts';

type Doc = Readonly<Record<string, unknown>>;

const PATHS = [
  'Name',
  'Days',
  'Note',
  'ArrivalOffsets/0',
  'ArrivalOffsets/1',
  'DepartureOffsets/2',
  'Departures/T1',
  'Departures/T2',
  'Departures/T3',
];

/** The states of a document after each of its changes, oldest first; null where it did not exist. */
function randomStates(seed: number): readonly (Doc | null)[] {
  const chance = chanceOf(seed);
  const some = (n: number): number => Math.floor(chance() * n);
  const states: (Doc | null)[] = [null];
  while (states.length < 25) {
    const doc = states.at(-1);
    if (doc && chance() < 0.08) {
      states.push(null);
      continue;
    }
    const { Note: _note, ...rest } = doc ?? { Name: 'a', Days: 127, ArrivalOffsets: [0, 60, 120], DepartureOffsets: [0, 60, 120], Departures: [] };
    const offsets = (field: string): readonly number[] => (rest as Record<string, readonly number[]>)[field] ?? [];
    const field = some(2) === 0 ? 'ArrivalOffsets' : 'DepartureOffsets';
    const place = some(3);
    const trips = ['T1', 'T2', 'T3'].filter(() => chance() < 0.6);
    states.push({
      ...rest,
      ...(chance() < 0.3 ? { Name: 'abc'[some(3)] } : {}),
      ...(chance() < 0.3 ? { Note: some(2) } : {}),
      ...(chance() < 0.5 ? { [field]: offsets(field).map((value, i) => (i === place ? some(3) * 60 : value)) } : {}),
      ...(chance() < 0.5 ? { Departures: trips.map((TripId) => ({ Type: 'Exact', TripId, Time: 60 * some(3) })) } : {}),
    });
  }
  return states;
}

describe('blame', () => {
  it('of any field or cell names the change that a naive scan of all states names', () => {
    for (let seed = 1; seed <= 40; seed++) {
      const states = randomStates(seed);
      const history = states
        .slice(1)
        .map((After, i) => ({ rev: i + 1, Before: states[i] ?? null, After }))
        .toReversed();
      for (const path of PATHS) {
        // forwards through the states: whenever the part is another one than before, that change has set it
        let naive: number | undefined;
        for (let rev = 1; rev < states.length; rev++)
          if (!sameJson(partAt(states[rev] ?? null, path), partAt(states[rev - 1] ?? null, path))) naive = rev;
        expect(blame(history, path)?.rev, `seed ${seed}, ${path}`).toBe(naive);
      }
    }
  });

  it('of a part that no change touched is nobody', () => {
    expect(blame([{ Before: { Name: 'a', Zone: '1' }, After: { Name: 'b', Zone: '1' } }], 'Zone')).toBeUndefined();
  });
});

import { describe, expect, test } from 'vitest';
import { abortLaw, declarationLaw, failureLaw, sessionLaws, undoLaw, viewLaw } from './laws.ts';
import { toyWorld } from './toyWorld.ts';

/** Seeds that once found something, and a run of others. */
const PINNED: readonly number[] = [];
const SEEDS = [...PINNED, ...Array.from({ length: 150 }, (_, i) => i + 1)];
const { commands } = toyWorld.definitions;

describe('the kernel keeps its laws in a small application', () => {
  test.each(SEEDS)('a session replays as it was lived, with seed %i', (seed) => sessionLaws(toyWorld, seed, 150));

  test('the view is always the base with all previews', () => {
    for (let seed = 1; seed <= 20; seed++) viewLaw(toyWorld, seed, 60);
  });

  test('undoing gives back what was, redoing gives it again', () => {
    let undone = 0;
    for (let seed = 1; seed <= 40; seed++) undone += undoLaw(toyWorld, seed, 15);
    expect(undone).toBeGreaterThan(200);
  });

  test.each(commands.filter((c) => c.definition.policy === 'latest'))('only the latest $type counts', (command) => abortLaw(toyWorld, command));

  test.each(commands.filter((c) => c.definition.call))('a failed $type leaves nothing behind', (command) => {
    expect(failureLaw(toyWorld, command)).toBeGreaterThan(0);
  });

  test.each([...commands])('$type says all that is to be said of it', (command) => declarationLaw(toyWorld, command));
});

import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { abortLaw, declarationLaw, failureLaw, faultLaw, inverseLaw, sessionLaws, viewLaw } from './laws.ts';
import { productWorld } from './productWorld.ts';

const SEEDS = Array.from({ length: 60 }, (_, i) => i + 1);
const { commands, events } = productWorld.definitions;

describe('the whole catalogue keeps the laws', () => {
  test.each(SEEDS)('a session replays as it was lived, with seed %i', (seed) => sessionLaws(productWorld, seed, 120));

  test('the view is always the base with all previews', () => {
    for (let seed = 1; seed <= 10; seed++) viewLaw(productWorld, seed, 60);
  });

  test('no declaration throws, whatever the server answers', () => {
    for (let seed = 1; seed <= 40; seed++) faultLaw(productWorld, seed, 120);
  });

  test.each(commands.filter((c) => c.definition.policy === 'latest'))('only the latest $type counts', (command) => abortLaw(productWorld, command));

  test.each(commands.filter((c) => c.definition.call))('a failed $type leaves nothing behind', (command) => void failureLaw(productWorld, command));

  test.each(commands.filter((c) => typeof c.definition.inverse === 'function'))('the undo of the undo of $type is the act itself', (command) =>
    inverseLaw(productWorld, command),
  );

  test.each([...commands])('$type says all that is to be said of it', (command) => declarationLaw(productWorld, command));

  test.each([...events])('the fact $type has samples that it accepts', ({ definition }) => {
    const samples = definition.samples();
    expect(samples.length).toBeGreaterThan(0);
    for (const sample of samples) expect(z.safeParse(definition.payload, sample).error).toBeUndefined();
  });
});

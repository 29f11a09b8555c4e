import { expect, test } from 'vitest';
import { editWorld } from './editWorld.ts';
import { sessionLaws, undoLaw } from './laws.ts';

const SESSIONS = 1000;

test(`${SESSIONS} sessions of 60 acts replay, and what they did is undone`, () => {
  const broken: string[] = [];
  for (let seed = 1; seed <= SESSIONS; seed++) {
    try {
      sessionLaws(editWorld, seed, 60);
      undoLaw(editWorld, seed, 25);
    } catch (thrown) {
      broken.push(`seed ${seed}: ${String(thrown).split('\n')[0]}`);
    }
  }
  console.log(`${SESSIONS - broken.length} of ${SESSIONS} sessions reproduce`);
  expect(broken).toEqual([]);
});

import { test } from 'vitest';
import { editWorld } from './editWorld.ts';
import { sessionLaws, undoLaw } from './laws.ts';

test('a thousand sessions of edits replay, and what they did is undone', () => {
  for (let seed = 1; seed <= 1000; seed++) {
    sessionLaws(editWorld, seed, 60);
    undoLaw(editWorld, seed, 25);
  }
});

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { mistakes } from './list.ts';
import { planted } from './planted.ts';

test('every mistake of the list can be planted: the text that it changes stands once in its file', () => {
  expect(mistakes.length).toBeGreaterThanOrEqual(60);
  const unfit = mistakes.flatMap((mistake) => {
    try {
      planted(mistake, readFileSync(mistake.file, 'utf8'));
      return [];
    } catch (error) {
      return [String(error)];
    }
  });
  expect(unfit).toEqual([]);
});

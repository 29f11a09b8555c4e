import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { planted } from './planted.ts';
import { worldFaults } from './worldFaults.ts';

test('sixty faults of the protocol can be planted: the text that each changes stands once in its file', () => {
  expect(worldFaults.length).toBeGreaterThanOrEqual(60);
  const unfit = worldFaults.flatMap((fault) => {
    try {
      planted(fault, readFileSync(fault.file, 'utf8'));
      return [];
    } catch (error) {
      return [String(error)];
    }
  });
  expect(unfit).toEqual([]);
});

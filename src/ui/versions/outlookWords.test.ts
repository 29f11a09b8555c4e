import { expect, test } from 'vitest';
import { becomesWords, findingsWords } from './outlookWords.ts';

test('a version becomes current at once, later or never', () => {
  expect(becomesWords({ ValidFrom: '2026-06-02', ValidTo: '2026-12-31', Becomes: 'later' })).toBe(
    'It becomes current on 2026-06-02 (valid 2026-06-02 to 2026-12-31).',
  );
  expect(becomesWords({ ValidFrom: null, ValidTo: '2026-12-31', Becomes: 'current' })).toBe(
    'It becomes current at once (valid from any day to 2026-12-31).',
  );
  expect(becomesWords({ ValidFrom: null, ValidTo: null, Becomes: 'current' })).toBe('It becomes current at once.');
  expect(becomesWords({ ValidFrom: null, ValidTo: '2026-05-31', Becomes: 'never' })).toBe(
    'This version does not become current: its dates ended on 2026-05-31.',
  );
});

test('findings are counted in words, and none are no words', () => {
  expect([findingsWords(1, 0), findingsWords(0, 1), findingsWords(1200, 2), findingsWords(0, 0)]).toEqual([
    '1 error',
    '1 warning',
    '1,200 errors and 2 warnings',
    undefined,
  ]);
});

import { expect, test } from 'vitest';
import { becomes, becomesWords, findingsWords, refusalOfErrors } from './versionOutlook.ts';

const NOTHING = { Errors: 0, Warnings: 0, NewErrors: 0, NewWarnings: 0, Checking: false };

test('a version is current at once, later or never by its dates', () => {
  expect(becomes(null, null, '2026-06-01')).toBe('current');
  expect(becomes('2026-06-01', '2026-06-01', '2026-06-01')).toBe('current');
  expect(becomes('2026-06-02', null, '2026-06-01')).toBe('later');
  expect(becomes('2026-01-01', '2026-05-31', '2026-06-01')).toBe('never');
  expect(becomesWords({ ...NOTHING, ValidFrom: '2026-06-02', ValidTo: '2026-12-31', Becomes: 'later' })).toBe(
    'It becomes current on 2026-06-02 (valid 2026-06-02 to 2026-12-31).',
  );
  expect(becomesWords({ ...NOTHING, ValidFrom: null, ValidTo: null, Becomes: 'current' })).toBe('It becomes current at once.');
  expect(becomesWords({ ...NOTHING, ValidFrom: null, ValidTo: '2026-05-31', Becomes: 'never' })).toBe(
    'It does not become current: its dates ended on 2026-05-31.',
  );
});

test('findings are counted in words, and none are no words', () => {
  expect([findingsWords(1, 0), findingsWords(1200, 2), findingsWords(0, 0)]).toEqual(['1 error', '1,200 errors and 2 warnings', undefined]);
});

test('a region that does not publish versions with errors says how many there are, and waits for a check', () => {
  expect(refusalOfErrors({ Errors: 0, Checking: false })).toBeUndefined();
  expect(refusalOfErrors({ Errors: 12, Checking: false })).toBe('This region does not publish versions with errors: 12 errors');
  expect(refusalOfErrors({ Errors: 1, Checking: false })).toBe('This region does not publish versions with errors: 1 error');
  expect(refusalOfErrors({ Errors: 0, Checking: true })).toBe(
    'This region does not publish versions with errors, and this version is still being checked. Try again in a moment',
  );
});

import { expect, test } from 'vitest';
import { becomes, refusalOfErrors } from './versionOutlook.ts';

test('a version is current at once, later or never by its dates', () => {
  expect(becomes(null, null, '2026-06-01')).toBe('current');
  expect(becomes('2026-06-01', '2026-06-01', '2026-06-01')).toBe('current');
  expect(becomes('2026-06-02', null, '2026-06-01')).toBe('later');
  expect(becomes('2026-01-01', '2026-05-31', '2026-06-01')).toBe('never');
});

test('a region that does not publish versions with errors says how many there are, and waits for a check', () => {
  expect(refusalOfErrors({ Errors: 0, Checking: false })).toBeUndefined();
  expect(refusalOfErrors({ Errors: 12, Checking: false })).toBe('This region does not publish versions with errors: 12 errors');
  expect(refusalOfErrors({ Errors: 1, Checking: false })).toBe('This region does not publish versions with errors: 1 error');
  expect(refusalOfErrors({ Errors: 0, Checking: true })).toBe(
    'This region does not publish versions with errors, and this version is still being checked. Try again in a moment',
  );
});

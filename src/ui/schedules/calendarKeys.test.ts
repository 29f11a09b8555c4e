import { expect, test } from 'vitest';
import { dateReachedBy } from './calendarKeys.ts';

test.each([
  ['ArrowRight', '2026-12-31', '2027-01-01'],
  ['ArrowLeft', '2027-01-01', '2026-12-31'],
  ['ArrowDown', '2026-12-28', '2027-01-04'],
  ['ArrowUp', '2027-01-04', '2026-12-28'],
  ['ArrowRight', '2028-02-28', '2028-02-29'],
  ['ArrowRight', '2027-02-28', '2027-03-01'],
])('%s goes from %s to %s', (key, from, to) => {
  expect(dateReachedBy(key, from)).toBe(to);
});

test('other keys lead nowhere', () => {
  expect(['Enter', ' ', 'Tab', 'Escape', 'a', 'constructor'].map((key) => dateReachedBy(key, '2026-12-31'))).toEqual(
    Array.from({ length: 6 }, () => undefined),
  );
});

import { expect, test } from 'vitest';
import { demoNight } from './demoNight.ts';

const at = (time: string) => Date.parse(`2026-11-23T${time}:00Z`);

test.each([
  ['00:29', '03:30'],
  ['00:30', '23:30'],
  ['03:29', '23:30'],
  ['03:30', '03:30'],
  ['12:00', '03:30'],
])('a product first started at %s has its nightly run at %s', (now, night) => {
  expect(demoNight('03:30', 'UTC', at(now))).toBe(night);
});

test('the clock of the region counts', () => {
  expect(demoNight('04:15', 'Europe/Amsterdam', at('02:00'))).toBe('00:15');
  expect(demoNight('04:15', 'Europe/Amsterdam', at('03:20'))).toBe('04:15');
});

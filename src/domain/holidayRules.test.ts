import { expect, test } from 'vitest';
import { dateOfRule, type HolidayRule, ruleText } from './holidayRules.ts';

const EASTER: HolidayRule = { kind: 'easter', offset: 0 };

test.each([
  [1961, '1961-04-02'],
  [2000, '2000-04-23'],
  [2019, '2019-04-21'],
  [2024, '2024-03-31'],
  [2025, '2025-04-20'],
  [2026, '2026-04-05'],
  [2038, '2038-04-25'],
  [2285, '2285-03-22'],
])('Easter of %i is on %s', (year, date) => {
  expect(dateOfRule(EASTER, year)).toBe(date);
});

test.each<[HolidayRule, string, string | undefined]>([
  [{ kind: 'easter', offset: 39 }, 'easter 39', '2026-05-14'],
  [{ kind: 'easter', offset: -2 }, 'easter -2', '2026-04-03'],
  [{ kind: 'fixed', month: 12, day: 25 }, '12-25', '2026-12-25'],
  [{ kind: 'fixed', month: 2, day: 29 }, '02-29', undefined],
  [{ kind: 'weekday', nth: 3, weekday: 0, month: 1 }, '3rd monday in January', '2026-01-19'],
  [{ kind: 'weekday', nth: 0, weekday: 0, month: 5 }, 'last monday in May', '2026-05-25'],
  [{ kind: 'weekday', nth: 1, weekday: 6, month: 11 }, '1st sunday in November', '2026-11-01'],
  [{ kind: 'weekday', nth: 0, weekday: 3, month: 12 }, 'last thursday in December', '2026-12-31'],
])('%o is written %s and is %s in 2026', (rule, text, date) => {
  expect(ruleText(rule)).toBe(text);
  expect(dateOfRule(rule, 2026)).toBe(date);
});

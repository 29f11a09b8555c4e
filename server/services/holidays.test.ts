import DateHolidays from 'date-holidays';
import { expect, test } from 'vitest';
import { dateOfRule, type HolidayRule, ruleText } from '../../src/domain/holidayRules.ts';
import { listHolidays } from './holidays.ts';

const NL = { country: 'NL', state: '', timezone: '', from: 2026, to: 2026, language: 'en' };

test('holidays of a country with their names and rules, without observances', async () => {
  const { Country, Holidays } = await listHolidays(NL);
  expect(Country).toBe('NL');
  expect(Holidays).toContainEqual({ Date: '2026-05-14', Name: 'Ascension Day', Type: 'public', Rule: 'NL: easter 39' });
  expect(Holidays).toContainEqual({ Date: '2026-12-25', Name: 'Christmas Day', Type: 'public', Rule: 'NL: 12-25' });
  expect(Holidays.map(({ Name }) => Name)).not.toContain("Mother's Day");
});

test('a part of a country has its own, in the language that is asked for', async () => {
  const { States, Holidays } = await listHolidays({ ...NL, country: 'de', state: 'BY', language: 'de' });
  expect(States).toContainEqual({ Id: 'BY', Name: 'Bayern' });
  expect(Holidays).toContainEqual({ Date: '2026-11-01', Name: 'Allerheiligen', Type: 'public', Rule: 'DE-BY: 11-01' });
});

test('without a country the one of the time zone is proposed; years are bounded', async () => {
  const proposed = await listHolidays({ ...NL, country: '', timezone: 'Pacific/Honolulu', from: 2026, to: 2999 });
  expect(proposed.Country).toBe('US');
  expect(proposed.Holidays.at(-1)?.Date).toMatch(/^2031-/);
  const none = await listHolidays({ ...NL, country: 'XX', state: 'YY' });
  expect(none).toMatchObject({ Country: '', State: '', States: [], Holidays: [] });
  expect(none.Countries.length).toBeGreaterThan(200);
});

test('rules of one’s own are dated as the package dates them, 1990 to 2060', () => {
  const rules: HolidayRule[] = [
    { kind: 'easter', offset: 0 },
    { kind: 'easter', offset: 60 },
    { kind: 'fixed', month: 7, day: 4 },
    { kind: 'weekday', nth: 4, weekday: 3, month: 11 },
    { kind: 'weekday', nth: 1, weekday: 0, month: 9 },
  ];
  const theirs = new DateHolidays('US');
  for (const rule of rules) theirs.setHoliday(ruleText(rule), { name: `own ${ruleText(rule)}`, type: 'public' });
  for (let year = 1990; year <= 2060; year++) {
    const holidays = theirs.getHolidays(year);
    for (const rule of rules) {
      const found = holidays.filter(({ name }) => name === `own ${ruleText(rule)}`).map(({ date }) => date.slice(0, 10));
      expect(found, `${ruleText(rule)} ${year}`).toEqual([dateOfRule(rule, year)]);
    }
  }
});

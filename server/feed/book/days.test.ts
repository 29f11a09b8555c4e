import { expect, it } from 'vitest';
import { dateOfDays, daysOf, weekdayOf } from '../../../src/domain/date.ts';
import { dayTypesOf, sayDays } from './days.ts';
import type { DaysText } from './lineBook.ts';

const day = (date: string): number => daysOf(date) ?? NaN;
const range = (from: string, to: string): number[] => Array.from({ length: day(to) - day(from) + 1 }, (_, at) => day(from) + at);
const november = range('2026-11-02', '2026-12-27');
const on = (days: readonly number[], ...weekdays: number[]): number[] => days.filter((one) => weekdays.includes(weekdayOf(one)));

/** The dates that a text means, read independently of how it is made. */
function meant({ weekdays, from, until, also, not }: DaysText, all: readonly number[]): string[] {
  const isIn = (list: DaysText['also'], date: string): boolean => list.some(([first, last]) => first <= date && date <= last);
  return all.flatMap((one) => {
    const date = dateOfDays(one);
    const isRegular = ((weekdays >> weekdayOf(one)) & 1) === 1 && (from ?? '') <= date && date <= (until ?? '9999');
    return (isRegular && !isIn(not, date)) || isIn(also, date) ? [date] : [];
  });
}

it('says weekdays, periods and exceptions', () => {
  const mondayToFriday = on(november, 0, 1, 2, 3, 4);
  expect(sayDays(november, november)).toEqual({ weekdays: 127, also: [], not: [] });
  expect(sayDays(mondayToFriday, november)).toEqual({ weekdays: 31, also: [], not: [] });
  const holiday = day('2026-12-24');
  expect(
    sayDays(
      mondayToFriday.filter((one) => one !== holiday && one !== day('2026-11-26')),
      november,
    ),
  ).toEqual({
    weekdays: 31,
    also: [],
    not: [
      ['2026-11-26', '2026-11-26'],
      ['2026-12-24', '2026-12-24'],
    ],
  });
  expect(
    sayDays(
      [...on(november, 6), holiday].toSorted((a, b) => a - b),
      november,
    ),
  ).toEqual({
    weekdays: 64,
    also: [['2026-12-24', '2026-12-24']],
    not: [],
  });
  expect(
    sayDays(
      mondayToFriday.filter((one) => one <= day('2026-12-11')),
      mondayToFriday,
    ),
  ).toEqual({
    weekdays: 127,
    until: '2026-12-11',
    also: [],
    not: [],
  });
  expect(sayDays([day('2026-12-21')], november)).toEqual({ weekdays: 0, also: [['2026-12-21', '2026-12-21']], not: [] });
});

it('names exactly the dates that are meant, whichever they are', () => {
  let seed = 7;
  const chance = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  for (let round = 0; round < 400; round++) {
    const all = november.filter(() => chance() < 0.9);
    const share = chance();
    const weekday = Math.floor(chance() * 128);
    const some = all.filter((one) => (((weekday >> weekdayOf(one)) & 1) === 1 ? chance() < 0.95 : chance() < share * 0.2));
    if (some.length > 0) expect(meant(sayDays(some, all), all)).toEqual(some.map(dateOfDays));
  }
});

it('puts a holiday to the days that run the same trips, and keeps a trip of some dates in its day type', () => {
  const holiday = day('2026-12-25');
  const weekday = on(november, 0, 1, 2, 3, 4).filter((one) => one !== holiday);
  const sunday = [...on(november, 6), holiday].toSorted((a, b) => a - b);
  const fridays = on(weekday, 4);
  const types = dayTypesOf([weekday, weekday, weekday, weekday, fridays, sunday, sunday]);
  expect(types.map(({ days, runs }) => [days, [...runs].toSorted((a, b) => a - b)])).toEqual([
    [weekday, [0, 1, 2, 3, 4]],
    [sunday, [5, 6]],
  ]);
});

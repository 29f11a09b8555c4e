import { expect, test } from 'vitest';
import type { Calendar, Schedule } from './model/schedule.ts';
import { idsDuringWorks, splitForWorks, WorksDates, worksError } from './works.ts';

const line = (calendar: Calendar): Schedule => ({ Id: '8_20200105', Name: '8', IsBaseSchedule: true, Calendar: calendar });
const YEAR = line({
  fromDate: '2020-01-05',
  toDate: '2020-12-31',
  Exceptions: [
    { Date: '2020-03-04', RunAs: 0 },
    { Date: '2020-03-06', RunAs: 64 },
    { Date: '2020-12-25', RunAs: 0 },
  ],
});

test('the schedule of the works has their service days, the original one has all others', () => {
  expect(splitForWorks(YEAR, { from: '2020-03-03', to: '2020-03-06' }, '8_20200303')).toEqual({
    during: {
      ...YEAR,
      Id: '8_20200303',
      IsBaseSchedule: false,
      Calendar: {
        fromDate: '2020-03-03',
        toDate: '2020-03-06',
        Exceptions: [
          { Date: '2020-03-04', RunAs: 0 },
          { Date: '2020-03-06', RunAs: 64 },
        ],
      },
    },
    rest: {
      ...YEAR,
      Calendar: {
        fromDate: '2020-01-05',
        toDate: '2020-12-31',
        Exceptions: [
          { Date: '2020-03-03', RunAs: 0 },
          { Date: '2020-03-04', RunAs: 0 },
          { Date: '2020-03-05', RunAs: 0 },
          { Date: '2020-03-06', RunAs: 0 },
          { Date: '2020-12-25', RunAs: 0 },
        ],
      },
    },
  });
});

test('works that begin before the schedule, and days that only an exception adds', () => {
  const weekend = line({ fromDate: '2020-06-06', toDate: '2020-06-07', Exceptions: [{ Date: '2020-06-10', RunAs: 127 }] });
  const split = splitForWorks(weekend, { from: '2020-06-07', to: '2020-06-30' }, 'N');
  expect(split?.during.Calendar).toEqual({
    fromDate: '2020-06-07',
    toDate: '2020-06-10',
    Exceptions: [
      { Date: '2020-06-08', RunAs: 0 },
      { Date: '2020-06-09', RunAs: 0 },
      { Date: '2020-06-10', RunAs: 127 },
    ],
  });
  expect(split?.rest?.Calendar.Exceptions).toEqual([
    { Date: '2020-06-07', RunAs: 0 },
    { Date: '2020-06-10', RunAs: 0 },
  ]);
});

test('a schedule without service in the works stays, one without service outside them changes itself', () => {
  expect(splitForWorks(YEAR, { from: '2021-01-01', to: '2021-02-01' }, 'N')).toBeUndefined();
  expect(splitForWorks(YEAR, { from: '2020-03-04', to: '2020-03-04' }, 'N')).toBeUndefined();
  expect(splitForWorks(YEAR, { from: '2020-01-01', to: '2020-12-31' }, 'N')).toEqual({ during: YEAR });
});

test('ids are of the family of the line', () => {
  expect(idsDuringWorks('8_20200105', { from: '2020-03-02', to: '2020-03-13' })).toEqual(['8_20200302', '8_20200313']);
  expect(idsDuringWorks('8', { from: '2020-03-02', to: '2020-03-02' })).toEqual(['8_20200302']);
});

test.each([
  ['2020-03-02', '2020-03-02', undefined],
  ['2020-03-02', '2021-03-02', undefined],
  ['2020-03-02', '2021-03-03', 'tooLong'],
  ['2020-03-02', '2020-03-01', 'ended'],
  ['2020-03-02', '2020-02-30', 'noDate'],
  ['', '2020-03-01', 'noDate'],
])('works from %s to %s: %s', (from, to, error) => {
  expect(worksError(from, to)).toBe(error);
  expect(WorksDates.safeParse({ from, to }).success).toBe(error === undefined);
});

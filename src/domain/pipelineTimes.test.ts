import { describe, expect, test } from 'vitest';
import { dueTimes, nextDue } from './pipelineTimes.ts';

const iso = (moments: readonly number[]): string[] => moments.map((moment) => new Date(moment).toISOString().slice(0, 16));
const at = (text: string): number => Date.parse(`${text}Z`);
const EVERY_DAY = '1111111';
const due = (times: string[], zone: string, from: string, until: string, days = EVERY_DAY): string[] =>
  iso(dueTimes({ times_of_day: times, days_of_week: days }, zone, at(from), at(until)));

describe('when a schedule is due', () => {
  test('times are meant in the time zone of the region, days begin with Monday [H144 H145]', () => {
    // 2026-06-01 is a Monday; Amsterdam is two hours ahead of UTC, Los Angeles seven behind.
    expect(due(['06:30', '23:00'], 'Europe/Amsterdam', '2026-06-01T00:00', '2026-06-08T00:00', '1000001')).toEqual([
      '2026-06-01T04:30',
      '2026-06-01T21:00',
      '2026-06-07T04:30',
      '2026-06-07T21:00',
    ]);
    expect(due(['20:00'], 'America/Los_Angeles', '2026-06-01T12:00', '2026-06-03T12:00', '1000000')).toEqual(['2026-06-02T03:00']);
    expect(due(['12:00'], 'Nowhere/Atall', '2026-06-01T00:00', '2026-06-01T23:00')).toEqual(['2026-06-01T12:00']);
  });

  test('a time that the clocks jump over counts at the next one that exists', () => {
    expect(due(['01:30', '02:15', '03:10'], 'Europe/Amsterdam', '2026-03-28T23:00', '2026-03-29T12:00')).toEqual([
      '2026-03-29T00:30',
      '2026-03-29T01:00',
      '2026-03-29T01:10',
    ]);
    // Two times of the hour that is missing, and the one the clocks jump to, are one.
    expect(due(['02:00', '02:59', '03:00'], 'America/New_York', '2026-03-08T00:00', '2026-03-08T23:00')).toEqual(['2026-03-08T07:00']);
    // Half an hour only.
    expect(due(['02:10'], 'Australia/Lord_Howe', '2026-10-03T00:00', '2026-10-04T00:00')).toEqual(['2026-10-03T15:30']);
  });

  test('a time that comes twice counts once, the first time', () => {
    expect(due(['02:30'], 'Europe/Amsterdam', '2026-10-24T12:00', '2026-10-25T12:00')).toEqual(['2026-10-25T00:30']);
    expect(due(['01:30'], 'America/New_York', '2026-11-01T00:00', '2026-11-01T23:00')).toEqual(['2026-11-01T05:30']);
  });

  test('over any year and zone every chosen day has each time once, in order, and nextDue walks the same moments', () => {
    let seed = 20260601;
    const chance = (n: number): number => (seed = (seed * 1103515245 + 12345) % 2147483648) % n;
    const zones = ['Europe/Amsterdam', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata', 'America/St_Johns', 'Pacific/Apia', 'UTC'];
    for (let round = 0; round < 40; round++) {
      const zone = zones[chance(zones.length)] ?? 'UTC';
      const minutes = chance(1440);
      const time = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
      const from = at('2020-01-01T00:00') + chance(365 * 7) * 86_400_000;
      const schedule = { times_of_day: [time], days_of_week: EVERY_DAY };
      const found = dueTimes(schedule, zone, from, from + 30 * 86_400_000);
      expect(found.length, `${zone} ${time} from ${new Date(from).toISOString()}`).toBeGreaterThanOrEqual(29);
      expect(found.length).toBeLessThanOrEqual(31);
      let walked = from;
      for (const moment of found) {
        walked = nextDue(schedule, zone, walked) ?? 0;
        expect(walked).toBe(moment);
        expect(moment % 60_000).toBe(0);
      }
    }
    expect(nextDue({ times_of_day: ['10:00'], days_of_week: '0000000' }, 'UTC', 0)).toBeUndefined();
  });
});

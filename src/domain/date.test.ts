import { describe, expect, test } from 'vitest';
import { addDays, formatMoment, isCalendarDate } from './date.ts';

describe('dates', () => {
  test('a moment is shown as ISO date and minute in UTC, wherever the reader is [E348 H130 R369]', () => {
    expect(formatMoment('2026-11-21T23:59:59.999Z')).toBe('2026-11-21 23:59');
    expect(formatMoment(new Date(Date.UTC(2026, 0, 1)).toISOString())).toBe('2026-01-01 00:00');
  });

  test('a date is strict and has to exist', () => {
    expect(['2024-02-29', '2026-12-31'].every(isCalendarDate)).toBe(true);
    expect(['2026-02-29', '2026-13-01', '26-01-01', '2026-1-1', '20260101', '2026-01-01T00:00', ''].some(isCalendarDate)).toBe(false);
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  });
});

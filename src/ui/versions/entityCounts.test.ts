import { describe, expect, test } from 'vitest';
import { entityCounts } from './entityCounts.ts';

describe('what a version holds', () => {
  test('agencies, schedules, tracks, timetables, stops, transfers, pathways, fares and translations are counted [E003]', () => {
    const shown = new Map(entityCounts({ Stop: 12, Schedule: 3 }).map(({ title, count }) => [title, count]));
    for (const title of ['Agencies', 'Schedules', 'Tracks', 'Timetables', 'Stops', 'Transfers', 'Pathways', 'Fares', 'Translations'])
      expect(shown.has(title)).toBe(true);
    expect(shown.get('Stops')).toBe(12);
    expect(shown.get('Fares')).toBe(0);
  });
});

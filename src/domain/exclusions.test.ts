import { expect, test } from 'vitest';
import { excludedEntity, exclusionText, ignoredValidation, IgnoredValidation } from './exclusions.ts';
import { exclusionKey, trackStopId } from './validation.ts';

test('what was excluded is told in the words of the product [E318 E319 E320]', () => {
  expect(exclusionText(false, 'Schedule', 12, 3)).toBe('12 cases in 3 schedules were excluded.');
  expect(exclusionText(false, 'Schedule', 1, 1)).toBe('1 case in 1 schedule was excluded.');
  expect(exclusionText(true, 'Schedule', 5, 2)).toBe('5 excluded cases in 2 schedules were removed.');
  expect(exclusionText(true, 'Schedule', 1, 1)).toBe('1 excluded case in 1 schedule was removed.');
});

test('track stops are counted by themselves [E321]', () => {
  expect(exclusionText(false, 'TrackStop', 7, 4)).toBe('4 track stops were excluded.');
  expect(exclusionText(false, 'TrackStop', 1, 1)).toBe('1 track stop was excluded.');
});

test('schedules that differ by the date of their id alone are one family, with the stops of their tracks [E156]', () => {
  expect(exclusionKey('Schedule', '12_20260101')).toBe(exclusionKey('Schedule', '12_20260401'));
  expect(exclusionKey('Schedule', '12_2026010')).toBe('12_2026010');
  expect(exclusionKey('TrackStop', trackStopId('12_20260101', 'a-b', 3, 'S/1'))).toBe('12/a-b/3/S%2F1');
  expect(exclusionKey('Stop', 'S_20260101')).toBe('S_20260101');
});

test('an exclusion names one entity by the id of its kind [E222 R141]', () => {
  expect(ignoredValidation('TrackStop', 'x')).toEqual({ TrackStopId: 'x' });
  expect(excludedEntity({ PathwayId: 'W1' })).toEqual({ entity: 'Pathway', id: 'W1' });
  expect(() => ignoredValidation('Level', 'L0')).toThrow('Cases of Level cannot be excluded');
  expect(IgnoredValidation.safeParse({ StopId: 'a', FareId: 'b' }).success).toBe(false);
});

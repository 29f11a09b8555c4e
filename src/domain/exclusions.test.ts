import { expect, test } from 'vitest';
import {
  ExcludedRule,
  excludedEntity,
  ExclusionInstance,
  ExclusionSession,
  exclusionText,
  removedText,
  ignoredValidation,
  IgnoredValidation,
  sessionDate,
} from './exclusions.ts';
import { exclusionKey, trackStopId } from './validation.ts';

test('exclusions are reported in the words of the product [E318 E319 E320]', () => {
  expect(exclusionText(false, 'Schedule', 12, 3)).toBe('12 cases in 3 schedules were excluded.');
  expect(exclusionText(false, 'Schedule', 1, 1)).toBe('1 case in 1 schedule was excluded.');
  expect(exclusionText(true, 'Schedule', 5, 2)).toBe('5 excluded cases in 2 schedules were removed.');
  expect(exclusionText(true, 'Schedule', 1, 1)).toBe('1 excluded case in 1 schedule was removed.');
});

test('track stops are counted by themselves [E321]', () => {
  expect(exclusionText(false, 'TrackStop', 7, 4)).toBe('4 track stops were excluded.');
  expect(exclusionText(false, 'TrackStop', 1, 1)).toBe('1 track stop was excluded.');
  expect(exclusionText(true, 'TrackStop', 9, 2)).toBe('2 excluded track stops were removed.');
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

test('a session has its fields, and a date of the form YYYY-MM-DD [E124 R138 R360]', () => {
  expect(Object.keys(ExclusionSession.shape)).toEqual(['Id', 'Note', 'Author', 'Date', 'Finalized', 'DbVersionId', 'RuleTypes']);
  expect(sessionDate('2026-03-09T22:14:05.000Z')).toBe('2026-03-09');
});

test('an excluded rule has its type, name, level, group and sessions [E125 R139]', () => {
  expect(Object.keys(ExcludedRule.shape)).toEqual(['RuleType', 'Name', 'RuleLevel', 'Group', 'SessionIds']);
});

test('an instance has rule, session, the number of its cases and one entity id [E126 R140]', () => {
  expect(ExclusionInstance.parse({ RuleType: 203, SessionId: 4, CasesCount: 2, StopId: 'S1' })).toEqual({
    RuleType: 203,
    SessionId: 4,
    CasesCount: 2,
    StopId: 'S1',
  });
  expect(ExclusionInstance.safeParse({ RuleType: 203, SessionId: 4, CasesCount: 2 }).success).toBe(false);
  expect(ExclusionInstance.safeParse({ RuleType: 203, SessionId: 4, StopId: 'S1', FareId: 'F1' }).success).toBe(false);
});

test('after exclusions were deleted, the cases of each kind of entity are reported [E319]', () => {
  const of = { RuleType: 203, SessionId: 4 };
  expect(
    removedText([
      { ...of, CasesCount: 3, ScheduleId: 'L1' },
      { ...of, SessionId: 5, CasesCount: 2, ScheduleId: 'L2' },
    ]),
  ).toBe('5 excluded cases in 2 schedules were removed.');
  expect(
    removedText([
      { ...of, CasesCount: 1, StopId: 'S1' },
      { ...of, CasesCount: 4, ScheduleId: 'L1' },
    ]),
  ).toBe('1 excluded case in 1 stop was removed. 4 excluded cases in 1 schedule were removed.');
});

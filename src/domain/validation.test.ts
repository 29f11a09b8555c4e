import { expect, test } from 'vitest';
import { areaOf, EXCLUSION_FIELDS, VALIDATION_GROUPS, ValidationEntity, ValidationLevel } from './validation.ts';
import { ValidationByRule, ValidationGroup } from './validationSummary.ts';

test('the levels are None, Error and Warning [E086]', () => {
  expect(ValidationLevel.options).toEqual(['None', 'Error', 'Warning']);
});

test('the areas have their numbers [E087]', () => {
  expect(Object.fromEntries(ValidationEntity.options.flatMap((entity) => (areaOf(entity) === null ? [] : [[entity, areaOf(entity)]])))).toEqual({
    Agency: 0,
    Stop: 1,
    Schedule: 2,
    // a place of a track is one of the trips that stop there
    TrackStop: 3,
    Pathway: 5,
    Attribution: 6,
    Level: 7,
  });
});

test('the kinds whose cases can be excluded, with the name of their id [E127]', () => {
  expect(EXCLUSION_FIELDS).toEqual({
    Schedule: 'ScheduleId',
    Fare: 'FareId',
    Agency: 'AgencyId',
    Translation: 'TranslationId',
    Transfer: 'TransferId',
    Pathway: 'PathwayId',
    Stop: 'StopId',
    TrackStop: 'TrackStopId',
  });
});

test('a group and a rule of the summary have their fields [E122 E123]', () => {
  expect(VALIDATION_GROUPS).toEqual(['Schedules', 'Fares', 'Pathways', 'Stops', 'Transfers', 'Agencies', 'Translations']);
  expect(Object.keys(ValidationGroup.shape)).toEqual(
    expect.arrayContaining(['GroupName', 'Errors', 'Warnings', 'ValidationsByRule', 'ValidationsByEntity']),
  );
  expect(Object.keys(ValidationByRule.shape)).toEqual(
    expect.arrayContaining([
      'RuleId',
      'RuleName',
      'RuleLevel',
      'Ignorable',
      'AllCasesCount',
      'IgnoredCasesCount',
      'FullyIgnored',
      'Ignored',
      'IgnoredBySessionDbVersionId',
    ]),
  );
});

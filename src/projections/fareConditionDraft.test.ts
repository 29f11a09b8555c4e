import { describe, expect, test } from 'vitest';
import { withRules } from '../domain/fareConditions.ts';
import type { Fare, FareRule } from '../domain/model/fare.ts';
import { conditionDraft, draftOutcome } from './fareConditionDraft.ts';

const FARE: Fare = { Id: 'f', Price: '1', Currency: 'EUR', FareGroupId: 'day', Rules: [] };
const rule = (Transport: string | null, FromZone: string | null, ToZone: string | null, ContainsZone: string | null = null): FareRule => ({
  Transport,
  FromZone,
  ToZone,
  ContainsZone,
});
const rulesAfter = (fare: Fare, ...given: Parameters<typeof draftOutcome> extends [Fare, ...infer Rest] ? Rest : never): readonly FareRule[] => {
  const { add = [], remove = [] } = draftOutcome(fare, ...given).rules ?? {};
  return withRules(fare, [...fare.Rules.filter((one) => !remove.includes(one)), ...add]).Rules;
};

describe('what the editor of a condition comes to', () => {
  test.each([
    ['BetweenStops', { from: 'A', to: '' }, { BetweenStops: [{ FromStop: 'A', ToStop: null }] }],
    ['DistanceInterval', { text: '0', upper: '2500' }, { DistanceInterval: { From: 0, To: 2500 } }],
    ['Duration', { text: '1:30' }, { Duration: { Seconds: 5400 } }],
    ['Duration', { text: '', inherited: true }, { Duration: { Inherited: true } }],
    ['NumberOfTransfers', { text: '0' }, { NumberOfTransfers: 0 }],
    ['NumberOfZones', { text: '3' }, { NumberOfZones: 3 }],
    ['RatePerDistance', { text: '0.15' }, { RatePerDistance: '0.15' }],
    ['ValidAfterFareGroups', { groups: ['single'] }, { ValidAfterFareGroups: ['single'] }],
    ['ValidAfterStops', { stops: ['A', 'B'] }, { ValidAfterStops: ['A', 'B'] }],
    ['ValidAfterTransports', { transports: ['1'] }, { ValidAfterTransports: ['1'] }],
  ] as const)('%s of %o', (condition, draft, conditions) => {
    expect(draftOutcome(FARE, condition, structuredClone(draft) as never).conditions).toEqual(conditions);
  });

  test.each([
    ['NumberOfStops', { text: '0' }, { text: 'Enter a whole number from 1' }],
    ['RatePerDistance', { text: '0.155' }, { text: 'Enter an amount above 0 with up to 2 decimals, such as 0.15' }],
    ['DistanceInterval', { text: '900', upper: '300' }, { upper: 'The end must be after the start' }],
    ['ValidAfterFareGroups', { groups: ['day'] }, { groups: 'The fare group day cannot be its own predecessor' }],
    ['ContainsZones', { zones: [] }, { zones: 'Choose a zone' }],
  ] as const)('%s of %o says at its field what is wrong', (condition, draft, faults) => {
    expect(draftOutcome(FARE, condition, structuredClone(draft) as never)).toEqual({ faults });
  });

  test('zones narrow the lines of the fare; a line without zones holds between them only', () => {
    const fare = { ...FARE, Rules: [rule('1', null, null), rule('2', 'C', 'C')] };
    expect(rulesAfter(fare, 'BetweenZones', { fromZones: ['A'], toZones: ['B'], bothWays: true, transports: ['1'] })).toEqual([
      rule('2', 'C', 'C'),
      rule('1', 'A', 'B'),
      rule('1', 'B', 'A'),
    ]);
    expect(rulesAfter(FARE, 'BetweenZones', { fromZones: ['A', 'B'], toZones: [] })).toEqual([rule(null, 'A', null), rule(null, 'B', null)]);
  });

  test('contained zones hold for every place, and transports take the zones of the fare', () => {
    const fare = { ...FARE, Rules: [rule('1', 'A', 'B', 'X')] };
    expect(rulesAfter(fare, 'ContainsZones', { zones: ['X', 'Y'] })).toEqual([rule('1', 'A', 'B', 'X'), rule('1', 'A', 'B', 'Y')]);
    expect(rulesAfter(fare, 'Transports', { transports: ['2'] })).toEqual([rule('2', 'A', 'B', 'X')]);
    expect(rulesAfter(fare, 'Transports', { transports: [] })).toEqual([rule(null, 'A', 'B', 'X')]);
    expect(conditionDraft(fare, 'Transports')).toEqual({ transports: ['1'] });
  });
});

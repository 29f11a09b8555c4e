import { describe, expect, test } from 'vitest';
import { type AskedJourney, checkFare, type RiddenLeg } from './fareCheck.ts';
import type { Fare, FareRule } from './model/fare.ts';

const FARE: Fare = { Id: 'f', Price: '2.40', Currency: 'EUR', Rules: [] };
/** Monday. */
const JOURNEY: AskedJourney = {
  Rides: [
    { Transport: '1', FromStop: 'A', ToStop: 'C' },
    { Transport: '2', FromStop: 'C', ToStop: 'D' },
  ],
  Date: '2026-05-04',
  DepartTime: 28_800,
  ArrivalTime: 31_500,
};
const LEGS: readonly RiddenLeg[] = [
  { stops: ['A', 'B', 'C'], zones: ['1', '1', '2'], metres: 3000 },
  { stops: ['C', 'D'], zones: ['2', '3'], metres: 1500 },
];
const rule = (Transport: string | null, FromZone: string | null, ToZone: string | null, ContainsZone: string | null = null): FareRule => ({
  Transport,
  FromZone,
  ToZone,
  ContainsZone,
});
const check = (fare: Partial<Fare>, journey: Partial<AskedJourney> = {}, legs = LEGS) =>
  checkFare({ ...FARE, ...fare }, { ...JOURNEY, ...journey }, legs);

describe('a fare against a journey of two rides, two zone borders and 4.5 km', () => {
  test('a fare without conditions applies everywhere', () => {
    expect(check({})).toEqual({ Applies: 'yes', Checks: [], Amount: '2.40' });
  });

  test.each<[string, Partial<Fare>, 'yes' | 'no' | 'unknown']>([
    ['on Mondays', { Days: 1 }, 'yes'],
    ['on Sundays', { Days: 64 }, 'no'],
    ['from that day on', { ValidFromDate: '2026-05-04' }, 'yes'],
    ['to the day before', { ValidToDate: '2026-05-03' }, 'no'],
    ['from 8', { DepartTime: 28_800 }, 'yes'],
    ['from 9', { DepartTime: 32_400 }, 'no'],
    ['arriving by 8:45', { ArrivalTime: 31_500 }, 'yes'],
    ['arriving by 8:30', { ArrivalTime: 30_600 }, 'no'],
    ['from 22:00 to 9:00 of the next day', { DepartTime: 79_200, ArrivalTime: 32_400 }, 'yes'],
    ['from 22:00 to 6:00 of the next day', { DepartTime: 79_200, ArrivalTime: 21_600 }, 'no'],
    ['from A to anywhere', { BetweenStops: [{ FromStop: 'A', ToStop: null }] }, 'yes'],
    ['from A to C, where one only changes', { BetweenStops: [{ FromStop: 'A', ToStop: 'C' }] }, 'no'],
    ['on both lines', { Rules: [rule('1', null, null), rule('2', null, null)] }, 'yes'],
    ['on one of the lines', { Rules: [rule('1', null, null)] }, 'no'],
    ['between the zones', { Rules: [rule(null, '1', '3')] }, 'yes'],
    ['between the zones the other way', { Rules: [rule(null, '3', '1')] }, 'no'],
    ['between the zones on one line alone', { Rules: [rule('1', '1', '3'), rule('2', '3', '1')] }, 'no'],
    ['through zones 1, 2 and 3', { Rules: ['1', '2', '3'].map((zone) => rule(null, null, null, zone)) }, 'yes'],
    ['through zone 4', { Rules: [rule(null, null, null, '2'), rule(null, null, null, '4')] }, 'no'],
    ['up to 5 km', { DistanceInterval: { From: 0, To: 5000 } }, 'yes'],
    ['from 5 km', { DistanceInterval: { From: 5000 } }, 'no'],
    ['45 minutes', { Duration: 2700 }, 'yes'],
    ['half an hour', { Duration: 1800 }, 'no'],
    ['3 stops', { NumberOfStops: 3 }, 'yes'],
    ['2 stops', { NumberOfStops: 2 }, 'no'],
    ['one transfer', { NumberOfTransfers: 1 }, 'yes'],
    ['no transfer', { NumberOfTransfers: 0 }, 'no'],
    ['3 zones', { NumberOfZones: 3 }, 'yes'],
    ['2 zones', { NumberOfZones: 2 }, 'no'],
    ['after a ride that is not given', { ValidAfterFareGroups: ['single'] }, 'no'],
    ['a fare whose conditions clash', { BetweenStops: [{ FromStop: 'A', ToStop: 'D' }], Rules: [rule(null, '1', '3')] }, 'no'],
    ['a fare that ends before it begins', { ValidFromDate: '2026-05-05', ValidToDate: '2026-05-01' }, 'no'],
  ])('%s', (_name, fare, applies) => {
    expect(check(fare).Applies).toBe(applies);
  });

  test('missing input leaves the result open and is named', () => {
    const { ArrivalTime: _gone, ...untimed } = JOURNEY;
    expect(checkFare({ ...FARE, Duration: 3600 }, untimed, LEGS)).toMatchObject({
      Applies: 'unknown',
      Checks: [{ Name: 'Duration', Holds: 'unknown', Text: 'At most 60 min; enter the arrival to check this' }],
    });
    const nowhere = LEGS.map((leg) => ({ ...leg, zones: leg.zones.map(() => null), metres: null }));
    expect(check({ NumberOfZones: 2 }, {}, nowhere).Applies).toBe('unknown');
    expect(check({ DistanceInterval: { To: 1 } }, {}, nowhere).Applies).toBe('unknown');
    expect(check({ Rules: [rule(null, '1', '3')] }, {}, nowhere).Applies).toBe('unknown');
  });

  test('the ride before is looked at', () => {
    const PriorRide = { FareGroupId: 'single', StopId: 'X', Transport: '9' };
    expect(check({ ValidAfterFareGroups: ['single'], ValidAfterStops: ['X'], ValidAfterTransports: ['9'] }, { PriorRide }).Applies).toBe('yes');
    expect(check({ ValidAfterTransports: ['8'] }, { PriorRide }).Applies).toBe('no');
    expect(check({ ValidAfterStops: ['X'] }, { PriorRide: { Transport: '9' } }).Applies).toBe('unknown');
  });

  test('a rate for each kilometre is added to the price', () => {
    expect(check({ RatePerDistance: '0.20' }).Amount).toBe('3.30');
    expect(check({ Price: '', RatePerDistance: '100', Currency: 'JPY' }).Amount).toBe('450');
  });
});

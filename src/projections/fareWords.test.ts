import { describe, expect, test } from 'vitest';
import type { Fare, FareRule } from '../domain/model/fare.ts';
import { conditionText, fareDates, farePlaces, farePrice, transportNames } from './fareWords.ts';

const PLAIN: Fare = { Id: 'f', Price: '2.40', Currency: 'EUR', Rules: [] };
const rule = (Transport: string | null, FromZone: string | null, ToZone: string | null, ContainsZone: string | null = null): FareRule => ({
  Transport,
  FromZone,
  ToZone,
  ContainsZone,
});

describe('a fare in words', () => {
  test('its price, about so much where it is approximate', () => {
    expect(farePrice(PLAIN)).toBe('2.40 EUR');
    expect(farePrice({ ...PLAIN, IsApproximatePrice: true })).toBe('about 2.40 EUR');
  });

  test('its dates', () => {
    expect(fareDates({ ValidFromDate: '2026-01-01', ValidToDate: '2026-02-01' })).toBe('2026-01-01 – 2026-02-01');
    expect(fareDates({ ValidToDate: '2026-02-01' })).toBe('until 2026-02-01');
    expect(fareDates({})).toBeUndefined();
  });

  test.each([
    [{ NumberOfTransfers: 0 }, 'NumberOfTransfers', 'No transfers'],
    [{ NumberOfTransfers: 1 }, 'NumberOfTransfers', 'At most 1 transfer'],
    [{ NumberOfStops: 4 }, 'NumberOfStops', 'At most 4 stops'],
    [{ NumberOfZones: 1 }, 'NumberOfZones', 'At most 1 zone'],
    [{ Duration: 5400 }, 'Duration', '1 h 30 min'],
    [{ Duration: 3600, IsDurationInherited: true }, 'Duration', '1 h, inherited from the ride before'],
    [{ IsDurationInherited: true }, 'Duration', 'Inherited from the ride before'],
    [{ DistanceInterval: { From: 500, To: 2500 } }, 'DistanceInterval', '500 m – 2.5 km'],
    [{ DistanceInterval: { To: 900 } }, 'DistanceInterval', 'At most 900 m'],
    [{ RatePerDistance: '0.15' }, 'RatePerDistance', '0.15 EUR per km'],
  ] as const)('its conditions: %o', (fare, condition, text) => {
    expect(conditionText({ ...PLAIN, ...fare }, condition)).toBe(text);
  });
});

describe('where a fare holds', () => {
  test('each pair of zones with its own transport, never a cross product', () => {
    const places = farePlaces([rule('L10', 'B', 'A'), rule('L2', 'A', 'B'), rule(null, '10', '2')], (id) => id);
    expect(places.map(({ transport, fromZone, toZone }) => [transport, fromZone, toZone])).toEqual([
      [null, '10', '2'],
      ['L2', 'A', 'B'],
      ['L10', 'B', 'A'],
    ]);
    expect(farePlaces([rule('L1', 'A', 'B'), rule('L2', 'A', 'B'), rule('L1', 'A', 'B')], String).map(({ transport }) => transport)).toEqual([
      'L1',
      'L2',
    ]);
  });

  test('zones that a ride has to contain are asked for together', () => {
    expect(
      farePlaces([rule('L1', null, null, '10'), rule('L1', null, null, '2'), rule('L1', null, null, '2')], String).map(
        ({ containsZones }) => containsZones,
      ),
    ).toEqual([['2', '10']]);
  });

  test('transports go by the names of their schedules: both words name the same thing [E011]', () => {
    const row = { IsBaseSchedule: true, FromDate: '2026-01-01', ToDate: '2026-12-31', TrackCount: 1 };
    const names = transportNames([
      { ...row, Id: '10_20260101', ExternalTransportId: 'r10', Name: '10', LongName: 'Ring', Color: 'ff0000' },
      { ...row, Id: '10_20260601', ExternalTransportId: 'r10', Name: '10 summer' },
      { ...row, Id: 'alone', Name: '' },
      { ...row, Id: 'nameless_20260101', ExternalTransportId: 'nameless', Name: '' },
    ]);
    expect(names.get('r10')).toEqual({ name: '10', longName: 'Ring', color: 'ff0000' });
    expect(names.get('alone')).toEqual({ name: 'alone' });
    expect(names.get('nameless')).toEqual({ name: 'nameless' });
  });
});

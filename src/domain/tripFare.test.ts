import { describe, expect, test } from 'vitest';
import type { Entity } from './entities.ts';
import { tripFare } from './tripFare.ts';
import type { FareRecords, FareRide, FareStop } from './tripFareRecords.ts';

const NOTHING: FareRecords = {
  products: [],
  legRules: [],
  joinRules: [],
  transferRules: [],
  categories: [],
  timeframes: [],
  runs: (service, date) => (service === 'weekday' ? date !== '2026-05-09' : service === 'saturday' ? date === '2026-05-09' : undefined),
};
/** A Monday. */
const DATE = '2026-05-04';
const ANYBODY = { category: undefined, medium: undefined };

const stop = (id: string, ...areas: string[]): FareStop => ({ id, station: id, areas });
const ride = (
  network: string | undefined,
  from: FareStop,
  to: FareStop,
  departs = 28_800,
  arrives: number | undefined = departs + 1200,
): FareRide => ({
  network,
  from,
  to,
  departs,
  arrives,
});
const product = (ProductId: string, Amount: string, more: Partial<Entity<'FareProduct'>> = {}): Entity<'FareProduct'> => ({
  Id: `${ProductId}/${more.RiderCategoryId ?? ''}/${more.FareMediaId ?? ''}`,
  ProductId,
  Amount,
  Currency: 'USD',
  ...more,
});
const leg = (Id: string, FareProductId: string, more: Partial<Entity<'FareLegRule'>> = {}): Entity<'FareLegRule'> => ({ Id, FareProductId, ...more });
const amounts = (records: Partial<FareRecords>, rides: readonly FareRide[], buyer: { category?: string; medium?: string } = {}, date = DATE) => {
  const { Options, Unknown } = tripFare({ ...NOTHING, ...records }, rides, date, { ...ANYBODY, ...buyer });
  return Unknown ?? Options.map(({ Amount, Currency }) => `${Amount} ${Currency}`);
};
const A = stop('A', 'area-1');
const B = stop('B', 'area-2');
const C = stop('C');

describe('examples of the GTFS documentation', () => {
  const core: Partial<FareRecords> = {
    products: [product('core_local_oneway_fare', '2.00')],
    legRules: [leg('L', 'core_local_oneway_fare', { LegGroupId: 'core_local_one_way_trip', NetworkId: 'core_local' })],
    transferRules: [
      {
        Id: 'T',
        FromLegGroupId: 'core_local_one_way_trip',
        ToLegGroupId: 'core_local_one_way_trip',
        TransferCount: -1,
        DurationLimit: 5400,
        DurationLimitType: 1,
        FareTransferType: 0,
      },
    ],
  };
  test('core local: one ride costs 2.00, a second one within 90 minutes nothing more', () => {
    expect(amounts(core, [ride('core_local', A, B)])).toEqual(['2.00 USD']);
    expect(amounts(core, [ride('core_local', A, B), ride('core_local', B, C, 28_800 + 5400)])).toEqual(['2.00 USD']);
    expect(amounts(core, [ride('core_local', A, B), ride('core_local', B, C, 28_800 + 5401)])).toEqual(['4.00 USD']);
    expect(amounts(core, [ride('commuter', A, B)])).toEqual('No leg rule holds for the journey: the fare is unknown');
  });

  test('a cost processing interaction of two transfers: 0 is S + BC, 1 is S + BC + C, 2 is S + BC', () => {
    const costs = (type: number) =>
      amounts(
        {
          products: [product('a', '2.00'), product('b', '3.00'), product('c', '4.00'), product('ab', '0.50'), product('bc', '0.25')],
          legRules: ['a', 'b', 'c'].map((id) => leg(id, id, { LegGroupId: id, NetworkId: id })),
          transferRules: [
            { Id: 'AB', FromLegGroupId: 'a', ToLegGroupId: 'b', FareTransferType: type, FareProductId: 'ab' },
            { Id: 'BC', FromLegGroupId: 'b', ToLegGroupId: 'c', FareTransferType: type, FareProductId: 'bc' },
          ],
        },
        [ride('a', A, B), ride('b', B, C), ride('c', C, A)],
      );
    expect([costs(0), costs(1), costs(2)]).toEqual([['2.75 USD'], ['9.75 USD'], ['0.75 USD']]);
  });

  test('areas: a fare between two areas, and none the other way', () => {
    const bart = { products: [product('A-B', '5.40')], legRules: [leg('L', 'A-B', { FromAreaId: 'area-1', ToAreaId: 'area-2' })] };
    expect(amounts(bart, [ride(undefined, A, B)])).toEqual(['5.40 USD']);
    expect(amounts(bart, [ride(undefined, B, A)])).toEqual('No leg rule holds for the journey: the fare is unknown');
  });

  test('timeframes: peak on weekdays from 5:00 to 10:00, off peak until 24:00 and before 5:00', () => {
    const peak: Partial<FareRecords> = {
      products: [product('peak', '3.00'), product('off', '1.50')],
      legRules: [leg('P', 'peak', { FromTimeframeGroupId: 'peak' }), leg('O', 'off', { FromTimeframeGroupId: 'off' })],
      timeframes: [
        { group: 'peak', from: 18_000, to: 36_000, service: 'weekday' },
        { group: 'off', from: undefined, to: 18_000, service: 'weekday' },
        { group: 'off', from: 36_000, to: 86_400, service: 'weekday' },
        { group: 'off', from: undefined, to: undefined, service: 'saturday' },
      ],
    };
    const at = (departs: number, date = DATE) => amounts(peak, [ride(undefined, A, B, departs)], {}, date);
    expect(at(18_000)).toEqual(['3.00 USD']);
    expect(at(35_999)).toEqual(['3.00 USD']);
    expect(at(36_000)).toEqual(['1.50 USD']);
    expect(at(28_800, '2026-05-09')).toEqual(['1.50 USD']);
    // 29:00 of Friday is 5:00 of Saturday
    expect(at(104_400, '2026-05-08')).toEqual(['1.50 USD']);
    expect(at(104_400, '2026-05-04')).toEqual(['3.00 USD']);
  });
});

describe('leg rules', () => {
  const records: Partial<FareRecords> = {
    products: [product('in', '1.00'), product('other', '9.00')],
    legRules: [leg('IN', 'in', { NetworkId: 'bus', FromAreaId: 'area-1' }), leg('OTHER', 'other')],
  };
  test('without a priority, empty means what no rule names', () => {
    expect(amounts(records, [ride('bus', A, C)])).toEqual(['1.00 USD']);
    expect(amounts(records, [ride('rail', B, C)])).toEqual(['9.00 USD']);
    // the network is named by a rule, the area is not that of the rule
    expect(amounts(records, [ride('bus', B, C)])).toEqual('No leg rule holds for the journey: the fare is unknown');
  });

  test('with a priority, empty means any, and the greatest priority holds', () => {
    const [first, second] = records.legRules ?? [];
    const withPriority = {
      ...records,
      legRules: [
        { Id: 'IN', FareProductId: 'in', ...first, RulePriority: 2 },
        { Id: '', FareProductId: '', ...second },
      ],
    };
    expect(amounts(withPriority, [ride('bus', A, C)])).toEqual(['1.00 USD']);
    expect(amounts(withPriority, [ride('bus', B, C)])).toEqual(['9.00 USD']);
    const { Legs } = tripFare({ ...NOTHING, ...withPriority }, [ride('bus', A, C)], DATE, ANYBODY);
    expect(Legs[0]?.Rules.map(({ Id, Holds, Checks }) => [Id, Holds, Checks.at(-1)?.Text])).toEqual([
      ['IN', 'yes', 'area-1; the stop is in area-1'],
      ['OTHER', 'no', '0; a rule of priority 2 holds'],
    ]);
  });

  test('a timeframe of the arrival is not known without one', () => {
    const { Options } = tripFare(
      {
        ...NOTHING,
        products: [product('p', '1.00')],
        legRules: [leg('L', 'p', { ToTimeframeGroupId: 'T' })],
        timeframes: [{ group: 'T', from: 0, to: 86_400, service: 'weekday' }],
      },
      [{ ...ride(undefined, A, B), arrives: undefined }],
      DATE,
      ANYBODY,
    );
    expect(Options.map(({ Amount, Unsure }) => [Amount, Unsure])).toEqual([['1.00', ['T; enter the arrival to check this']]]);
  });
});

describe('who pays, and with what', () => {
  const records: Partial<FareRecords> = {
    categories: [
      { Id: 'ADULT', Name: 'Adult', IsDefault: 1 },
      { Id: 'CHILD', Name: 'Child', IsDefault: 0 },
    ],
    products: [
      product('single', '3.00', { RiderCategoryId: 'ADULT', FareMediaId: 'cash' }),
      product('single', '2.50', { RiderCategoryId: 'ADULT', FareMediaId: 'card' }),
      product('single', '1.00', { RiderCategoryId: 'CHILD' }),
    ],
    legRules: [leg('L', 'single')],
  };
  test.each([
    [{}, ['2.50 USD', '3.00 USD']],
    [{ medium: 'cash' }, ['3.00 USD']],
    [{ category: 'CHILD', medium: 'cash' }, ['1.00 USD']],
    [{ category: 'SENIOR' }, 'The product single of the journey has no price for this rider category and fare medium'],
  ])('%o', (buyer, expected) => {
    expect(amounts(records, [ride(undefined, A, B)], buyer)).toEqual(expected);
  });

  test('two legs are paid with one medium', () => {
    expect(amounts(records, [ride(undefined, A, B), ride(undefined, B, C)])).toEqual(['5.00 USD', '6.00 USD']);
  });
});

describe('joined legs', () => {
  const platform = (id: string, ...areas: string[]): FareStop => ({ id, station: 'S', areas });
  const rides = [ride('rail', A, platform('S1')), ride('rail', platform('S2'), B)];
  const records: Partial<FareRecords> = {
    products: [product('through', '4.00'), product('part', '3.00')],
    legRules: [
      leg('THROUGH', 'through', { NetworkId: 'rail', FromAreaId: 'area-1', ToAreaId: 'area-2' }),
      leg('PART', 'part', { NetworkId: 'rail' }),
    ],
  };
  const join = { Id: 'J', FromNetworkId: 'rail', ToNetworkId: 'rail' };
  test('a change within a station is one leg from the first area to the last', () => {
    const answer = tripFare({ ...NOTHING, ...records, joinRules: [join] }, rides, DATE, ANYBODY);
    expect(answer.Options.map(({ Amount }) => Amount)).toEqual(['4.00']);
    expect(answer.Legs.map(({ Rides, JoinRules, FromAreas, ToAreas }) => [Rides, JoinRules, FromAreas, ToAreas])).toEqual([
      [[0, 1], ['J'], ['area-1'], ['area-2']],
    ]);
  });
  test('not between two stations, unless the rule names them', () => {
    const apart = [ride('rail', A, platform('S1')), ride('rail', C, B)];
    expect(tripFare({ ...NOTHING, ...records, joinRules: [join] }, apart, DATE, ANYBODY).Legs).toHaveLength(2);
    const named = { ...join, FromStopId: 'S', ToStopId: 'C' };
    expect(tripFare({ ...NOTHING, ...records, joinRules: [named] }, apart, DATE, ANYBODY).Legs).toHaveLength(1);
  });
});

describe('transfers', () => {
  const bus: Partial<FareRecords> = {
    products: [product('bus', '2.00'), product('upgrade', '0.50')],
    legRules: [leg('L', 'bus', { LegGroupId: 'bus' })],
  };
  const rides = (n: number) => Array.from({ length: n }, (_, i) => ride(undefined, A, B, 28_800 + i * 1800));
  const free = { Id: 'T', FromLegGroupId: 'bus', ToLegGroupId: 'bus', FareTransferType: 0 };
  test('a rule holds for so many transfers; the next leg is paid and begins anew', () => {
    expect([1, 2, 3, 4].map((n) => amounts({ ...bus, transferRules: [{ ...free, TransferCount: 1 }] }, rides(n)))).toEqual([
      ['2.00 USD'],
      ['2.00 USD'],
      ['4.00 USD'],
      ['4.00 USD'],
    ]);
  });
  test('of several the one with the smallest sufficient count holds', () => {
    const transferRules = [
      { ...free, Id: 'T2', TransferCount: 2, FareProductId: 'upgrade' },
      { ...free, TransferCount: 1 },
    ];
    expect([2, 3].map((n) => amounts({ ...bus, transferRules }, rides(n)))).toEqual([['2.00 USD'], ['2.50 USD']]);
  });
  test.each([
    [0, 3000, '2.00'],
    [0, 2999, '4.00'],
    [1, 1800, '2.00'],
    [1, 1799, '4.00'],
    [2, 600, '2.00'],
    [2, 599, '4.00'],
    [3, 1800, '2.00'],
    [3, 1799, '4.00'],
  ])('limit type %i of %i s: %s', (DurationLimitType, DurationLimit, expected) => {
    const rule = { ...free, TransferCount: -1, DurationLimit, DurationLimitType };
    expect(amounts({ ...bus, transferRules: [rule] }, rides(2))).toEqual([`${expected} USD`]);
  });
  test('the time limit within one leg group is taken from the first leg', () => {
    const rule = { ...free, TransferCount: -1, DurationLimit: 3600, DurationLimitType: 1 };
    expect([3, 4].map((n) => amounts({ ...bus, transferRules: [rule] }, rides(n)))).toEqual([['2.00 USD'], ['4.00 USD']]);
  });
  test('an empty leg group means those that no transfer rule names', () => {
    const two = {
      ...bus,
      legRules: [leg('L', 'bus', { LegGroupId: 'bus', NetworkId: 'bus' }), leg('R', 'bus', { LegGroupId: 'rail', NetworkId: 'rail' })],
    };
    const transferRules = [
      { Id: 'ANY', FareTransferType: 0, FareProductId: 'upgrade' },
      { Id: 'BUS', FromLegGroupId: 'bus', FareTransferType: 0 },
    ];
    expect(amounts({ ...two, transferRules }, [ride('bus', A, B), ride('rail', B, C)])).toEqual(['2.00 USD']);
    expect(amounts({ ...two, transferRules }, [ride('rail', A, B), ride('bus', B, C)])).toEqual(['2.50 USD']);
  });
});

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  compatibility,
  conditionsOf,
  FareCondition,
  type FareConditionValues,
  RIDE_CONDITIONS,
  withConditions,
  withoutCondition,
  withRules,
} from './fareConditions.ts';
import { clashFaults } from './fareFaults.ts';
import type { Fare, FareRule } from './model/fare.ts';

const TABLE = readFileSync(new URL('../../docs/fare-conditions.md', import.meta.url), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, a, b, allowed, reason] = line.split('|').map((cell) => cell.trim());
    const pair = [a, b].map((name) => FareCondition.safeParse(name).data);
    return pair[0] && pair[1] ? [{ pair: [pair[0], pair[1]] as const, allowed: allowed === 'yes', reason: reason ?? '' }] : [];
  });
const row = (a: FareCondition, b: FareCondition) => TABLE.find(({ pair }) => pair.includes(a) && pair.includes(b));

const PLAIN: Fare = { Id: 'f', Price: '1', Currency: 'EUR', Rules: [] };
const rule = (Transport: string | null, FromZone: string | null, ToZone: string | null, ContainsZone: string | null = null): FareRule => ({
  Transport,
  FromZone,
  ToZone,
  ContainsZone,
});

/** A fare with just these conditions. */
function fareWith(conditions: readonly FareCondition[]): Fare {
  const values: FareConditionValues = {
    BetweenStops: [{ FromStop: 'A', ToStop: null }],
    DistanceInterval: { To: 1000 },
    Duration: { Seconds: 60 },
    NumberOfStops: 1,
    NumberOfTransfers: 0,
    NumberOfZones: 1,
    RatePerDistance: '0.1',
    ValidAfterFareGroups: ['g'],
    ValidAfterStops: ['A'],
    ValidAfterTransports: ['1'],
  };
  const set = Object.fromEntries(Object.entries(values).filter(([name]) => conditions.some((one) => one === name)));
  const zones = conditions.includes('BetweenZones') ? [rule(null, '1', '2')] : [];
  const contained = conditions.includes('ContainsZones') ? [rule(null, null, null, '3')] : [];
  return withConditions({ ...PLAIN, Rules: [...zones, ...contained] }, set);
}

/** Every set of conditions: all 4,096 of them. */
const SETS: readonly (readonly FareCondition[])[] = Array.from({ length: 2 ** FareCondition.options.length }, (_, bits) =>
  FareCondition.options.filter((_condition, at) => (bits & (1 << at)) !== 0),
);

describe('conditions of a fare', () => {
  test('the table names every pair once, with a reason', () => {
    expect(TABLE).toHaveLength((12 * 11) / 2);
    expect(new Set(TABLE.map(({ pair }) => pair.toSorted().join())).size).toBe(66);
    expect(TABLE.filter(({ reason }) => reason === '')).toEqual([]);
    expect(TABLE.filter(({ allowed }) => !allowed).map(({ pair }) => pair)).toEqual([
      ['BetweenStops', 'BetweenZones'],
      ['ContainsZones', 'NumberOfZones'],
      ['DistanceInterval', 'RatePerDistance'],
    ]);
  });

  test('what may stand beside others, and why not, is as the table has it, for every set of conditions [E215]', () => {
    const wrong = SETS.flatMap((present) =>
      compatibility(present).filter(({ Condition, Compatible, With, Reason }) => {
        const against = present.filter((other) => other !== Condition && row(Condition, other)?.allowed === false);
        if (Compatible) return against.length > 0 || With !== undefined || Reason !== undefined;
        return With === undefined || !against.includes(With) || Reason !== row(Condition, With)?.reason;
      }),
    );
    expect(wrong).toEqual([]);
  });

  test('a fare clashes exactly where the table forbids one of its pairs, and so the rule finds it', () => {
    const wrong = SETS.filter((present) => {
      const fare = fareWith(present);
      const forbidden = TABLE.filter(({ pair, allowed }) => !allowed && pair.every((one) => present.includes(one)));
      const texts = forbidden.map(({ pair }) => `${pair.join(' and ')} cannot be combined`);
      const found = clashFaults(fare).map(({ text }) => text);
      return conditionsOf(fare).join() !== present.join() || found.toSorted().join() !== texts.toSorted().join();
    });
    expect(wrong).toEqual([]);
  });

  test('a condition that is removed is gone, and the others stay [E115 E116]', () => {
    const wrong = SETS.filter((present) => {
      const [gone] = present;
      return gone !== undefined && conditionsOf(withoutCondition(fareWith(present), gone)).join() !== present.slice(1).join();
    });
    expect(wrong).toEqual([]);
    expect([RIDE_CONDITIONS.length, FareCondition.options.length]).toEqual([9, 12]);
  });

  test('without zones a fare keeps its transports, each once', () => {
    const fare = { ...PLAIN, Rules: [rule('1', 'A', 'B'), rule('1', 'B', 'A'), rule('2', 'A', null, 'C')] };
    expect(withoutCondition(fare, 'BetweenZones').Rules).toEqual([rule('1', null, null), rule('2', null, null, 'C')]);
    expect(withoutCondition(fare, 'ContainsZones').Rules).toEqual([rule('1', 'A', 'B'), rule('1', 'B', 'A'), rule('2', 'A', null)]);
  });

  test('columns kept by the number of a row go with the row', () => {
    const fare: Fare = {
      ...PLAIN,
      Rules: [rule('1', null, null), rule('2', null, null)],
      Extra: { fare_rules: '{"1":{"note":"late"}}', seller: 'x' },
    };
    expect(withRules(fare, [rule('2', null, null), rule('3', null, null)]).Extra).toEqual({ seller: 'x', fare_rules: '{"0":{"note":"late"}}' });
    expect(withRules(fare, [rule('1', null, null)]).Extra).toEqual({ seller: 'x' });
  });
});

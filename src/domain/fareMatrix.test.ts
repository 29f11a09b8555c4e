import { expect, test } from 'vitest';
import { fareMatrix, networksOfRules } from './fareMatrix.ts';

const rule = (Id: string, more: object = {}) => ({ Id, FareProductId: 'single', ...more });
const RULES = [
  rule('1', { NetworkId: 'bus', FromAreaId: 'A', ToAreaId: 'B' }),
  rule('2', { NetworkId: 'bus', FromAreaId: 'A', ToAreaId: 'B', FareProductId: 'day' }),
  rule('3', { NetworkId: 'bus', FromAreaId: 'A' }),
  rule('4', { FromAreaId: 'B', ToAreaId: 'B' }),
];

test('rules stand in the cell of their areas, for one network at a time', () => {
  const bus = fareMatrix(RULES, 'bus');
  expect(bus.at('A', 'B').map(({ Id }) => Id)).toEqual(['1', '2']);
  expect(bus.at('A', '').map(({ Id }) => Id)).toEqual(['3']);
  expect(bus.at('B', 'B')).toEqual([]);
  expect(bus.hasAny).toBe(true);
  const none = fareMatrix(RULES, '');
  expect(none.at('B', 'B').map(({ Id }) => Id)).toEqual(['4']);
  expect(none.hasAny).toBe(false);
});

test('networks are those of the version and those that rules name', () => {
  expect(networksOfRules(RULES, [{ Id: 'tram' }])).toEqual(['', 'bus', 'tram']);
});

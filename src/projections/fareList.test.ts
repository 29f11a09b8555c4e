import { expect, test } from 'vitest';
import { compareFares, fareDescription } from '../domain/fareDetails.ts';
import { filterFares } from './fareList.ts';

const FARES = ['Zone 10', 'Zone 2', '', undefined].map((Description, i) => ({
  Id: `f${i}`,
  Price: '1.00',
  Currency: 'EUR',
  RuleCount: 0,
  ...(Description === undefined ? {} : { Description }),
  ...(i === 0 ? { FareGroupId: 'Häfen' } : {}),
}));

test('fares stand by description as people count, those without one last', () => {
  expect(FARES.toSorted(compareFares).map(({ Id }) => Id)).toEqual(['f1', 'f0', 'f2', 'f3']);
});

test("a fare whose description is empty is shown, and found, as 'No description' [E114]", () => {
  expect(fareDescription({})).toBe('No description');
  expect(fareDescription({ Description: '  ' })).toBe('No description');
  expect(filterFares(FARES, 'no desc').map(({ Id }) => Id)).toEqual(['f2', 'f3']);
});

test('a fare is found by a part of its description, id or group', () => {
  expect(filterFares(FARES, ' ZONE 1').map(({ Id }) => Id)).toEqual(['f0']);
  expect(filterFares(FARES, 'f2').map(({ Id }) => Id)).toEqual(['f2']);
  expect(filterFares(FARES, 'hafen').map(({ Id }) => Id)).toEqual(['f0']);
});

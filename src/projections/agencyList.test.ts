import { expect, test } from 'vitest';
import { filterAgencies } from './agencyList.ts';

const AGENCIES = [{ Id: 'b', Name: 'Lines 10' }, { Id: 'a', Name: 'Lines 2' }, { Id: 'x' }];

test('agencies stand by name as people count, one without a name as N/A [E093]', () => {
  expect(filterAgencies(AGENCIES, '').map(({ Id }) => Id)).toEqual(['a', 'b', 'x']);
  expect(filterAgencies(AGENCIES, 'n/a').map(({ Id }) => Id)).toEqual(['x']);
});

test('an agency is found by a part of its name or id', () => {
  expect(filterAgencies(AGENCIES, 'LINES 1').map(({ Id }) => Id)).toEqual(['b']);
  expect(filterAgencies(AGENCIES, ' x ').map(({ Id }) => Id)).toEqual(['x']);
});

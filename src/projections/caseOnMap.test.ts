import { expect, test } from 'vitest';
import { caseOnMap } from './caseOnMap.ts';

test.each([
  ['Stop', { Id: '4021' }, 'stops', '4021'],
  ['Pathway', { Id: 'P1' }, 'pathways', 'P1'],
  ['Transfer', { Id: 'T1' }, 'transfers', 'T1'],
  ['Agency', { Id: 'HART' }, 'agencies', 'HART'],
  ['Fare', { Id: 'adult' }, 'fares', 'adult'],
  ['Schedule', { Id: 'Blue S/1' }, 'schedules', 'Blue S/1'],
  ['Schedule', { Id: 'Blue S/1', TrackId: 'a-b' }, 'tracks', 'Blue%20S%2F1/a-b'],
  ['TrackStop', { Id: 'Blue%20S%2F1/a-b/3', TrackId: 'a-b' }, 'tracks', 'Blue%20S%2F1/a-b'],
] as const)('a case of %s %j stands on the map for %s %s', (entity, one, kind, id) => {
  expect(caseOnMap(entity, one)).toEqual({ kind, ids: new Set([id]) });
});

test('a case of what has no place on the map stands for nothing', () => {
  expect(caseOnMap('Translation', { Id: 'x' })).toBeUndefined();
});

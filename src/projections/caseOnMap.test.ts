import { expect, test } from 'vitest';
import { caseOnMap, casesOnMap } from './caseOnMap.ts';

test.each([
  ['Stop', { Id: '4021' }, 'stops', '4021'],
  ['Pathway', { Id: 'P1' }, 'pathways', 'P1'],
  ['Transfer', { Id: 'T1' }, 'transfers', 'T1'],
  ['Agency', { Id: 'HART' }, 'agencies', 'HART'],
  ['Fare', { Id: 'adult' }, 'fares', 'adult'],
  ['Schedule', { Id: 'Blue S/1' }, 'schedules', 'Blue S/1'],
  ['Schedule', { Id: 'Blue S/1', TrackId: 'a-b' }, 'tracks', 'Blue%20S%2F1/a-b'],
  ['TrackStop', { Id: 'Blue%20S', TrackId: 'a-b' }, 'tracks', 'Blue%20S/a-b'],
  ['TrackStop', { Id: 'Blue%20S%2F1/a-b/3/4021', TrackId: 'a-b', Position: 3 }, 'trackStops', 'Blue%20S%2F1/a-b/3/4021'],
] as const)('a case of %s %j stands on the map for %s %s', (entity, one, kind, id) => {
  expect(caseOnMap(entity, one)).toEqual({ kind, ids: new Set([id]) });
});

test('a case of what has no place on the map stands for nothing', () => {
  expect(caseOnMap('Translation', { Id: 'x' })).toBeUndefined();
});

test('all cases of a rule stand together, by the kinds of their rows', () => {
  expect(casesOnMap('Stop', [{ Id: 'a' }, { Id: 'b' }, { Id: 'a' }])).toEqual([{ kind: 'stops', ids: new Set(['a', 'b']) }]);
  expect(casesOnMap('Schedule', [{ Id: '1' }, { Id: '2', TrackId: 'a-b' }])).toEqual([
    { kind: 'schedules', ids: new Set(['1']) },
    { kind: 'tracks', ids: new Set(['2/a-b']) },
  ]);
  expect(casesOnMap('Level', [{ Id: 'L1' }])).toEqual([]);
});

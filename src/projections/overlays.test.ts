import { expect, test } from 'vitest';
import { linkListQuery, linkQuery, listedLinks } from './overlays.ts';

test('an Id filter with match=Exact narrows the list and opens the details of what it names [E042]', () => {
  expect(listedLinks('?list=pathways&Id=P1&match=Exact&condition=And')).toEqual({ list: 'pathways', among: ['P1'], ids: ['P1'] });
  expect(listedLinks('?list=transfers&Id=T1')).toEqual({ list: 'transfers', among: [], ids: [] });
  expect(listedLinks('?list=stops')).toBeUndefined();
  expect(linkListQuery('transfers', ['T1', 'T2'])).toBe('?list=transfers&Id=T1&Id=T2&match=Exact&condition=Or');
});

test('opening one row keeps the search of its list; another list is opened whole', () => {
  expect(linkQuery('?list=pathways&Mode=2&item=P1', 'pathways', 'P 2')).toBe('?list=pathways&Mode=2&item=P%202');
  expect(linkQuery('?list=pathways&Mode=2&item=P1', 'pathways', undefined)).toBe('?list=pathways&Mode=2');
  expect(linkQuery('?query=harbour', 'transfers', 'T1')).toBe('?list=transfers&item=T1');
  expect(listedLinks('?list=pathways&Mode=2&item=P2')).toEqual({ list: 'pathways', among: [], ids: ['P2'] });
});

test('a row chosen among several that the address names shows its own details and leaves the list as it is', () => {
  const several = linkListQuery('pathways', ['P1', 'P2']);
  expect(listedLinks(linkQuery(several, 'pathways', 'P2'))).toEqual({ list: 'pathways', among: ['P1', 'P2'], ids: ['P2'] });
  expect(linkQuery(linkQuery(several, 'pathways', 'P2'), 'pathways', undefined)).toBe(several);
});

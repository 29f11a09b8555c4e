import { expect, test } from 'vitest';
import { openProduct } from '../../test/builders/productKernel.ts';
import { changeLogAt, changeLogSearch, documentInView, filterError, usableFilter } from './changeLog.ts';

test('the mode defaults to Activate [H126]', () => {
  expect(changeLogAt({ path: '/changes', search: '' })).toEqual({ mode: 'Activate', filter: {} });
  expect(changeLogAt({ path: '/changes/demo', search: '?mode=Comment&setId=7&open=3' })).toEqual({
    databaseId: 'demo',
    mode: 'Comment',
    filter: { setId: '7' },
    open: 3,
  });
});

test('change id, database version id and set id must be integers [H230 H128]', () => {
  expect(filterError('changeId', 'x')).toBe('The Change ID field must be an integer');
  expect(filterError('dbVersionId', '1.5')).toBe('The Database Version ID field must be an integer');
  expect(filterError('setId', '-1')).toBe('The Set ID field must be an integer');
  expect(filterError('setId', '12')).toBeUndefined();
  expect(usableFilter({ setId: 'x', author: 'anna' })).toEqual({ author: 'anna' });
});

test('the address keeps mode, filter and the open set', () => {
  const place = { databaseId: 'demo', mode: 'Attach' as const, filter: { text: 'a & b' }, open: 4 };
  expect(changeLogAt({ path: '/changes/demo', search: changeLogSearch(place) })).toEqual(place);
});

test('whose history Alt+H shows: the document in view, also a transfer or pathway that is chosen alone', () => {
  const inView = (path: string, search = '') => documentInView(openProduct(path, { search }).kernel.snapshot().view);
  const version = '/data/db/demo/v/1';
  expect(inView(`${version}/stops/S1`)).toEqual({ versionId: 1, kind: 'Stop', id: 'S1' });
  expect(inView(`${version}/stops`, '?list=transfers&Id=T1&match=Exact&condition=And')).toEqual({ versionId: 1, kind: 'Transfer', id: 'T1' });
  expect(inView(`${version}/stops`, '?list=pathways&Id=P1&match=Exact&condition=And')).toEqual({ versionId: 1, kind: 'Pathway', id: 'P1' });
  expect(inView(`${version}/stops`, '?list=transfers&Id=T1&Id=T2&match=Exact&condition=Or')).toBeUndefined();
  expect(inView(`${version}/stops`, '?list=pathways&Mode=2&item=P1')).toEqual({ versionId: 1, kind: 'Pathway', id: 'P1' });
  expect(inView(`${version}/stops`, '?list=pathways')).toBeUndefined();
  expect(inView(`${version}/stops`)).toBeUndefined();
  expect(inView(`${version}/fares/F1`)).toEqual({ versionId: 1, kind: 'Fare', id: 'F1' });
});

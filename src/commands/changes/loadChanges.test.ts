import { expect, test } from 'vitest';
import { openProduct } from '../../../test/builders/productKernel.ts';
import { loadMoreHistory } from './loadChanges.ts';
import { showHistory } from './showHistory.ts';

const change = (ChangeId: number) => ({
  ChangeId,
  SetId: ChangeId,
  Type: 'Stop',
  EntityId: 'S1',
  Name: 'Market',
  DbVersionId: 1,
  CreatedBy: 'anna@x.org',
  Message: 'Rename',
  Date: '2026-01-01T00:00:00.000Z',
  Active: true,
  Deleted: false,
  Before: { Name: 'a' },
  After: { Name: 'b' },
});
const page = (ids: readonly number[], More: boolean) => ({ Sets: [], Comments: [], Changes: ids.map(change), More });
const S1 = { versionId: 1, kind: 'Stop', id: 'S1' };

test('a history of more than a hundred changes loads the older ones too, so that the author of an old field value is found', () => {
  const { kernel, call } = openProduct('/data/db/demo/v/1/stops/S1');
  kernel.dispatch(showHistory(S1));
  call('listChanges').answer(page([9, 8], true));
  expect(kernel.snapshot().view.changes.historyMore).toBe(true);
  kernel.dispatch(loadMoreHistory({ ...S1, after: 8 }));
  expect(call('listChanges').call).toMatchObject({ input: { query: { dbVersionId: 1, kind: 'Stop', entityId: 'S1', after: 8 } } });
  call('listChanges').answer(page([7], false));
  const { history, historyMore } = kernel.snapshot().view.changes;
  expect([history.value?.map(({ ChangeId }) => ChangeId), historyMore]).toEqual([[9, 8, 7], false]);
});

test('older changes of a document that is shown no longer change nothing', () => {
  const { kernel, call } = openProduct('/data/db/demo/v/1/stops/S1');
  kernel.dispatch(showHistory(S1));
  call('listChanges').answer(page([9, 8], true));
  kernel.dispatch(loadMoreHistory({ ...S1, after: 8 }));
  const late = call('listChanges');
  kernel.dispatch(showHistory({ ...S1, id: 'S2' }));
  call('listChanges').answer(page([5], false));
  late.answer(page([7], true));
  const { history, historyMore } = kernel.snapshot().view.changes;
  expect([history.value?.map(({ ChangeId }) => ChangeId), historyMore]).toEqual([[5], false]);
});

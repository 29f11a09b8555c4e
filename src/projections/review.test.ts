import { expect, it } from 'vitest';
import { snapshotId } from '../domain/snapshots.ts';
import { openProduct, versionOf } from '../../test/builders/productKernel.ts';
import { changesTold } from '../commands/notifications/changesTold.ts';
import { loadVersions } from '../commands/versions/loadVersions.ts';
import { keptReview, reviewIn, reviewLinks, reviewLocation, reviewStep, withReview } from './review.ts';

it('a review stands in the query beside what the screen keeps there', () => {
  expect(reviewIn('?Name=a&review=7.9.x.12&set=9')).toEqual({ sets: [7, 9, 12], at: 9 });
  expect(reviewIn('?review=all')).toEqual({ sets: 'all' });
  expect(reviewIn('?review=')).toBeUndefined();
  expect(withReview('?Name=a&review=7&set=7', { sets: [7, 9], at: 9 })).toBe('?Name=a&review=7.9&set=9');
  expect(withReview('?Name=a&review=7&set=7', undefined)).toBe('?Name=a');
});

it('a review goes on while one looks around in the past, and ends with the way back to now', () => {
  const from = { path: '/data/db/demo/v/5@3/stops/S1', search: '?review=7&set=7' };
  expect(keptReview(from, { path: '/data/db/demo/v/5@3/schedules', search: '?Name=1' }).search).toBe('?Name=1&review=7&set=7');
  expect(keptReview(from, { path: '/data/db/demo/v/5/stops', search: '' }).search).toBe('');
  expect(keptReview(from, { path: '/data/db/other/v/5@3/stops', search: '' }).search).toBe('');
});

it('a step shows the first document that its set changed, before and after', () => {
  const set = { SetId: 7, DbVersionId: 5, Rev: 3, First: { Type: 'Stop', EntityId: 'S 1' } };
  const at = (side: 'before' | 'after') => reviewLocation('demo', { ...SET, ...set }, [7, 9], side);
  expect(at('after')).toEqual({ path: '/data/db/demo/v/5@3/stops/S%201', search: '?review=7.9&set=7' });
  expect(at('before').path).toBe('/data/db/demo/v/5@2/stops/S%201');
  expect(snapshotId({ versionId: 5, rev: 2 })).toBeGreaterThan(2 ** 31);
});

it('the data changes of a run are stepped through; without a change set its version stands beside the current one', () => {
  const { kernel, call } = openProduct('/pipelines');
  kernel.dispatch(loadVersions({ databaseId: 'demo' }));
  call('listVersions').answer({ Versions: [versionOf(8, { Rev: 4 }), versionOf(5), versionOf(3, { Current: true })] });
  const links = (made: number | undefined, current: number | null = 3) => reviewLinks(kernel.snapshot().view, 'demo', current, made);
  expect(links(8)).toEqual([
    { label: 'Review changes', href: '/data/db/demo/v/8@4?review=all' },
    { label: 'Compare with the current version', href: '/comparer/demo/3/8' },
  ]);
  // with no current version the newest before it is what it is compared with
  expect(links(8, null)).toEqual([
    { label: 'Review changes', href: '/data/db/demo/v/8@4?review=all' },
    { label: 'Compare with version 5', href: '/comparer/demo/5/8' },
  ]);
  expect(links(5)).toEqual([{ label: 'Review changes', href: '/comparer/demo/3/5' }]);
  expect(links(3)).toEqual([{ label: 'Review changes', href: '/data/db/demo/v/3' }]);
  expect(links(undefined)).toEqual([{ label: 'Review changes', href: '/data/db/demo' }]);
});

it('a review shows what a colleague has switched meanwhile', () => {
  const { kernel, call, calls } = openProduct('/data/db/demo/v/5@3/stops/S1', { search: '?review=7' });
  call('listChangesets').answer({ Sets: [{ ...SET, SetId: 7, DbVersionId: 5, Rev: 3 }], More: false, Changes: [], Comments: [] });
  const before = calls.length;
  kernel.receive(changesTold({ DatabaseId: 'other', CommandId: null }));
  expect(calls).toHaveLength(before);
  kernel.receive(changesTold({ DatabaseId: 'demo', CommandId: null }));
  // the set that is shown stays until the answer is there
  expect(reviewStep(kernel.snapshot().view)).toMatchObject({ number: 1, set: { SetId: 7, Inactive: 0 } });
  const asked = calls.slice(before).map(({ call: made }) => made);
  expect(asked).toMatchObject([{ call: 'listChangesets', input: { query: { databaseId: 'demo', setIds: '7' } } }, { call: 'listComments' }]);
  call('listChangesets').answer({ Sets: [{ ...SET, SetId: 7, DbVersionId: 5, Rev: 3, Inactive: 1 }], More: false, Changes: [], Comments: [] });
  expect(reviewStep(kernel.snapshot().view)?.set.Inactive).toBe(1);
});

const SET = {
  Version: 'Summer',
  Message: 'Move stop',
  CreatedBy: 'a',
  Date: '2026-01-01T00:00:00.000Z',
  Count: 1,
  Inactive: 0,
  Deleted: 0,
  Comments: 0,
  Carried: true,
};

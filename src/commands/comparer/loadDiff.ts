import { castDraft } from 'immer';
import { z } from 'zod';
import { readDiff } from '../../contract/comparer.ts';
import { request } from '../../contract/route.ts';
import { VersionId } from '../../domain/versions.ts';
import type { CommandInput } from '../../kernel/command.ts';
import { comparisonAt, countsOf, firstCategory, keyOfList, listAddress, shownList } from '../../projections/comparer.ts';
import { NO_COMPARISON } from '../../projections/comparerState.ts';
import { firstPage, hasPropertyFilter, SCHEDULES } from '../../domain/comparer/categories.ts';
import { defineCommand } from '../define.ts';
import { goTo } from '../shell/goTo.ts';
import { loadDiffList, loadDiffProperties, loadServiceChange } from './loadDiffLists.ts';

/**
 * Compares two versions. An earlier comparison that is under way is cancelled. When it is there, the first category with
 * changes and its first page with entries are opened, unless the address names a category.
 */
export const loadDiff = defineCommand('comparer.load', {
  payload: z.object({ a: VersionId, b: VersionId }),
  samples: () => [{ a: 1, b: 3 }],
  label: () => 'Compare two versions',
  policy: 'latest',
  call: ({ a, b }) => request(readDiff, { query: { a, b } }),
  reply: readDiff.reply,
  sent: (view, { a, b }) => {
    if (view.comparer.pair === `${a}-${b}`) view.comparer.diff.status = 'loading';
  },
  answered: (base, { a, b }, reply) => {
    const pair = `${a}-${b}`;
    if (base.comparer.pair !== pair) return;
    base.comparer = castDraft({
      ...NO_COMPARISON,
      pair,
      diff: { status: 'succeeded' as const, value: reply, messages: [] },
      lists: reply.First ? { [keyOfList(reply.First)]: { status: 'succeeded' as const, value: reply.First, messages: [] } } : {},
    });
    const at = comparisonAt(base.location);
    const first = firstCategory(reply);
    const page = first && firstPage(countsOf(reply, first.Category));
    if (at && at.category === undefined && first && page) goTo(base, listAddress(at, { category: first.Category, page }));
  },
  failed: (base, { a, b }, { status, messages }) => {
    if (base.comparer.pair !== `${a}-${b}`) return;
    Object.assign(base.comparer.diff, { status: 'failed', messages: [...messages] });
    base.comparer.failure = { status, data: [...messages] };
  },
  next: ({ a, b }, _reply, view): readonly CommandInput[] => {
    const list = view.comparer.pair === `${a}-${b}` ? shownList(view) : undefined;
    if (!list) return [];
    const { category, page, property, number, key } = list;
    return [
      ...(view.comparer.lists[key] ? [] : [loadDiffList({ a, b, category: category.section, page, property, number })]),
      ...(page === 'changed' && hasPropertyFilter(category) ? [loadDiffProperties({ a, b, category: category.section })] : []),
      ...(category.section === SCHEDULES.section ? [loadServiceChange({ a, b })] : []),
    ];
  },
  inverse: 'none',
  keep: 'all',
  keepReply: 'all',
});

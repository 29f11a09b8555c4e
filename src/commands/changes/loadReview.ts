import { z } from 'zod';
import { listChangesets } from '../../contract/changes.ts';
import { request } from '../../contract/route.ts';
import { VersionId } from '../../domain/versions.ts';
import type { CommandInput } from '../../kernel/command.ts';
import type { AppState } from '../../projections/state.ts';
import { presentPlace } from '../../projections/versions.ts';
import { reviewKey, reviewLocation, reviewStep } from '../../projections/review.ts';
import { defineLoad } from '../defineLoad.ts';
import { loadChangesOfSet } from './loadChanges.ts';

/** Loads the change sets that are reviewed, oldest first; a link that names no screen goes on to that of the first. */
export const loadReview = defineLoad('changes.loadReview', {
  payload: z.object({ key: z.string(), databaseId: z.string(), versionId: VersionId.optional(), setIds: z.array(z.int().positive()).optional() }),
  samples: () => [
    { key: '["demo",[7,9]]', databaseId: 'demo', setIds: [7, 9] },
    { key: '["demo",1]', databaseId: 'demo', versionId: 1 },
  ],
  label: () => 'Load the changes that are reviewed',
  slot: (state, { key }) => (state.changes.review.key === key ? state.changes.review.sets : undefined),
  call: ({ databaseId, versionId, setIds }) =>
    request(listChangesets, {
      query: {
        databaseId,
        ...(versionId === undefined ? {} : { dbVersionId: versionId }),
        ...(setIds === undefined ? {} : { setIds: setIds.join('.') }),
      },
    }),
  reply: listChangesets.reply,
  value: ({ Sets }) => Sets.toSorted((a, b) => a.SetId - b.SetId),
  next: ({ databaseId, key }, _reply, view) => {
    const step = reviewStep(view);
    const review = reviewKey(view);
    if (!step || review?.key !== key) return [];
    if (presentPlace(view).page !== undefined) return [loadChangesOfSet({ setId: step.set.SetId })];
    // by its name: openPlace asks for this load
    return [{ type: 'location.open', payload: { ...reviewLocation(databaseId, step.set, review.sets), replace: true } }];
  },
});

/** The load of the sets that are reviewed at the present address; undefined where nothing is. */
export function reviewLoad(view: AppState): CommandInput | undefined {
  const review = reviewKey(view);
  if (!review) return undefined;
  const { key, databaseId, versionId, sets } = review;
  return loadReview({ key, databaseId, ...(sets === 'all' ? { versionId } : { setIds: [...sets] }) });
}

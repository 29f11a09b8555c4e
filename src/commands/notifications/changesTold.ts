import { ChangesTold } from '../../contract/notifications.ts';
import { changeLogAt } from '../../projections/changeLog.ts';
import { reviewKey } from '../../projections/review.ts';
import { presentLoads } from '../changes/switchChanges.ts';
import { defineEvent } from '../define.ts';

/** Somebody switched, deleted, attached or commented changes: who looks at them sees it. */
export const changesTold = defineEvent('live.changesTold', {
  payload: ChangesTold,
  samples: () => [{ DatabaseId: 'demo', CommandId: null }],
  next: ({ DatabaseId }, view) => ((changeLogAt(view.location) ?? reviewKey(view))?.databaseId === DatabaseId ? presentLoads(view) : []),
  keep: 'all',
});

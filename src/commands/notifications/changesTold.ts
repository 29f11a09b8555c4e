import { ChangesTold } from '../../contract/notifications.ts';
import { changeLogAt } from '../../projections/changeLog.ts';
import { reviewKey } from '../../projections/review.ts';
import { presentLoads } from '../changes/switchChanges.ts';
import { defineEvent } from '../define.ts';

/** Changes were switched, deleted, attached or commented: reloads them if they are on the screen. */
export const changesTold = defineEvent('live.changesTold', {
  payload: ChangesTold,
  samples: () => [{ DatabaseId: 'demo', CommandId: null }],
  next: ({ DatabaseId }, view) => ((changeLogAt(view.location) ?? reviewKey(view))?.databaseId === DatabaseId ? presentLoads(view) : []),
  keep: 'all',
});

import { VersionChanged } from '../../contract/notifications.ts';
import { z } from 'zod';
import { noteLive, missingSince } from '../../projections/syncPosition.ts';
import { defineEvent } from '../define.ts';
import { catchUp } from './loadEdits.ts';

/**
 * A live message about an edit, by this user or another. `whole`: it holds all changes of the edit. If an earlier revision is
 * missing, the edits since the sync position are loaded.
 */
export const changeReceived = defineEvent('live.changeTold', {
  payload: VersionChanged.pick({ VersionId: true, Rev: true }).extend({ whole: z.boolean() }),
  samples: () => [
    { VersionId: 1, Rev: 8, whole: true },
    { VersionId: 1, Rev: 10, whole: false },
  ],
  apply: (base, { VersionId, Rev, whole }) => noteLive(base, VersionId, Rev, whole),
  next: ({ VersionId }, view) => {
    const since = missingSince(view, VersionId);
    return since === undefined ? [] : [catchUp(view, VersionId, since)];
  },
  keep: 'all',
});

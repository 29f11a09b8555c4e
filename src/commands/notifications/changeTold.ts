import { VersionChanged } from '../../contract/notifications.ts';
import { z } from 'zod';
import { hearLive, missingSince } from '../../projections/heard.ts';
import { defineEvent } from '../define.ts';
import { loadEdits } from './loadEdits.ts';

/**
 * The server told of an edit, somebody else's or an own one. `whole`: with all that it changed. Where one before it was not told,
 * the edits since the last one that was are fetched.
 */
export const changeTold = defineEvent('live.changeTold', {
  payload: VersionChanged.pick({ VersionId: true, Rev: true }).extend({ whole: z.boolean() }),
  samples: () => [
    { VersionId: 1, Rev: 8, whole: true },
    { VersionId: 1, Rev: 10, whole: false },
  ],
  apply: (base, { VersionId, Rev, whole }) => hearLive(base, VersionId, Rev, whole),
  next: ({ VersionId }, view) => {
    const since = missingSince(view, VersionId);
    return since === undefined ? [] : [loadEdits({ versionId: VersionId, since })];
  },
  keep: 'all',
});

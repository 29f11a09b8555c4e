import { VersionRemoved } from '../../contract/notifications.ts';
import { presentPlace } from '../../projections/versions.ts';
import { defineEvent } from '../define.ts';
import { readingsOf } from '../versions/readingsOf.ts';
import { neededLoads } from '../shell/neededLoads.ts';
import { removeVersion } from '../versions/lifecycle.ts';
import { tellDone } from '../versions/longActs.ts';

/** A draft was deleted: it leaves the list, and a screen that shows it gets a message and goes to the version it came from. */
export const versionRemoved = defineEvent('live.versionRemoved', {
  payload: VersionRemoved,
  samples: () => [{ DatabaseId: 'demo', VersionId: 2 }],
  apply: (base, { DatabaseId, VersionId }) => {
    const inView = presentPlace(base).versionId === VersionId;
    const gone = removeVersion(base, { databaseId: DatabaseId, versionId: VersionId });
    if (inView) tellDone(base, `deleted-${VersionId}`, `Draft “${gone?.Version ?? `version ${VersionId}`}” was deleted`);
  },
  next: ({ DatabaseId, VersionId }, view) => [...neededLoads(view), ...readingsOf(view, DatabaseId, VersionId)],
  keep: 'all',
});

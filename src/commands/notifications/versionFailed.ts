import { VersionFailed } from '../../contract/notifications.ts';
import { ACT_WORDS, failAct } from '../../projections/versionLife.ts';
import { defineEvent } from '../define.ts';
import { readingsOf } from '../versions/readingsOf.ts';
import { neededLoads } from '../shell/neededLoads.ts';
import { idKey } from '../../kernel/table.ts';

/** A background job on a version has failed: the version keeps its previous state, and its list of failures gives the reason. */
export const versionFailed = defineEvent('live.versionFailed', {
  payload: VersionFailed,
  samples: () => [{ DatabaseId: 'demo', VersionId: 1, Act: 'archive' as const, Message: 'The object store cannot be reached' }],
  apply: (base, { DatabaseId, VersionId, Act, Message }) => {
    const version = base.versionLists[idKey(DatabaseId)]?.value?.find((one) => one.Id === VersionId);
    if (version) Object.assign(version, { Completed: true, Saving: null });
    failAct(base, { databaseId: DatabaseId, versionId: VersionId, act: Act, messages: [Message] });
    base.notices.push({
      id: `failed-${Act}-${VersionId}`,
      kind: 'failed',
      text: `${ACT_WORDS[Act].failed}: ${version?.Version ?? `version ${VersionId}`}`,
    });
  },
  // its pages can be read again, where the act had taken them away
  next: ({ DatabaseId, VersionId }, view) => [...neededLoads(view), ...readingsOf(view, DatabaseId, VersionId)],
  keep: ['DatabaseId', 'VersionId', 'Act'],
});

import { request } from '../../contract/route.ts';
import { deleteDraft as call } from '../../contract/versions.ts';
import { defineCommand } from '../define.ts';
import { neededLoads } from '../shell/neededLoads.ts';
import { ActOn, partsOfWrite, removeVersion } from './lifecycle.ts';
import { tellDone } from './longActs.ts';

/** Deletes a draft with everything edited in it. It cannot be taken back. */
export const deleteDraft = defineCommand('version.deleteDraft', {
  ...partsOfWrite('deleteDraft'),
  payload: ActOn,
  samples: () => [{ databaseId: 'demo', versionId: 2 }],
  call: (p) => request(call, { params: p }),
  reply: call.reply,
  answered: (base, p) => {
    const gone = removeVersion(base, p);
    // the live message may have arrived first and removed it
    const id = `deleted-${p.versionId}`;
    if (!base.notices.some((notice) => notice.id === id)) tellDone(base, id, gone ? `Draft “${gone.Version}” was deleted` : 'Draft deleted');
  },
  next: (_p, _reply, view) => neededLoads(view),
});

import { request } from '../../contract/route.ts';
import { finishEdit as call } from '../../contract/versions.ts';
import { endAct } from '../../projections/versionLife.ts';
import { previewVersion, putVersion } from '../../projections/versions.ts';
import { defineCommand } from '../define.ts';
import { ActOn, partsOfWrite } from './lifecycle.ts';
import { tellDone } from './longActs.ts';

const parts = partsOfWrite('finishEdit');

/** Closes an editable version: nothing in it changes any more. */
export const finishEdit = defineCommand('version.finishEdit', {
  ...parts,
  payload: ActOn,
  samples: () => [{ databaseId: 'demo', versionId: 2 }],
  call: (p) => request(call, { params: p }),
  reply: call.reply,
  preview: (view, p) => {
    parts.preview(view, p);
    previewVersion(view, p, { Completed: false });
  },
  answered: (base, p, reply) => {
    endAct(base, p.versionId, 'finishEdit');
    putVersion(base, reply.Version);
    tellDone(base, `finished-${p.versionId}`, 'Edit finished');
  },
});

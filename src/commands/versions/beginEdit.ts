import { request } from '../../contract/route.ts';
import { beginEdit as call } from '../../contract/versions.ts';
import { endAct } from '../../projections/versionLife.ts';
import { putVersion } from '../../projections/versions.ts';
import { defineCommand } from '../define.ts';
import { ActOn, actionOfAct, openMade, partsOfWrite } from './lifecycle.ts';
import { tellDone } from './longActs.ts';

/** Makes an editable clone of a version and opens it, at the same page where one was open; the search filter of the version before goes. */
export const beginEdit = defineCommand('version.beginEdit', {
  ...partsOfWrite('beginEdit'),
  payload: ActOn,
  samples: () => [{ databaseId: 'demo', versionId: 1 }],
  action: actionOfAct('beginEdit', 'edit', 'Alt+KeyE'),
  call: (p) => request(call, { params: p }),
  reply: call.reply,
  answered: (base, p, reply) => {
    endAct(base, p.versionId, 'beginEdit');
    putVersion(base, reply.Version);
    tellDone(base, `begun-${reply.EditableDbVersionId}`, 'Editable version created');
  },
  next: (p, reply, view) => openMade(view, p, reply.EditableDbVersionId),
});

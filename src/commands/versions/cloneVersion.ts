import { request } from '../../contract/route.ts';
import { cloneVersion as call } from '../../contract/versions.ts';
import { VersionName } from '../../domain/versions.ts';
import { endAct } from '../../projections/versionLife.ts';
import { putVersion } from '../../projections/versions.ts';
import { defineCommand } from '../define.ts';
import { ActOn, openMade, partsOfWrite } from './lifecycle.ts';
import { tellDone } from './longActs.ts';

/** Makes an editable copy of a version, or of a draft, under a name of its own, and opens it. */
export const cloneVersion = defineCommand('version.clone', {
  ...partsOfWrite('clone'),
  payload: ActOn.extend({ name: VersionName }),
  samples: () => [{ databaseId: 'demo', versionId: 1, name: 'Summer' }],
  call: ({ name, ...params }) => request(call, { params, body: { Name: name } }),
  reply: call.reply,
  answered: (base, p, reply) => {
    endAct(base, p.versionId, 'clone');
    putVersion(base, reply.Version);
    tellDone(base, `cloned-${reply.EditableDbVersionId}`, `“${reply.Version.Version}” created`);
  },
  next: (p, reply, view) => openMade(view, p, reply.EditableDbVersionId),
});

import { request } from '../../contract/route.ts';
import { publishVersion as call } from '../../contract/versions.ts';
import { endAct } from '../../projections/versionLife.ts';
import { putVersion } from '../../projections/versions.ts';
import { defineCommand } from '../define.ts';
import { ActOn, partsOfWrite } from './lifecycle.ts';
import { tellDone } from './longActs.ts';

/** Publishes a version. It cannot be taken back. */
export const publishVersion = defineCommand('version.publish', {
  ...partsOfWrite('publish'),
  payload: ActOn,
  samples: () => [{ databaseId: 'demo', versionId: 1 }],
  call: (p) => request(call, { params: p }),
  reply: call.reply,
  answered: (base, p, { Version }) => {
    endAct(base, p.versionId, 'publish');
    putVersion(base, Version);
    tellDone(base, `published-${p.versionId}`, `“${Version.Version}” is published`);
  },
});

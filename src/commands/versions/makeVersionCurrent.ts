import { request } from '../../contract/route.ts';
import { makeVersionCurrent as call } from '../../contract/versions.ts';
import { endAct } from '../../projections/versionLife.ts';
import { putVersion } from '../../projections/versions.ts';
import { defineCommand } from '../define.ts';
import { ActOn, partsOfWrite } from './lifecycle.ts';
import { tellDone } from './longActs.ts';

/** Makes a version current again that was published before. */
export const makeVersionCurrent = defineCommand('version.makeCurrent', {
  ...partsOfWrite('makeCurrent'),
  payload: ActOn,
  samples: () => [{ databaseId: 'demo', versionId: 1 }],
  call: (p) => request(call, { params: p }),
  reply: call.reply,
  answered: (base, p, { Version }) => {
    endAct(base, p.versionId, 'makeCurrent');
    putVersion(base, Version);
    tellDone(base, `current-${p.versionId}-${Version.PublishedAt ?? ''}`, `“${Version.Version}” is current again`);
  },
});

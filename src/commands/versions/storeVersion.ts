import { request } from '../../contract/route.ts';
import { storeVersion as call } from '../../contract/versions.ts';
import { defineCommand } from '../define.ts';
import { ActOn, actionOfAct, partsOfWrite } from './lifecycle.ts';
import { foldLongAct } from './longActs.ts';

/** Keeps a durable copy of a version; retention leaves it alone from then on. It continues after the answer, as archiving does. */
export const storeVersion = defineCommand('version.store', {
  ...partsOfWrite('store'),
  payload: ActOn,
  samples: () => [{ databaseId: 'demo', versionId: 1 }],
  action: actionOfAct('store', 'shield-check', 'Alt+KeyS'),
  call: (p) => request(call, { params: p }),
  reply: call.reply,
  answered: (base, p, { Version }) => foldLongAct(base, p, 'store', Version),
});

import { request } from '../../contract/route.ts';
import { unArchiveVersion as call } from '../../contract/versions.ts';
import { previewVersion } from '../../projections/versions.ts';
import { defineCommand } from '../define.ts';
import { neededLoads } from '../shell/neededLoads.ts';
import { ActOn, actionOfAct, partsOfWrite } from './lifecycle.ts';
import { foldLongAct } from './longActs.ts';

const parts = partsOfWrite('unArchive');

/** Brings the data of an archived version back. It continues after the answer, as archiving does. */
export const unArchiveVersion = defineCommand('version.unArchive', {
  ...parts,
  payload: ActOn,
  samples: () => [{ databaseId: 'demo', versionId: 1 }],
  action: actionOfAct('unArchive', 'archive-off', 'Alt+Shift+KeyA'),
  call: (p) => request(call, { params: p }),
  reply: call.reply,
  preview: (view, p) => {
    parts.preview(view, p);
    previewVersion(view, p, { Completed: false, Saving: 'unArchiving' });
  },
  answered: (base, p, { Version }) => foldLongAct(base, p, 'unArchive', Version),
  // If the live message of the end came before the answer, the version still counted as being restored, and nothing was loaded.
  next: (_p, _reply, view) => neededLoads(view),
});

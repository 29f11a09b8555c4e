import { request } from '../../contract/route.ts';
import { archiveVersion as call } from '../../contract/versions.ts';
import { previewVersion } from '../../projections/versions.ts';
import { defineCommand } from '../define.ts';
import { ActOn, partsOfWrite } from './lifecycle.ts';
import { foldLongAct } from './longActs.ts';

const parts = partsOfWrite('archive');

/** Moves the data of a version to the archive. It continues after the answer: the live message versionListed tells its end, versionFailed that it failed. */
export const archiveVersion = defineCommand('version.archive', {
  ...parts,
  payload: ActOn,
  samples: () => [{ databaseId: 'demo', versionId: 1 }],
  call: (p) => request(call, { params: p }),
  reply: call.reply,
  preview: (view, p) => {
    parts.preview(view, p);
    previewVersion(view, p, { Completed: false, Saving: 'archiving' });
  },
  answered: (base, p, { Version }) => foldLongAct(base, p, 'archive', Version),
});

import { z } from 'zod';
import { request } from '../../contract/route.ts';
import { downloadVersion as call } from '../../contract/versions.ts';
import { VersionId } from '../../domain/versions.ts';
import { endAct, nameOfVersion } from '../../projections/versionLife.ts';
import { defineCommand, defineEvent } from '../define.ts';
import { ActOn, actionOfAct, partsOfAct } from './lifecycle.ts';
import { tellDone } from './longActs.ts';

/** Saves a version as a feed file (.json.gz). The file itself never enters the log: `effects/downloadVersion.ts` hands it to the browser. */
export const downloadVersion = defineCommand('version.download', {
  ...partsOfAct('download'),
  payload: ActOn,
  samples: () => [{ databaseId: 'demo', versionId: 1 }],
  action: actionOfAct('download', 'download', 'Alt+KeyJ'),
  lane: (p) => `version/${p.versionId}/download`,
  call: (p) => request(call, { params: p }),
  reply: z.object({ fileName: z.string(), bytes: z.int().min(0) }).or(z.object({ cancelled: z.literal(true) })),
  answered: (base, p, reply) => {
    endAct(base, p.versionId, 'download');
    if ('fileName' in reply) tellDone(base, `downloaded-${p.versionId}`, `Downloaded ${reply.fileName}`);
  },
});

/** Stops a download; its result is dropped. */
export const cancelDownload = defineCommand('version.cancelDownload', {
  payload: z.object({ versionId: VersionId }),
  samples: () => [{ versionId: 1 }],
  label: (p, view) => `Cancel download: ${nameOfVersion(view, p.versionId)}`,
  policy: 'parallel',
  call: ({ versionId }) => ({ call: 'cancelDownload', input: { versionId } }),
  inverse: 'none',
  keep: 'all',
});

/** How far a download is, in bytes; several a second at most. */
export const downloadProgressed = defineEvent('version.downloadProgressed', {
  payload: z.object({ versionId: VersionId, done: z.int().min(0), total: z.int().min(0).nullable() }),
  samples: () => [{ versionId: 1, done: 100_000, total: null }],
  apply: (base, { versionId, done, total }) => {
    base.downloads[versionId] = { done, total };
  },
  keep: 'all',
});

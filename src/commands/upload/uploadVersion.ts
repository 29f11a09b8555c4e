import { z } from 'zod';
import { request } from '../../contract/route.ts';
import { uploadSource } from '../../contract/upload.ts';
import { isGtfsZip } from '../../domain/uploads.ts';
import { READ_ONLY, VersionName } from '../../domain/versions.ts';
import { rightsIn } from '../../projections/rights.ts';
import { databaseOf, putVersion } from '../../projections/versions.ts';
import { defineCommand } from '../define.ts';
import { idKey } from '../../kernel/table.ts';

/** The user broke it off in time: the server has kept nothing. */
export const UploadCancelled = z.object({ Cancelled: z.literal(true) });

/**
 * Sends a feed file or a GTFS zip to a database, which makes a version of it. The call names the file by its id; effects/upload.ts has
 * the bytes. One at a time.
 */
export const uploadVersion = defineCommand('upload.send', {
  payload: z.object({ databaseId: z.string().min(1), versionName: VersionName, fileId: z.string(), fileName: z.string(), size: z.int().min(0) }),
  samples: () => [{ databaseId: 'demo', versionName: 'Manually uploaded version', fileId: 'f1', fileName: 'feed.json.gz', size: 1200 }],
  label: (p, view) => `Upload ${p.fileName} to ${databaseOf(view, p.databaseId)?.Name || p.databaseId}`,
  decide: (view, p) => (rightsIn(view, p.databaseId).readOnly ? { code: 'readOnly', message: READ_ONLY } : undefined),
  lane: () => 'upload',
  policy: 'once',
  write: true,
  call: ({ databaseId, versionName, fileId, fileName }) =>
    request(uploadSource, {
      params: { databaseId, versionName },
      // a GTFS feed is imported under the name of its file
      ...(isGtfsZip(fileName) ? { query: { file: fileName.slice(-200) } } : {}),
      body: { fileId },
    }),
  reply: z.union([uploadSource.reply, UploadCancelled]),
  answered: (base, p, reply) => {
    base.upload = null;
    // A list that nobody has asked for yet is loaded whole when it is needed.
    if ('Version' in reply && base.versionLists[idKey(p.databaseId)]?.value) putVersion(base, reply.Version);
  },
  failed: (base) => {
    base.upload = null;
  },
  inverse: 'none',
  keep: 'all',
  keepReply: 'all',
});

/** Uploading a feed file as a new version of a database. */
import { z } from 'zod';
import { UploadImport } from '../domain/uploads.ts';
import { Version, VersionId, VersionName } from '../domain/versions.ts';
import { defineRoute } from './route.ts';

/**
 * The body is the file: a feed file, .json or .gz (Content-Encoding: gzip), or a GTFS .zip, which is imported by a run of the Import
 * task; `file` is its name. The Idempotency-Key names the upload: `readUpload` and the
 * live message `uploadProgress` speak of it by that id. A feed that cannot be used is answered 400 with at most 100
 * messages, and leaves nothing behind.
 */
export const uploadSource = defineRoute({
  name: 'uploadSource',
  summary: 'Uploads a feed file or a GTFS zip as a new version; the version name stands in the address, the file is the body.',
  method: 'POST',
  path: '/storage/ui/db/:databaseId/source/:versionName',
  params: z.object({ databaseId: z.string(), versionName: VersionName }),
  query: z.object({ file: z.string().min(1).max(200).optional() }),
  body: z.unknown(),
  streams: 'body',
  reply: z.object({ DbVersionId: VersionId, Version, Import: UploadImport.optional() }),
  access: 'write',
});

export const readUpload = defineRoute({
  name: 'readUpload',
  summary: 'What became of an upload of the caller: for a client that lost the answer.',
  method: 'GET',
  path: '/storage/ui/uploads/:uploadId',
  params: z.object({ uploadId: z.string().min(1).max(200) }),
  reply: z.object({
    Status: z.enum(['running', 'done', 'failed', 'unknown']),
    DbVersionId: VersionId.nullable(),
    Messages: z.array(z.string()),
    Import: UploadImport.optional(),
  }),
  placeless: true,
  access: 'write',
});

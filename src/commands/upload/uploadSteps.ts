/** The steps of an upload; `machines/uploadMachine.ts` follows them and issues `uploadVersion`. */
import { z } from 'zod';
import { defineCommand } from '../define.ts';

const Nothing = z.object({});

/** Chooses the database that gets the new version. */
export const chooseUploadDatabase = defineCommand('upload.chooseDatabase', {
  payload: z.object({ databaseId: z.string().min(1) }),
  samples: () => [{ databaseId: 'demo' }],
  label: ({ databaseId }) => `Upload to ${databaseId}`,
  inverse: 'none',
  keep: 'all',
});

/** Names the new version; any text, for a name that cannot be used is shown with what is wrong. */
export const nameUploadVersion = defineCommand('upload.nameVersion', {
  payload: z.object({ versionName: z.string() }),
  samples: () => [{ versionName: 'Summer' }, { versionName: '' }],
  label: ({ versionName }) => `Name the upload ${versionName}`,
  inverse: 'none',
  keep: 'all',
});

/**
 * Drops or chooses files. The log holds their names and sizes; the bytes of the first stay with the browser, under
 * `fileId` (effects/upload.ts).
 */
export const chooseUploadFile = defineCommand('upload.chooseFile', {
  payload: z.object({ fileId: z.string(), files: z.array(z.object({ name: z.string(), size: z.int().min(0) })) }),
  samples: () => [
    { fileId: 'f1', files: [{ name: 'feed.json', size: 1200 }] },
    { fileId: 'f2', files: [{ name: 'feed.zip', size: 1200 }] },
  ],
  label: ({ files }) => `Choose the file ${files.map(({ name }) => name).join(', ')}`,
  inverse: 'none',
  keep: 'all',
});

/** Begins the upload with what was chosen. */
export const submitUpload = defineCommand('upload.submit', {
  payload: Nothing,
  samples: () => [{}],
  label: () => 'Begin the upload',
  inverse: 'none',
  keep: 'all',
});

/** Puts a running upload out of sight; it goes on. */
export const hideUpload = defineCommand('upload.hide', {
  payload: Nothing,
  samples: () => [{}],
  label: () => 'Hide the upload',
  inverse: 'none',
  keep: 'all',
});

/** Goes back from a failed upload to its form. */
export const retryUpload = defineCommand('upload.tryAgain', {
  payload: Nothing,
  samples: () => [{}],
  label: () => 'Try the upload again',
  inverse: 'none',
  keep: 'all',
});

/** Closes the form, or the result. */
export const closeUpload = defineCommand('upload.close', {
  payload: Nothing,
  samples: () => [{}],
  label: () => 'Close the upload',
  inverse: 'none',
  keep: 'all',
});

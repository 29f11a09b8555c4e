/** The steps of an upload; `machines/uploadMachine.ts` follows them and issues `uploadVersion`. */
import { z } from 'zod';
import { defineStep } from '../defineStep.ts';

/** Chooses the database that gets the new version. */
export const chooseUploadDatabase = defineStep('upload.chooseDatabase', ({ databaseId }) => `Upload to ${databaseId}`, {
  payload: z.object({ databaseId: z.string().min(1) }),
  samples: [{ databaseId: 'demo' }],
});

/** Names the new version; any text, for a name that cannot be used is shown with what is wrong. */
export const nameUploadVersion = defineStep('upload.nameVersion', ({ versionName }) => `Name the upload ${versionName}`, {
  payload: z.object({ versionName: z.string() }),
  samples: [{ versionName: 'Summer' }, { versionName: '' }],
});

/**
 * Drops or chooses files. The log holds their names and sizes; the bytes of the first stay with the browser, under
 * `fileId` (effects/upload.ts).
 */
export const chooseUploadFile = defineStep('upload.chooseFile', ({ files }) => `Choose the file ${files.map(({ name }) => name).join(', ')}`, {
  payload: z.object({ fileId: z.string(), files: z.array(z.object({ name: z.string(), size: z.int().min(0) })) }),
  samples: [
    { fileId: 'f1', files: [{ name: 'feed.json', size: 1200 }] },
    { fileId: 'f2', files: [{ name: 'feed.zip', size: 1200 }] },
  ],
});

/** Begins the upload with what was chosen. */
export const submitUpload = defineStep('upload.submit', 'Begin the upload');

/** Hides a running upload; it continues. */
export const hideUpload = defineStep('upload.hide', 'Hide the upload');

/** Goes back from a failed upload to its form. */
export const retryUpload = defineStep('upload.tryAgain', 'Try the upload again');

/** Closes the form, or the result. */
export const closeUpload = defineStep('upload.close', 'Close the upload');

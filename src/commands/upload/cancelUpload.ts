import { z } from 'zod';
import { defineCommand } from '../define.ts';

/** The name of the call: it does not go to the server, `effects/upload.ts` breaks the running upload off. */
export const CANCEL_UPLOAD = 'cancelUpload';

/** Breaks a running upload off; the answer of `uploadVersion` says whether it was in time. */
export const cancelUpload = defineCommand('upload.cancel', {
  payload: z.object({}),
  samples: () => [{}],
  label: () => 'Cancel the upload',
  call: () => ({ call: CANCEL_UPLOAD, input: {} }),
  reply: z.object({}),
  inverse: 'none',
  keep: 'all',
  keepReply: 'all',
});

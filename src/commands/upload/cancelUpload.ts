import { z } from 'zod';
import { defineCommand } from '../define.ts';

/**
 * Breaks a running upload off; the answer of `uploadVersion` says whether it was in time. Its call does not go to the server:
 * `effects/upload.ts` aborts the request.
 */
export const cancelUpload = defineCommand('upload.cancel', {
  payload: z.object({}),
  samples: () => [{}],
  label: () => 'Cancel the upload',
  call: () => ({ call: 'cancelUpload', input: {} }),
  reply: z.object({}),
  inverse: 'none',
  keep: 'all',
  keepReply: 'all',
});

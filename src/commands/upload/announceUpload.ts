import { z } from 'zod';
import { defineStep } from '../defineStep.ts';

/** Says in a short message how an upload ended that went on out of sight. */
export const announceUpload = defineStep('upload.announce', ({ fileName }) => `Tell how the upload of ${fileName} ended`, {
  payload: z.object({ outcome: z.enum(['done', 'failed']), fileId: z.string(), fileName: z.string() }),
  samples: [{ outcome: 'done' as const, fileId: 'f1', fileName: 'feed.json' }],
  apply: (base, { outcome, fileId, fileName }) => {
    const id = `upload-${fileId}-${outcome}`;
    const text = `${outcome === 'done' ? 'Upload successful' : 'Upload failed'}: ${fileName}`;
    base.notices = [...base.notices.filter((notice) => notice.id !== id), { id, kind: outcome, text }];
  },
});

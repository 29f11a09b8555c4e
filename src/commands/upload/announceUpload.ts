import { z } from 'zod';
import { defineCommand } from '../define.ts';

/** Says in a short message how an upload ended that went on out of sight. */
export const announceUpload = defineCommand('upload.announce', {
  payload: z.object({ outcome: z.enum(['done', 'failed']), fileId: z.string(), fileName: z.string() }),
  samples: () => [{ outcome: 'done' as const, fileId: 'f1', fileName: 'feed.json' }],
  label: ({ fileName }) => `Tell how the upload of ${fileName} ended`,
  apply: (base, { outcome, fileId, fileName }) => {
    const id = `upload-${fileId}-${outcome}`;
    const text = `${outcome === 'done' ? 'Upload successful' : 'Upload failed'}: ${fileName}`;
    base.notices = [...base.notices.filter((notice) => notice.id !== id), { id, kind: outcome, text }];
  },
  inverse: 'none',
  keep: 'all',
});

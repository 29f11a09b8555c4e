/** How far an upload is: what the browser has sent, and what the server has read. */
import { z } from 'zod';
import { UploadProgress } from '../../contract/notifications.ts';
import { defineEvent } from '../define.ts';

/** The browser has sent more of the file of an upload. Bytes; `total` 0 where nothing is sent any more, after a reload. */
export const uploadSent = defineEvent('upload.sent', {
  payload: z.object({ uploadId: z.string(), done: z.int().min(0), total: z.int().min(0), elapsedMs: z.number().min(0) }),
  samples: () => [{ uploadId: 't:9', done: 600, total: 1200, elapsedMs: 250 }],
  apply: (base, { uploadId, done, total, elapsedMs }) => {
    const reading = base.upload?.uploadId === uploadId ? base.upload.reading : null;
    base.upload = { uploadId, sent: { done, total }, reading, elapsedMs };
  },
  keep: 'all',
});

/** The server says how far its reading of an upload is. Of uploads in other tabs nothing is kept. */
export const uploadProgress = defineEvent('live.uploadProgress', {
  payload: UploadProgress,
  samples: () => [{ UploadId: 't:9', Phase: 'reading' as const, Done: 100, Total: 2000 }],
  apply: (base, { UploadId, Phase, Done, Total }) => {
    if (base.upload?.uploadId === UploadId) base.upload.reading = { phase: Phase, done: Done, total: Total };
  },
  keep: 'all',
});

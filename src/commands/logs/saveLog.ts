import { z } from 'zod';
import { downloadLog } from '../../contract/logs.ts';
import { request } from '../../contract/route.ts';
import { defineCommand } from '../define.ts';
import { tellDone } from '../versions/longActs.ts';

/** Saves a whole log as text. `effects/diffFile.ts` hands the file to the browser. */
export const saveLog = defineCommand('log.save', {
  payload: z.object({ id: z.int().positive() }),
  samples: () => [{ id: 1 }],
  label: () => 'Download a log',
  policy: 'parallel',
  call: ({ id }) => request(downloadLog, { params: { id } }),
  reply: z.object({ fileName: z.string(), bytes: z.int().min(0) }),
  answered: (base, { id }, { fileName }) => tellDone(base, `log-${id}`, `Downloaded ${fileName}`),
  inverse: 'none',
  keep: 'all',
  keepReply: 'all',
});

import { z } from 'zod';
import { request } from '../../contract/route.ts';
import { downloadTaskFile } from '../../contract/tasks.ts';
import { defineCommand } from '../define.ts';
import { tellDone } from '../versions/longActs.ts';

/** Saves a file that a task made. `effects/diffFile.ts` hands the file to the browser. */
export const saveTaskFile = defineCommand('task.saveFile', {
  payload: z.object({ taskRunId: z.int().positive(), name: z.string().min(1).max(300) }),
  samples: () => [{ taskRunId: 1, name: 'demo.zip' }],
  label: ({ name }) => `Download ${name}`,
  policy: 'parallel',
  call: ({ taskRunId, name }) => request(downloadTaskFile, { params: { id: taskRunId, name } }),
  reply: z.object({ fileName: z.string(), bytes: z.int().min(0) }),
  answered: (base, { taskRunId }, { fileName }) => tellDone(base, `task-file-${taskRunId}`, `Downloaded ${fileName}`),
  inverse: 'none',
  keep: 'all',
  keepReply: 'all',
});

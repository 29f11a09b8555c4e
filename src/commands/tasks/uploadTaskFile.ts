import { castDraft } from 'immer';
import { z } from 'zod';
import { request } from '../../contract/route.ts';
import { uploadTaskFile as uploadCall } from '../../contract/tasks.ts';
import { pipelineRefusal } from '../../projections/pipelineRights.ts';
import { IDLE } from '../../projections/state.ts';
import { defineCommand } from '../define.ts';

/** Sends a file that a task takes by its key. The call names it by its id; effects/taskFile.ts has the bytes. */
export const uploadTaskFile = defineCommand('task.uploadFile', {
  payload: z.object({ fileId: z.string(), name: z.string().min(1).max(200) }),
  samples: () => [{ fileId: 'f1', name: 'feed.zip' }],
  label: ({ name }) => `Upload ${name}`,
  lane: () => 'task/upload',
  write: true,
  policy: 'queue',
  decide: (view) => pipelineRefusal(view, 'task.uploadFile'),
  call: ({ fileId, name }) => request(uploadCall, { params: { name }, body: { fileId } }),
  reply: uploadCall.reply,
  sent: (view, { fileId }) => {
    view.tasks.files[fileId] = castDraft({ ...IDLE, status: 'loading', messages: [] });
  },
  answered: (base, { fileId }, { key }) => {
    base.tasks.files[fileId] = { status: 'succeeded', value: key, messages: [] };
  },
  failed: (base, { fileId }, { messages }) => {
    base.tasks.files[fileId] = { status: 'failed', value: null, messages: [...messages] };
  },
  inverse: 'none',
  keep: 'all',
  keepReply: 'all',
});

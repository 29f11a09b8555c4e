/** Secrets that tasks use: their names, and writing them. What they are is never read back. */
import { z } from 'zod';
import { request } from '../../contract/route.ts';
import * as contract from '../../contract/tasks.ts';
import { pipelineRefusal } from '../../projections/pipelineRights.ts';
import { defineCommand } from '../define.ts';
import { defineLoad } from '../defineLoad.ts';

/** Lane of the secrets and of the runs that use them: a task is run when the secret that was written just before it is kept. */
export const TASK_LANE = 'task/runs and secrets';

/** Loads the names of secrets. */
export const loadSecrets = defineLoad('task.loadSecrets', {
  payload: z.object({}),
  samples: () => [{}],
  label: () => 'Load the names of secrets',
  slot: (state) => state.tasks.secrets,
  call: () => request(contract.listSecrets, {}),
  reply: contract.listSecrets.reply,
  value: ({ secrets }) => secrets,
});

/** Keeps a secret under a name. Its value never enters the log. */
export const writeSecret = defineCommand('task.writeSecret', {
  payload: z.object({
    name: z.string().regex(/^[A-Za-z0-9_.-]{1,60}$/),
    value: z.string().min(1).max(10_000),
    servers: z.array(z.string()).optional(),
  }),
  samples: () => [{ name: 'feed-key', value: 'Bearer 1', servers: ['https://feeds.example.org'] }],
  label: ({ name }) => `Keep the secret ${name}`,
  lane: () => TASK_LANE,
  write: true,
  policy: 'queue',
  decide: (view) => pipelineRefusal(view, 'task.writeSecret'),
  call: ({ name, value, servers }) => request(contract.writeSecret, { params: { name }, body: { value, ...(servers && { servers }) } }),
  reply: contract.writeSecret.reply,
  next: () => [loadSecrets({})],
  secrets: ['value'],
  inverse: 'none',
  keep: ['name', 'servers'],
  keepReply: 'all',
});

/** Forgets a secret: tasks that use it fail from then on. */
export const deleteSecret = defineCommand('task.deleteSecret', {
  payload: z.object({ name: z.string().min(1) }),
  samples: () => [{ name: 'feed-key' }],
  label: ({ name }) => `Forget the secret ${name}`,
  lane: () => TASK_LANE,
  write: true,
  policy: 'queue',
  decide: (view) => pipelineRefusal(view, 'task.deleteSecret'),
  call: ({ name }) => request(contract.deleteSecret, { params: { name } }),
  reply: contract.deleteSecret.reply,
  next: () => [loadSecrets({})],
  inverse: 'none',
  keep: 'all',
  keepReply: 'all',
});

import { z } from 'zod';
import { request } from '../../contract/route.ts';
import { runTask as runCall, stopTask as stopCall } from '../../contract/tasks.ts';
import { changeTaskRun } from '../../projections/taskState.ts';
import { READ_ONLY } from '../../domain/versions.ts';
import { defineCommand } from '../define.ts';
import { TASK_LANE } from './taskSecrets.ts';

/** Runs one task by hand. */
export const runTask = defineCommand('task.run', {
  payload: runCall.body,
  samples: () => [
    {
      db_id: 'demo',
      name: 'Import',
      original_name: 'GTFS from a URL',
      s3_url: 'builtin:import-url',
      command: { url: 'https://feeds.example/gtfs.zip' },
      task_type: 1 as const,
      input_version_id: null,
      notes: '',
    },
  ],
  label: ({ name, db_id }) => `Run ${name} on ${db_id}`,
  lane: () => TASK_LANE,
  write: true,
  // the form sends once; filled in again it means another run
  policy: 'queue',
  decide: (view) => (view.session.account?.permissions.readOnly !== true ? undefined : { code: 'task.run', message: READ_ONLY }),
  call: (body) => request(runCall, { body }),
  reply: runCall.reply,
  // the form says it beside the field
  quiet: ({ fields }) => fields !== undefined,
  inverse: 'none',
  keep: ['db_id', 'name', 'original_name', 's3_url', 'task_type', 'input_version_id'],
  keepReply: 'all',
});

/** Stops a task, and with it the run it is part of. */
export const stopTask = defineCommand('task.stop', {
  payload: z.object({ id: z.int().positive() }),
  samples: () => [{ id: 1 }],
  label: () => 'Stop a task',
  lane: ({ id }) => `task/stop/${id}`,
  write: true,
  policy: 'once',
  decide: (view) => (view.session.account?.permissions.readOnly !== true ? undefined : { code: 'task.stop', message: READ_ONLY }),
  call: ({ id }) => request(stopCall, { params: { id } }),
  reply: stopCall.reply,
  answered: (base, { id }, reply) => changeTaskRun(base.tasks, id, (run) => Object.assign(run, reply)),
  inverse: 'none',
  keep: 'all',
  keepReply: 'all',
});

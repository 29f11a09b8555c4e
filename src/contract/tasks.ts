/** Tasks of the scheduler: runs, what can be run, and its documentation. */
import { z } from 'zod';
import { PipelineTask } from '../domain/pipelines.ts';
import { RunStatus, TaskType } from '../domain/runs.ts';
import { TaskDetail, TaskDocumentation, TaskPage, TaskRun, TASKS_PAGE } from '../domain/taskRuns.ts';
import { SecretServer } from '../domain/taskTemplates/secretServers.ts';
import { VersionId } from '../domain/versions.ts';
import { defineRoute } from './route.ts';

/** Rows of lists are requested by how many come before them. */
const offset = z.coerce.number().int().min(0).default(0);
const optionalNumber = z.coerce.number().int().positive().optional();

export const listTasks = defineRoute({
  name: 'listTasks',
  summary:
    'Task runs, newest first. `filter` is a part of the name; the other parameters narrow further: `db_version_id` to runs that took or made that version, `change_id` and `set_id` to those of the version which that change, or set of changes, belongs to.',
  method: 'GET',
  path: '/scheduler/ui/tasks',
  query: z.object({
    limit: z.coerce.number().int().min(1).max(TASKS_PAGE).default(TASKS_PAGE),
    offset,
    filter: z.string().max(200).default(''),
    input_version: optionalNumber,
    output_version: optionalNumber,
    db_version_id: optionalNumber,
    change_id: optionalNumber,
    set_id: optionalNumber,
    db_id: z.string().optional(),
    type: z.coerce.number().pipe(TaskType).optional(),
    status: z.coerce.number().pipe(RunStatus).optional(),
  }),
  reply: TaskPage,
  placeless: true,
  access: 'read',
});

export const listDocumentation = defineRoute({
  name: 'listDocumentation',
  summary: 'Every kind of task with its documentation.',
  method: 'GET',
  path: '/scheduler/ui/tasks/documentation',
  reply: z.object({ documentation: z.array(TaskDocumentation) }),
  placeless: true,
  access: 'read',
});

export const readDocumentation = defineRoute({
  name: 'readDocumentation',
  summary: 'Documentation of one kind of task.',
  method: 'GET',
  path: '/scheduler/ui/tasks/documentation/:id',
  params: z.object({ id: z.string() }),
  reply: TaskDocumentation,
  placeless: true,
  access: 'read',
});

export const readTask = defineRoute({
  name: 'readTask',
  summary: 'One task run, with up to 5 versions of its database that can be opened in place of those it names.',
  method: 'GET',
  path: '/scheduler/ui/tasks/:id',
  params: z.object({ id: z.coerce.number().int().positive() }),
  reply: TaskDetail,
  places: { id: 'task run' },
  access: 'read',
});

export const downloadTaskFile = defineRoute({
  name: 'downloadTaskFile',
  summary: 'A file that a task made, by its name as the task run lists it. The header `digest` has its SHA-256.',
  method: 'GET',
  path: '/scheduler/ui/tasks/:id/files/:name',
  params: z.object({ id: z.coerce.number().int().positive(), name: z.string().min(1).max(300) }),
  reply: z.unknown(),
  places: { id: 'task run' },
  access: 'read',
  streams: 'reply',
});

export const runTask = defineRoute({
  name: 'runTask',
  summary: 'Runs one task by hand on a database.',
  method: 'POST',
  path: '/scheduler/ui/tasks/run',
  body: PipelineTask.extend({ db_id: z.string().min(1) }),
  reply: z.object({ task_run_id: z.int(), run_id: z.int() }),
  access: 'write',
  scope: 'run',
});

export const stopTask = defineRoute({
  name: 'stopTask',
  summary: 'Stops a task, and with it the run it is part of.',
  method: 'POST',
  path: '/scheduler/ui/tasks/:id/stop',
  params: z.object({ id: z.coerce.number().int().positive() }),
  reply: TaskRun,
  places: { id: 'task run' },
  access: 'write',
  scope: 'run',
});

export const readTaskRuns = defineRoute({
  name: 'readTaskRuns',
  summary: 'Task runs by their ids; those that are not there are left out.',
  method: 'POST',
  path: '/scheduler/ui/tasks/runs',
  body: z.object({ task_run_ids: z.array(z.int().positive()).max(TASKS_PAGE) }),
  reply: z.object({
    TaskRuns: z.array(
      z.object({
        Id: z.int(),
        TaskRunId: z.int(),
        TaskName: z.string(),
        Type: TaskType,
        Status: RunStatus,
        InputVersionId: VersionId.nullable(),
        OutputVersionId: VersionId.nullable(),
      }),
    ),
  }),
  placeless: true,
  access: 'read',
});

const SecretName = z.object({
  name: z.string().regex(/^[A-Za-z0-9_.-]{1,60}$/, 'A secret has a name of letters, digits, dots and dashes, at most 60'),
});

export const listSecrets = defineRoute({
  name: 'listSecrets',
  summary: 'Names of the secrets that tasks can use. No call returns their values.',
  method: 'GET',
  path: '/scheduler/ui/secrets',
  reply: z.object({
    secrets: z.array(
      z.object({
        name: z.string(),
        author: z.string(),
        created: z.int(),
        /** The servers that it may be sent to; null: any, for it was written before they were requested. */
        servers: z.array(z.string()).nullable().optional(),
      }),
    ),
  }),
  placeless: true,
  access: 'read',
});

export const writeSecret = defineRoute({
  name: 'writeSecret',
  summary: 'Keeps a secret under a name, in place of what was kept there.',
  method: 'PUT',
  path: '/scheduler/ui/secrets/:name',
  params: SecretName,
  body: z.object({
    value: z.string().min(1).max(10_000),
    /** The servers that tasks may send it to, such as `https://feeds.example.org` or `sftp://files.example.org:22`. It is refused without. */
    servers: z.array(SecretServer).min(1).max(20).optional(),
  }),
  reply: z.object({ name: z.string() }),
  access: 'write',
  scope: 'person',
});

export const deleteSecret = defineRoute({
  name: 'deleteSecret',
  summary: 'Forgets a secret. Tasks that use it fail from then on.',
  method: 'DELETE',
  path: '/scheduler/ui/secrets/:name',
  params: SecretName,
  reply: z.object({}),
  access: 'write',
  scope: 'person',
});

export const uploadTaskFile = defineRoute({
  name: 'uploadTaskFile',
  summary: 'Keeps a file for a task that takes one by hand, and answers its key in the object store.',
  method: 'POST',
  path: '/scheduler/ui/tasks/files/:name',
  params: z.object({ name: z.string().min(1).max(200) }),
  body: z.unknown(),
  reply: z.object({ key: z.string() }),
  placeless: true,
  access: 'write',
  scope: 'run',
  streams: 'body',
});

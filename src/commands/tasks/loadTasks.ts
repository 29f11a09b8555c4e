import { z } from 'zod';
import { request } from '../../contract/route.ts';
import { listDocumentation, listTasks, readTask } from '../../contract/tasks.ts';
import { IDLE } from '../../projections/state.ts';
import { taskQueryOf, taskViewOf } from '../../projections/taskAddress.ts';
import { idKey } from '../../kernel/table.ts';
import { defineLoad } from '../defineLoad.ts';

/** Loads the page of task runs that a query of the Tasks screen asks for. */
export const loadTasks = defineLoad('task.loadAll', {
  payload: z.object({ search: z.string() }),
  samples: () => [{ search: '' }, { search: '?filter=night&page=2' }],
  label: () => 'Load task runs',
  slot: (state) => state.tasks.list,
  call: ({ search }) => request(listTasks, { query: taskQueryOf(taskViewOf(search)) }),
  reply: listTasks.reply,
  value: (reply) => reply,
  answered: (base, { search }) => {
    base.tasks.query = JSON.stringify(taskQueryOf(taskViewOf(search)));
  },
});

/** Loads one task run with versions that can be opened in place of its own. */
export const loadTask = defineLoad('task.load', {
  payload: z.object({ id: z.int().positive() }),
  samples: () => [{ id: 1 }],
  label: () => 'Load a task run',
  lane: ({ id }) => String(id),
  slot: (state, { id }) => (state.tasks.details[idKey(String(id))] ??= { ...IDLE, messages: [] }),
  call: ({ id }) => request(readTask, { params: { id } }),
  reply: readTask.reply,
  value: (reply) => reply,
});

/** Loads what kinds of task there are, with their documentation. */
export const loadDocumentation = defineLoad('task.loadDocumentation', {
  payload: z.object({}),
  samples: () => [{}],
  label: () => 'Load the documentation of tasks',
  slot: (state) => state.tasks.documentation,
  call: () => request(listDocumentation, {}),
  reply: listDocumentation.reply,
  value: (reply) => reply.documentation,
});

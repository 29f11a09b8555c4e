/** Logs of task runs. */
import { z } from 'zod';
import { ImportReport } from '../domain/importReport.ts';
import { LOG_PAGE, LogCounts, LogRow, type LogLevel } from '../domain/runLogs.ts';
import { TaskResult, TaskRun } from '../domain/taskRuns.ts';
import { defineRoute, repeated } from './route.ts';

const Id = z.object({ id: z.coerce.number().int().positive() });

export const readLogTask = defineRoute({
  name: 'readLogTask',
  summary: 'The task run of a log, and the report of an import. A plain text in its place is a failure.',
  method: 'GET',
  path: '/scheduler/ui/logs/:id',
  params: Id,
  reply: z.object({ task: TaskRun.shape.task, last_result: TaskResult, run: TaskRun, import_report: ImportReport.nullable().optional() }),
  places: { id: 'task run' },
  access: 'read',
});

export const readLogLevels = defineRoute({
  name: 'readLogLevels',
  summary: 'How many rows of each level a log has. `runStartedTimestamp` (unix seconds) is when its task was made.',
  method: 'GET',
  path: '/scheduler/ui/logs/:id/levels',
  params: Id,
  query: z.object({ runStartedTimestamp: z.coerce.number().int().min(0).optional() }),
  reply: LogCounts,
  places: { id: 'task run' },
  access: 'read',
});

export const listLogs = defineRoute({
  name: 'listLogs',
  summary: 'Rows of a log, or of one of its groups, in their order: those of the levels whose message contains a text.',
  method: 'GET',
  path: '/scheduler/ui/logs/:id/rows',
  params: Id,
  query: z.object({
    offset: z.coerce.number().int().min(0).default(0),
    limit: z.coerce.number().int().min(1).max(LOG_PAGE).default(LOG_PAGE),
    levels: repeated
      .default(['1', '2', '3'])
      .refine((levels) => levels.every((level) => /^[123]$/.test(level)), 'Levels are 1, 2 and 3')
      .transform((levels) => levels.map((level): LogLevel => (level === '3' ? 3 : level === '2' ? 2 : 1))),
    message: z.string().max(200).default(''),
    groupId: z.coerce.number().int().positive().optional(),
  }),
  reply: z.object({ logs: z.array(LogRow) }),
  places: { id: 'task run' },
  access: 'read',
});

export const downloadLog = defineRoute({
  name: 'downloadLog',
  summary: 'A whole log as text.',
  method: 'GET',
  path: '/scheduler/ui/logs/:id/text',
  params: Id,
  reply: z.string(),
  places: { id: 'task run' },
  access: 'read',
  streams: 'reply',
});

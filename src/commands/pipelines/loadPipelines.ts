import { castDraft } from 'immer';
import { z } from 'zod';
import { listLogs } from '../../contract/logs.ts';
import { listPipelineRuns, listPipelines, listPipelineTags, readPipeline } from '../../contract/pipelines.ts';
import { request } from '../../contract/route.ts';
import { IDLE } from '../../projections/state.ts';
import { PIPELINE_RUNS_PAGE } from '../../domain/pipelines.ts';
import { runPageKey } from '../../projections/pipelineState.ts';
import type { CommandInput } from '../../kernel/command.ts';
import { defineLoad } from '../defineLoad.ts';

/** Loads all pipelines. */
export const loadPipelines = defineLoad('pipeline.loadAll', {
  payload: z.object({}),
  samples: () => [{}],
  label: () => 'Load pipelines',
  slot: (state) => state.pipelines.list,
  call: () => request(listPipelines, { query: { tags: [], filter: '' } }),
  reply: listPipelines.reply,
  value: (reply) => reply.pipelines,
});

/** Loads one pipeline with its tasks and its newest runs. */
export const loadPipeline = defineLoad('pipeline.load', {
  payload: z.object({ id: z.int().positive() }),
  samples: () => [{ id: 1 }],
  label: () => 'Load a pipeline',
  lane: ({ id }) => String(id),
  slot: (state, { id }) => (state.pipelines.details[String(id)] ??= castDraft({ ...IDLE, messages: [] })),
  call: ({ id }) => request(readPipeline, { params: { id } }),
  reply: readPipeline.reply,
  value: (reply) => reply,
});

/** Loads a page of the runs of a pipeline; with a version those in which a task took or made it. */
export const loadPipelineRuns = defineLoad('pipeline.loadRuns', {
  payload: z.object({ id: z.int().positive(), offset: z.int().min(0), version: z.int().positive().nullable() }),
  samples: () => [
    { id: 1, offset: 15, version: null },
    { id: 1, offset: 0, version: 4 },
  ],
  label: () => 'Load runs of a pipeline',
  lane: ({ id }) => String(id),
  slot: (state, p) => (state.pipelines.runPages[runPageKey(p)] ??= castDraft({ ...IDLE, messages: [] })),
  call: ({ id, offset, version }) =>
    request(listPipelineRuns, { params: { id }, query: { offset, limit: PIPELINE_RUNS_PAGE, ...(version === null ? {} : { version }) } }),
  reply: listPipelineRuns.reply,
  value: (reply) => reply,
});

/** Lines of a log that the panel of a pipeline shows. */
const FAILING_LINES = 5;

/** Loads the first errors that a task logged, or the first warnings where it logged no error. Where a group comes first, its lines follow. */
export const loadFailingLines = defineLoad('pipeline.loadFailing', {
  payload: z.object({
    taskRunId: z.int().positive(),
    level: z.union([z.literal(2), z.literal(3)]),
    group: z.object({ id: z.int(), title: z.string() }).optional(),
  }),
  samples: () => [
    { taskRunId: 1, level: 3 as const },
    { taskRunId: 1, level: 2 as const, group: { id: 4, title: 'stops.txt' } },
  ],
  label: () => 'Load the errors of a task',
  lane: ({ taskRunId }) => String(taskRunId),
  slot: (state, { taskRunId }) => ((state.pipelines.failing ??= {})[String(taskRunId)] ??= castDraft({ ...IDLE, messages: [] })),
  call: ({ taskRunId, level, group }) =>
    request(listLogs, {
      params: { id: taskRunId },
      query: { levels: [String(level)], limit: FAILING_LINES, ...(group === undefined ? {} : { groupId: group.id }) },
    }),
  reply: listLogs.reply,
  value: ({ logs }, { group }) => logs.map((row) => (group === undefined ? row : { ...row, message: `${group.title}: ${row.message}` })),
  next: ({ taskRunId, level, group }, { logs: [first] }): readonly CommandInput[] =>
    group === undefined && first?.groupId != null ? [loadFailingLines({ taskRunId, level, group: { id: first.groupId, title: first.message } })] : [],
});

/** Loads the tags of pipelines that contain a text, the frequent ones first. */
export const loadPipelineTags = defineLoad('pipeline.loadTags', {
  payload: z.object({ filter: z.string().max(100) }),
  samples: () => [{ filter: '' }, { filter: 'night' }],
  label: () => 'Load tags of pipelines',
  slot: (state) => state.pipelines.tags,
  call: ({ filter }) => request(listPipelineTags, { query: { filter } }),
  reply: listPipelineTags.reply,
  value: ({ tags }) => tags,
});

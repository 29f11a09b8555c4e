import { castDraft } from 'immer';
import { z } from 'zod';
import { listPipelineRuns, listPipelines, listPipelineTags, readPipeline } from '../../contract/pipelines.ts';
import { request } from '../../contract/route.ts';
import { IDLE } from '../../projections/state.ts';
import { PIPELINE_RUNS_PAGE } from '../../domain/pipelines.ts';
import { runPageKey } from '../../projections/pipelineState.ts';
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

import { castDraft } from 'immer';
import { z } from 'zod';
import { listPipelines, readPipeline } from '../../contract/pipelines.ts';
import { request } from '../../contract/route.ts';
import { IDLE } from '../../projections/state.ts';
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

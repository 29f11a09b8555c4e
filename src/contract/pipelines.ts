/** Pipelines of the scheduler and their runs. */
import { z } from 'zod';
import { Pipeline, PIPELINE_RUNS_PAGE, PipelineInput, PipelineSummary } from '../domain/pipelines.ts';
import { PipelineRun, Superseded } from '../domain/taskRuns.ts';
import { defineRoute, repeated } from './route.ts';

const Id = z.object({ id: z.coerce.number().int().positive() });

/** What has overtaken the run, as the person was asked about it. Without it, or where that has changed, the answer is 409 `superseded`. */
const overtaken = Superseded.pick({ run_id: true, version_id: true }).optional();

export const listPipelineRegions = defineRoute({
  name: 'listPipelineRegions',
  summary: 'Regions that have pipelines, with how many.',
  method: 'GET',
  path: '/scheduler/ui/pipelines/regions',
  reply: z.object({ regions: z.array(z.object({ region: z.string(), name: z.string(), count: z.int(), running: z.int() })) }),
  placeless: true,
  access: 'read',
});

export const listPipelines = defineRoute({
  name: 'listPipelines',
  summary: 'Pipelines by region and name; those with all of the tags, of a region, with a time in their schedule.',
  method: 'GET',
  path: '/scheduler/ui/pipelines',
  query: z.object({
    region: z.string().optional(),
    tags: repeated.default([]),
    filter: z.string().max(200).default(''),
    /** HH:mm */
    schedule: z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
      .optional(),
  }),
  reply: z.object({ pipelines: z.array(PipelineSummary) }),
  placeless: true,
  access: 'read',
});

export const listPipelinesWithRuns = defineRoute({
  name: 'listPipelinesWithRuns',
  summary: 'Pipelines by region and name, each with its tasks and its newest runs. `GET /scheduler/ui/pipelines` has the list without them.',
  method: 'GET',
  path: '/scheduler/ui/pipelines/list',
  query: listPipelines.query,
  reply: z.object({ pipelines: z.array(Pipeline.extend({ runs: z.array(PipelineRun) })) }),
  placeless: true,
  access: 'read',
});

export const listPipelineTags = defineRoute({
  name: 'listPipelineTags',
  summary: 'Tags of pipelines that contain a text, with how many pipelines have them.',
  method: 'GET',
  path: '/scheduler/ui/pipelines/tags',
  query: z.object({ filter: z.string().max(100).default('') }),
  reply: z.object({ tags: z.array(z.object({ tag: z.string(), count: z.int() })) }),
  placeless: true,
  access: 'read',
});

export const readRunCounts = defineRoute({
  name: 'readRunCounts',
  summary: 'Warnings and errors in the logs of runs.',
  method: 'GET',
  path: '/scheduler/ui/pipelines/log-counts',
  query: z.object({
    run_ids: repeated
      .refine((ids) => ids.length <= 200 && ids.every((id) => /^[1-9]\d{0,8}$/.test(id)), 'At most 200 ids of runs')
      .transform((ids) => ids.map(Number)),
  }),
  reply: z.object({ counts: z.array(z.object({ run_id: z.int(), errors: z.int(), warnings: z.int() })) }),
  placeless: true,
  access: 'read',
});

export const readPipelineRun = defineRoute({
  name: 'readPipelineRun',
  summary: 'One run with its tasks.',
  method: 'GET',
  path: '/scheduler/ui/pipelines/runs/:id',
  params: Id,
  reply: PipelineRun,
  places: { id: 'run' },
  access: 'read',
});

export const readPipeline = defineRoute({
  name: 'readPipeline',
  summary: 'One pipeline with its tasks and its newest runs.',
  method: 'GET',
  path: '/scheduler/ui/pipelines/:id',
  params: Id,
  reply: Pipeline.extend({ runs: z.array(PipelineRun) }),
  places: { id: 'pipeline' },
  access: 'read',
});

export const listPipelineRuns = defineRoute({
  name: 'listPipelineRuns',
  summary: 'Runs of a pipeline, newest first; with `version` those in which a task took or made that version.',
  method: 'GET',
  path: '/scheduler/ui/pipelines/:id/runs',
  params: Id,
  query: z.object({
    offset: z.coerce.number().int().min(0).default(0),
    limit: z.coerce.number().int().min(1).max(100).default(PIPELINE_RUNS_PAGE),
    version: z.coerce.number().int().positive().optional(),
  }),
  reply: z.object({ runs: z.array(PipelineRun), has_more: z.boolean() }),
  places: { id: 'pipeline' },
  access: 'read',
});

export const createPipeline = defineRoute({
  name: 'createPipeline',
  summary: 'Makes a pipeline.',
  method: 'POST',
  path: '/scheduler/ui/pipelines',
  body: PipelineInput,
  reply: z.object({ pipeline_id: z.int(), pipeline: Pipeline }),
  access: 'write',
});

export const makePipeline = defineRoute({
  name: 'makePipeline',
  summary: 'The same as POST /scheduler/ui/pipelines.',
  method: 'POST',
  path: '/scheduler/ui/pipelines/create',
  body: PipelineInput,
  reply: createPipeline.reply,
  access: 'write',
});

export const clonePipeline = defineRoute({
  name: 'clonePipeline',
  summary: 'Makes a copy of a pipeline, without its schedule and its runs.',
  method: 'POST',
  path: '/scheduler/ui/pipelines/clone',
  body: z.object({ pipeline_id: z.int().positive() }),
  reply: z.object({ pipeline_id: z.int(), pipeline: Pipeline }),
  access: 'write',
});

export const runPipeline = defineRoute({
  name: 'runPipeline',
  summary: 'Runs a pipeline. While another run of it is under way the new one waits.',
  method: 'POST',
  path: '/scheduler/ui/pipelines/runs',
  body: z.object({ pipeline_id: z.int().positive() }),
  reply: z.object({ run_id: z.int(), run: PipelineRun }),
  access: 'write',
  scope: 'run',
});

export const stopRun = defineRoute({
  name: 'stopRun',
  summary: 'Stops a run.',
  method: 'POST',
  path: '/scheduler/ui/pipelines/runs/:id/stop',
  params: Id,
  reply: PipelineRun,
  places: { id: 'run' },
  access: 'write',
  scope: 'run',
});

export const resumeRun = defineRoute({
  name: 'resumeRun',
  summary: 'Goes on with a failed or stopped run from a task on. The earlier tasks stay as they are.',
  method: 'POST',
  path: '/scheduler/ui/pipelines/runs/:id/resume',
  params: Id,
  body: z.object({ from_task_id: z.int().positive(), superseded: overtaken }),
  reply: PipelineRun,
  places: { id: 'run' },
  access: 'write',
  scope: 'run',
});

export const repeatRun = defineRoute({
  name: 'repeatRun',
  summary: 'Makes a new run of the tasks of a run from one on, with the version that this one began with. It is approved on its own.',
  method: 'POST',
  path: '/scheduler/ui/pipelines/runs/:id/repeat',
  params: Id,
  body: z.object({ from_task_id: z.int().positive() }),
  reply: z.object({ run_id: z.int(), run: PipelineRun }),
  places: { id: 'run' },
  access: 'write',
  scope: 'run',
});

export const approveRun = defineRoute({
  name: 'approveRun',
  summary: 'Lets a run that needs approval go on from its next task.',
  method: 'POST',
  path: '/scheduler/ui/pipelines/runs/:id/approve',
  params: Id,
  body: z.object({ force: z.literal(true), superseded: overtaken }),
  reply: PipelineRun,
  places: { id: 'run' },
  access: 'write',
  scope: 'publish',
});

export const updatePipeline = defineRoute({
  name: 'updatePipeline',
  summary: 'Changes a pipeline. `If-Match` is the revision it was read at.',
  method: 'PUT',
  path: '/scheduler/ui/pipelines/:id',
  params: Id,
  body: PipelineInput,
  reply: Pipeline,
  places: { id: 'pipeline' },
  access: 'write',
  conditional: true,
});

export const deletePipeline = defineRoute({
  name: 'deletePipeline',
  summary: 'Removes a pipeline. Its runs and their logs stay until they expire.',
  method: 'DELETE',
  path: '/scheduler/ui/pipelines/:id',
  params: Id,
  reply: z.object({}),
  places: { id: 'pipeline' },
  access: 'write',
});

/** What the Pipelines screen writes of a pipeline itself: made, changed, cloned, removed. */
import { castDraft, type Draft } from 'immer';
import { z } from 'zod';
import * as contract from '../../contract/pipelines.ts';
import { request } from '../../contract/route.ts';
import { Pipeline, PipelineInput } from '../../domain/pipelines.ts';
import type { CallError, CommandInput } from '../../kernel/command.ts';
import { dropPipeline, putPipeline } from '../../projections/pipelineState.ts';
import type { AppState } from '../../projections/state.ts';
import { pipelineRefusal } from '../../projections/pipelineRights.ts';
import { defineCommand } from '../define.ts';
import { openPlace } from '../shell/openPlace.ts';
import { closePipelineForm } from './pipelineFormSteps.ts';
import { loadPipelineTags } from './loadPipelines.ts';

const SAMPLE: PipelineInput = { name: 'Nightly', db_id: 'demo', tags: ['night'], schedule: null, tasks: [] };
const One = z.object({ id: z.int().positive() });

/** Makes a pipeline. */
export const createPipeline = defineCommand('pipeline.create', {
  payload: PipelineInput,
  samples: () => [SAMPLE],
  label: ({ name }) => `Create pipeline ${name}`,
  lane: () => 'pipeline/save',
  write: true,
  policy: 'once',
  decide: (view) => pipelineRefusal(view, 'pipeline.create'),
  call: (body) => request(contract.createPipeline, { body }),
  reply: contract.createPipeline.reply,
  answered: (base, _p, { pipeline }) => putPipeline(base.pipelines, castDraft(pipeline)),
  quiet: hasFields,
  next: (_p, { pipeline_id }) => saved(pipeline_id),
  inverse: 'none',
  keep: ['name', 'db_id', 'tags', 'schedule'],
  keepReply: ['pipeline_id'],
});

/** Changes a pipeline, based on a revision of it. */
export const updatePipeline = defineCommand('pipeline.update', {
  payload: One.extend({ rev: z.int().min(0), input: PipelineInput }),
  samples: () => [{ id: 1, rev: 1, input: SAMPLE }],
  label: ({ input }) => `Change pipeline ${input.name}`,
  lane: () => 'pipeline/save',
  write: true,
  policy: 'once',
  decide: (view, { id }) => pipelineRefusal(view, 'pipeline.update', id),
  call: ({ id, rev, input }) => request(contract.updatePipeline, { params: { id }, body: input }, rev),
  reply: contract.updatePipeline.reply,
  answered: (base, _p, pipeline) => putPipeline(base.pipelines, castDraft(pipeline)),
  conflict: (base, _p, present) => putPresent(base, present),
  rebase: (p, present) => ({ ...p, rev: Pipeline.safeParse(present).data?.rev ?? p.rev }),
  touches: ({ id }) => [`pipeline/${id}`],
  quiet: hasFields,
  next: ({ id }) => saved(id),
  inverse: 'none',
  keep: ['id', 'rev', 'input.name', 'input.db_id', 'input.tags', 'input.schedule'],
  keepReply: ['id', 'rev'],
});

/** Makes a copy of a pipeline, without its schedule, and shows it. */
export const clonePipeline = defineCommand('pipeline.clone', {
  payload: One,
  samples: () => [{ id: 1 }],
  label: ({ id }, view) => `Clone pipeline ${view.pipelines.details[String(id)]?.value?.name ?? id}`,
  lane: ({ id }) => `pipeline/clone/${id}`,
  write: true,
  policy: 'once',
  decide: (view, { id }) => pipelineRefusal(view, 'pipeline.clone', id),
  call: ({ id }) => request(contract.clonePipeline, { body: { pipeline_id: id } }),
  reply: contract.clonePipeline.reply,
  answered: (base, _p, { pipeline }) => putPipeline(base.pipelines, castDraft(pipeline)),
  next: (_p, { pipeline_id }) => [openPlace({ path: '/pipelines', search: `?pipeline=${pipeline_id}` })],
  inverse: 'none',
  keep: 'all',
  keepReply: ['pipeline_id'],
});

/** Removes a pipeline. Its runs stay on the Tasks screen. */
export const deletePipeline = defineCommand('pipeline.delete', {
  payload: One,
  samples: () => [{ id: 1 }],
  label: ({ id }, view) => `Delete pipeline ${view.pipelines.details[String(id)]?.value?.name ?? id}`,
  lane: () => 'pipeline/save',
  write: true,
  policy: 'once',
  decide: (view, { id }) => pipelineRefusal(view, 'pipeline.delete', id),
  call: ({ id }) => request(contract.deletePipeline, { params: { id } }),
  reply: contract.deletePipeline.reply,
  answered: (base, { id }) => dropPipeline(base.pipelines, id),
  // the question that it was asked by says why not
  quiet: ({ status }) => status === 409,
  inverse: 'none',
  keep: 'all',
  keepReply: 'all',
});

/** The form closes, and the pipeline is shown. */
function saved(id: number): readonly CommandInput[] {
  return [closePipelineForm({}), openPlace({ path: '/pipelines', search: `?pipeline=${id}` }), loadPipelineTags({ filter: '' })];
}

function putPresent(base: Draft<AppState>, present: unknown): void {
  const read = Pipeline.safeParse(present);
  if (read.success) putPipeline(base.pipelines, castDraft(read.data));
}

function hasFields({ fields }: CallError): boolean {
  return fields !== undefined;
}

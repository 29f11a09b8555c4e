import { z } from 'zod';
import * as contract from '../../contract/pipelines.ts';
import { request } from '../../contract/route.ts';
import { READ_ONLY } from '../../domain/versions.ts';
import { putRun } from '../../projections/pipelineState.ts';
import type { AppState } from '../../projections/state.ts';
import { defineCommand } from '../define.ts';

const Run = z.object({ runId: z.int().positive() });

/** Runs a pipeline. */
export const runPipeline = defineCommand('pipeline.run', {
  payload: z.object({ id: z.int().positive() }),
  samples: () => [{ id: 1 }],
  label: () => 'Run a pipeline',
  lane: ({ id }) => `pipeline/run/${id}`,
  write: true,
  policy: 'once',
  decide: (view) => refusal(view, 'pipeline.run'),
  call: ({ id }) => request(contract.runPipeline, { body: { pipeline_id: id } }),
  reply: contract.runPipeline.reply,
  answered: (base, _p, { run }) => putRun(base.pipelines, run),
  inverse: 'none',
  keep: 'all',
  keepReply: 'all',
});

/** Stops a run. */
export const stopRun = defineCommand('pipeline.stop', {
  payload: Run,
  samples: () => [{ runId: 1 }],
  label: () => 'Stop a run',
  lane: ({ runId }) => `pipeline/act/${runId}`,
  write: true,
  policy: 'once',
  decide: (view) => refusal(view, 'pipeline.stop'),
  call: ({ runId }) => request(contract.stopRun, { params: { id: runId } }),
  reply: contract.stopRun.reply,
  answered: (base, _p, run) => putRun(base.pipelines, run),
  inverse: 'none',
  keep: 'all',
  keepReply: 'all',
});

/** Runs again from a task on. */
export const resumeRun = defineCommand('pipeline.resume', {
  payload: Run.extend({ fromTaskId: z.int().positive() }),
  samples: () => [{ runId: 1, fromTaskId: 1 }],
  label: () => 'Resume a run',
  lane: ({ runId }) => `pipeline/act/${runId}`,
  write: true,
  policy: 'once',
  decide: (view) => refusal(view, 'pipeline.resume'),
  call: ({ runId, fromTaskId }) => request(contract.resumeRun, { params: { id: runId }, body: { from_task_id: fromTaskId } }),
  reply: contract.resumeRun.reply,
  answered: (base, _p, run) => putRun(base.pipelines, run),
  inverse: 'none',
  keep: 'all',
  keepReply: 'all',
});

/** Lets a run go on that waits for approval. Its data changes have been opened. */
export const approveRun = defineCommand('pipeline.approve', {
  payload: Run,
  samples: () => [{ runId: 1 }],
  label: () => 'Approve a run',
  lane: ({ runId }) => `pipeline/act/${runId}`,
  write: true,
  policy: 'once',
  decide: (view) => refusal(view, 'pipeline.approve'),
  call: ({ runId }) => request(contract.approveRun, { params: { id: runId }, body: { force: true } }),
  reply: contract.approveRun.reply,
  answered: (base, _p, run) => putRun(base.pipelines, run),
  inverse: 'none',
  keep: 'all',
  keepReply: 'all',
});

/** The user has opened the data changes of a run: from then on it may be approved (`machines/pipelineRunMachine.ts`). */
export const reviewRun = defineCommand('pipeline.review', {
  payload: Run,
  samples: () => [{ runId: 1 }],
  label: () => 'Review the changes of a run',
  inverse: 'none',
  keep: 'all',
});

function refusal(view: AppState, code: string): { code: string; message: string } | undefined {
  return view.session.account?.permissions.readOnly === true ? { code, message: READ_ONLY } : undefined;
}

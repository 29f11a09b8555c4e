import { z } from 'zod';
import * as contract from '../../contract/pipelines.ts';
import { request } from '../../contract/route.ts';
import { READ_ONLY } from '../../domain/versions.ts';
import { Superseded } from '../../domain/taskRuns.ts';
import { putRun } from '../../projections/pipelineState.ts';
import type { AppState } from '../../projections/state.ts';
import { defineCommand } from '../define.ts';
import { defineStep } from '../defineStep.ts';

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

/** Goes on with a failed or stopped run from a task on. `superseded` is what the user was asked about. */
export const resumeRun = defineCommand('pipeline.resume', {
  payload: Run.extend({ fromTaskId: z.int().positive(), superseded: Superseded.nullable().optional() }),
  samples: () => [{ runId: 1, fromTaskId: 1 }],
  label: () => 'Resume a run',
  lane: ({ runId }) => `pipeline/act/${runId}`,
  write: true,
  policy: 'once',
  decide: (view) => refusal(view, 'pipeline.resume'),
  call: ({ runId, fromTaskId, superseded }) =>
    request(contract.resumeRun, { params: { id: runId }, body: { from_task_id: fromTaskId, ...asked(superseded) } }),
  reply: contract.resumeRun.reply,
  answered: (base, _p, run) => putRun(base.pipelines, run),
  inverse: 'none',
  keep: 'all',
  keepReply: 'all',
});

/** Makes a new run of the tasks of a run from one on. */
export const repeatRun = defineCommand('pipeline.repeat', {
  payload: Run.extend({ fromTaskId: z.int().positive() }),
  samples: () => [{ runId: 1, fromTaskId: 1 }],
  label: () => 'Run again from a task',
  lane: ({ runId }) => `pipeline/act/${runId}`,
  write: true,
  policy: 'once',
  decide: (view) => refusal(view, 'pipeline.repeat'),
  call: ({ runId, fromTaskId }) => request(contract.repeatRun, { params: { id: runId }, body: { from_task_id: fromTaskId } }),
  reply: contract.repeatRun.reply,
  answered: (base, _p, { run }) => putRun(base.pipelines, run),
  inverse: 'none',
  keep: 'all',
  keepReply: 'all',
});

/** Continues a run that waits for approval. Its data changes have been opened; `superseded` is what the user was asked about. */
export const approveRun = defineCommand('pipeline.approve', {
  payload: Run.extend({ superseded: Superseded.nullable().optional() }),
  samples: () => [{ runId: 1 }, { runId: 1, superseded: { run_id: 2, version_id: 4, version_name: 'Summer' } }],
  label: () => 'Approve a run',
  lane: ({ runId }) => `pipeline/act/${runId}`,
  write: true,
  policy: 'once',
  decide: (view) => refusal(view, 'pipeline.approve'),
  call: ({ runId, superseded }) => request(contract.approveRun, { params: { id: runId }, body: { force: true, ...asked(superseded) } }),
  reply: contract.approveRun.reply,
  answered: (base, _p, run) => putRun(base.pipelines, run),
  inverse: 'none',
  keep: 'all',
  keepReply: 'all',
});

/** The user has opened the data changes of a run: from then on it may be approved (`machines/pipelineRunMachine.ts`). */
export const reviewRun = defineStep('pipeline.review', 'Review the changes of a run', { payload: Run, samples: [{ runId: 1 }] });

/** What the server compares with what has overtaken the run since. */
function asked(superseded: Superseded | null | undefined): { superseded?: Pick<Superseded, 'run_id' | 'version_id'> } {
  return superseded == null ? {} : { superseded: { run_id: superseded.run_id, version_id: superseded.version_id } };
}

function refusal(view: AppState, code: string): { code: string; message: string } | undefined {
  return view.session.account?.permissions.readOnly === true ? { code, message: READ_ONLY } : undefined;
}

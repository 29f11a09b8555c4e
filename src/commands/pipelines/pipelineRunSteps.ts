/** The steps of running a pipeline and of reviewing a run; `machines/pipelineRunMachine.ts` follows them. */
import { z } from 'zod';
import { placeOf } from '../../domain/locations.ts';
import { pipelineViewOf } from '../../projections/pipelineState.ts';
import { pipelineRefusal } from '../../projections/pipelineRights.ts';
import { READ_ONLY } from '../../domain/versions.ts';
import { defineCommand } from '../define.ts';

const Nothing = z.object({});

/** Wants to run a pipeline; on top of another run, or shortly before one, it is asked about. `at` is now, in unix seconds. */
export const askRunPipeline = defineCommand('pipelineRun.ask', {
  payload: z.object({ id: z.int().positive(), at: z.int().min(0) }),
  samples: () => [{ id: 1, at: 1_800_000_000 }],
  label: () => 'Run a pipeline',
  decide: (view, { id }) => pipelineRefusal(view, 'pipelineRun.ask', id),
  inverse: 'none',
  keep: 'all',
});

const FromTask = z.object({ runId: z.int().positive(), taskId: z.int().positive() });

/** Wants to go on with a failed or stopped run from a task on: it is asked about. */
export const askResumeRun = defineCommand('pipelineRun.askResume', {
  payload: FromTask,
  samples: () => [{ runId: 1, taskId: 1 }],
  label: () => 'Resume a run',
  inverse: 'none',
  keep: 'all',
});

/** Wants a new run of the tasks of a run from one on: it is asked about. */
export const askRepeatRun = defineCommand('pipelineRun.askRepeat', {
  payload: FromTask,
  samples: () => [{ runId: 1, taskId: 1 }],
  label: () => 'Run again from a task',
  inverse: 'none',
  keep: 'all',
});

/** Says yes to the question before a run. */
export const confirmRun = defineCommand('pipelineRun.confirm', {
  payload: Nothing,
  samples: () => [{}],
  label: () => 'Run it all the same',
  inverse: 'none',
  keep: 'all',
});

/** Opens the review of a run that needs approval. */
export const openReview = defineCommand('pipelineRun.review', {
  payload: z.object({ runId: z.int().positive() }),
  samples: () => [{ runId: 1 }],
  label: () => 'Review a run',
  inverse: 'none',
  keep: 'all',
});

/** Approves the run that is reviewed. */
export const submitApproval = defineCommand('pipelineRun.approve', {
  payload: Nothing,
  samples: () => [{}],
  label: () => 'Approve the run',
  inverse: 'none',
  keep: 'all',
});

/** Closes the question or the review. */
export const closePipelineRun = defineCommand('pipelineRun.close', {
  payload: Nothing,
  samples: () => [{}],
  label: () => 'Close',
  inverse: 'none',
  keep: 'all',
});

/** What the palette dispatches for the selected pipeline: its review, where a run of it needs approval. */
export const reviewSelected = defineCommand('pipelineRun.reviewSelected', {
  payload: z.object({ runId: z.int().positive() }),
  samples: () => [{ runId: 1 }],
  label: () => 'Review a run',
  action: {
    title: 'Review run',
    icon: 'check',
    key: 'Alt+KeyV',
    group: 'Pipelines',
    payload: (view) => {
      const { pipeline } = pipelineViewOf(view.location.search);
      if (placeOf(view.location.path).section !== 'pipelines' || pipeline === undefined) return { why: 'Select a pipeline first' };
      const waiting = view.pipelines.details[String(pipeline)]?.value?.runs.find(({ status }) => status === 4);
      if (!waiting) return { why: 'No run of this pipeline needs approval' };
      return pipelineRefusal(view, 'pipelineRun.review', pipeline) ? { why: READ_ONLY } : { runId: waiting.id };
    },
  },
  inverse: 'none',
  next: ({ runId }) => [openReview({ runId })],
  keep: 'all',
});

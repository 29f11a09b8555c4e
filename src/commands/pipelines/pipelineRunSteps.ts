/** The steps of running a pipeline and of reviewing a run; `machines/pipelineRunMachine.ts` follows them. */
import { z } from 'zod';
import { placeOf } from '../../domain/locations.ts';
import { pipelineViewOf } from '../../projections/pipelineState.ts';
import { pipelineRefusal } from '../../projections/pipelineRights.ts';
import { READ_ONLY } from '../../domain/versions.ts';
import { defineStep } from '../defineStep.ts';

/** Wants to run a pipeline; on top of another run, or shortly before one, it is asked about. `at` is now, in unix seconds. */
export const askRunPipeline = defineStep('pipelineRun.ask', 'Run a pipeline', {
  payload: z.object({ id: z.int().positive(), at: z.int().min(0) }),
  samples: [{ id: 1, at: 1_800_000_000 }],
  decide: (view, { id }) => pipelineRefusal(view, 'pipelineRun.ask', id),
});

const FromTask = z.object({ runId: z.int().positive(), taskId: z.int().positive() });

/** Asks to continue a failed or stopped run from a task on: it is asked about. */
export const askResumeRun = defineStep('pipelineRun.askResume', 'Resume a run', { payload: FromTask, samples: [{ runId: 1, taskId: 1 }] });

/** Wants a new run of the tasks of a run from one on: it is asked about. */
export const askRepeatRun = defineStep('pipelineRun.askRepeat', 'Run again from a task', { payload: FromTask, samples: [{ runId: 1, taskId: 1 }] });

/** Says yes to the question before a run. */
export const confirmRun = defineStep('pipelineRun.confirm', 'Run it all the same');

/** Opens the review of a run that needs approval. */
export const openReview = defineStep('pipelineRun.review', 'Review a run', {
  payload: z.object({ runId: z.int().positive() }),
  samples: [{ runId: 1 }],
});

/** Approves the run that is reviewed. */
export const submitApproval = defineStep('pipelineRun.approve', 'Approve the run');

/** Closes the question or the review. */
export const closePipelineRun = defineStep('pipelineRun.close', 'Close');

/** What the palette dispatches for the selected pipeline: its review, where a run of it needs approval. */
export const reviewSelected = defineStep('pipelineRun.reviewSelected', 'Review a run', {
  payload: z.object({ runId: z.int().positive() }),
  samples: [{ runId: 1 }],
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
  next: ({ runId }) => [openReview({ runId })],
});

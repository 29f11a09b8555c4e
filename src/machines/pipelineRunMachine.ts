/**
 * Running a pipeline, and approving a run: a question where another run is under way or comes within minutes, and a review whose
 * approval is there once the data changes have been opened. A run that something has overtaken is approved after one more question.
 * Resuming a run, and running its tasks again in a new one, are asked about always.
 *
 *   closed --ASK (a reason)--> confirming --CONFIRM--> closed
 *   closed --RESUME--> resuming --CONFIRM--> closed     closed --REPEAT--> repeating --CONFIRM--> closed
 *   closed --REVIEW--> reviewing --OPENED--> reviewed --APPROVE--> closed
 *                                                     --APPROVE (superseded)--> replacing --CONFIRM--> closed
 */
import { assign, setup } from 'xstate';
import { defineWorkflow } from '../commands/define.ts';
import {
  askRepeatRun,
  askResumeRun,
  askRunPipeline,
  closePipelineRun,
  confirmRun,
  openReview,
  submitApproval,
} from '../commands/pipelines/pipelineRunSteps.ts';
import { approveRun, repeatRun, resumeRun, reviewRun, runPipeline } from '../commands/pipelines/runPipeline.ts';
import { placeOf } from '../domain/locations.ts';
import { confirmationOfRun } from '../domain/pipelines.ts';
import type { Superseded } from '../domain/taskRuns.ts';
import { type CommandInput, payloadOf } from '../kernel/command.ts';
import { supersededIn } from '../projections/pipelineState.ts';

export type RunReason = NonNullable<ReturnType<typeof confirmationOfRun>>;

export interface PipelineRunContext {
  /** The pipeline that shall run; 0 for none. */
  readonly id: number;
  readonly reason: RunReason | null;
  /** The run that is reviewed, resumed or repeated; 0 for none. */
  readonly runId: number;
  /** The task that it is resumed or repeated from; 0 for none. */
  readonly taskId: number;
  /** What had overtaken that run when it was asked about. */
  readonly superseded: Superseded | null;
  /** Runs whose data changes were opened: they may be approved. */
  readonly opened: readonly number[];
}

export type PipelineRunEvent =
  /** Null where nothing speaks against the run. */
  | { readonly type: 'ASK'; readonly id: number; readonly reason: RunReason | null }
  | { readonly type: 'RESUME'; readonly runId: number; readonly taskId: number; readonly superseded: Superseded | null }
  | { readonly type: 'REPEAT'; readonly runId: number; readonly taskId: number }
  | { readonly type: 'CONFIRM' }
  | { readonly type: 'REVIEW'; readonly runId: number; readonly superseded: Superseded | null }
  | { readonly type: 'OPENED'; readonly runId: number }
  | { readonly type: 'APPROVE' }
  | { readonly type: 'CLOSE' }
  | { readonly type: 'LEAVE' };

const NOTHING = { id: 0, reason: null, runId: 0, taskId: 0, superseded: null } as const;

export const pipelineRunMachine = setup({
  types: { context: {} as PipelineRunContext, events: {} as PipelineRunEvent },
  actions: {
    dispatch: (_scope, _command: CommandInput) => undefined,
    forget: assign(NOTHING),
  },
  guards: {
    isClear: ({ event }) => event.type === 'ASK' && event.reason === null,
    wasOpened: ({ context, event }) => event.type === 'REVIEW' && context.opened.includes(event.runId),
    isSuperseded: ({ context }) => context.superseded !== null,
    isThisRun: ({ context, event }) => event.type === 'OPENED' && event.runId === context.runId,
  },
}).createMachine({
  id: 'pipelineRun',
  context: { ...NOTHING, opened: [] },
  initial: 'closed',
  states: {
    closed: {
      entry: 'forget',
      on: {
        ASK: [
          { guard: 'isClear', actions: { type: 'dispatch', params: ({ event }) => runPipeline({ id: event.id }) } },
          { target: 'confirming', actions: assign(({ event }) => ({ id: event.id, reason: event.reason })) },
        ],
        REVIEW: [
          { guard: 'wasOpened', target: 'reviewed', actions: assign(({ event }) => ({ runId: event.runId, superseded: event.superseded })) },
          { target: 'reviewing', actions: assign(({ event }) => ({ runId: event.runId, superseded: event.superseded })) },
        ],
        RESUME: {
          target: 'resuming',
          actions: assign(({ event }) => ({ runId: event.runId, taskId: event.taskId, superseded: event.superseded })),
        },
        REPEAT: { target: 'repeating', actions: assign(({ event }) => ({ runId: event.runId, taskId: event.taskId })) },
      },
    },
    confirming: {
      on: {
        CONFIRM: { target: 'closed', actions: { type: 'dispatch', params: ({ context }) => runPipeline({ id: context.id }) } },
        CLOSE: 'closed',
        LEAVE: 'closed',
      },
    },
    resuming: {
      on: {
        CONFIRM: {
          target: 'closed',
          actions: {
            type: 'dispatch',
            params: ({ context: { runId, taskId, superseded } }) => resumeRun({ runId, fromTaskId: taskId, superseded }),
          },
        },
        CLOSE: 'closed',
        LEAVE: 'closed',
      },
    },
    repeating: {
      on: {
        CONFIRM: {
          target: 'closed',
          actions: { type: 'dispatch', params: ({ context: { runId, taskId } }) => repeatRun({ runId, fromTaskId: taskId }) },
        },
        CLOSE: 'closed',
        LEAVE: 'closed',
      },
    },
    reviewing: {
      on: {
        OPENED: {
          guard: 'isThisRun',
          target: 'reviewed',
          actions: assign(({ context }) => ({ opened: [...context.opened, context.runId] })),
        },
        CLOSE: 'closed',
        LEAVE: 'closed',
      },
    },
    reviewed: {
      on: {
        APPROVE: [
          { guard: 'isSuperseded', target: 'replacing' },
          { target: 'closed', actions: { type: 'dispatch', params: ({ context }) => approveRun({ runId: context.runId, superseded: null }) } },
        ],
        CLOSE: 'closed',
        LEAVE: 'closed',
      },
    },
    replacing: {
      on: {
        CONFIRM: {
          target: 'closed',
          actions: { type: 'dispatch', params: ({ context: { runId, superseded } }) => approveRun({ runId, superseded }) },
        },
        CLOSE: 'reviewed',
        LEAVE: 'closed',
      },
    },
  },
});

/** Which records the machine hears. */
export const pipelineRunWorkflow = defineWorkflow({
  id: 'pipelineRun',
  machine: pipelineRunMachine,
  route: (record, view): PipelineRunEvent | undefined => {
    const asked = payloadOf(askRunPipeline, record);
    if (asked) {
      const pipeline = view.pipelines.details[String(asked.id)]?.value;
      return { type: 'ASK', id: asked.id, reason: (pipeline && confirmationOfRun(pipeline, asked.at)) ?? null };
    }
    const review = payloadOf(openReview, record);
    if (review) return { type: 'REVIEW', runId: review.runId, superseded: supersededIn(view.pipelines, review.runId) };
    const resumed = payloadOf(askResumeRun, record);
    if (resumed) return { type: 'RESUME', ...resumed, superseded: supersededIn(view.pipelines, resumed.runId) };
    const repeated = payloadOf(askRepeatRun, record);
    if (repeated) return { type: 'REPEAT', ...repeated };
    const opened = payloadOf(reviewRun, record);
    if (opened) return { type: 'OPENED', runId: opened.runId };
    if (record.type === confirmRun.type) return { type: 'CONFIRM' };
    if (record.type === submitApproval.type) return { type: 'APPROVE' };
    if (record.type === closePipelineRun.type) return { type: 'CLOSE' };
    if (record.type !== 'location.open' && record.type !== 'location.changed') return undefined;
    return placeOf(view.location.path).section === 'pipelines' ? undefined : { type: 'LEAVE' };
  },
});

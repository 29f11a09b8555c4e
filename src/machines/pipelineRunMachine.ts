/**
 * Running a pipeline, and approving a run: a question where another run is under way or comes within minutes, and a review whose
 * approval is there once the data changes have been opened.
 *
 *   closed --ASK (a reason)--> confirming --CONFIRM--> closed
 *   closed --REVIEW--> reviewing --OPENED--> reviewed --APPROVE--> closed
 */
import { assign, setup } from 'xstate';
import { defineWorkflow } from '../commands/define.ts';
import { askRunPipeline, closePipelineRun, confirmRun, openReview, submitApproval } from '../commands/pipelines/pipelineRunSteps.ts';
import { approveRun, reviewRun, runPipeline } from '../commands/pipelines/runPipeline.ts';
import { placeOf } from '../domain/locations.ts';
import { confirmationOfRun } from '../domain/pipelines.ts';
import { type CommandInput, payloadOf } from '../kernel/command.ts';

export type RunReason = NonNullable<ReturnType<typeof confirmationOfRun>>;

export interface PipelineRunContext {
  /** The pipeline that shall run; 0 for none. */
  readonly id: number;
  readonly reason: RunReason | null;
  /** The run that is reviewed; 0 for none. */
  readonly runId: number;
  /** Runs whose data changes were opened: they may be approved. */
  readonly opened: readonly number[];
}

export type PipelineRunEvent =
  /** Null where nothing speaks against the run. */
  | { readonly type: 'ASK'; readonly id: number; readonly reason: RunReason | null }
  | { readonly type: 'CONFIRM' }
  | { readonly type: 'REVIEW'; readonly runId: number }
  | { readonly type: 'OPENED'; readonly runId: number }
  | { readonly type: 'APPROVE' }
  | { readonly type: 'CLOSE' }
  | { readonly type: 'LEAVE' };

const NOTHING = { id: 0, reason: null, runId: 0 } as const;

export const pipelineRunMachine = setup({
  types: { context: {} as PipelineRunContext, events: {} as PipelineRunEvent },
  actions: {
    dispatch: (_scope, _command: CommandInput) => undefined,
    forget: assign(NOTHING),
  },
  guards: {
    isClear: ({ event }) => event.type === 'ASK' && event.reason === null,
    wasOpened: ({ context, event }) => event.type === 'REVIEW' && context.opened.includes(event.runId),
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
          { guard: 'wasOpened', target: 'reviewed', actions: assign(({ event }) => ({ runId: event.runId })) },
          { target: 'reviewing', actions: assign(({ event }) => ({ runId: event.runId })) },
        ],
      },
    },
    confirming: {
      on: {
        CONFIRM: { target: 'closed', actions: { type: 'dispatch', params: ({ context }) => runPipeline({ id: context.id }) } },
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
        APPROVE: { target: 'closed', actions: { type: 'dispatch', params: ({ context }) => approveRun({ runId: context.runId }) } },
        CLOSE: 'closed',
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
    if (review) return { type: 'REVIEW', runId: review.runId };
    const opened = payloadOf(reviewRun, record);
    if (opened) return { type: 'OPENED', runId: opened.runId };
    if (record.type === confirmRun.type) return { type: 'CONFIRM' };
    if (record.type === submitApproval.type) return { type: 'APPROVE' };
    if (record.type === closePipelineRun.type) return { type: 'CLOSE' };
    if (record.type !== 'location.open' && record.type !== 'location.changed') return undefined;
    return placeOf(view.location.path).section === 'pipelines' ? undefined : { type: 'LEAVE' };
  },
});

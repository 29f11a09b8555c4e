/**
 * What somebody writes in the review of a draft: a request, an approval, a request for changes, or a comment. It is written, then sent;
 * what could not be sent stays with the reason.
 *
 *   closed --OPEN--> writing --SEND--> sending --DONE--> closed
 *                                              --FAILED--> writing, with the reason
 *   writing, sending --OPEN--> writing another one (what is being sent continues)
 *   writing, sending --LEAVE--> closed (the same)
 */
import { assign, setup } from 'xstate';
import { askForReview, commentOnReview, decideReview } from '../commands/changes/draftReviews.ts';
import { closeReviewForm, openReviewForm, type ReviewForm, submitReviewForm } from '../commands/changes/draftReviewSteps.ts';
import { defineWorkflow } from '../commands/define.ts';
import { REVIEW_TEXT_LIMIT } from '../domain/draftReview.ts';
import { type CommandInput, payloadOf } from '../kernel/command.ts';
import { reviewPlace } from '../projections/draftReviews.ts';
import { type Answer, answerTo, isMadeAfterAll, waitingFrom, why } from './answers.ts';

interface ReviewContext {
  readonly versionId: number;
  readonly form: ReviewForm | '';
  /** The document that a comment is on. */
  readonly on: { readonly kind: string; readonly id: string } | null;
  readonly messages: readonly string[];
}

interface Written {
  readonly message: string;
  readonly reviewers: readonly string[];
  readonly rev: number;
}

export type ReviewEvent =
  | {
      readonly type: 'OPEN';
      readonly versionId: number;
      readonly form: ReviewForm;
      readonly on?: { readonly kind: string; readonly id: string } | undefined;
    }
  | ({ readonly type: 'SEND' } & Written)
  | { readonly type: 'CLOSE' }
  | { readonly type: 'LEAVE' }
  | Answer;

const NOTHING: ReviewContext = { versionId: 0, form: '', on: null, messages: [] };

/** The command that sends what is written. */
function commandOf({ versionId, form, on }: ReviewContext, { message: typed, reviewers, rev }: Written): CommandInput {
  const message = typed.trim();
  if (form === 'ask') return askForReview({ versionId, reviewers: [...reviewers], note: message });
  if (form === 'comment') return commentOnReview({ versionId, message, ...(on === null ? {} : { on }) });
  return decideReview({ versionId, approved: form === 'approve', message, rev });
}

const reviewSetup = setup({
  types: { context: {} as ReviewContext, events: {} as ReviewEvent },
  actions: {
    dispatch: (_scope, _command: CommandInput) => undefined,
    forget: assign(NOTHING),
    why: assign(why),
  },
  guards: {
    isWhole: ({ context: { form }, event }) => {
      if (event.type !== 'SEND') return false;
      const { length } = event.message.trim();
      if (length > REVIEW_TEXT_LIMIT) return false;
      return form === 'ask' ? event.reviewers.length > 0 : form === 'approve' || length > 0;
    },
  },
});

const OPEN = {
  target: 'writing',
  actions: reviewSetup.assign(({ event }) =>
    event.type === 'OPEN' ? { versionId: event.versionId, form: event.form, on: event.on ?? null, messages: [] } : {},
  ),
} as const;

export const reviewMachine = reviewSetup.createMachine({
  id: 'review',
  context: NOTHING,
  initial: 'closed',
  states: {
    closed: {
      entry: 'forget',
      on: { OPEN },
    },
    writing: {
      on: {
        // another card's comment takes the place of the one that was open
        OPEN,
        SEND: {
          guard: 'isWhole',
          target: 'sending',
          actions: [assign({ messages: [] }), { type: 'dispatch', params: ({ context, event }) => commandOf(context, event) }],
        },
        CLOSE: 'closed',
        LEAVE: 'closed',
      },
    },
    sending: {
      on: { ...waitingFrom('writing'), OPEN, LEAVE: 'closed' },
    },
  },
});

/** The command whose answer a form waits for. That of a form before it changes nothing here. */
function awaitedFor(form: ReviewForm | ''): readonly { readonly type: string }[] {
  if (form === '') return [];
  return [form === 'ask' ? askForReview : form === 'comment' ? commentOnReview : decideReview];
}

/** Which records the machine receives. */
export const reviewWorkflow = defineWorkflow({
  id: 'review',
  machine: reviewMachine,
  absentUntilUsed: true,
  route: (record, view, { about, snapshot }): ReviewEvent | undefined => {
    const opened = payloadOf(openReviewForm, record);
    if (opened) return { type: 'OPEN', ...opened };
    const submitted = payloadOf(submitReviewForm, record);
    if (submitted) return { type: 'SEND', ...submitted };
    if (record.type === closeReviewForm.type) return { type: 'CLOSE' };
    const answer = answerTo(awaitedFor(snapshot.context.form), record, about);
    if (isMadeAfterAll(answer, snapshot, 'writing')) return { type: 'CLOSE' };
    if (answer) return answer;
    const moved = record.type === 'location.open' || record.type === 'location.changed' || record.type === 'app.started';
    return moved && reviewPlace(view)?.versionId !== snapshot.context.versionId ? { type: 'LEAVE' } : undefined;
  },
});

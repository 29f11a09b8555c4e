/**
 * Publishing of feeds: a zip is published on a feed, at once or later; address, licence and contact of a feed are changed; an earlier release
 * is served again, a feed withdrawn or a planned switch cancelled after a question; a release that the gate holds back is reviewed and approved. What was refused is there again, with why.
 *
 *   listing --PUBLISH--> publishing --SAVE--> sending --DONE--> listing, --FAILED--> publishing
 *   listing --EDIT--> editing --SAVE--> saving --DONE--> listing, --FAILED--> editing
 *   listing --ASK [review]--> reviewing --SAVE--> approving --DONE--> listing, --FAILED--> reviewing
 *   listing --ASK--> asking --CONFIRM--> acting --DONE--> listing, --FAILED--> asking
 */
import { assign, setup } from 'xstate';
import { defineWorkflow } from '../commands/define.ts';
import {
  approveRelease,
  cancelSwitch,
  createPublicFeed,
  publishRelease,
  switchRelease,
  updatePublicFeed,
  withdrawFeed,
} from '../commands/exports/publicFeeds.ts';
import {
  askPublish,
  askPublishing,
  confirmPublishing,
  editPublicFeed,
  listPublicFeeds,
  type PublishingQuestion,
} from '../commands/exports/publicFeedSteps.ts';
import { placeOf } from '../domain/locations.ts';
import { type CommandInput, payloadOf } from '../kernel/command.ts';
import { exportViewOf } from '../projections/exportState.ts';
import { type Answer, answerTo, isMadeAfterAll, why } from './answers.ts';

export interface PublishingContext {
  /** The zip that is published. */
  readonly file: { readonly taskRunId: number; readonly databaseId: string } | null;
  /** The feed whose details are changed. */
  readonly id: number | null;
  readonly question: PublishingQuestion | null;
  readonly messages: readonly string[];
}

export type PublishingEvent =
  | { readonly type: 'PUBLISH'; readonly file: NonNullable<PublishingContext['file']> }
  | { readonly type: 'EDIT'; readonly id: number }
  | { readonly type: 'ASK'; readonly question: PublishingQuestion }
  | { readonly type: 'SAVE' }
  | { readonly type: 'CONFIRM' }
  | Answer
  | { readonly type: 'CANCEL' };

const NOTHING: PublishingContext = { file: null, id: null, question: null, messages: [] };

export const publishingMachine = setup({
  types: { context: {} as PublishingContext, events: {} as PublishingEvent },
  actions: {
    dispatch: (_scope, _command: CommandInput) => undefined,
    forget: assign(NOTHING),
    clear: assign({ messages: [] }),
    why: assign(why),
  },
}).createMachine({
  id: 'publishing',
  context: NOTHING,
  initial: 'listing',
  states: {
    listing: {
      entry: 'forget',
      on: {
        PUBLISH: { target: 'publishing', actions: assign(({ event }) => ({ file: event.file })) },
        EDIT: { target: 'editing', actions: assign(({ event }) => ({ id: event.id })) },
        ASK: [
          {
            guard: ({ event }) => event.question.act === 'review',
            target: 'reviewing',
            actions: assign(({ event }) => ({ question: event.question })),
          },
          { target: 'asking', actions: assign(({ event }) => ({ question: event.question })) },
        ],
      },
    },
    publishing: { on: { SAVE: { target: 'sending', actions: 'clear' }, CANCEL: 'listing' } },
    sending: { on: { DONE: 'listing', FAILED: { target: 'publishing', actions: 'why' } } },
    editing: { on: { SAVE: { target: 'saving', actions: 'clear' }, CANCEL: 'listing' } },
    saving: { on: { DONE: 'listing', FAILED: { target: 'editing', actions: 'why' } } },
    reviewing: { on: { SAVE: { target: 'approving', actions: 'clear' }, CANCEL: 'listing' } },
    approving: { on: { DONE: 'listing', FAILED: { target: 'reviewing', actions: 'why' } } },
    asking: {
      on: {
        CONFIRM: { target: 'acting', actions: ['clear', { type: 'dispatch', params: ({ context }) => actOf(context.question) }] },
        CANCEL: 'listing',
      },
    },
    acting: { on: { DONE: 'listing', FAILED: { target: 'asking', actions: 'why' } } },
  },
});

/** The act that was asked about. */
function actOf(question: PublishingQuestion | null): CommandInput {
  if (question === null || question.act === 'review') return listPublicFeeds({});
  const { id, rev } = question;
  if (question.act === 'switch') return switchRelease({ id, rev, release: question.release });
  return question.act === 'withdraw' ? withdrawFeed({ id, rev }) : cancelSwitch({ id, rev });
}

const SAVES = [createPublicFeed, publishRelease, updatePublicFeed, approveRelease] as const;

/** Which records the machine hears. */
export const publishingWorkflow = defineWorkflow({
  id: 'publishing',
  machine: publishingMachine,
  absentUntilUsed: true,
  route: (record, view, { about, snapshot }): PublishingEvent | undefined => {
    const file = payloadOf(askPublish, record);
    if (file) return { type: 'PUBLISH', file };
    const edited = payloadOf(editPublicFeed, record);
    if (edited) return { type: 'EDIT', id: edited.id };
    const question = payloadOf(askPublishing, record);
    if (question) return { type: 'ASK', question };
    if (SAVES.some(({ type }) => record.type === type)) return { type: 'SAVE' };
    if (record.type === confirmPublishing.type) return { type: 'CONFIRM' };
    if (record.type === listPublicFeeds.type || record.type === 'app.started') return { type: 'CANCEL' };
    if (record.type === 'location.open' || record.type === 'location.changed') {
      const { path, search } = view.location;
      return placeOf(path).section === 'exports' && exportViewOf(search).feeds ? undefined : { type: 'CANCEL' };
    }
    const answer = answerTo([...SAVES, switchRelease, withdrawFeed, cancelSwitch], record, about);
    return isMadeAfterAll(answer, snapshot, 'publishing', 'editing', 'reviewing', 'asking') ? { type: 'CANCEL' } : answer;
  },
});

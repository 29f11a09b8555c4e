/**
 * The review links of a version: one is made and its address copied, others are listed and revoked. The address itself is in no state:
 * it is on the screen that made it, and gone with that screen.
 *
 *   closed --OPEN--> listing --SEND--> making --DONE--> made --COPIED--> made (copied) --ANOTHER--> listing
 *                                             --FAILED--> listing, with the reason
 *   listing, made --ASK--> asking --REVOKE--> revoking --DONE--> listing
 *                                                      --FAILED--> listing, with the reason
 *                                 --KEEP--> listing
 *   all --CLOSE, LEAVE--> closed (what is being sent continues)
 */
import { assign, setup } from 'xstate';
import { createReviewLink, revokeReviewLink } from '../commands/changes/reviewLinks.ts';
import {
  anotherReviewLink,
  answerRevoke,
  askToRevokeLink,
  closeReviewLinks,
  noteLinkCopied,
  openReviewLinks,
  submitReviewLink,
} from '../commands/changes/reviewLinkSteps.ts';
import { defineWorkflow } from '../commands/define.ts';
import { placeOf } from '../domain/locations.ts';
import { LINK_DAYS, type NewReviewLink } from '../domain/reviewLinks.ts';
import { type CommandInput, payloadOf } from '../kernel/command.ts';
import type { AppState } from '../projections/state.ts';
import { type Answer, answerTo, why } from './answers.ts';

interface ReviewLinksContext {
  readonly versionId: number;
  /** The version that a comparison begins with; 0 for a draft with its changes. */
  readonly from: number;
  /** The link that is asked about. */
  readonly linkId: number;
  readonly copied: boolean;
  readonly messages: readonly string[];
}

type Written = Pick<NewReviewLink, 'Label' | 'Days' | 'Comments' | 'Hash'>;

export type ReviewLinksEvent =
  | { readonly type: 'OPEN'; readonly versionId: number; readonly from?: number | undefined }
  | ({ readonly type: 'SEND' } & Written)
  | { readonly type: 'COPIED' }
  | { readonly type: 'ANOTHER' }
  | { readonly type: 'ASK'; readonly linkId: number }
  | { readonly type: 'REVOKE' }
  | { readonly type: 'KEEP' }
  | { readonly type: 'CLOSE' }
  | { readonly type: 'LEAVE' }
  | Answer;

const NOTHING: ReviewLinksContext = { versionId: 0, from: 0, linkId: 0, copied: false, messages: [] };

const linksSetup = setup({
  types: { context: {} as ReviewLinksContext, events: {} as ReviewLinksEvent },
  actions: {
    dispatch: (_scope, _command: CommandInput) => undefined,
    forget: assign(NOTHING),
    why: assign(why),
  },
  guards: {
    isWhole: ({ event }) => event.type === 'SEND' && event.Label.trim() !== '' && event.Days >= 1 && event.Days <= LINK_DAYS,
  },
});

const ASK = {
  target: 'asking',
  actions: linksSetup.assign(({ event }) => (event.type === 'ASK' ? { linkId: event.linkId, messages: [] } : {})),
} as const;
const CLOSE = { CLOSE: 'closed', LEAVE: 'closed' } as const;

export const reviewLinksMachine = linksSetup.createMachine({
  id: 'reviewLinks',
  context: NOTHING,
  initial: 'closed',
  states: {
    closed: {
      entry: 'forget',
      on: { OPEN: { target: 'listing', actions: assign(({ event }) => ({ versionId: event.versionId, from: event.from ?? 0 })) } },
    },
    listing: {
      on: {
        SEND: {
          guard: 'isWhole',
          target: 'making',
          actions: [
            assign({ messages: [] }),
            {
              type: 'dispatch',
              params: ({ context: { versionId, from }, event: { Label, Days, Comments, Hash } }) =>
                createReviewLink({ versionId, Label: Label.trim(), Days, Comments, Hash, ...(from === 0 ? {} : { From: from }) }),
            },
          ],
        },
        ASK,
        ...CLOSE,
      },
    },
    making: { on: { DONE: { target: 'made', actions: assign({ copied: false }) }, FAILED: { target: 'listing', actions: 'why' }, ...CLOSE } },
    made: { on: { COPIED: { actions: assign({ copied: true }) }, ANOTHER: 'listing', ASK, ...CLOSE } },
    asking: {
      on: {
        REVOKE: {
          target: 'revoking',
          actions: { type: 'dispatch', params: ({ context: { versionId, linkId } }) => revokeReviewLink({ versionId, linkId }) },
        },
        KEEP: 'listing',
        ...CLOSE,
      },
    },
    revoking: { on: { DONE: 'listing', FAILED: { target: 'listing', actions: 'why' }, ...CLOSE } },
  },
});

/** The version whose review links belong to the page at an address. */
function versionAt({ location }: AppState): number | undefined {
  const place = placeOf(location.path);
  if (place.section === 'data') return place.versionId;
  if (place.section === 'changes') return place.reviewOf;
  return place.section === 'comparer' ? place.to : undefined;
}

/** Which records the machine receives. */
export const reviewLinksWorkflow = defineWorkflow({
  id: 'reviewLinks',
  machine: reviewLinksMachine,
  absentUntilUsed: true,
  route: (record, view, { about, snapshot }): ReviewLinksEvent | undefined => {
    const opened = payloadOf(openReviewLinks, record);
    if (opened) return { type: 'OPEN', ...opened };
    const submitted = payloadOf(submitReviewLink, record);
    if (submitted) return { type: 'SEND', ...submitted };
    const asked = payloadOf(askToRevokeLink, record);
    if (asked) return { type: 'ASK', ...asked };
    const answered = payloadOf(answerRevoke, record);
    if (answered) return { type: answered.revoke ? 'REVOKE' : 'KEEP' };
    if (record.type === noteLinkCopied.type) return { type: 'COPIED' };
    if (record.type === anotherReviewLink.type) return { type: 'ANOTHER' };
    if (record.type === closeReviewLinks.type) return { type: 'CLOSE' };
    const awaited = snapshot.value === 'making' ? [createReviewLink] : snapshot.value === 'revoking' ? [revokeReviewLink] : [];
    const answer = answerTo(awaited, record, about);
    if (answer) return answer;
    const moved = record.type === 'location.open' || record.type === 'location.changed' || record.type === 'app.started';
    return moved && versionAt(view) !== snapshot.context.versionId ? { type: 'LEAVE' } : undefined;
  },
});

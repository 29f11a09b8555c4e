/**
 * Matching the shapes of a version to the streets: some tracks a call, until all are matched or somebody stops it. What was found is
 * looked at, and what is accepted is applied as one edit. Nothing runs on the server between two calls.
 *
 *   closed --OPEN--> matching --PAGE--> matching | shown --APPLY--> saving --APPLIED | FAILED--> shown
 *                    matching --STOP--> shown --RESUME--> matching
 */
import { assign, setup } from 'xstate';
import { defineWorkflow } from '../commands/define.ts';
import {
  applyMatched,
  chooseMatched,
  closeNetworkMatch,
  matchTracks,
  openNetworkMatch,
  resumeNetworkMatch,
  showMatched,
  stopNetworkMatch,
} from '../commands/tracks/matchNetworkSteps.ts';
import { matchShapes } from '../commands/tracks/shapeEdits.ts';
import { canApply, matchedKey, type MatchedPage, type MatchedTrack, MOST_LISTED, MOST_MATCHED } from '../domain/networkMatch.ts';
import { answerOf, type CommandInput, failureOf, parsePayload, payloadOf } from '../kernel/command.ts';
import { documentOf } from '../projections/documents.ts';
import { presentPlace } from '../projections/versions.ts';
import type { AppState } from '../projections/state.ts';
import { type Answer, answerTo, why } from './answers.ts';

export interface MatchNetworkContext {
  readonly versionId: number;
  /** In the order of their ids. */
  readonly matched: readonly MatchedTrack[];
  /** Tracks of the version, and how many of them came so far. */
  readonly total: number;
  readonly done: number;
  /** The last track that came; null before the first. */
  readonly after: string | null;
  /** All tracks came. */
  readonly complete: boolean;
  /** Keys of tracks that are accepted, and of those that were not applied as they had changed. */
  readonly chosen: readonly string[];
  readonly stayed: readonly string[];
  /** Key of the track on the map; '' for none. */
  readonly shown: string;
  readonly messages: readonly string[];
}

export type MatchNetworkEvent =
  | { readonly type: 'OPEN'; readonly versionId: number }
  | { readonly type: 'PAGE'; readonly after: string | null; readonly page: MatchedPage }
  | { readonly type: 'STOP' }
  | { readonly type: 'RESUME' }
  | { readonly type: 'CHOOSE'; readonly keys: readonly string[]; readonly on: boolean }
  | { readonly type: 'SHOW'; readonly key: string }
  | { readonly type: 'APPLY' }
  | { readonly type: 'APPLIED'; readonly stayed: readonly string[] }
  | Extract<Answer, { readonly type: 'FAILED' }>
  | { readonly type: 'CLOSE' };

const NOTHING: MatchNetworkContext = {
  versionId: 0,
  matched: [],
  total: 0,
  done: 0,
  after: null,
  complete: false,
  chosen: [],
  stayed: [],
  shown: '',
  messages: [],
};

const ask = {
  type: 'dispatch',
  params: ({ context: { versionId, after } }: { context: MatchNetworkContext }) => matchTracks({ versionId, after }),
} as const;

const LOOKING = {
  CHOOSE: { actions: 'choose' },
  SHOW: { actions: 'show' },
  CLOSE: 'closed',
} as const;

export const matchNetworkMachine = setup({
  types: { context: {} as MatchNetworkContext, events: {} as MatchNetworkEvent },
  actions: {
    dispatch: (_scope, _command: CommandInput) => undefined,
    forget: assign(NOTHING),
    begin: assign(({ event }) => (event.type === 'OPEN' ? { versionId: event.versionId } : {})),
    take: assign(({ context: { matched, done, total }, event }) => {
      if (event.type !== 'PAGE') return {};
      const { Tracks, Next, Total } = event.page;
      const last = Tracks.at(-1);
      return {
        matched: [...matched, ...Tracks],
        done: done + Tracks.length,
        total: Math.max(Total ?? total, done + Tracks.length),
        after: Next ?? (last ? matchedKey(last) : event.after),
        complete: Next === null,
      };
    }),
    choose: assign(({ context: { chosen, matched }, event }) => {
      if (event.type !== 'CHOOSE') return {};
      const named = new Set(event.keys);
      const others = chosen.filter((key) => !named.has(key));
      if (!event.on) return { chosen: others, stayed: [], messages: [] };
      const open = new Set(matched.flatMap((track) => (canApply(track) ? [matchedKey(track)] : [])));
      return { chosen: [...others, ...event.keys.filter((key) => open.has(key))].slice(0, MOST_MATCHED), stayed: [], messages: [] };
    }),
    show: assign(({ event }) => (event.type === 'SHOW' ? { shown: event.key } : {})),
    why: assign(why),
  },
  guards: {
    isStale: ({ context, event }) => event.type === 'PAGE' && event.after !== context.after,
    isFull: ({ context, event }) =>
      event.type === 'PAGE' && (event.page.Next === null || context.matched.length + event.page.Tracks.length >= MOST_LISTED),
    hasChosen: ({ context }) => context.chosen.length > 0,
    hasMore: ({ context }) => !context.complete,
  },
}).createMachine({
  id: 'matchNetwork',
  context: NOTHING,
  initial: 'closed',
  states: {
    closed: {
      entry: 'forget',
      on: { OPEN: { target: 'matching', actions: ['begin', ask] } },
    },
    matching: {
      on: {
        ...LOOKING,
        PAGE: [{ guard: 'isStale' }, { guard: 'isFull', target: 'shown', actions: 'take' }, { actions: ['take', ask] }],
        FAILED: { target: 'shown', actions: 'why' },
        STOP: 'shown',
      },
    },
    shown: {
      on: {
        ...LOOKING,
        RESUME: {
          guard: 'hasMore',
          target: 'matching',
          actions: [
            assign(({ context: { matched } }) => ({
              messages: [],
              ...(matched.length >= MOST_LISTED && { matched: [], chosen: [], stayed: [], shown: '' }),
            })),
            ask,
          ],
        },
        APPLY: {
          guard: 'hasChosen',
          target: 'saving',
          actions: [
            assign({ messages: [], stayed: [] }),
            {
              type: 'dispatch',
              params: ({ context: { versionId, matched, chosen } }) => matchShapes({ versionId, tracks: payloadOfMatch(matched, chosen) }),
            },
          ],
        },
      },
    },
    saving: {
      on: {
        APPLIED: {
          target: 'shown',
          actions: assign(({ event: { stayed } }) => ({
            stayed,
            chosen: [],
          })),
        },
        FAILED: { target: 'shown', actions: 'why' },
        SHOW: LOOKING.SHOW,
        CLOSE: 'closed',
      },
    },
  },
});

/** Which records the machine hears. */
export const matchNetworkWorkflow = defineWorkflow({
  id: 'matchNetwork',
  machine: matchNetworkMachine,
  absentUntilUsed: true,
  route: (record, view, { about, snapshot }): MatchNetworkEvent | undefined => {
    const opened = payloadOf(openNetworkMatch, record);
    if (opened) return { type: 'OPEN', ...opened };
    const chosen = payloadOf(chooseMatched, record);
    if (chosen) return { type: 'CHOOSE', ...chosen };
    const shown = payloadOf(showMatched, record);
    if (shown) return { type: 'SHOW', key: shown.key };
    if (record.type === stopNetworkMatch.type) return { type: 'STOP' };
    if (record.type === resumeNetworkMatch.type) return { type: 'RESUME' };
    if (record.type === applyMatched.type) return { type: 'APPLY' };
    if (record.type === closeNetworkMatch.type || record.type === 'app.started') return { type: 'CLOSE' };
    const moved = record.type === 'location.open' || record.type === 'location.changed';
    if (moved && presentPlace(view).versionId !== snapshot.context.versionId) return { type: 'CLOSE' };
    if (about?.type === matchTracks.type) {
      const page = answerOf(matchTracks, record);
      const asked = parsePayload(matchTracks, about.payload);
      if (page && asked) return { type: 'PAGE', after: asked.after, page };
      const failure = failureOf(matchTracks, record);
      return failure ? { type: 'FAILED', messages: failure.messages } : undefined;
    }
    const answer = answerTo([matchShapes], record, about);
    if (answer?.type !== 'DONE') return answer;
    const made = answerOf(matchShapes, record)?.Documents?.map(({ Id }) => Id);
    return { type: 'APPLIED', stayed: stayedOf(view, snapshot.context, made) };
  },
});

/** The tracks that were accepted and have not got their shapes: by the answer, or where it names none, by what is here. */
function stayedOf(view: AppState, { versionId, matched, chosen }: MatchNetworkContext, made: readonly string[] | undefined): readonly string[] {
  if (made) return chosen.filter((key) => !made.includes(key));
  const accepted = new Set(chosen);
  return matched.flatMap((track) => {
    const key = matchedKey(track);
    return accepted.has(key) && documentOf(view, versionId, 'Track', key)?.Shape !== track.Shape ? [key] : [];
  });
}

function payloadOfMatch(matched: readonly MatchedTrack[], chosen: readonly string[]) {
  const accepted = new Set(chosen);
  return matched.flatMap((track) => {
    const { ScheduleId, TrackId, Before, Stops, Shape, Sequences } = track;
    if (!accepted.has(matchedKey(track)) || Before === undefined || !Stops || Shape === undefined || !Sequences) return [];
    return [{ scheduleId: ScheduleId, trackId: TrackId, before: Before, stops: Stops, shape: Shape, sequences: Sequences }];
  });
}

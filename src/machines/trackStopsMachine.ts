/**
 * Editing the stops of a track: one mode at a time. Taking a stop out asks first, and says what stands against it.
 *
 *   reading --MODE--> destinations | order | adding | sequence | removing --MODE--> ...
 *   order, adding --PLACE--> the same, with another place and other times for what is added
 *   removing --ASK--> asking --CONFIRM--> deleting --DONE--> removing
 */
import { assign, setup } from 'xstate';
import { defineWorkflow } from '../commands/define.ts';
import { deleteTrackStop } from '../commands/tracks/trackEdits.ts';
import {
  askRemoveTrackStop,
  cancelTrackStops,
  chooseTrackStopMode,
  confirmRemoveTrackStop,
  placeTrackStops,
  type TrackStopMode,
} from '../commands/tracks/trackStopSteps.ts';
import type { TimeFill } from '../domain/timetableSheet/restop.ts';
import { type CommandInput, payloadOf } from '../kernel/command.ts';
import { presentPlace } from '../projections/versions.ts';
import { type Answer, answerTo, isMadeAfterAll, why } from './answers.ts';

interface TrackStopsContext {
  readonly versionId: number;
  readonly scheduleId: string;
  readonly trackId: string;
  readonly stopId: string;
  readonly position: number;
  readonly messages: readonly string[];
  /** Where the next stop is put in, from 0; null at the end. */
  readonly at: number | null;
  /** Which times it gets. */
  readonly fill: TimeFill;
}

export type TrackStopsEvent =
  | { readonly type: 'MODE'; readonly mode: TrackStopMode; readonly versionId: number; readonly scheduleId: string; readonly trackId: string }
  | { readonly type: 'PLACE'; readonly at: number | null; readonly fill: TimeFill }
  | { readonly type: 'ASK'; readonly stopId: string; readonly position: number }
  | { readonly type: 'CONFIRM' }
  | { readonly type: 'CANCEL' }
  | { readonly type: 'LEAVE' }
  | Answer;

const NOTHING: TrackStopsContext = {
  versionId: 0,
  scheduleId: '',
  trackId: '',
  stopId: '',
  position: 0,
  messages: [],
  at: null,
  fill: 'interpolated',
};
const STOP = ({ event }: { event: Extract<TrackStopsEvent, { type: 'ASK' }> }): Pick<TrackStopsContext, 'stopId' | 'position' | 'messages'> => ({
  stopId: event.stopId,
  position: event.position,
  messages: [],
});

const machineSetup = setup({
  types: { context: {} as TrackStopsContext, events: {} as TrackStopsEvent },
  actions: {
    dispatch: (_scope, _command: CommandInput) => undefined,
    forget: assign(NOTHING),
    why: assign(why),
    remember: assign(({ event }) => (event.type === 'PLACE' ? { at: event.at, fill: event.fill } : {})),
    place: assign(({ event }) =>
      event.type === 'MODE' ? { ...NOTHING, versionId: event.versionId, scheduleId: event.scheduleId, trackId: event.trackId } : {},
    ),
  },
  guards: {
    destinations: ({ event }) => event.type === 'MODE' && event.mode === 'destinations',
    order: ({ event }) => event.type === 'MODE' && event.mode === 'order',
    adding: ({ event }) => event.type === 'MODE' && event.mode === 'adding',
    sequence: ({ event }) => event.type === 'MODE' && event.mode === 'sequence',
    removing: ({ event }) => event.type === 'MODE' && event.mode === 'removing',
  },
});

const MODES = ['destinations', 'order', 'adding', 'sequence', 'removing'] as const;
/** From one mode to another: it is the same track, or it would have been left. */
const MODE = [...MODES.map((mode) => ({ guard: mode, target: mode })), { target: 'reading' as const }];

/** What the edits of the mode go by: it is remembered until the track is left. */
const PLACE = { actions: 'remember' as const };

export const trackStopsMachine = machineSetup.createMachine({
  id: 'trackStops',
  context: NOTHING,
  initial: 'reading',
  states: {
    reading: { entry: 'forget', on: { MODE: MODES.map((mode) => ({ guard: mode, target: mode, actions: 'place' as const })) } },
    destinations: { on: { MODE, CANCEL: 'reading', LEAVE: 'reading' } },
    order: { on: { MODE, PLACE, CANCEL: 'reading', LEAVE: 'reading' } },
    adding: { on: { MODE, PLACE, CANCEL: 'reading', LEAVE: 'reading' } },
    sequence: { on: { MODE, CANCEL: 'reading', LEAVE: 'reading' } },
    removing: { on: { MODE, ASK: { target: 'asking', actions: assign(STOP) }, CANCEL: 'reading', LEAVE: 'reading' } },
    asking: {
      on: {
        CONFIRM: {
          target: 'deleting',
          actions: {
            type: 'dispatch',
            params: ({ context: { versionId, scheduleId, trackId, stopId, position } }) =>
              deleteTrackStop({ versionId, scheduleId, trackId, stopId, position }),
          },
        },
        CANCEL: 'removing',
        LEAVE: 'reading',
      },
    },
    deleting: {
      on: {
        DONE: 'removing',
        FAILED: { target: 'asking', actions: 'why' },
        LEAVE: 'reading',
      },
    },
  },
});

/** Which records the machine hears. */
export const trackStopsWorkflow = defineWorkflow({
  id: 'trackStops',
  machine: trackStopsMachine,
  route: (record, view, { about, snapshot }): TrackStopsEvent | undefined => {
    const mode = payloadOf(chooseTrackStopMode, record);
    if (mode) return { type: 'MODE', ...mode };
    const place = payloadOf(placeTrackStops, record);
    if (place) return { type: 'PLACE', ...place };
    const stop = payloadOf(askRemoveTrackStop, record);
    if (stop) return { type: 'ASK', ...stop };
    if (record.type === confirmRemoveTrackStop.type) return { type: 'CONFIRM' };
    if (record.type === cancelTrackStops.type) return { type: 'CANCEL' };
    const answer = answerTo([deleteTrackStop], record, about);
    if (isMadeAfterAll(answer, snapshot, 'asking')) return { type: 'CANCEL' };
    if (answer) return answer;
    if (record.type !== 'location.open' && record.type !== 'location.changed') return undefined;
    const now = presentPlace(view);
    const { versionId, scheduleId, trackId } = snapshot.context;
    return now.versionId === versionId && now.itemId === scheduleId && now.trackId === trackId && now.schedulePage === 'map'
      ? undefined
      : { type: 'LEAVE' };
  },
});

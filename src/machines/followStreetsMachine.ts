/**
 * Finding the whole shape of a track from its stops. What was found becomes a step of the draft of the shape, which shows it on the map and
 * applies it; here stands what a person should look at before.
 *
 *   closed --ASK--> looking --FOUND--> shown --CLOSE--> closed
 */
import { assign, setup } from 'xstate';
import { defineWorkflow } from '../commands/define.ts';
import { findTrackPath } from '../commands/tracks/followStreetsSteps.ts';
import { closeShapeDraft, importShapeLine, openShapeDraft } from '../commands/tracks/shapeSteps.ts';
import { type Doubt, doubtsOf, type TrackPath } from '../domain/trackPath.ts';
import { answerOf, type CommandInput, payloadOf } from '../kernel/command.ts';

interface FollowStreetsContext {
  readonly versionId: number;
  readonly doubts: readonly Doubt[];
}

export type FollowStreetsEvent =
  | { readonly type: 'ASK'; readonly versionId: number }
  | { readonly type: 'FOUND'; readonly path: TrackPath }
  | { readonly type: 'FAILED' }
  /** The draft of the shape is opened: by this workflow itself, or again. */
  | { readonly type: 'OPENED' }
  | { readonly type: 'CLOSE' };

export const followStreetsMachine = setup({
  types: { context: {} as FollowStreetsContext, events: {} as FollowStreetsEvent },
  actions: {
    dispatch: (_scope, _command: CommandInput) => undefined,
    ask: assign(({ event }) => (event.type === 'ASK' ? { versionId: event.versionId, doubts: [] } : {})),
  },
}).createMachine({
  id: 'followStreets',
  context: { versionId: 0, doubts: [] },
  initial: 'closed',
  states: {
    closed: { on: { ASK: { target: 'looking', actions: 'ask' } } },
    looking: {
      on: {
        FOUND: {
          target: 'shown',
          actions: [
            assign(({ event }) => ({ doubts: doubtsOf(event.path) })),
            {
              type: 'dispatch',
              params: ({ context: { versionId }, event: { path } }) => importShapeLine({ versionId, shape: path.Shape, sequences: path.Sequences }),
            },
          ],
        },
        FAILED: 'closed',
        CLOSE: 'closed',
      },
    },
    shown: {
      on: {
        ASK: { target: 'looking', actions: 'ask' },
        OPENED: 'closed',
        CLOSE: 'closed',
      },
    },
  },
});

/** Which records the machine hears. */
export const followStreetsWorkflow = defineWorkflow({
  id: 'followStreets',
  machine: followStreetsMachine,
  absentUntilUsed: true,
  route: (record, _view, { about }): FollowStreetsEvent | undefined => {
    const asked = payloadOf(findTrackPath, record);
    if (asked) return { type: 'ASK', versionId: asked.versionId };
    if (record.type === closeShapeDraft.type) return { type: 'CLOSE' };
    if (record.type === openShapeDraft.type) return { type: 'OPENED' };
    if (about?.type !== findTrackPath.type) return undefined;
    const path = answerOf(findTrackPath, record);
    if (path) return { type: 'FOUND', path };
    return record.type === `${findTrackPath.type}.failed` ? { type: 'FAILED' } : undefined;
  },
});

/**
 * A detour: a closed stretch is drawn, the tracks on it are listed with a way round, and those that are chosen change in one edit.
 *
 *   closed --START--> drawing --FIND--> finding --FOUND--> choosing --APPLY--> saving --DONE--> closed
 *                        ^-- FAILED, or no track is there --'  '-- REDRAW --> drawing
 */
import { assign, setup } from 'xstate';
import { defineWorkflow } from '../commands/define.ts';
import {
  applyDetours,
  askDetours,
  chooseDetours,
  chooseWorks,
  closeDetour,
  drawDetour,
  findDetours,
  redrawDetour,
  showDetour,
  startDetour,
  takeBackDetour,
} from '../commands/tracks/detourSteps.ts';
import { takeDetours } from '../commands/tracks/shapeEdits.ts';
import { startShape } from '../commands/tracks/shapeSteps.ts';
import { type Coordinate, samePlace } from '../domain/coordinate.ts';
import { type DetourAnswer, MOST_CLOSED_POINTS } from '../domain/detours.ts';
import { type WorksText, worksError } from '../domain/works.ts';
import { answerOf, type CommandInput, failureOf, payloadOf } from '../kernel/command.ts';
import { presentPlace } from '../projections/versions.ts';
import { type Answer, answerTo, why } from './answers.ts';

export interface DetourContext {
  readonly versionId: number;
  /** The stretch as it is drawn. */
  readonly points: readonly Coordinate[];
  /** What was found for it; also where no track is there. */
  readonly found: DetourAnswer | null;
  /** Places in the list of those that go round. */
  readonly taken: readonly number[];
  /** Whose way round is on the map. */
  readonly shown: number;
  /** First and last day of the works as typed; absent for all dates. */
  readonly works?: WorksText | undefined;
  readonly messages: readonly string[];
}

export type DetourEvent =
  | { readonly type: 'START'; readonly versionId: number }
  | { readonly type: 'POINT'; readonly at: Coordinate }
  | { readonly type: 'BACK' }
  | { readonly type: 'FIND' }
  | { readonly type: 'FOUND'; readonly found: DetourAnswer }
  | { readonly type: 'TAKE'; readonly taken: readonly number[] }
  | { readonly type: 'SHOW'; readonly index: number }
  | { readonly type: 'DATES'; readonly works: WorksText | undefined }
  | { readonly type: 'REDRAW' }
  | { readonly type: 'APPLY' }
  | Answer
  | { readonly type: 'CLOSE' };

const NOTHING: DetourContext = { versionId: 0, points: [], found: null, taken: [], shown: 0, messages: [] };

export const detourMachine = setup({
  types: { context: {} as DetourContext, events: {} as DetourEvent },
  actions: {
    dispatch: (_scope, _command: CommandInput) => undefined,
    forget: assign(NOTHING),
    begin: assign(({ event }) => (event.type === 'START' ? { ...NOTHING, versionId: event.versionId } : {})),
    why: assign(why),
  },
  guards: {
    // a double click, or one on a point that is there, is none
    isNew: ({ context: { points }, event }) =>
      event.type === 'POINT' && points.length < MOST_CLOSED_POINTS && !points.some((point) => samePlace(point, event.at)),
    isLine: ({ context }) => context.points.length > 1,
    isUsed: ({ event }) => event.type === 'FOUND' && event.found.Tracks.length > 0,
    canApply: ({ context: { taken, works } }) => taken.length > 0 && (!works || worksError(works.from, works.to) === undefined),
  },
}).createMachine({
  id: 'detour',
  context: NOTHING,
  initial: 'closed',
  states: {
    closed: { entry: 'forget', on: { START: { target: 'drawing', actions: 'begin' } } },
    drawing: {
      on: {
        START: { actions: 'begin' },
        POINT: { guard: 'isNew', actions: assign(({ context, event }) => ({ points: [...context.points, event.at], found: null, messages: [] })) },
        BACK: { actions: assign(({ context }) => ({ points: context.points.slice(0, -1), found: null, messages: [] })) },
        FIND: {
          guard: 'isLine',
          target: 'finding',
          actions: [
            assign({ found: null, messages: [] }),
            { type: 'dispatch', params: ({ context: { versionId, points } }) => findDetours({ versionId, closed: [...points] }) },
          ],
        },
        CLOSE: 'closed',
      },
    },
    finding: {
      on: {
        START: { target: 'drawing', actions: 'begin' },
        FOUND: [
          {
            guard: 'isUsed',
            target: 'choosing',
            actions: assign(({ event: { found } }) => ({
              found,
              taken: found.Tracks.flatMap(({ Parts }, i) => (Parts.length > 0 ? [i] : [])),
              shown: Math.max(
                0,
                found.Tracks.findIndex(({ Parts }) => Parts.length > 0),
              ),
            })),
          },
          { target: 'drawing', actions: assign(({ event }) => ({ found: event.found })) },
        ],
        FAILED: { target: 'drawing', actions: 'why' },
        CLOSE: 'closed',
      },
    },
    choosing: {
      on: {
        START: { target: 'drawing', actions: 'begin' },
        TAKE: { actions: assign(({ event }) => ({ taken: event.taken })) },
        SHOW: { actions: assign(({ event }) => ({ shown: event.index })) },
        DATES: { actions: assign(({ event }) => ({ works: event.works, messages: [] })) },
        REDRAW: { target: 'drawing', actions: assign({ found: null, taken: [], shown: 0, messages: [] }) },
        APPLY: {
          guard: 'canApply',
          target: 'saving',
          actions: [
            assign({ messages: [] }),
            {
              type: 'dispatch',
              params: ({ context }) => takeDetours({ versionId: context.versionId, tracks: takenTracks(context), works: context.works }),
            },
          ],
        },
        CLOSE: 'closed',
      },
    },
    saving: { on: { DONE: 'closed', FAILED: { target: 'choosing', actions: 'why' }, CLOSE: 'closed' } },
  },
});

function takenTracks({ found, taken }: DetourContext) {
  return taken.flatMap((i) => {
    const one = found?.Tracks[i];
    return one && one.Parts.length > 0 ? [{ scheduleId: one.ScheduleId, trackId: one.TrackId, points: one.Points, parts: one.Parts }] : [];
  });
}

/** Which records the machine hears. */
export const detourWorkflow = defineWorkflow({
  id: 'detour',
  machine: detourMachine,
  absentUntilUsed: true,
  route: (record, view, { about, snapshot }): DetourEvent | undefined => {
    const started = payloadOf(startDetour, record);
    if (started) return { type: 'START', ...started };
    const drawn = payloadOf(drawDetour, record);
    if (drawn) return { type: 'POINT', at: drawn.at };
    const chosen = payloadOf(chooseDetours, record);
    if (chosen) return { type: 'TAKE', taken: chosen.taken };
    const dated = payloadOf(chooseWorks, record);
    if (dated) return { type: 'DATES', works: dated.works };
    const shown = payloadOf(showDetour, record);
    if (shown) return { type: 'SHOW', index: shown.index };
    if (record.type === takeBackDetour.type) return { type: 'BACK' };
    if (record.type === askDetours.type) return { type: 'FIND' };
    if (record.type === redrawDetour.type) return { type: 'REDRAW' };
    if (record.type === applyDetours.type) return { type: 'APPLY' };
    // one tool of the map at a time
    if (record.type === closeDetour.type || record.type === startShape.type || record.type === 'app.started') return { type: 'CLOSE' };
    if (record.type === 'location.open' || record.type === 'location.changed')
      return presentPlace(view).versionId === snapshot.context.versionId ? undefined : { type: 'CLOSE' };
    if (about?.type === findDetours.type) {
      const found = answerOf(findDetours, record);
      if (found) return { type: 'FOUND', found };
      const failure = failureOf(findDetours, record);
      return failure && { type: 'FAILED', messages: failure.messages };
    }
    return answerTo([takeDetours], record, about);
  },
});

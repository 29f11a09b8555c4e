/**
 * Creating a stop from a click on the map: menu, form, creation. Without a click the map says where, and there is no menu. A refused form stays open with what was wrong.
 *
 *   closed --OFFER--> offered --CHOOSE--> filling --SUBMIT--> creating --DONE--> closed
 *   closed --START--> placing --OFFER--> filling
 */
import { assign, setup } from 'xstate';
import { defineWorkflow } from '../commands/define.ts';
import { openPlace } from '../commands/shell/openPlace.ts';
import { createStop } from '../commands/stops/stopEdits.ts';
import { cancelCreateStop, chooseCreateStop, offerStop, startCreateStop, submitStop } from '../commands/stops/createStopSteps.ts';
import type { Coordinate } from '../domain/coordinate.ts';
import { dataPath } from '../domain/locations.ts';
import { type CommandInput, payloadOf } from '../kernel/command.ts';
import { presentPlace } from '../projections/versions.ts';
import { type Answer, answerTo, waitingFrom, why } from './answers.ts';

interface CreateStopContext {
  readonly versionId: number;
  readonly databaseId: string;
  readonly stopId: string;
  readonly at: Coordinate | null;
  readonly messages: readonly string[];
}

interface Form {
  readonly stopId?: string | undefined;
  readonly stopName: string;
  readonly stopType: number;
  readonly stopZoneId?: string | undefined;
  readonly stopParentId?: string | undefined;
}

export type CreateStopEvent =
  | { readonly type: 'START'; readonly versionId: number }
  | { readonly type: 'OFFER'; readonly databaseId: string; readonly versionId: number; readonly at: Coordinate; readonly stopId: string }
  | { readonly type: 'CHOOSE' }
  | ({ readonly type: 'SUBMIT' } & Form)
  | { readonly type: 'CANCEL' }
  | { readonly type: 'LEAVE' }
  | Answer;

const NOTHING: CreateStopContext = { versionId: 0, databaseId: '', stopId: '', at: null, messages: [] };
const PLACE = ({ event }: { event: Extract<CreateStopEvent, { type: 'OFFER' }> }): CreateStopContext => ({
  databaseId: event.databaseId,
  versionId: event.versionId,
  at: event.at,
  stopId: event.stopId,
  messages: [],
});

export const createStopMachine = setup({
  types: { context: {} as CreateStopContext, events: {} as CreateStopEvent },
  actions: {
    dispatch: (_scope, _command: CommandInput) => undefined,
    forget: assign(NOTHING),
    why: assign(why),
  },
  guards: {
    hasName: ({ event }) => event.type === 'SUBMIT' && event.stopName.trim() !== '',
  },
}).createMachine({
  id: 'createStop',
  context: NOTHING,
  initial: 'closed',
  states: {
    closed: {
      entry: 'forget',
      on: {
        START: { target: 'placing', actions: assign(({ event }) => ({ versionId: event.versionId })) },
        OFFER: { target: 'offered', actions: assign(PLACE) },
      },
    },
    placing: {
      on: {
        OFFER: { target: 'filling', actions: assign(PLACE) },
        CANCEL: 'closed',
        LEAVE: 'closed',
      },
    },
    offered: {
      on: {
        START: { target: 'placing', actions: assign({ at: null }) },
        OFFER: { target: 'offered', actions: assign(PLACE) },
        CHOOSE: 'filling',
        CANCEL: 'closed',
        LEAVE: 'closed',
      },
    },
    filling: {
      on: {
        SUBMIT: [
          {
            guard: 'hasName',
            target: 'creating',
            actions: [
              assign(({ context, event }) => ({ messages: [], stopId: event.stopId ?? context.stopId })),
              {
                type: 'dispatch',
                params: ({ context, event }) =>
                  createStop({
                    versionId: context.versionId,
                    stopId: event.stopId ?? context.stopId,
                    coordinate: context.at ?? { Lat: 0, Lng: 0 },
                    stopName: event.stopName.trim(),
                    stopType: event.stopType,
                    ...(event.stopZoneId ? { stopZoneId: event.stopZoneId } : {}),
                    ...(event.stopParentId ? { stopParentId: event.stopParentId } : {}),
                  }),
              },
            ],
          },
          { actions: assign({ messages: ['Stop name is required'] }) },
        ],
        CANCEL: 'closed',
        LEAVE: 'closed',
      },
    },
    creating: {
      on: {
        ...waitingFrom('filling'),
        DONE: {
          target: 'closed',
          actions: {
            type: 'dispatch',
            params: ({ context }) =>
              openPlace({
                path: dataPath({
                  databaseId: context.databaseId,
                  versionId: context.versionId,
                  page: 'stops',
                  itemId: context.stopId,
                }),
                search: '',
              }),
          },
        },
        LEAVE: 'closed',
      },
    },
  },
});

/** Which records the machine hears. */
export const createStopWorkflow = defineWorkflow({
  id: 'createStop',
  machine: createStopMachine,
  route: (record, view, { about, snapshot }): CreateStopEvent | undefined => {
    const start = payloadOf(startCreateStop, record);
    if (start) return { type: 'START', ...start };
    const offer = payloadOf(offerStop, record);
    if (offer) return { type: 'OFFER', databaseId: presentPlace(view).databaseId ?? '', ...offer };
    if (record.type === chooseCreateStop.type) return { type: 'CHOOSE' };
    const form = payloadOf(submitStop, record);
    if (form) return { type: 'SUBMIT', ...form };
    if (record.type === cancelCreateStop.type) return { type: 'CANCEL' };
    const answer = answerTo([createStop], record, about);
    if (answer) return answer;
    const moved = record.type === 'location.open' || record.type === 'location.changed';
    return moved && presentPlace(view).versionId !== snapshot.context.versionId ? { type: 'LEAVE' } : undefined;
  },
});

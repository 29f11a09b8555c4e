/**
 * The fare check: a journey is put together, by search and on the map. What was chosen is kept while the check is closed.
 *
 *   closed --OPEN--> filling --PICK--> picking --PICKED--> filling
 */
import { assign, setup } from 'xstate';
import { defineWorkflow } from '../commands/define.ts';
import { changeJourney, closeFareCheck, openFareCheck, pickJourneyStop, takeJourneyStop } from '../commands/fares/fareCheckSteps.ts';
import { EMPTY_JOURNEY, type FareCheckDraft, FIRST_BOARDING, NO_CHANGE } from '../domain/fareCheckDraft.ts';
import { isFarePage } from '../domain/model/records.ts';
import { type CommandInput, payloadOf } from '../kernel/command.ts';
import { presentPlace } from '../projections/versions.ts';

interface FareCheckContext {
  readonly versionId: number;
  readonly draft: FareCheckDraft;
  /** Place of the stop being picked; null where none is. */
  readonly pick: number | null;
}

export type FareCheckEvent =
  | { readonly type: 'OPEN'; readonly versionId: number }
  | { readonly type: 'CHANGE'; readonly draft: Partial<FareCheckDraft> }
  | { readonly type: 'PICK'; readonly at: number }
  | { readonly type: 'PICKED'; readonly stopId: string }
  | { readonly type: 'CLOSE' }
  | { readonly type: 'LEAVE' };

export const fareCheckMachine = setup({
  types: { context: {} as FareCheckContext, events: {} as FareCheckEvent },
  actions: {
    dispatch: (_scope, _command: CommandInput) => undefined,
  },
  guards: {
    isSameVersion: ({ context, event }) => event.type === 'OPEN' && event.versionId === context.versionId,
  },
}).createMachine({
  id: 'fareCheck',
  context: { versionId: 0, draft: EMPTY_JOURNEY, pick: null },
  initial: 'closed',
  states: {
    closed: {
      on: {
        OPEN: [
          { guard: 'isSameVersion', target: 'filling' },
          { target: 'filling', actions: assign(({ event }) => ({ versionId: event.versionId, draft: EMPTY_JOURNEY })) },
        ],
      },
    },
    filling: {
      on: {
        CHANGE: { actions: assign(({ context, event }) => ({ draft: { ...context.draft, ...event.draft } })) },
        PICK: { target: 'picking', actions: assign(({ event }) => ({ pick: event.at })) },
        CLOSE: 'closed',
        LEAVE: 'closed',
      },
    },
    picking: {
      on: {
        PICKED: { target: 'filling', actions: assign(({ context, event }) => ({ draft: withStop(context, event.stopId), pick: null })) },
        CLOSE: { target: 'filling', actions: assign({ pick: null }) },
        LEAVE: { target: 'closed', actions: assign({ pick: null }) },
      },
    },
  },
});

function withStop({ draft, pick }: FareCheckContext, stopId: string): FareCheckDraft {
  if (pick === null || pick < 0) return { ...draft, priorStop: stopId };
  if (pick >= FIRST_BOARDING) {
    const changes = draft.lines.slice(1).map((_line, at) => draft.changes?.[at] ?? NO_CHANGE);
    return { ...draft, changes: changes.map((change, at) => (at === pick - FIRST_BOARDING ? { ...change, boards: stopId } : change)) };
  }
  return { ...draft, stops: draft.stops.map((stop, at) => (at === pick ? stopId : stop)) };
}

/** Which records the machine hears. */
export const fareCheckWorkflow = defineWorkflow({
  id: 'fareCheck',
  machine: fareCheckMachine,
  route: (record, view, { snapshot }): FareCheckEvent | undefined => {
    const open = payloadOf(openFareCheck, record);
    if (open) return { type: 'OPEN', ...open };
    const change = payloadOf(changeJourney, record);
    if (change) return { type: 'CHANGE', ...change } as FareCheckEvent;
    const pick = payloadOf(pickJourneyStop, record);
    if (pick) return { type: 'PICK', ...pick };
    const picked = payloadOf(takeJourneyStop, record);
    if (picked) return { type: 'PICKED', ...picked };
    if (record.type === closeFareCheck.type) return { type: 'CLOSE' };
    if (record.type !== 'location.open' && record.type !== 'location.changed') return undefined;
    const { versionId, page, itemId } = presentPlace(view);
    return versionId === snapshot.context.versionId && isFarePage(page) && itemId === undefined ? undefined : { type: 'LEAVE' };
  },
});

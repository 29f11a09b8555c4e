/**
 * Searching the map: what the version holds is found as one types, places by name are looked up on the server. The machine knows which
 * text is looked for, so that the places of an older one are never taken for those of the present.
 *
 *   closed --OPEN--> typing --TYPE--> searching --FOUND--> found
 *                    typing, searching, found --TYPE--> typing | searching
 *                                             --CHOOSE, CLOSE, LEAVE--> closed
 */
import { assign, setup } from 'xstate';
import { defineWorkflow } from '../commands/define.ts';
import { searchPlaces, showPlace } from '../commands/search/mapSearch.ts';
import { chooseMapFind, closeMapSearch, openMapSearch, typeMapSearch } from '../commands/search/mapSearchSteps.ts';
import { appStarted } from '../commands/shell/appStarted.ts';
import { openPlace } from '../commands/shell/openPlace.ts';
import { parseCoordinate } from '../domain/coordinate.ts';
import { LOCATION_SEARCH_MIN } from '../domain/regions.ts';
import { type CommandInput, parsePayload, payloadOf } from '../kernel/command.ts';
import { presentPlace } from '../projections/versions.ts';
import { answerTo } from './answers.ts';

interface MapSearchContext {
  /** The version searched; null where none is in view. */
  readonly versionId: number | null;
  readonly text: string;
}

export type MapSearchEvent =
  | { readonly type: 'OPEN'; readonly versionId: number | null }
  | { readonly type: 'TYPE'; readonly text: string }
  | { readonly type: 'FOUND' }
  | { readonly type: 'CHOOSE'; readonly to: CommandInput }
  | { readonly type: 'CLOSE' }
  | { readonly type: 'LEAVE' };

const NOTHING: MapSearchContext = { versionId: null, text: '' };

const machineSetup = setup({
  types: { context: {} as MapSearchContext, events: {} as MapSearchEvent },
  actions: {
    dispatch: (_scope, _command: CommandInput) => undefined,
    forget: assign(NOTHING),
    note: assign(({ event }) => (event.type === 'TYPE' ? { text: event.text } : {})),
  },
  guards: { namesPlaces: ({ event }) => event.type === 'TYPE' && namesPlaces(event.text) },
});

/** What can be done as long as one is in the box. */
const INSIDE = {
  TYPE: [
    {
      guard: 'namesPlaces',
      target: 'searching',
      actions: [
        'note',
        {
          type: 'dispatch',
          params: ({ event }: { event: Extract<MapSearchEvent, { type: 'TYPE' }> }) => searchPlaces({ name: event.text }),
        },
      ],
    },
    { target: 'typing', actions: 'note' },
  ],
  CHOOSE: {
    target: 'closed',
    actions: { type: 'dispatch', params: ({ event }: { event: Extract<MapSearchEvent, { type: 'CHOOSE' }> }) => event.to },
  },
  CLOSE: 'closed',
  LEAVE: 'closed',
} as const;

export const mapSearchMachine = machineSetup.createMachine({
  id: 'mapSearch',
  context: NOTHING,
  initial: 'closed',
  states: {
    closed: { entry: 'forget', on: { OPEN: { target: 'typing', actions: assign(({ event }) => ({ versionId: event.versionId })) } } },
    typing: { on: INSIDE },
    searching: { on: { ...INSIDE, FOUND: 'found' } },
    found: { on: INSIDE },
  },
});

/** Whether places are looked up by a text: it is long enough, and no coordinate. */
export function namesPlaces(text: string): boolean {
  return text.length >= LOCATION_SEARCH_MIN && !parseCoordinate(text);
}

/** Which records the machine hears. */
export const mapSearchWorkflow = defineWorkflow({
  id: 'mapSearch',
  machine: mapSearchMachine,
  route: (record, view, { about, snapshot }): MapSearchEvent | undefined => {
    const { versionId, text }: MapSearchContext = snapshot.context;
    const present = presentPlace(view).versionId ?? null;
    if (record.type === openMapSearch.type) return { type: 'OPEN', versionId: present };
    const typed = payloadOf(typeMapSearch, record);
    if (typed) return { type: 'TYPE', text: typed.text };
    const chosen = payloadOf(chooseMapFind, record);
    if (chosen) return { type: 'CHOOSE', to: 'at' in chosen.to ? showPlace(chosen.to) : openPlace(chosen.to) };
    // after a reload nobody is in the box
    if (record.type === closeMapSearch.type || record.type === appStarted.type) return { type: 'CLOSE' };
    if (record.type === openPlace.type || record.type === 'location.changed') return present === versionId ? undefined : { type: 'LEAVE' };
    // a search that fails has found nothing
    const answered = answerTo([searchPlaces], record, about) !== undefined;
    return answered && parsePayload(searchPlaces, about?.payload)?.name === text ? { type: 'FOUND' } : undefined;
  },
});

/**
 * Choosing a database and two of its versions. The chosen ones are in the address; the states say which lists are open.
 *
 *   away --ENTER--> choosingDatabase --CHOOSE_DATABASE--> choosingFirst --CHOOSE_FIRST--> choosingSecond --CHOOSE_SECOND--> closed
 *
 * A database that is gone when the regions are loaded, and versions that are gone when the versions are, are taken out of the
 * address and their lists open.
 */
import { setup } from 'xstate';
import { chooseComparerDatabase, chooseComparerVersion, type NavigatorList, toggleNavigatorList } from '../commands/comparer/navigatorSteps.ts';
import { defineWorkflow } from '../commands/define.ts';
import { loadDatabases } from '../commands/databases/loadDatabases.ts';
import { openPlace } from '../commands/shell/openPlace.ts';
import { versionRemoved } from '../commands/notifications/versionRemoved.ts';
import { loadVersions } from '../commands/versions/loadVersions.ts';
import { comparerPath } from '../domain/locations.ts';
import { answerOf, type CommandInput, factOf, payloadOf } from '../kernel/command.ts';
import { type Comparison, comparisonAt } from '../projections/comparer.ts';

/** What is chosen so far. */
interface Chosen {
  readonly databaseId: string | null;
  readonly first: number | null;
  readonly second: number | null;
}

export type ComparerNavigatorEvent =
  | ({ readonly type: 'ENTER' } & Chosen)
  | { readonly type: 'LEAVE' }
  | { readonly type: 'TOGGLE'; readonly list: NavigatorList }
  | { readonly type: 'CHOOSE_DATABASE'; readonly databaseId: string }
  | { readonly type: 'CHOOSE_FIRST'; readonly databaseId: string; readonly versionId: number; readonly second: number | null }
  | { readonly type: 'CHOOSE_SECOND'; readonly databaseId: string; readonly versionId: number; readonly first: number | null }
  | { readonly type: 'DATABASE_GONE' }
  | ({ readonly type: 'VERSIONS_GONE'; readonly firstGone: boolean; readonly secondGone: boolean } & Chosen & { readonly databaseId: string });

const open = (databaseId: string | null, from: number | null, to: number | null, replace = false): CommandInput => {
  const path = comparerPath({
    ...(databaseId === null ? {} : { databaseId }),
    ...(from === null ? {} : { from }),
    ...(to === null ? {} : { to }),
  });
  const at = path.indexOf('?');
  return openPlace({ path: at < 0 ? path : path.slice(0, at), search: at < 0 ? '' : path.slice(at), ...(replace ? { replace } : {}) });
};

const machineOf = setup({
  types: { events: {} as ComparerNavigatorEvent },
  actions: { dispatch: (_scope, _command: CommandInput) => undefined },
  guards: {
    noDatabase: ({ event }) => event.type === 'ENTER' && event.databaseId === null,
    noFirst: ({ event }) => event.type === 'ENTER' && event.first === null,
    noSecond: ({ event }) => event.type === 'ENTER' && event.second === null,
    isDatabases: ({ event }) => event.type === 'TOGGLE' && event.list === 'databases',
    isFirst: ({ event }) => event.type === 'TOGGLE' && event.list === 'first',
    secondChosen: ({ event }) => event.type === 'CHOOSE_FIRST' && event.second !== null,
    firstChosen: ({ event }) => event.type === 'CHOOSE_SECOND' && event.first !== null,
    bothGone: ({ event }) => event.type === 'VERSIONS_GONE' && event.firstGone && event.secondGone,
    firstGone: ({ event }) => event.type === 'VERSIONS_GONE' && event.firstGone,
  },
});

const goDatabase = {
  type: 'dispatch',
  params: ({ event }: { event: ComparerNavigatorEvent }) => open(event.type === 'CHOOSE_DATABASE' ? event.databaseId : null, null, null),
} as const;
const goFirst = {
  type: 'dispatch',
  params: ({ event }: { event: ComparerNavigatorEvent }) =>
    event.type === 'CHOOSE_FIRST' ? open(event.databaseId, event.versionId, event.second) : open(null, null, null),
} as const;
const goSecond = {
  type: 'dispatch',
  params: ({ event }: { event: ComparerNavigatorEvent }) =>
    event.type === 'CHOOSE_SECOND' ? open(event.databaseId, event.first, event.versionId) : open(null, null, null),
} as const;
const goWithout = {
  type: 'dispatch',
  params: ({ event }: { event: ComparerNavigatorEvent }) =>
    event.type === 'VERSIONS_GONE'
      ? open(event.databaseId, event.firstGone ? null : event.first, event.secondGone ? null : event.second, true)
      : open(null, null, null, true),
} as const;

/** What may happen in every state of the comparer. */
const anywhere = {
  LEAVE: 'away',
  CHOOSE_DATABASE: { target: 'choosingFirst', actions: goDatabase },
  CHOOSE_FIRST: [
    { guard: 'secondChosen', target: 'closed', actions: goFirst },
    { target: 'choosingSecond', actions: goFirst },
  ],
  CHOOSE_SECOND: [
    { guard: 'firstChosen', target: 'closed', actions: goSecond },
    { target: 'choosingFirst', actions: goSecond },
  ],
  DATABASE_GONE: { target: 'choosingDatabase', actions: goWithout },
  VERSIONS_GONE: [
    { guard: 'bothGone', target: 'choosingBoth', actions: goWithout },
    { guard: 'firstGone', target: 'choosingFirst', actions: goWithout },
    { target: 'choosingSecond', actions: goWithout },
  ],
} as const;

export const comparerNavigatorMachine = machineOf.createMachine({
  id: 'comparerNavigator',
  initial: 'away',
  states: {
    away: {
      on: {
        ENTER: [
          { guard: 'noDatabase', target: 'choosingDatabase' },
          { guard: 'noFirst', target: 'choosingFirst' },
          { guard: 'noSecond', target: 'choosingSecond' },
          { target: 'closed' },
        ],
      },
    },
    closed: {
      on: {
        ...anywhere,
        TOGGLE: [{ guard: 'isDatabases', target: 'choosingDatabase' }, { guard: 'isFirst', target: 'choosingFirst' }, { target: 'choosingSecond' }],
      },
    },
    choosingDatabase: {
      on: {
        ...anywhere,
        TOGGLE: [{ guard: 'isDatabases', target: 'closed' }, { guard: 'isFirst', target: 'choosingFirst' }, { target: 'choosingSecond' }],
      },
    },
    choosingFirst: {
      on: {
        ...anywhere,
        TOGGLE: [{ guard: 'isDatabases', target: 'choosingDatabase' }, { guard: 'isFirst', target: 'closed' }, { target: 'choosingBoth' }],
      },
    },
    choosingSecond: {
      on: {
        ...anywhere,
        TOGGLE: [{ guard: 'isDatabases', target: 'choosingDatabase' }, { guard: 'isFirst', target: 'choosingBoth' }, { target: 'closed' }],
      },
    },
    choosingBoth: {
      on: {
        ...anywhere,
        TOGGLE: [{ guard: 'isDatabases', target: 'choosingDatabase' }, { guard: 'isFirst', target: 'choosingSecond' }, { target: 'choosingFirst' }],
      },
    },
  },
});

/** Which lists are open in a state of the machine. */
export function openLists(state: string): readonly NavigatorList[] {
  return OPEN[state] ?? [];
}

const OPEN: Readonly<Record<string, readonly NavigatorList[]>> = {
  choosingDatabase: ['databases'],
  choosingFirst: ['first'],
  choosingSecond: ['second'],
  choosingBoth: ['first', 'second'],
};

/** Which records the machine hears. */
export const comparerNavigatorWorkflow = defineWorkflow({
  id: 'comparerNavigator',
  machine: comparerNavigatorMachine,
  route: (record, view, { snapshot }): ComparerNavigatorEvent | undefined => {
    const at = comparisonAt(view.location);
    const away = snapshot.value === 'away';
    if (!at) return away ? undefined : { type: 'LEAVE' };
    if (away) return { type: 'ENTER', ...chosenAt(at) };
    const chosen = chosenAt(at);
    const toggled = payloadOf(toggleNavigatorList, record);
    if (toggled) return { type: 'TOGGLE', list: toggled.list };
    const database = payloadOf(chooseComparerDatabase, record);
    if (database) return { type: 'CHOOSE_DATABASE', databaseId: database.databaseId };
    const { databaseId } = chosen;
    const version = payloadOf(chooseComparerVersion, record);
    if (version && databaseId !== null) {
      return version.side === 'first'
        ? { type: 'CHOOSE_FIRST', databaseId, versionId: version.versionId, second: chosen.second }
        : { type: 'CHOOSE_SECOND', databaseId, versionId: version.versionId, first: chosen.first };
    }
    const databases = answerOf(loadDatabases, record);
    if (databases && databaseId !== null && !view.databases.value?.some(({ Id }) => Id === databaseId)) return { type: 'DATABASE_GONE' };
    const removed = factOf(versionRemoved, record)?.VersionId;
    if (removed !== undefined && databaseId !== null && (removed === chosen.first || removed === chosen.second))
      return { type: 'VERSIONS_GONE', ...chosen, databaseId, firstGone: removed === chosen.first, secondGone: removed === chosen.second };
    const versions = answerOf(loadVersions, record);
    if (!versions || databaseId === null || versions.More || versions.Versions.some(({ DatabaseId }) => DatabaseId !== databaseId)) return undefined;
    const gone = (id: number | null): boolean => id !== null && !versions.Versions.some(({ Id }) => Id === id);
    const [firstGone, secondGone] = [gone(chosen.first), gone(chosen.second)];
    return firstGone || secondGone ? { type: 'VERSIONS_GONE', ...chosen, databaseId, firstGone, secondGone } : undefined;
  },
});

function chosenAt({ databaseId, from, to }: Comparison): Chosen {
  return { databaseId: databaseId ?? null, first: from ?? null, second: to ?? null };
}

/** Making and removing what a version holds: declared once, for button, key and palette. */
import { askDeleteOne, DeletePage } from '../../commands/changes/deleteModeSteps.ts';
import { askCreateFare } from '../../commands/fares/fareFormSteps.ts';
import { askCreateSchedule, askDeleteSchedules } from '../../commands/schedules/scheduleFormSteps.ts';
import { openPlace } from '../../commands/shell/openPlace.ts';
import { startCreateStop } from '../../commands/stops/createStopSteps.ts';
import { removeStop } from '../../commands/stops/stopEdits.ts';
import { type DataPlace, dataPath } from '../../domain/locations.ts';
import { RECORD_KIND_NAMES, RECORD_KINDS, type RecordKind } from '../../domain/model/records.ts';
import { stopRemovalError } from '../../domain/stops.ts';
import type { CommandInput, Unavailable } from '../../kernel/command.ts';
import { byId } from '../../projections/byId.ts';
import { whyNoEdit } from '../../projections/rights.ts';
import type { AppState } from '../../projections/state.ts';
import { stopUses } from '../../projections/stopUses.ts';
import { presentPlace } from '../../projections/versions.ts';
import type { Action } from './actions.ts';
import { withQuery } from './query.ts';
import { said } from '../language/language.ts';
import { texts } from './texts.ts';

/** What can be made and removed one by one. */
export type ItemKind = 'stop' | 'schedule' | 'track' | 'fare' | 'agency' | 'translation' | RecordKind;

/** A place within a version. */
type Within = DataPlace & { readonly databaseId: string; readonly versionId: number };

interface ItemDeclaration {
  /** One of it within a sentence. */
  readonly one: string;
  /** Schedules and tracks are deleted, everything else is removed. */
  readonly verb?: 'Delete';
  create(at: Within, view: AppState): CommandInput | Unavailable;
  /** The one that is open. */
  remove(at: Within, view: AppState): CommandInput | Unavailable;
}

/** Opens a form that is in the address of a page. */
export const MODE = 'mode';

/** The same key makes one more of what the page lists, wherever it is pressed; another removes the one that is open. */
const CREATE_KEY = 'Alt+Shift+KeyN';
const REMOVE_KEY = 'Alt+Shift+KeyX';

const ITEMS: Readonly<Record<ItemKind, ItemDeclaration>> = {
  stop: {
    one: 'stop',
    create: ({ versionId }) => startCreateStop({ versionId }),
    remove: ({ versionId, page, itemId }, view) => {
      if (page !== 'stops' || itemId === undefined) return { why: texts.openAStopFirst };
      const details = byId(view.versions[versionId]?.stopDetails, itemId)?.value;
      if (!details) return { why: texts.stopNotLoaded };
      const why = stopRemovalError(stopUses(details));
      return why === undefined ? removeStop({ versionId, stopId: itemId, rev: details.Rev }) : { why };
    },
  },
  schedule: {
    one: 'schedule',
    verb: 'Delete',
    create: ({ versionId }) => askCreateSchedule({ versionId }),
    remove: ({ versionId, page, itemId }) =>
      page === 'schedules' && itemId !== undefined ? askDeleteSchedules({ versionId, scheduleIds: [itemId] }) : { why: texts.openAScheduleFirst },
  },
  track: {
    one: 'track',
    verb: 'Delete',
    create: ({ databaseId, versionId, page, itemId }) =>
      page === 'schedules' && itemId !== undefined
        ? openPlace({ path: dataPath({ databaseId, versionId, page, itemId }), search: withQuery('', MODE, 'create') })
        : { why: texts.openAScheduleFirst },
    remove: ({ databaseId, versionId, page, itemId, trackId }) =>
      page === 'schedules' && itemId !== undefined && trackId !== undefined
        ? openPlace({ path: dataPath({ databaseId, versionId, page, itemId, trackId, schedulePage: 'map' }), search: withQuery('', MODE, 'delete') })
        : { why: texts.openATrackFirst },
  },
  fare: { ...onPage('fares', 'fare'), create: ({ versionId }) => askCreateFare({ versionId }) },
  agency: onPage('agencies', 'agency'),
  translation: onPage('translations', 'translation'),
  ...recordItems(),
};

/** What has a list of its own, with its form in the address and its question in the list's delete mode. */
function onPage(page: DeletePage, one: string): ItemDeclaration {
  return {
    one,
    create: (at, view) => {
      const { databaseId, versionId, itemId } = at;
      const here = at.page === page;
      return openPlace({
        path: dataPath({ databaseId, versionId, page, ...(here && itemId !== undefined ? { itemId } : {}) }),
        search: withQuery(here ? view.location.search : '', MODE, 'create'),
      });
    },
    remove: ({ versionId, page: shown, itemId }) =>
      shown === page && itemId !== undefined ? askDeleteOne({ versionId, page, id: itemId }) : { why: texts.openOneFirst({ one: article(one) }) },
  };
}

function recordItem(kind: RecordKind): ItemDeclaration {
  const { page, one, ids } = RECORD_KINDS[kind];
  const declared = onPage(DeletePage.parse(page), one);
  if (typeof ids !== 'object') return declared;
  return {
    ...declared,
    create: (at, view) =>
      (view.versions[at.versionId]?.records.lists[kind]?.value?.length ?? 0) > 0
        ? { why: texts.alreadyThere({ one: said(one) }) }
        : declared.create(at, view),
  };
}

/** Makes one of a kind. Its key is the one of the page in view. */
export function createAction(view: AppState, kind: ItemKind): Action {
  const { one, create } = ITEMS[kind];
  return actionFor(
    view,
    { id: `create.${kind}`, title: texts.createOne({ one: said(one) }), icon: 'plus', keys: keyedKinds(view).create === kind ? [CREATE_KEY] : [] },
    create,
  );
}

/** Removes the one that is open. */
export function removeAction(view: AppState, kind: ItemKind): Action {
  const { one, verb, remove } = ITEMS[kind];
  return actionFor(
    view,
    {
      id: `remove.${kind}`,
      title: verb === 'Delete' ? texts.deleteOne({ one: said(one) }) : texts.removeOne({ one: said(one) }),
      icon: 'trash',
      keys: keyedKinds(view).remove === kind ? [REMOVE_KEY] : [],
    },
    remove,
  );
}

/** Everything that can be made in a version, and removed on the page in view. */
export function itemActions(view: AppState): readonly Action[] {
  const { remove } = keyedKinds(view);
  const kinds = Object.keys(ITEMS) as readonly ItemKind[];
  return [...kinds.map((kind) => createAction(view, kind)), ...(remove === undefined ? [] : [removeAction(view, remove)])];
}

function actionFor(view: AppState, shown: Pick<Action, 'id' | 'title' | 'icon' | 'keys'>, run: ItemDeclaration['create']): Action {
  const place = presentPlace(view);
  const { databaseId, versionId } = place;
  const does =
    databaseId === undefined || versionId === undefined
      ? { why: texts.openAVersionFirst }
      : (whyNoEdit(view) ?? run({ ...place, databaseId, versionId }, view));
  return 'why' in does ? { ...shown, group: 'Edit', why: does.why, run: undefined } : { ...shown, group: 'Edit', run: { dispatch: does } };
}

/** What the keys make and remove here: what the list in view holds; within a schedule a track, and the track that is open. */
function keyedKinds(view: AppState): { readonly create?: ItemKind; readonly remove?: ItemKind } {
  const { versionId, page, itemId, trackId } = presentPlace(view);
  if (versionId === undefined) return {};
  if (page === 'schedules') return { create: itemId === undefined ? 'schedule' : 'track', remove: trackId === undefined ? 'schedule' : 'track' };
  const kind = PAGES.get(page ?? '');
  return kind === undefined ? {} : { create: kind, remove: kind };
}

const PAGES: ReadonlyMap<string, ItemKind> = new Map<string, ItemKind>([
  ['stops', 'stop'],
  ['fares', 'fare'],
  ['agencies', 'agency'],
  ['translations', 'translation'],
  ...RECORD_KIND_NAMES.map((kind): [string, ItemKind] => [RECORD_KINDS[kind].page, kind]),
]);

function recordItems(): Readonly<Record<RecordKind, ItemDeclaration>> {
  return Object.fromEntries(RECORD_KIND_NAMES.map((kind) => [kind, recordItem(kind)])) as Record<RecordKind, ItemDeclaration>;
}

function article(one: string): string {
  const word = said(one);
  if (word !== one) return word;
  return one === 'feed information' ? one : `${/^[aeiou]/.test(one) ? 'an' : 'a'} ${one}`;
}

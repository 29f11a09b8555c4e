/** The change log in view: its filter, as the address has it, and where changes can be switched. */
import { castDraft, type Draft } from 'immer';
import { isEntityKind } from '../domain/entities.ts';
import { type Location, placeOf } from '../domain/locations.ts';
import type { Version } from '../domain/versions.ts';
import { kindOfPage } from '../domain/model/catalogue.ts';
import { type HistoryOf, NO_CHANGES } from './changesState.ts';
import { listedLinks } from './overlays.ts';
import { queryPairs, queryText } from '../domain/queryText.ts';
import { reviewIn, reviewKey } from './review.ts';
import type { AppState } from './state.ts';
import { presentPlace } from './versions.ts';

/** The modes of the change log: what is done with the chosen sets. */
export const CHANGE_MODES = ['Activate', 'Comment', 'Attach', 'Delete'] as const;
export type ChangeMode = (typeof CHANGE_MODES)[number];

/** What narrows the change log; texts as they are in the address. */
export const CHANGE_FILTERS = ['changeId', 'dbVersionId', 'setId', 'author', 'kind', 'text', 'from', 'to', 'scheduleId'] as const;
export type ChangeFilterName = (typeof CHANGE_FILTERS)[number];
export type ChangeFilter = Readonly<Partial<Record<ChangeFilterName, string>>>;

/** The change log as its address has it. */
export interface ChangeLogPlace {
  readonly databaseId?: string;
  readonly mode: ChangeMode;
  readonly filter: ChangeFilter;
  /** The set that is open. */
  readonly open?: number;
}

const INTEGERS: Readonly<Partial<Record<ChangeFilterName, string>>> = { changeId: 'Change ID', dbVersionId: 'Database Version ID', setId: 'Set ID' };

/** Why a filter cannot be used; undefined where it can. */
export function filterError(name: ChangeFilterName, text: string): string | undefined {
  const title = INTEGERS[name];
  if (title !== undefined) return /^\s*[1-9]\d{0,14}\s*$/.test(text) ? undefined : `The ${title} field must be an integer`;
  if (name === 'from' || name === 'to') return /^\d{4}-\d{2}-\d{2}$/.test(text) ? undefined : 'Write a date as in 2026-03-31';
  return undefined;
}

/** Reads the address of the change log; undefined elsewhere. */
export function changeLogAt({ path, search }: Location): ChangeLogPlace | undefined {
  const place = placeOf(path);
  if (place.section !== 'changes') return undefined;
  const query = new Map(queryPairs(search));
  const filter: Partial<Record<ChangeFilterName, string>> = {};
  for (const name of CHANGE_FILTERS) {
    const text = query.get(name)?.trim() ?? '';
    if (text !== '') filter[name] = text;
  }
  const open = Number(query.get('open'));
  return {
    ...(place.databaseId === undefined ? {} : { databaseId: place.databaseId }),
    mode: CHANGE_MODES.find((one) => one === query.get('mode')) ?? 'Activate',
    filter,
    ...(Number.isInteger(open) && open > 0 ? { open } : {}),
  };
}

/** The database whose changes are in view: in its change log, or in a review. */
export function databaseOfChanges({ location }: Pick<AppState, 'location'>): string | undefined {
  const place = placeOf(location.path);
  if (place.section === 'changes') return place.databaseId;
  return place.section === 'data' && reviewIn(location.search) !== undefined ? place.databaseId : undefined;
}

/** The query of the change log. */
export function changeLogSearch({ mode, filter, open }: ChangeLogPlace): string {
  return queryText([
    ...(mode === 'Activate' ? [] : [['mode', mode] as const]),
    ...CHANGE_FILTERS.flatMap((name) => (filter[name] === undefined ? [] : [[name, filter[name]] as const])),
    ...(open === undefined ? [] : [['open', String(open)] as const]),
  ]);
}

/** The part of a filter that can be used. */
export function usableFilter(filter: ChangeFilter): ChangeFilter {
  return Object.fromEntries(
    CHANGE_FILTERS.flatMap((name) => {
      const text = filter[name];
      const kind = name === 'kind' && text !== undefined && !isEntityKind(text);
      return text === undefined || kind || filterError(name, text) !== undefined ? [] : [[name, text]];
    }),
  );
}

/** A database and a filter as one text. */
export function filterKey(databaseId: string, filter: ChangeFilter): string {
  return JSON.stringify([databaseId, usableFilter(filter)]);
}

/** Begins another list when the address asks for another one, and lets it go when the change log is left: much may change until it is opened again. */
export function turnChanges(base: Draft<AppState>): void {
  const at = changeLogAt(base.location);
  const key = at?.databaseId === undefined ? '' : filterKey(at.databaseId, at.filter);
  if (base.changes.filter !== key)
    base.changes = castDraft({
      ...NO_CHANGES,
      filter: key,
      commentsOf: base.changes.commentsOf,
      comments: base.changes.comments,
      historyOf: base.changes.historyOf,
      review: base.changes.review,
    });
}

/** Drops the comments when the screen shows another database or none: live messages about them are then not received. */
export function turnComments(base: Draft<AppState>): void {
  const of = changeLogAt(base.location)?.databaseId ?? reviewKey(base)?.databaseId ?? '';
  if (base.changes.commentsOf !== of) base.changes = { ...base.changes, commentsOf: of, comments: castDraft(NO_CHANGES.comments) };
}

/** The drafts of a database, newest first: changes are switched in one of them. */
export function draftsOf(view: AppState, databaseId: string | undefined): readonly Version[] {
  const versions = databaseId === undefined ? undefined : view.versionLists[databaseId]?.value;
  return (versions ?? []).filter(({ Editable, Completed, Archived }) => Editable && Completed && !Archived);
}

/** The document of the page in view whose history can be shown. */
export function documentInView(view: AppState): HistoryOf | undefined {
  const { versionId, page, itemId, trackId, timetable } = presentPlace(view);
  if (versionId === undefined || page === undefined) return undefined;
  const links = page === 'stops' ? listedLinks(view.location.search) : undefined;
  if (links) {
    const [id, ...more] = links.ids;
    return id === undefined || more.length > 0 ? undefined : { versionId, kind: links.list === 'transfers' ? 'Transfer' : 'Pathway', id };
  }
  if (itemId === undefined) return undefined;
  const track = trackId === undefined ? undefined : `${encodeURIComponent(itemId)}/${encodeURIComponent(trackId)}`;
  if (page === 'schedules' && track !== undefined) {
    return timetable === undefined ? { versionId, kind: 'Track', id: track } : { versionId, kind: 'Timetable', id: `${track}/${timetable}` };
  }
  const kind = kindOfPage(page);
  return kind === undefined ? undefined : { versionId, kind, id: itemId };
}

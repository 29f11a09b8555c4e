/** The comparer in view: which versions, which list, which entry, and what is loaded of them. */
import { castDraft, type Draft } from 'immer';
import {
  DIFF_CATEGORIES,
  DIFF_PAGES,
  type DiffCategory,
  diffCategory,
  type DiffCounts,
  type DiffPage,
  firstPage,
} from '../domain/comparer/categories.ts';
import type { CategoryCounts, Difference, DiffList, DiffSummary } from '../domain/comparer/lists.ts';
import { comparerPath, type ComparerPlace, type Location, pageTitle, placeOf } from '../domain/locations.ts';
import { NO_COMPARISON } from './comparerState.ts';
import { queryText, queryValues } from '../domain/queryText.ts';
import type { AppState, Load } from './state.ts';
import { databaseOf, versionOf } from './versions.ts';

/** The comparer as its address has it; undefined elsewhere. */
export interface Comparison extends ComparerPlace {
  readonly page?: DiffPage;
  /** '' is All. */
  readonly property: string;
  /** Number of the page of the list, from 0. */
  readonly number: number;
  /** Kind and id of the entry in view: `Stop/S1`. */
  readonly item?: string;
}

/** Reads the comparer's address. */
export function comparisonAt({ path, search }: Location): Comparison | undefined {
  const place = placeOf(path);
  if (place.section !== 'comparer') return undefined;
  const one = (name: string): string | undefined => queryValues(search, name)[0];
  const to = place.to ?? (Number(one('to')) || undefined);
  const page = DIFF_PAGES.find((name) => name === one('page'));
  const item = one('item');
  return {
    ...place,
    ...(to === undefined ? {} : { to }),
    ...(page === undefined ? {} : { page }),
    property: one('property') ?? '',
    number: Math.max(0, Math.floor(Number(one('n')) || 1) - 1),
    ...(item === undefined ? {} : { item }),
  };
}

/** The list that is shown: its category, its page, and its key among the loaded ones. */
export interface ShownList {
  readonly category: DiffCategory;
  readonly page: DiffPage;
  readonly property: string;
  readonly number: number;
  readonly key: string;
}

/** The list that the address asks for; without a page the first that has entries. */
export function shownList(view: AppState): ShownList | undefined {
  const at = comparisonAt(view.location);
  const summary = view.comparer.diff.value;
  const category = at?.category === undefined ? undefined : diffCategory(at.category);
  if (!at || !summary || !category) return undefined;
  const page = at.page ?? firstPage(countsOf(summary, category.section)) ?? 'changed';
  const property = page === 'changed' && category.properties.includes(at.property) ? at.property : '';
  return { category, page, property, number: at.number, key: listKey(category.section, page, property, at.number) };
}

/** Key of a page of a list among the loaded ones. */
export function listKey(category: string, page: DiffPage, property: string, number: number): string {
  return `${category}|${page}|${property}|${number}`;
}

/** Key of a loaded list. */
export function keyOfList({ Category, Page, Property, Number: number }: DiffList): string {
  return listKey(Category, Page, Property ?? '', number);
}

/** How many entries each page of a category has. */
export function countsOf(summary: DiffSummary, section: string): DiffCounts {
  const found = summary.Categories.find((one) => one.Category === section);
  return { changed: found?.Changed ?? 0, added: found?.Added ?? 0, removed: found?.Removed ?? 0 };
}

/** The first category that has changes; undefined where nothing differs. */
export function firstCategory(summary: DiffSummary): CategoryCounts | undefined {
  return DIFF_CATEGORIES.flatMap(({ section }) => summary.Categories.filter((one) => one.Category === section)).find(
    (one) => one.Changed + one.Added + one.Removed > 0,
  );
}

/** Kind and id of an entry, from the address. */
export function itemOf(item: string): { readonly kind: string; readonly id: string } {
  const at = item.indexOf('/');
  return at < 0 ? { kind: '', id: item } : { kind: item.slice(0, at), id: item.slice(at + 1) };
}

/** The entry in view: its kind and id, and whether it stands among what was removed, whose id may be another thing's in the second version. */
export function shownItem(
  view: AppState,
): { readonly kind: string; readonly id: string; readonly removed: boolean; readonly key: string } | undefined {
  const item = comparisonAt(view.location)?.item;
  if (item === undefined) return undefined;
  const list = shownList(view);
  const removed = list?.page === 'removed' && list.category.of !== 'part';
  return { ...itemOf(item), removed, key: detailsKey(item, removed) };
}

/** Key of the states of an entry among the loaded ones; `item` is `Kind/id`. */
export function detailsKey(item: string, removed: boolean): string {
  return removed ? `removed ${item}` : item;
}

/** Both states of the entry in view, as far as they are loaded. */
export function shownDifference(view: AppState): Load<Difference> | undefined {
  const item = shownItem(view);
  return item && view.comparer.details[item.key];
}

/** Begins another comparison when the address names another pair. */
export function turnComparer(base: Draft<AppState>): void {
  const pair = pairKey(base.location);
  if (base.comparer.pair !== pair) base.comparer = castDraft({ ...NO_COMPARISON, pair });
}

/** `3-8` for the versions 3 and 8; empty where no two are chosen. */
function pairKey(location: Location): string {
  const { from, to } = comparisonAt(location) ?? {};
  return from === undefined || to === undefined ? '' : `${from}-${to}`;
}

/** The window title: in the comparer with the names of the database and of both versions. */
export function windowTitle(view: AppState): string {
  const place = placeOf(view.location.path);
  if (place.section !== 'comparer' || place.databaseId === undefined) return pageTitle(place);
  const name = (id: number): string => versionOf(view, id)?.Version ?? String(id);
  const database = databaseOf(view, place.databaseId)?.Name || place.databaseId;
  const versions = place.from === undefined ? '' : place.to === undefined ? ` ${name(place.from)}` : ` ${name(place.from)} ⇄ ${name(place.to)}`;
  return `DMP | Comparer | ${database}${versions}`;
}

/** The address of a page of a list of the comparison in view. */
export function listAddress(at: Comparison, to: { category: string; page?: DiffPage; property?: string; number?: number; item?: string }): Location {
  const { databaseId, from, to: second } = at;
  const path = comparerPath({
    ...(databaseId === undefined ? {} : { databaseId }),
    ...(from === undefined ? {} : { from }),
    ...(second === undefined ? {} : { to: second }),
    category: to.category,
  });
  const search = queryText([
    ...(to.page === undefined ? [] : [['page', to.page] as const]),
    ...(to.property ? [['property', to.property] as const] : []),
    ...(to.number ? [['n', String(to.number + 1)] as const] : []),
    ...(to.item === undefined ? [] : [['item', to.item] as const]),
  ]);
  return { path, search };
}

/** Addresses inside the product: what a URL means, and the URL of a place. The URL is the state. */

import { snapshotId, snapshotOf } from './snapshots.ts';

/** Pages of a version, in the order that next and previous go through. */
export const VERSION_PAGES = ['schedules', 'fares', 'stops', 'translations', 'agencies'] as const;
/** The page of the calendars of the network: one chooses it, next and previous pass it by. */
export const CALENDAR_PAGE = 'calendar';
/** The page of the vehicle blocks of a date, passed by like the calendar. */
export const BLOCKS_PAGE = 'blocks';
/** The page of what riders get: journeys, reach, and connections that edits break. */
export const JOURNEYS_PAGE = 'journeys';
export type VersionPage = (typeof VERSION_PAGES)[number];

/**
 * The comparer, as far as it is chosen: a database, its first and second version, and a category. A second version that stands
 * there without a first is kept in the query (`?to=8`).
 */
export interface ComparerPlace {
  readonly section: 'comparer';
  readonly databaseId?: string;
  readonly from?: number;
  readonly to?: number;
  /** Route section of a category, with its subcategory: `fares/conditions`. */
  readonly category?: string;
}

/** The change log of a database, or the review of one of its versions. */
export interface ChangesPlace {
  readonly section: 'changes';
  readonly databaseId?: string;
  readonly reviewOf?: number;
}

/** A place under `/data`. Segments that the URL does not hold are absent. `5@120` is version 5 as of revision 120. */
export interface DataPlace {
  readonly section: 'data';
  readonly databaseId?: string;
  readonly versionId?: number;
  readonly page?: string;
  readonly itemId?: string;
  readonly trackId?: string;
  readonly schedulePage?: string;
  readonly timetable?: number;
  readonly timetableView?: string;
}

/** The log of a task run; without one there is only a hint where logs are found. */
export interface LogPlace {
  readonly section: 'log';
  readonly taskRunId?: number;
}

/** The exports; `/exports/runs/{runId}` leads on to the export of a run. */
export interface ExportsPlace {
  readonly section: 'exports';
  readonly runId?: number;
}

/** What the notification rules of a region have mailed. */
export interface NoticesPlace {
  readonly section: 'notices';
  readonly region?: string;
}

/** Where the user is. */
export type Place =
  | DataPlace
  | ComparerPlace
  | ChangesPlace
  | LogPlace
  | ExportsPlace
  | NoticesPlace
  | { readonly section: 'tasks' | 'pipelines' | 'reports' }
  | { readonly section: 'replay' | 'callback' | 'terms' | 'unknown' };

/** Path and query (with its `?`, or empty) of the address bar. */
export interface Location {
  readonly path: string;
  readonly search: string;
}

/** Reads an address. Segments are URL-decoded; one that cannot be decoded stays as it is. */
export function placeOf(path: string): Place {
  const [section, ...rest] = path.split('/').filter(Boolean).map(decode);
  if (section === undefined) return { section: 'data' };
  if (section === 'replay' || section === 'callback' || section === 'terms') return { section };
  if (section === 'changes') return changesPlace(rest);
  if (section === 'comparer') return comparerPlace(rest);
  if ((section === 'tasks' || section === 'reports') && rest.length === 0) return { section };
  if (section === 'pipelines') return { section };
  if (section === 'log') return logPlace(rest);
  if (section === 'notices' && rest.length < 2) return { section, ...(rest[0] === undefined ? {} : { region: rest[0] }) };
  if (section === 'exports') return exportsPlace(rest);
  if (section !== 'data') return { section: 'unknown' };
  return dataPlace(rest);
}

/** The address of a place under `/data`, every id URL-encoded. */
export function dataPath(place: Omit<DataPlace, 'section'>): string {
  const parts = ['data'];
  if (place.databaseId !== undefined) {
    parts.push('db', encodeURIComponent(place.databaseId));
    if (place.versionId !== undefined) {
      parts.push('v', versionText(place.versionId));
      for (const part of [place.page, place.itemId, place.trackId, place.schedulePage, place.timetable, place.timetableView]) {
        if (part === undefined) break;
        parts.push(encodeURIComponent(String(part)));
      }
    }
  }
  return `/${parts.join('/')}`;
}

/**
 * The address with an encoded question mark decoded: a link that a mail program mangled opens all the same. One that a query's
 * `name=` follows begins the query, and one in the name of a page or of no place. Any other belongs to an id, for `dataPath` encodes
 * the `=` of an id as well.
 */
export function withQuestionMark(path: string): Location | undefined {
  const named = path.search(/%3f(?=[A-Za-z_][\w.-]*=)/i);
  const at = named < 0 && !standsInId(path) ? path.search(/%3f/i) : named;
  if (at < 0) return undefined;
  const query = path.slice(at + 3);
  return { path: path.slice(0, at), search: query === '' ? '' : `?${query}` };
}

/** Whether the first encoded question mark of a path is one of an id. */
function standsInId(path: string): boolean {
  const before = path.slice(0, path.search(/%3f/i));
  const place = placeOf(before);
  const inPage = place.section === 'data' && place.page !== undefined && place.itemId === undefined && !before.endsWith('/');
  return placeOf(path).section === 'data' && !inPage;
}

/** The window title: product prefix, separator, section name. */
export function pageTitle(place: Place): string {
  const names = {
    data: 'Data',
    tasks: 'Tasks',
    pipelines: 'Pipelines',
    exports: 'Exports',
    log: 'Logs',
    comparer: 'Comparer',
    changes: 'Changes',
    replay: 'Replay',
    callback: 'Sign in',
    terms: 'Terms of Use',
    notices: 'Sent notices',
    reports: 'Problem reports',
    unknown: 'Not found',
  };
  return `DMP | ${names[place.section]}`;
}

/** The address of the change log of a database. */
export function changesPath(databaseId?: string): string {
  return databaseId === undefined ? '/changes' : `/changes/${encodeURIComponent(databaseId)}`;
}

/** The address of the review of a version. */
export function reviewPath(databaseId: string, versionId: number): string {
  return `${changesPath(databaseId)}/review/${versionId}`;
}

/** The address of the sent notices of a region. */
export function noticesPath(region?: string): string {
  return region === undefined ? '/notices' : `/notices/${encodeURIComponent(region)}`;
}

/** The address of the problem reports that were sent to support. */
export const REPORTS_PATH = '/reports';

/** The address that opens a sent problem report in the replay, with the sign-in of who opens it. */
export function replayPath(reportId: number): string {
  return `/replay?report=${reportId}`;
}

/** The address of a place in the comparer. */
export function comparerPath({ databaseId, from, to, category }: Omit<ComparerPlace, 'section'>): string {
  const parts = ['comparer'];
  if (databaseId !== undefined) parts.push(encodeURIComponent(databaseId));
  if (databaseId !== undefined && from !== undefined) parts.push(String(from));
  if (databaseId !== undefined && from !== undefined && to !== undefined) {
    parts.push(String(to));
    if (category !== undefined) parts.push(category);
  }
  return `/${parts.join('/')}${databaseId !== undefined && from === undefined && to !== undefined ? `?to=${to}` : ''}`;
}

function changesPlace([databaseId, review, version]: readonly string[]): ChangesPlace {
  if (databaseId === undefined) return { section: 'changes' };
  const reviewOf = review === 'review' && version !== undefined && VERSION.test(version) ? Number(version) : undefined;
  return { section: 'changes', databaseId, ...(reviewOf === undefined ? {} : { reviewOf }) };
}

function comparerPlace([databaseId, from, to, ...category]: readonly string[]): Place {
  if (databaseId === undefined) return { section: 'comparer' };
  if (from === undefined) return { section: 'comparer', databaseId };
  if (!VERSION.test(from) || (to !== undefined && !VERSION.test(to))) return { section: 'unknown' };
  if (to === undefined) return { section: 'comparer', databaseId, from: Number(from) };
  return {
    section: 'comparer',
    databaseId,
    from: Number(from),
    to: Number(to),
    ...(category.length === 0 ? {} : { category: category.join('/') }),
  };
}

function logPlace([id, ...rest]: readonly string[]): Place {
  if (id === undefined) return { section: 'log' };
  return VERSION.test(id) && rest.length === 0 ? { section: 'log', taskRunId: Number(id) } : { section: 'unknown' };
}

function exportsPlace([runs, id, ...rest]: readonly string[]): Place {
  if (runs === undefined) return { section: 'exports' };
  if (runs !== 'runs') return { section: 'exports' };
  return id !== undefined && VERSION.test(id) && rest.length === 0 ? { section: 'exports', runId: Number(id) } : { section: 'unknown' };
}

const VERSION = /^[1-9]\d{0,9}$/;

function dataPlace(rest: readonly string[]): Place {
  if (rest.length === 0) return { section: 'data' };
  const [db, databaseId, v, version, page, itemId, trackId, schedulePage, timetable, timetableView] = rest;
  if (db !== 'db' || databaseId === undefined) return { section: 'unknown' };
  if (v === undefined) return { section: 'data', databaseId };
  const versionId = v === 'v' ? versionIn(version) : undefined;
  if (versionId === undefined) return { section: 'unknown' };
  return {
    section: 'data',
    databaseId,
    versionId,
    ...(page === undefined ? {} : { page }),
    ...(itemId === undefined ? {} : { itemId }),
    ...(trackId === undefined ? {} : { trackId }),
    ...(schedulePage === undefined ? {} : { schedulePage }),
    ...(timetable !== undefined && /^\d+$/.test(timetable) ? { timetable: Number(timetable) } : {}),
    ...(timetableView === undefined ? {} : { timetableView }),
  };
}

/** The id that a segment names: of a version, or of a version as of a revision. */
function versionIn(segment: string | undefined): number | undefined {
  const [, version = '', rev] = /^([1-9]\d{0,9})(?:@(\d{1,7}))?$/.exec(segment ?? '') ?? [];
  if (version === '') return undefined;
  return rev === undefined ? Number(version) : snapshotId({ versionId: Number(version), rev: Number(rev) });
}

function versionText(versionId: number): string {
  const snapshot = snapshotOf(versionId);
  return snapshot ? `${snapshot.versionId}@${snapshot.rev}` : String(versionId);
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

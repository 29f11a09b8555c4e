/**
 * The sync position of a version: the revision up to which this client has every edit. The answer to an own edit never raises it,
 * because others may have edited before. Missing edits are loaded by `loadEdits` from that revision on.
 */
import type { Draft } from 'immer';
import type { AppState } from './state.ts';

/** How far this client has the edits of a version. */
export interface SyncPosition {
  /** Every document here is at least as new as at this revision; null until data of the version is here, by a load, an answer or a live message. */
  readonly upTo: number | null;
  /** Highest revision in a live message: above `upTo` if an earlier one is missing. */
  readonly told: number;
  /** Revision since which edits are being loaded. */
  readonly loading?: number;
}

export const NOT_SYNCED: SyncPosition = { upTo: null, told: 0 };

/** The highest revision that this client knows of. */
export function latestRevision({ upTo, told: announced }: SyncPosition): number {
  return Math.max(announced, upTo ?? 0);
}

/** Notes that data of the version came at a revision. Where there was none before, edits after it are missing from here on. */
export function noteLoaded(base: Draft<AppState>, versionId: number, rev: number): void {
  const position = draftOf(base, versionId);
  if (position) position.upTo ??= rev;
}

/** Notes an own answer with documents that were not here before. Where later edits are known, they may have changed these documents too. */
export function noteAnswered(base: Draft<AppState>, versionId: number, rev: number): void {
  const position = draftOf(base, versionId);
  if (!position) return;
  position.told = Math.max(position.told, position.upTo ?? 0);
  position.upTo = Math.min(position.upTo ?? rev, rev);
}

/** Whether data read at that revision requires a load of edits: the first data of its version, or older than the sync position. */
export function isReadNews(view: AppState, versionId: number, rev: number): boolean {
  return positionOf(view, versionId)?.upTo === null || isOlder(view, versionId, rev);
}

/** Whether this client knows of later edits than data read at that revision contains. */
export function isOlder(view: AppState, versionId: number, rev: number): boolean {
  const position = positionOf(view, versionId);
  return position !== undefined && latestRevision(position) > rev;
}

/** Whether a revision of the version is later than every one that this client knows of: a live message was lost. */
export function isBehind(view: AppState, versionId: number, rev: number): boolean {
  const position = positionOf(view, versionId);
  return position !== undefined && position.upTo !== null && rev > latestRevision(position);
}

/** Notes a live message about a revision; `whole`: it holds all changes of the edit. */
export function noteLive(base: Draft<AppState>, versionId: number, rev: number, whole: boolean): void {
  const position = draftOf(base, versionId);
  if (!position) return;
  position.told = Math.max(position.told, rev);
  // its documents are the only ones here: without a position a later answer would take its own revision for theirs
  position.upTo ??= rev;
  if (whole && rev === position.upTo + 1) position.upTo = rev;
}

/** Notes that all edits up to a revision are loaded. A live message that came meanwhile has started another load. */
export function noteComplete(base: Draft<AppState>, versionId: number, rev: number): void {
  const position = draftOf(base, versionId);
  if (!position || position.upTo === null) return;
  position.upTo = Math.max(position.upTo, rev);
  position.told = position.upTo;
}

/** Notes that the edits since a revision are being loaded. */
export function noteLoading(view: Draft<AppState>, versionId: number, since: number): void {
  const position = draftOf(view, versionId);
  if (position) position.loading = Math.min(position.loading ?? since, since);
}

/** Where a load of the edits since `since` has to begin, so that none before them stays missing and it brings what a load that it supersedes was to bring. */
export function loadedSince(view: AppState, versionId: number, since: number): number {
  const { upTo, loading } = positionOf(view, versionId) ?? NOT_SYNCED;
  return Math.min(since, loading ?? since, upTo ?? since);
}

/** The revision since which edits have to be loaded; undefined if none is missing. */
export function missingSince(view: AppState, versionId: number): number | undefined {
  const position = positionOf(view, versionId);
  return position && position.upTo !== null && position.told > position.upTo ? position.upTo : undefined;
}

function positionOf(view: AppState, versionId: number): SyncPosition | undefined {
  return view.versions[versionId]?.heard;
}

function draftOf(base: Draft<AppState>, versionId: number): Draft<SyncPosition> | undefined {
  return base.versions[versionId]?.heard;
}

/**
 * Up to which revision everything that happened in a version was heard here. An own answer never raises it: others may have
 * edited before it. Whatever may be missing is fetched by `loadEdits` since that revision.
 */
import type { Draft } from 'immer';
import type { AppState } from './state.ts';

/** What this client has heard of a version's edits. */
export interface Heard {
  /** Revision up to which every edit is known; null until something of the version is loaded. */
  readonly upTo: number | null;
  /** Highest revision a live message has told of: above `upTo` where one before it is missing. */
  readonly told: number;
}

export const NOTHING_HEARD: Heard = { upTo: null, told: 0 };

/** Something of the version was loaded as it was at a revision. */
export function hearLoad(base: Draft<AppState>, versionId: number, rev: number): void {
  const heard = base.versions[versionId]?.heard;
  if (heard) heard.upTo ??= rev;
}

/** Whether what was read at that revision is news: the first of its version, or older than what is known. */
export function isReadNews(view: AppState, versionId: number, rev: number): boolean {
  return view.versions[versionId]?.heard.upTo === null || isOlder(view, versionId, rev);
}

/** Whether more of a version is known than what was read at that revision can hold. */
export function isOlder(view: AppState, versionId: number, rev: number): boolean {
  const heard = view.versions[versionId]?.heard;
  return heard !== undefined && Math.max(heard.told, heard.upTo ?? 0) > rev;
}

/** A live message told of a revision, with all that it changed where it is `whole`. */
export function hearLive(base: Draft<AppState>, versionId: number, rev: number, whole: boolean): void {
  const heard = base.versions[versionId]?.heard;
  if (!heard) return;
  heard.told = Math.max(heard.told, rev);
  if (whole && heard.upTo !== null && rev === heard.upTo + 1) heard.upTo = rev;
}

/** All edits up to a revision were fetched; a message that came meanwhile has made them be fetched anew. */
export function hearUpTo(base: Draft<AppState>, versionId: number, rev: number): void {
  const heard = base.versions[versionId]?.heard;
  if (!heard || heard.upTo === null) return;
  heard.upTo = Math.max(heard.upTo, rev);
  heard.told = heard.upTo;
}

/** The revision since which edits have to be fetched; undefined where none is known to be missing. */
export function missingSince(view: AppState, versionId: number): number | undefined {
  const heard = view.versions[versionId]?.heard;
  return heard && heard.upTo !== null && heard.told > heard.upTo ? heard.upTo : undefined;
}

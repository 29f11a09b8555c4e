/**
 * A review: change sets stepped through on the real screens, each before and after. It is in the query of the address, beside
 * whatever the screen keeps there, so that a link is enough to join it.
 */
import { castDraft, type Draft } from 'immer';
import type { ChangeSet } from '../domain/changes.ts';
import { comparerPath, dataPath, type Location, placeOf } from '../domain/locations.ts';
import { snapshotId, snapshotOf, storedVersionId } from '../domain/snapshots.ts';
import { documentPath } from './documentPath.ts';
import { queryPairs, queryText } from '../domain/queryText.ts';
import { type AppState, IDLE } from './state.ts';
import { changesIn } from './versions.ts';

/** Which sets are reviewed: those of these ids, or the newest hundred of the version. */
type Reviewed = 'all' | readonly number[];

/** A review as the address has it. */
export interface Review {
  readonly sets: Reviewed;
  /** Id of the set that is shown; the first where it is absent. */
  readonly at?: number;
}

/** At most so many sets are reviewed by one link. */
export const REVIEW_LIMIT = 100;

/** The review in an address; undefined where there is none. */
export function reviewIn(search: string): Review | undefined {
  const query = new Map(queryPairs(search));
  const text = query.get('review') ?? '';
  const sets = text === 'all' ? text : text.split('.').map(Number).filter(isId).slice(0, REVIEW_LIMIT);
  if (sets.length === 0) return undefined;
  const at = Number(query.get('set'));
  return { sets, ...(isId(at) ? { at } : {}) };
}

/** The query with another review, or without one; what else stands there is kept. */
export function withReview(search: string, review: Review | undefined): string {
  const others = queryPairs(search).filter(([name]) => name !== 'review' && name !== 'set');
  if (review === undefined) return queryText(others);
  const sets = review.sets === 'all' ? 'all' : review.sets.join('.');
  return queryText([...others, ['review', sets], ...(review.at === undefined ? [] : [['set', String(review.at)] as const])]);
}

/** A review stays open while snapshots of its database are shown. */
export function keptReview(from: Location, to: Location): Location {
  const review = reviewIn(from.search);
  const [here, there] = [placeOf(from.path), placeOf(to.path)];
  if (review === undefined || reviewIn(to.search) !== undefined || here.section !== 'data' || there.section !== 'data') return to;
  const looksBack = there.versionId !== undefined && snapshotOf(there.versionId) !== undefined;
  return looksBack && here.databaseId === there.databaseId ? { path: to.path, search: withReview(to.search, review) } : to;
}

/** What the sets of the review in view are loaded for; undefined where there is none. */
export function reviewKey({
  location,
}: Pick<AppState, 'location'>): { key: string; databaseId: string; versionId: number; sets: Reviewed } | undefined {
  const review = reviewIn(location.search);
  const place = placeOf(location.path);
  if (!review || place.section !== 'data' || place.databaseId === undefined || place.versionId === undefined) return undefined;
  const versionId = storedVersionId(place.versionId);
  const { databaseId } = place;
  const { sets } = review;
  return { key: JSON.stringify([databaseId, sets === 'all' ? versionId : sets]), databaseId, versionId, sets };
}

/** Lets the sets of another review go. */
export function turnReview(base: Draft<AppState>): void {
  const key = reviewKey(base)?.key ?? '';
  if (base.changes.review.key !== key) base.changes.review = castDraft({ key, sets: IDLE });
}

/** The set that is shown, its place among those reviewed, and those beside it. */
export interface ReviewStep {
  readonly set: ChangeSet;
  readonly number: number;
  readonly count: number;
  readonly previous: ChangeSet | undefined;
  readonly next: ChangeSet | undefined;
  readonly side: 'before' | 'after';
}

/** Where the review in view stands; undefined while there is none, or its sets are not loaded. */
export function reviewStep(view: AppState): ReviewStep | undefined {
  const review = reviewIn(view.location.search);
  const sets = view.changes.review.sets.value;
  const [first] = sets ?? [];
  if (!review || !sets || first === undefined) return undefined;
  const at = Math.max(
    0,
    sets.findIndex(({ SetId }) => SetId === review.at),
  );
  const set = sets[at] ?? first;
  const place = placeOf(view.location.path);
  const snapshot = place.section === 'data' && place.versionId !== undefined ? snapshotOf(place.versionId) : undefined;
  const side = snapshot !== undefined && snapshot.rev < set.Rev ? 'before' : 'after';
  return { set, number: at + 1, count: sets.length, previous: sets[at - 1], next: sets[at + 1], side };
}

/** The address that shows a set of a review: the screen of its first changed document, before or after the set. */
export function reviewLocation(databaseId: string, set: ChangeSet, sets: Reviewed, side: 'before' | 'after' = 'after'): Location {
  const versionId = snapshotId({ versionId: set.DbVersionId, rev: side === 'after' ? set.Rev : set.Rev - 1 });
  const { Type, EntityId } = set.First ?? { Type: '', EntityId: '' };
  return { path: documentPath({ databaseId, versionId }, Type, EntityId), search: withReview('', { sets, at: set.SetId }) };
}

/** A link to what a version would change. */
export interface ReviewLink {
  readonly label: string;
  readonly href: string;
}

/**
 * Where the data changes of a run are reviewed: the change sets of the version it made one by one on their screens, and that version beside
 * the last good one. Without a change set the comparison is the review; a run that made nothing leads to its database.
 */
export function reviewLinks(view: AppState, databaseId: string, current: number | null, made: number | undefined): readonly ReviewLink[] {
  if (made === undefined) return [{ label: 'Review changes', href: dataPath({ databaseId }) }];
  const sets = changesIn(view, made);
  const playback = dataPath({ databaseId, versionId: snapshotId({ versionId: made, rev: sets }) }) + withReview('', { sets: 'all' });
  const good = lastGood(view, databaseId, current, made);
  const beside = good === undefined ? undefined : comparerPath({ databaseId, from: good, to: made });
  if (sets === 0) return [{ label: 'Review changes', href: beside ?? dataPath({ databaseId, versionId: made }) }];
  const which = good === current ? 'the current version' : `version ${good}`;
  return [{ label: 'Review changes', href: playback }, ...(beside === undefined ? [] : [{ label: `Compare with ${which}`, href: beside }])];
}

/** The version that another is compared with: the current one, else the one published last, else the newest finished one before it. */
export function lastGood(view: AppState, databaseId: string, current: number | null, made: number): number | undefined {
  if (current !== null && current !== made) return current;
  const others = (view.versionLists[databaseId]?.value ?? []).filter(
    ({ Id, Completed, Archived, Editable }) => Id !== made && Completed && !Archived && !Editable,
  );
  const published = others.filter(({ Published }) => Published).toSorted((a, b) => (b.PublishedAt ?? b.Date).localeCompare(a.PublishedAt ?? a.Date));
  return (published[0] ?? others.filter(({ Id }) => Id < made).toSorted((a, b) => b.Id - a.Id)[0])?.Id;
}

function isId(id: number): boolean {
  return Number.isSafeInteger(id) && id > 0;
}

/** What one can do while looking back on a version, or reviewing its changes: keys, palette entries and the buttons of the bar. */
import { openPlace } from '../../commands/shell/openPlace.ts';
import { dataPath, type Location, placeOf } from '../../domain/locations.ts';
import { snapshotId, storedVersionId } from '../../domain/snapshots.ts';
import { reviewIn, reviewLocation, reviewStep, withReview } from '../../projections/review.ts';
import type { AppState } from '../../projections/state.ts';
import { changesIn, presentSnapshot, presentPlace, presentVersion } from '../../projections/versions.ts';
import type { Action } from '../parts/actions.ts';
import { texts } from './texts.ts';

export type SnapshotAct = 'lookBack' | 'previous' | 'next' | 'turn' | 'now';

/** The actions by name; each says why where it cannot be done. */
export function snapshotActions(view: AppState): Readonly<Record<SnapshotAct, Action>> {
  const group = 'Changes';
  const snapshot = presentSnapshot(view);
  const step = reviewStep(view);
  const version = presentVersion(view);
  const { databaseId = '', versionId = 0 } = presentPlace(view);
  const none = snapshot ? undefined : texts.lookBackFirst;
  const act = (id: string, title: string, icon: string, key: string, to: Action['run'] | string): Action => {
    const shown = { id: `moment.${id}`, title, icon, keys: [key], group };
    return typeof to === 'string' ? { ...shown, why: to, run: undefined } : { ...shown, run: to };
  };
  const toRev = (rev: number): Action['run'] => ({ dispatch: openPlace({ ...snapshotLocation(view.location, rev), replace: true }) });
  const toSet = (set: NonNullable<typeof step>['set'], side: 'before' | 'after'): Action['run'] => ({
    dispatch: openPlace({ ...reviewLocation(databaseId, set, reviewIn(view.location.search)?.sets ?? 'all', side) }),
  });
  const reviewed = (set: NonNullable<typeof step>['set'] | undefined, refusal: string): Action['run'] | string =>
    set === undefined ? refusal : toSet(set, 'after');
  const backwards = snapshot && (snapshot.rev > 0 ? toRev(snapshot.rev - 1) : texts.noEarlierChange);
  const onwards = snapshot && (snapshot.rev < snapshot.version.Rev ? toRev(snapshot.rev + 1) : texts.noLaterChange);
  const turned = step?.side === 'after' ? 'before' : 'after';
  const last = version === undefined ? 0 : changesIn(view, version.Id);
  const lookBack = snapshot
    ? texts.alreadySnapshot
    : version === undefined
      ? texts.openAVersionFirst
      : last === 0
        ? texts.nothingChangedYet
        : {
            dispatch: openPlace({
              path: dataPath({ ...presentPlace(view), versionId: snapshotId({ versionId, rev: last }) }),
              search: view.location.search,
            }),
          };
  return {
    lookBack: act('lookBack', texts.lookBack, 'history', 'Alt+Shift+KeyH', lookBack),
    previous: act(
      'previous',
      texts.previousChange,
      'arrow-left',
      'Alt+Comma',
      step ? reviewed(step.previous, texts.firstOfReview) : (none ?? backwards ?? ''),
    ),
    next: act('next', texts.nextChange, 'arrow-right', 'Alt+Period', step ? reviewed(step.next, texts.lastOfReview) : (none ?? onwards ?? '')),
    turn: act(
      'turn',
      turned === 'before' ? texts.showBeforeTheChange : texts.showAfterTheChange,
      'arrows-exchange',
      'Alt+Slash',
      step ? toSet(step.set, turned) : texts.reviewChangesFirst,
    ),
    now: act('now', texts.backToNow, 'player-play', 'Alt+Shift+KeyB', none ?? toNow(view)),
  };
}

/** The present screen in the version as of another revision. */
export function snapshotLocation({ path, search }: Location, rev: number): Location {
  const place = placeOf(path);
  if (place.section !== 'data' || place.versionId === undefined) return { path, search };
  return { path: dataPath({ ...place, versionId: snapshotId({ versionId: storedVersionId(place.versionId), rev }) }), search };
}

function toNow(view: AppState): Action['run'] {
  const snapshot = presentSnapshot(view);
  if (!snapshot) return undefined;
  const path = dataPath({ ...presentPlace(view), versionId: snapshot.version.Id });
  return { dispatch: openPlace({ path, search: withReview(view.location.search, undefined) }) };
}

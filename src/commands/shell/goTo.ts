/** What a change of address means for the state. */
import { castDraft, type Draft } from 'immer';
import { type Location, placeOf, withQuestionMark } from '../../domain/locations.ts';
import { snapshotOf } from '../../domain/snapshots.ts';
import { NO_LOG } from '../../projections/taskState.ts';
import { turnChanges, turnComments } from '../../projections/changeLog.ts';
import { turnDraftReview } from '../../projections/draftReviews.ts';
import { turnComparer } from '../../projections/comparer.ts';
import { turnStation } from '../../projections/stationPlan.ts';
import { keptReview, turnReview } from '../../projections/review.ts';
import { turnSentNotices } from '../../projections/sentNotices.ts';
import { turnProblemReports } from '../../projections/problemReports.ts';
import { turnTyped } from '../../projections/typed.ts';
import { leaveStopSelection } from '../../projections/stopSelection.ts';
import { turnRealtime } from '../../projections/realtime.ts';
import { type AppState, emptyVersion } from '../../projections/state.ts';

/**
 * Moves to an address. The root goes to where the user was last, an encoded question mark is decoded, and the data of
 * another version is unloaded together with its search results.
 */
export function goTo(base: Draft<AppState>, to: Location): void {
  const mended = withQuestionMark(to.path);
  const asked = mended ? { path: mended.path, search: mended.search + to.search.replace(/^\?/, '&') } : to;
  const path = asked.path === '/' ? homeOf(base.settings.lastPathname) : asked.path;
  const before = base.location;
  base.location = keptReview(base.location, { path, search: asked.search });

  const place = placeOf(path);
  if (place.section === 'comparer') turnComparer(base);
  // made again: after a reload the tasks are those of the first state, which cannot be written to
  if (place.section === 'log' && base.tasks.log.id !== (place.taskRunId ?? 0))
    base.tasks = { ...base.tasks, log: castDraft({ ...NO_LOG, id: place.taskRunId ?? 0 }) };
  // the history of a document is that of the page that it was opened on
  if (before.path !== path && base.changes.historyOf) base.changes = { ...base.changes, historyOf: null };
  turnChanges(base);
  turnDraftReview(base);
  turnSentNotices(base);
  turnProblemReports(base);
  turnRealtime(base);
  leaveStopSelection(base);
  turnStation(base);
  turnReview(base);
  turnComments(base);
  turnTyped(base, before);
  if (place.section !== 'data') return;
  base.settings.lastPathname = path;
  const { versionId } = place;
  if (versionId === undefined) base.versions = {};
  else base.versions = { ...otherSnapshots(base, versionId), [versionId]: base.versions[versionId] ?? castDraft(emptyVersion(versionId)) };
}

/** What is loaded of the moments looked at last: before and after a change are turned between. They never change. */
function otherSnapshots(base: Draft<AppState>, versionId: number): Draft<AppState>['versions'] {
  if (!snapshotOf(versionId)) return {};
  const others = Object.keys(base.versions).filter((id) => Number(id) !== versionId && snapshotOf(Number(id)));
  return Object.fromEntries(others.slice(-MOMENTS_KEPT).flatMap((id) => (base.versions[id] ? [[id, base.versions[id]]] : [])));
}

const MOMENTS_KEPT = 3;

function homeOf(lastPathname: string): string {
  return placeOf(lastPathname).section === 'data' && lastPathname.startsWith('/data') ? lastPathname : '/data';
}

/** What a change of address means for the state. */
import { castDraft, type Draft } from 'immer';
import { type Location, placeOf, withQuestionMark } from '../../domain/locations.ts';
import { NO_LOG } from '../../projections/taskState.ts';
import { turnChanges } from '../../projections/changeLog.ts';
import { turnComparer } from '../../projections/comparer.ts';
import { turnStopWork } from '../../projections/stopWork.ts';
import { turnRealtime } from '../../projections/realtime.ts';
import { type AppState, emptyVersion } from '../../projections/state.ts';

/**
 * Moves to an address. The root goes to where the user was last, an encoded question mark is decoded, and the data of
 * another version is let go together with its search results.
 */
export function goTo(base: Draft<AppState>, to: Location): void {
  const mended = withQuestionMark(to.path);
  const asked = mended ? { path: mended.path, search: mended.search + to.search.replace(/^\?/, '&') } : to;
  const path = asked.path === '/' ? homeOf(base.settings.lastPathname) : asked.path;
  base.location = { path, search: asked.search };

  const place = placeOf(path);
  if (place.section === 'comparer') turnComparer(base);
  if (place.section === 'log' && base.tasks.log.id !== (place.taskRunId ?? 0)) base.tasks.log = castDraft({ ...NO_LOG, id: place.taskRunId ?? 0 });
  if (place.section === 'changes') turnChanges(base);
  turnRealtime(base);
  turnStopWork(base);
  if (place.section !== 'data') return;
  base.settings.lastPathname = path;
  const { versionId } = place;
  if (versionId === undefined) base.versions = {};
  else base.versions = { [versionId]: base.versions[versionId] ?? castDraft(emptyVersion(versionId)) };
}

function homeOf(lastPathname: string): string {
  return placeOf(lastPathname).section === 'data' && lastPathname.startsWith('/data') ? lastPathname : '/data';
}

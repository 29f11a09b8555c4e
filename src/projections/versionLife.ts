/** The acts of a version's life: which can be done now, which are under way, which failed. */
import type { Draft } from 'immer';
import { refusalOfErrors } from '../domain/versionOutlook.ts';
import { READ_ONLY, refusalOfAct, type Version, type VersionAct } from '../domain/versions.ts';
import { rightsIn } from './rights.ts';
import type { AppState, VersionFailure, RunningAct } from './state.ts';
import { validationTotals } from './validation.ts';
import { databaseOf, versionOf } from './versions.ts';

/** Each act in words: what it is called, while it is under way, and when it failed. */
export const ACT_WORDS: Readonly<Record<VersionAct, { readonly title: string; readonly working: string; readonly failed: string }>> = {
  beginEdit: { title: 'Begin edit', working: 'Beginning edit…', failed: 'The edit could not be begun' },
  finishEdit: { title: 'Finish edit', working: 'Finishing…', failed: 'The edit could not be finished' },
  clone: { title: 'Clone', working: 'Cloning…', failed: 'Cloning failed' },
  publish: { title: 'Publish', working: 'Publishing…', failed: 'Publishing failed' },
  makeCurrent: { title: 'Make current again', working: 'Making current…', failed: 'The version could not be made current' },
  store: { title: 'Store', working: 'Storing…', failed: 'Storing failed' },
  archive: { title: 'Archive', working: 'Archiving…', failed: 'Archiving failed' },
  unArchive: { title: 'Un-archive', working: 'Bringing back…', failed: 'Bringing back failed' },
  download: { title: 'Download JSON', working: 'Downloading…', failed: 'Downloading failed' },
  deleteDraft: { title: 'Delete draft', working: 'Deleting…', failed: 'Deleting failed' },
};

/** What stands on an act of a version that is not in the list any more. */
export const VERSION_GONE = 'This version is no longer there';

/** Why an act cannot be done with a version now, in the words that its control and its refusal show; undefined where it can. */
export function refusalIn(view: AppState, act: VersionAct, version: Version): string | undefined {
  if (act !== 'download' && rightsIn(view, version.DatabaseId).readOnly) return READ_ONLY;
  const same = actsUnderWay(view, version).some((running) => running.act === act);
  if (same) return ACT_WORDS[act].working;
  return refusalOfAct(act, version) ?? (act === 'publish' || act === 'makeCurrent' ? refusalOfRegion(view, version) : undefined);
}

/** Why the region of a version does not let it be published now; undefined too where the client does not know its findings: the server says it then. */
function refusalOfRegion(view: AppState, { Id, DatabaseId }: Version): string | undefined {
  const key = databaseOf(view, DatabaseId)?.RegionKey;
  const summary = view.versions[Id]?.validation.summary.value;
  if (!summary || view.regions.value?.find(({ Key }) => Key === key)?.RefusesErrors !== true) return undefined;
  return refusalOfErrors({ Errors: validationTotals(summary)?.errors ?? 0, Checking: summary.Checking });
}

/** What is under way on a version, whoever began it. */
export function actsUnderWay(view: AppState, version: Version): readonly RunningAct[] {
  const known = view.versionWork.filter((running) => running.versionId === version.Id);
  const act = version.Saving === 'archiving' ? 'archive' : version.Saving === 'unArchiving' ? 'unArchive' : undefined;
  if (act === undefined || known.some((running) => running.act === act)) return known;
  return [...known, { versionId: version.Id, act }];
}

/** The acts on a version that failed and were neither retried nor dismissed. */
export function failuresOf(view: AppState, versionId: number): readonly VersionFailure[] {
  return view.versionFailures.filter((failure) => failure.versionId === versionId);
}

/** Notes that an act is under way; a failure of the same act before is forgotten. */
export function beginAct(state: Draft<AppState>, versionId: number, act: VersionAct): void {
  forget(state, versionId, act);
  state.versionWork.push({ versionId, act });
}

/** Notes that an act is over: it went well, or nobody waits for it any more. */
export function endAct(state: Draft<AppState>, versionId: number, act: VersionAct): void {
  forget(state, versionId, act);
  if (act === 'download') delete state.downloads[versionId];
}

/** Notes that an act failed. */
export function failAct(state: Draft<AppState>, failure: VersionFailure): void {
  endAct(state, failure.versionId, failure.act);
  state.versionFailures.push({ ...failure, messages: [...failure.messages] });
}

/** The name of a version as labels and messages say it. */
export function nameOfVersion(view: AppState, versionId: number): string {
  return versionOf(view, versionId)?.Version ?? `version ${versionId}`;
}

function forget(state: Draft<AppState>, versionId: number, act: VersionAct): void {
  const same = (one: RunningAct): boolean => one.versionId === versionId && one.act === act;
  state.versionWork = state.versionWork.filter((one) => !same(one));
  state.versionFailures = state.versionFailures.filter((one) => !same(one));
}

/** Versions and databases: the one in view, its name, its place in the lists. */
import { personName } from '../domain/account.ts';
import { castDraft, type Draft } from 'immer';
import { type DataPlace, placeOf } from '../domain/locations.ts';
import { snapshotId, snapshotOf } from '../domain/snapshots.ts';
import type { Database, Version } from '../domain/versions.ts';
import { type AppState, emptyVersion, type VersionData } from './state.ts';
import { idKey } from '../kernel/table.ts';

/** Where the user is under /data; an empty place elsewhere. */
export function presentPlace(view: AppState): DataPlace {
  const place = placeOf(view.location.path);
  return place.section === 'data' ? place : { section: 'data' };
}

/** The version with an id, also as of a revision, when a loaded list holds it. */
export function versionOf(view: AppState, versionId: number): Version | undefined {
  const snapshot = snapshotOf(versionId);
  const wanted = snapshot?.versionId ?? versionId;
  for (const list of Object.values(view.versionLists)) {
    const version = list.value?.find((one) => one.Id === wanted);
    if (version) return snapshot ? withRevision(version, snapshot.rev) : version;
  }
  return undefined;
}

const past = new WeakMap<Version, Map<number, Version>>();

/** A version as of a revision: nothing in it can be changed, and nothing can be done with it as a whole. */
function withRevision(version: Version, rev: number): Version {
  const known = past.get(version) ?? new Map<number, Version>();
  past.set(version, known);
  const made = known.get(rev) ?? {
    ...version,
    Id: snapshotId({ versionId: version.Id, rev }),
    Editable: false,
    Published: false,
    Current: false,
    ParentId: version.Id,
    Rev: rev,
  };
  known.set(rev, made);
  return made;
}

/** The snapshot in view, where one looks back: the version as it is now, and the revision. */
export function presentSnapshot(view: AppState): { readonly version: Version; readonly rev: number } | undefined {
  const { versionId } = presentPlace(view);
  const snapshot = versionId === undefined ? undefined : snapshotOf(versionId);
  const version = snapshot && versionOf(view, snapshot.versionId);
  return version && { version, rev: snapshot.rev };
}

/** How many changes were saved in a version since it was made from another one, those that were undone and their undos too. */
export function changesIn(view: AppState, versionId: number): number {
  const data = view.versions[versionId];
  return Math.max(versionOf(view, versionId)?.Rev ?? 0, data?.rev ?? 0, data?.heard.told ?? 0);
}

/** How many of them are left: what was undone does not count, nor does its undo. */
export function changesLeft(view: AppState, versionId: number): number {
  return changesIn(view, versionId) - Math.max(versionOf(view, versionId)?.Undone ?? 0, view.versions[versionId]?.undone ?? 0);
}

/** Notes how many revisions came to nothing, where an answer or a message tells of it. */
export function noteUndone(base: Draft<AppState>, versionId: number, undone: number | undefined): void {
  const version = base.versions[versionId];
  if (version && undone !== undefined && undone > (version.undone ?? 0)) version.undone = undone;
}

/** Where a draft comes from: 'draft of Winter timetable'; of the same name, by the id: 'draft of #3'. Nothing for what is no draft. */
export function originOf(known: readonly Version[], version: Version): string | undefined {
  if (!version.Editable) return undefined;
  if (version.ParentId === null) return 'draft';
  const parent = known.find((one) => one.Id === version.ParentId);
  return `draft of ${parent === undefined || parent.Version === version.Version ? `#${version.ParentId}` : parent.Version}`;
}

/** Who made a version, as people are called: `Mia Jansen` of `mia.jansen@city.example`; another name as it stands. */
export function authorOf({ Author = '' }: Version): string {
  if (!Author.includes('@')) return Author;
  const { first, last } = personName(Author);
  return `${first} ${last}`.trim();
}

/** The version in view. */
export function presentVersion(view: AppState): Version | undefined {
  const { versionId } = presentPlace(view);
  return versionId === undefined ? undefined : versionOf(view, versionId);
}

/** What is loaded of the version in view. */
export function presentData(view: AppState): VersionData | undefined {
  const { versionId } = presentPlace(view);
  return versionId === undefined ? undefined : view.versions[versionId];
}

/** The database with an id. */
export function databaseOf(view: AppState, databaseId: string): Database | undefined {
  return view.databases.value?.find((one) => one.Id === databaseId);
}

/**
 * Puts a version into the list of its database: a known one is replaced, a new one goes on top. One that goes to the archive
 * or comes back is unloaded.
 */
export function putVersion(base: Draft<AppState>, version: Version): void {
  const list = (base.versionLists[idKey(version.DatabaseId)] ??= { status: 'idle', value: null, messages: [] });
  const at = list.value?.findIndex((one) => one.Id === version.Id) ?? -1;
  const known = list.value?.[at];
  if (known && isReadable(known) !== isReadable(version) && base.versions[version.Id])
    base.versions[version.Id] = castDraft(emptyVersion(version.Id));
  const isNew = list.value !== null && at < 0;
  if (list.value === null) list.value = [version];
  else if (at >= 0) list.value[at] = version;
  else list.value.unshift(version);
  const database = base.databases.value?.find((one) => one.Id === version.DatabaseId);
  if (!database) return;
  if (isNew && database.Versions !== undefined) database.Versions += 1;
  if (version.Current) database.Current = { Id: version.Id, Date: version.Date };
}

/** Shows a change of a version that is not confirmed yet. */
export function previewVersion(
  view: Draft<AppState>,
  on: { readonly databaseId: string; readonly versionId: number },
  change: Partial<Version>,
): void {
  const version = view.versionLists[idKey(on.databaseId)]?.value?.find((one) => one.Id === on.versionId);
  if (version) Object.assign(version, change);
}

/** Takes a version out of the list of its database; answers it where it stood there. */
export function takeVersion(base: Draft<AppState>, databaseId: string, versionId: number): Version | undefined {
  const list = base.versionLists[idKey(databaseId)]?.value;
  const at = list?.findIndex((one) => one.Id === versionId) ?? -1;
  const database = base.databases.value?.find((one) => one.Id === databaseId);
  if (at >= 0 && database?.Versions !== undefined) database.Versions -= 1;
  return at >= 0 ? list?.splice(at, 1)[0] : undefined;
}

/** Whether the pages of a version can be read: its data is neither in the archive nor on the way there or back. */
export function isReadable(version: Version): boolean {
  // `== null`: recordings of builds before the archive do not speak of Saving
  return !version.Archived && version.Saving == null;
}

/** The undo scope of a version: edits of one version undo together, whoever's screen they were made on. */
export function undoScopeOf(versionId: number): string {
  return `version/${versionId}`;
}

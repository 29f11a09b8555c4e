/** The change history: what is read of it, and the switching, deleting, attaching and commenting of changes. */
import type { BodyOf, QueryOf, ReplyOf } from '../../src/contract/route.ts';
import type * as contract from '../../src/contract/changes.ts';
import {
  type Attachment,
  CHANGES_PAGE,
  entityIdsOf,
  type Change,
  type ChangeConflict,
  type ChangeHistory,
  type DeletionResult,
  type SwitchResult,
} from '../../src/domain/changes.ts';
import { mergeDocument } from '../../src/domain/edits/mergeDocument.ts';
import { isEntityKind, type Entity, type EntityKind } from '../../src/domain/entities.ts';
import { entityTitle } from '../../src/domain/entityTitle.ts';
import type { Track } from '../../src/domain/model/track.ts';
import { snapshotOf, storedVersionId } from '../../src/domain/snapshots.ts';
import { sameJson } from '../../src/domain/sameJson.ts';
import { READ_ONLY } from '../../src/domain/versions.ts';
import * as store from '../store/changes.ts';
import type { StoredChange } from '../store/changes.ts';
import { ChangedDocuments } from '../store/changedDocuments.ts';
import { changedFields } from '../store/edits.ts';
import { readSlots } from '../store/entities.ts';
import { readDatabase } from '../store/regions.ts';
import { type Reader, readerIn } from '../store/engine.ts';
import type { Db } from '../store/tables.ts';
import { changeAt, sidesOf } from './correctionIds.ts';
import { commitEdit, lockEditable, type DocumentEdit, type Write } from './editing.ts';
import { familyRefusal } from './familyChecks.ts';
import { notifyOfComment } from './news.ts';
import { recordRefusal } from './recordChecks.ts';
import { BadInput, Refusal } from '../refusal.ts';
import { keptFileRefusal } from './keptFileChecks.ts';
import { removalRefusal } from './removalChecks.ts';
import { NO_PAIRS, stopAndSchedulePairs, type VersionPairs } from './versionPairs.ts';

const NOTHING: ChangeHistory = { Sets: [], Changes: [], Comments: [], More: false };

/** A page of sets. */
export async function listChangesets(db: Db, query: QueryOf<typeof contract.listChangesets>): Promise<ChangeHistory> {
  if (!(await readDatabase(db, query.databaseId))) throw new Refusal(404, 'not_found', `There is no database ${query.databaseId}.`);
  const sets = await store.listSets(db, { ...query, kind: kindOf(query.kind), limit: CHANGES_PAGE + 1 });
  return { ...NOTHING, Sets: sets.slice(0, CHANGES_PAGE), More: sets.length > CHANGES_PAGE };
}

/** Changes of one set, or of one document. */
export async function listChanges(db: Db, query: QueryOf<typeof contract.listChanges>): Promise<ChangeHistory> {
  const { setId, dbVersionId, entityId: id, after } = query;
  const kind = kindOf(query.kind);
  const limit = CHANGES_PAGE + 1;
  if (setId !== undefined) return pageOf(await store.changesOfSet(db, setId, after ?? 0, limit));
  if (dbVersionId === undefined || kind === undefined || id === undefined)
    throw new BadInput([{ Field: 'setId', Message: 'Give a set id, or a version with the kind and id of a document' }]);
  const line = await store.lineOf(db, storedVersionId(dbVersionId));
  return pageOf(await store.changesOfEntity(db, line, kind, id, { before: after, upTo: snapshotOf(dbVersionId), limit }));
}

/** Comments with the changes they speak of. */
export async function listComments(db: Db, { databaseId, setId }: QueryOf<typeof contract.listComments>): Promise<ChangeHistory> {
  const comments = await store.listComments(db, databaseId, setId, CHANGES_PAGE);
  const changes = await store.changesById(db, [...new Set(comments.flatMap(({ Changes }) => Changes))]);
  return { ...NOTHING, Comments: comments, Changes: changes.map(changeOf) };
}

/** Comments on changes of one database. */
export async function addComment(
  write: Write,
  { Message, Changes }: BodyOf<typeof contract.addComment>,
): Promise<ReplyOf<typeof contract.addComment>> {
  const changes = await requireChanges(write.db, Changes);
  const databaseId = await oneDatabase(write.db, changes);
  const { account, subject } = write.caller;
  const comment = await store.writeComment(write.db, databaseId, { message: Message, author: account.name, subject }, [...new Set(Changes)]);
  write.publish({ target: 'changesTold', message: { DatabaseId: databaseId, CommandId: write.commandId } });
  await notifyOfComment(write, changes, Message);
  return { Comment: comment };
}

/** Switches changes off or on in an editable version, which is locked before they are read: of two who do so at once one finds it done. */
export async function toggleChanges(write: Write, body: BodyOf<typeof contract.toggleChanges>): Promise<SwitchResult> {
  const { Rev } = await lockEditable(write, body.DbVersionId);
  if (body.Restore !== undefined) await restoreDeleted(write, body.DbVersionId, body.Restore);
  if (body.Restore !== undefined && body.ChangeIds?.length === 0) return { Rev, Switched: [], Conflicts: [] };
  const changes = await chosen(write.db, body);
  const one = changes.length === 1 ? changes[0] : undefined;
  const what = one ? (one.label === '' ? `${one.kind} ${one.id}` : one.label) : `${changes.length} changes`;
  return switchChanges(write, body.DbVersionId, changes, body.Active, `Switch ${body.Active ? 'on' : 'off'}: ${what}`);
}

/** Takes sets back. */
export async function undoChangesets(write: Write, { DbVersionId, SetIds }: BodyOf<typeof contract.undoChangesets>): Promise<SwitchResult> {
  await lockEditable(write, DbVersionId);
  const changes = await chosen(write.db, { SetIds });
  const [first] = changes;
  return switchChanges(write, DbVersionId, changes, false, `Undo: ${SetIds.length === 1 ? (first?.label ?? '') : `${SetIds.length} change sets`}`);
}

/** Switches changes off where they hold, and marks them deleted. */
export async function deleteChanges(write: Write, { DbVersionId, changeIds, setId }: BodyOf<typeof contract.deleteChanges>): Promise<DeletionResult> {
  await lockEditable(write, DbVersionId);
  const changes = await chosen(write.db, { ChangeIds: changeIds, ...(setId === undefined ? {} : { SetIds: [setId] }) });
  const result = await switchChanges(write, DbVersionId, changes, false, `Delete ${changes.length === 1 ? 'a change' : `${changes.length} changes`}`);
  await store.markChanges(
    write.db,
    changes.map(({ changeId }) => changeId),
    { deleted: true, active: false },
  );
  return { ...result, Switched: changes.map(({ changeId }) => changeId), TakenBack: result.Switched };
}

/** Deleted changes of a version's line are so no longer; they stay switched off. */
async function restoreDeleted(write: Write, versionId: number, changeIds: readonly number[]): Promise<void> {
  const changes = await requireChanges(write.db, changeIds);
  refuseStrange(await store.lineOf(write.db, versionId), changes);
  await store.markChanges(write.db, changeIds, { deleted: false });
  const [first] = changes;
  if (first) write.publish({ target: 'changesTold', message: { DatabaseId: first.databaseId, CommandId: write.commandId } });
}

/** Attaches changes of a track or its timetables to a track of the same schedule, and applies them there; or takes that back. */
export async function attachTrack(write: Write, body: BodyOf<typeof contract.attachTrack>): Promise<ReplyOf<typeof contract.attachTrack>> {
  const { DbVersionId, ChangeIds, ScheduleId, TrackId, Back } = body;
  const { DatabaseId, Rev } = await lockEditable(write, DbVersionId);
  const changes = await requireChanges(write.db, ChangeIds);
  const line = await store.lineOf(write.db, DbVersionId);
  for (const { kind, databaseId, deleted } of changes) {
    if (deleted) throw new Refusal(409, 'not_possible', 'A deleted change cannot be attached to a track');
    if (databaseId !== DatabaseId) throw new Refusal(409, 'not_possible', 'These changes are of another database');
    if (kind !== 'Track' && kind !== 'Timetable')
      throw new Refusal(409, 'not_possible', 'Only changes of tracks and timetables can be attached to a track');
  }
  const attached: StoredChange[] = [];
  for (const change of changes) {
    const { pairs, scheduleId } = await scheduleIn(readerIn(write.db), change, DbVersionId);
    if (scheduleId !== ScheduleId) throw new Refusal(409, 'not_possible', 'This track is of another schedule');
    attached.push(onTrack(change, encodeURIComponent(ScheduleId), TrackId, pairs));
  }
  const track = `${encodeURIComponent(ScheduleId)}/${encodeURIComponent(TrackId)}`;
  const [slot] = await readSlots(write.db, DbVersionId, [{ kind: 'Track', id: track }]);
  if (!slot?.doc) throw new Refusal(404, 'not_found', `There is no track ${TrackId} in this version.`);
  if (Back !== undefined) return detach(write, DbVersionId, attached, TrackId, Back);
  await store.markChanges(write.db, ChangeIds, { track: TrackId });
  // one of another line of versions is a correction of this line from here on
  const carried = changes.some((change) => !store.isInLine(line, change));
  const result = await applyChanges(write, DbVersionId, attached, true, `Attach to track ${TrackId}`, { carried });
  const Before = changes.flatMap(({ changeId, track: before }) => (before === null ? [] : [{ ChangeId: changeId, TrackId: before }]));
  return { ...result, Back: { ...(result.Rev > Rev ? { Rev: result.Rev } : {}), Before } };
}

/** Takes back what an attachment did, and what changes were attached to; those that can no longer be taken back stay attached. */
async function detach(write: Write, versionId: number, attached: readonly StoredChange[], trackId: string, back: Attachment): Promise<SwitchResult> {
  const result = await applyChanges(write, versionId, attached.toReversed(), false, `Undo: Attach to track ${trackId}`);
  const before = new Map(back.Before.map((one) => [one.ChangeId, one.TrackId]));
  for (const changeId of result.Switched) await store.markChanges(write.db, [changeId], { track: before.get(changeId) ?? null });
  // what was a correction of this line by the attachment is none any more
  if (back.Rev !== undefined && result.Conflicts.length === 0) await store.markSwitch(write.db, versionId, back.Rev);
  return result;
}

/** Tracks that a change could be attached to, the most alike first: by the share of stops in common and their order. */
export async function suggestTracks(reader: Reader, query: QueryOf<typeof contract.suggestTracks>): Promise<ReplyOf<typeof contract.suggestTracks>> {
  const { db } = reader;
  const [change] = await requireChanges(db, [query.changeId]);
  if (!change) return { Tracks: [] };
  const { pairs, scheduleId } = await scheduleIn(reader, change, query.dbVersionId);
  if (scheduleId === undefined) return { Tracks: [] };
  const under = encodeURIComponent(scheduleId);
  const slots = await readSlots(db, query.dbVersionId, [{ kind: 'Track', under }]);
  const own = (change.kind === 'Track' ? (change.after ?? change.before) : await trackOf(db, change)) as Track | null;
  const stops = (own?.Stops ?? []).map(({ StopId }) => pairs.to('Stop', StopId));
  const tracks = slots.flatMap(({ doc }) => (doc && 'Stops' in doc && 'Direction' in doc ? [doc] : []));
  return {
    Tracks: tracks
      .map((track) => ({
        ScheduleId: scheduleId,
        TrackId: track.Id,
        Name: track.Name,
        Stops: track.Stops.length,
        Likeness: likeness(
          stops,
          track.Stops.map(({ StopId }) => StopId),
        ),
      }))
      .toSorted((a, b) => b.Likeness - a.Likeness || (a.TrackId < b.TrackId ? -1 : 1)),
  };
}

/** The change with its documents put on the track that it is attached to. */
function attachedTo(change: StoredChange): StoredChange {
  return change.track === null ? change : onTrack(change, change.id.split('/')[0] ?? '', change.track, NO_PAIRS);
}

function onTrack(change: StoredChange, encodedSchedule: string, trackId: string, pairs: VersionPairs): StoredChange {
  const [, , ...number] = change.id.split('/');
  return changeAt({ ...change, track: trackId }, [encodedSchedule, encodeURIComponent(trackId), ...number].join('/'), pairs);
}

/** The schedule of a change under the id that it has in a version, and what else the version calls otherwise. */
async function scheduleIn(
  reader: Reader,
  { kind, id, versionId }: StoredChange,
  onto: number,
): Promise<{ readonly pairs: VersionPairs; readonly scheduleId: string | undefined }> {
  const own = entityIdsOf(kind, id).ScheduleId;
  const sides = own === undefined ? undefined : await sidesOf(reader.db, await store.lineOf(reader.db, versionId), onto);
  const pairs = sides ? await stopAndSchedulePairs(reader, sides) : NO_PAIRS;
  return { pairs, scheduleId: own === undefined ? undefined : pairs.to('Schedule', own) };
}

/** A change as the calls answer it: only the fields that differ. */
function changeOf(change: StoredChange): Change {
  const { kind, id, before, after } = change;
  // a timetable is shown as a sheet, for which its other parts are needed
  const fields = before && after && kind !== 'Timetable' ? changedFields(before, after) : undefined;
  const picked = (doc: Entity | null): Record<string, unknown> | null =>
    doc && Object.fromEntries(Object.entries(doc).filter(([key]) => fields === undefined || fields.includes(key)));
  return {
    ChangeId: change.changeId,
    SetId: change.setId,
    Type: kind,
    EntityId: id,
    Name: entityTitle(kind, after ?? before ?? { Id: id }),
    DbVersionId: change.versionId,
    CreatedBy: change.author,
    ...store.programOf(change),
    Message: change.label,
    Date: change.at,
    Active: change.active,
    Deleted: change.deleted,
    ...(change.track === null ? {} : { AttachedTo: change.track }),
    ...entityIdsOf(kind, id),
    Before: picked(before),
    After: picked(after),
  };
}

async function switchChanges(
  write: Write,
  versionId: number,
  changes: readonly StoredChange[],
  active: boolean,
  label: string,
): Promise<SwitchResult> {
  const line = await store.lineOf(write.db, versionId);
  refuseStrange(line, changes);
  // somebody else may have switched them just now, here or in another version of the line: what is so already here stays so
  const already = new Set(changes.filter((change) => change.active === active).map(({ changeId }) => changeId));
  const wanted = changes.filter((change) => !change.deleted).map(attachedTo);
  const result = await applyChanges(write, versionId, active ? wanted : wanted.toReversed(), active, label, { line, already });
  await store.markChanges(write.db, result.Switched, { active });
  const [first] = changes;
  if (first) write.publish({ target: 'changesTold', message: { DatabaseId: first.databaseId, CommandId: write.commandId } });
  return result;
}

/** Refuses changes that were made in a version that this one was not made from. */
function refuseStrange(line: store.Line, changes: readonly StoredChange[]): void {
  const strange = changes.find((change) => !store.isInLine(line, change));
  if (!strange) return;
  const where = line.some(({ versionId }) => versionId === strange.versionId)
    ? 'after this version was made from it'
    : 'which this version was not made from';
  throw new Refusal(409, 'not_possible', `Change ${strange.changeId} was made in version ${strange.versionId}, ${where}.`);
}

/**
 * Makes changes again, or takes them back, in their order; what was changed otherwise since stays and is answered. One that is switched
 * `already` is passed over, unless that was done in another version and nothing came after it here.
 */
async function applyChanges(
  write: Write,
  versionId: number,
  changes: readonly StoredChange[],
  forth: boolean,
  label: string,
  {
    line = [],
    already = new Set(),
    carried = false,
  }: { readonly line?: store.Line; readonly already?: ReadonlySet<number>; readonly carried?: boolean } = {},
): Promise<SwitchResult> {
  const version = await lockEditable(write, versionId);
  const slots = await readSlots(
    write.db,
    versionId,
    changes.map(({ kind, id }) => ({ kind, id })),
  );
  const stood = new Map(slots.map((slot) => [`${slot.kind}/${slot.id}`, slot]));
  const present = new Map<string, { kind: EntityKind; id: string; doc: Entity | null }>();
  const conflicts: ChangeConflict[] = [];
  const switched: number[] = [];
  for (const change of changes) {
    const { kind, id } = change;
    const key = `${kind}/${id}`;
    const now = present.get(key)?.doc ?? (present.has(key) ? null : (stood.get(key)?.doc ?? null));
    const merged = forth ? mergeDocument(kind, change.before, change.after, now) : mergeDocument(kind, change.after, change.before, now);
    if (already.has(change.changeId)) {
      const so = merged.conflicts.length > 0 || sameJson(merged.doc, now);
      if (so || (await store.laterSets(write.db, line, kind, id, change.changeId)).length > 0) continue;
    }
    if (merged.conflicts.length > 0) {
      conflicts.push(await conflictOf(write.db, line, change, merged.conflicts));
      continue;
    }
    present.set(key, { kind, id, doc: merged.doc });
    switched.push(change.changeId);
  }
  const edits = [...present].flatMap(([key, { kind, id, doc }]) => {
    const slot = stood.get(key);
    const was = slot?.doc ?? null;
    return sameJson(was, doc) ? [] : [{ kind, id, doc, was, before: was === null ? null : (slot?.bid ?? null) } as DocumentEdit];
  });
  const changed = new ChangedDocuments(edits);
  const refusal =
    (await removalRefusal(write.db, versionId, edits, changed)) ??
    (await keptFileRefusal(write.db, versionId, edits)) ??
    (await familyRefusal(write.db, versionId, edits)) ??
    (await recordRefusal(write.db, versionId, edits, changed));
  if (refusal !== undefined) throw new Refusal(409, 'in_use', refusal);
  if (edits.length === 0) return { Rev: version.Rev, Switched: switched, Conflicts: conflicts };
  const rev = await commitEdit(write, versionId, edits, label);
  if (!carried) await store.markSwitch(write.db, versionId, rev);
  return { Rev: rev, Switched: switched, Conflicts: conflicts };
}

async function conflictOf(db: Db, line: store.Line, change: StoredChange, paths: readonly string[]): Promise<ChangeConflict> {
  const fields = [...new Set(paths.map((path) => path.split('/')[0] ?? ''))];
  const later = await store.laterSets(db, line, change.kind, change.id, change.changeId);
  const inTheWay = later.filter(({ before, after }) => fields.includes('') || changedFields(before, after).some((field) => fields.includes(field)));
  return {
    ChangeId: change.changeId,
    SetId: change.setId,
    Type: change.kind,
    Name: entityTitle(change.kind, change.after ?? change.before ?? { Id: change.id }),
    Fields: paths.filter((path) => path !== ''),
    Later: inTheWay.map(({ before: _before, after: _after, ...set }) => set),
  };
}

async function chosen(db: Db, body: { ChangeIds?: readonly number[] | undefined; SetIds?: readonly number[] | undefined }): Promise<StoredChange[]> {
  const byId = body.ChangeIds === undefined ? [] : await requireChanges(db, body.ChangeIds);
  const ofSets = await store.changesOfSets(db, body.SetIds ?? []);
  const sets = new Set(ofSets.map(({ setId }) => setId));
  const missing = (body.SetIds ?? []).find((setId) => !sets.has(setId));
  if (missing !== undefined) throw new Refusal(404, 'not_found', `There is no change set ${missing}.`);
  const all = new Map([...byId, ...ofSets].map((change) => [change.changeId, change]));
  if (all.size === 0) throw new BadInput([{ Field: 'ChangeIds', Message: 'Select changes first' }]);
  return [...all.values()].toSorted((a, b) => a.changeId - b.changeId);
}

async function requireChanges(db: Db, changeIds: readonly number[]): Promise<StoredChange[]> {
  const changes = await store.changesById(db, changeIds);
  const found = new Set(changes.map(({ changeId }) => changeId));
  const missing = changeIds.find((id) => !found.has(id));
  if (missing !== undefined) throw new Refusal(404, 'not_found', `There is no change ${missing}.`);
  return changes;
}

async function oneDatabase(db: Db, changes: readonly StoredChange[]): Promise<string> {
  const [first] = changes;
  const ids = new Set(changes.map(({ databaseId }) => databaseId));
  if (!first || ids.size > 1) throw new Refusal(409, 'not_possible', 'These changes are of several databases');
  if ((await readDatabase(db, first.databaseId))?.Permissions.ReadOnly) throw new Refusal(403, 'read_only', READ_ONLY);
  return first.databaseId;
}

async function trackOf(db: Db, change: StoredChange): Promise<Entity | null> {
  const [slot] = await readSlots(db, change.versionId, [{ kind: 'Track', id: change.id.slice(0, change.id.lastIndexOf('/')) }]);
  return slot?.doc ?? null;
}

/** 1 for the same stops in the same order, 0 for none in common. */
function likeness(one: readonly string[], other: readonly string[]): number {
  if (one.length === 0 || other.length === 0) return 0;
  let previous = new Uint16Array(other.length + 1);
  for (const stop of one) {
    const row = new Uint16Array(other.length + 1);
    for (let j = 1; j <= other.length; j++) row[j] = stop === other[j - 1] ? (previous[j - 1] ?? 0) + 1 : Math.max(previous[j] ?? 0, row[j - 1] ?? 0);
    previous = row;
  }
  return Math.round((200 * (previous[other.length] ?? 0)) / (one.length + other.length)) / 100;
}

function kindOf(kind: string | undefined): EntityKind | undefined {
  return kind !== undefined && isEntityKind(kind) ? kind : undefined;
}

function pageOf(changes: readonly StoredChange[]): ChangeHistory {
  return { ...NOTHING, Changes: changes.slice(0, CHANGES_PAGE).map(changeOf), More: changes.length > CHANGES_PAGE };
}

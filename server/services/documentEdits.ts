/** Carries out the edits that `src/domain/edits` declares: one way for all of them, and the revert of any. */
import { EditConflict, type EditAnswer, type SeenDocument } from '../../src/contract/edits.ts';
import type { EntityState } from '../../src/contract/versions.ts';
import type { AnyEdit } from '../../src/domain/edits/catalogue.ts';
import {
  type DocumentChange,
  documentsAmong,
  type DocumentFamily,
  type DocumentKey,
  type Documents,
  isFamily,
  liesIn,
  lookedUp,
  MissingDocument,
} from '../../src/domain/edits/documentEdit.ts';
import { mergeDocument } from '../../src/domain/edits/mergeDocument.ts';
import { ENTITY_SCHEMAS, type Entity } from '../../src/domain/entities.ts';
import type { Stop } from '../../src/domain/model/stop.ts';
import { sameJson } from '../../src/domain/sameJson.ts';
import { noteReverted } from '../store/branches.ts';
import { changedFields, readChangeset, readUndone } from '../store/edits.ts';
import { type NamedSlot, readSlots } from '../store/entities.ts';
import { readLookup } from '../store/lookups.ts';
import type { Db } from '../store/tables.ts';
import { readVersion } from '../store/versions.ts';
import { randomUUID } from '../surroundings.ts';
import { commitEdit, lockEditable, type Write } from './editing.ts';
import { familyRefusal } from './familyChecks.ts';
import { BadInput, Refusal } from '../refusal.ts';
import { keptFileRefusal } from './keptFileChecks.ts';
import { recordRefusal } from './recordChecks.ts';
import { unknownNames, unknownReferences } from './namedChecks.ts';
import { removalRefusal } from './removalChecks.ts';

/** What the caller has seen: revisions of documents, or '*' for "whatever is there" (`If-Match: *`). */
export type Seen = readonly SeenDocument[] | '*';

/** What an edit would do, evaluated on a locked version. */
export interface EvaluatedEdit {
  readonly versionId: number;
  /** Revision of the version before the edit. */
  readonly rev: number;
  /** What was given, with the ids that were made for it. */
  readonly data: Readonly<Record<string, unknown>>;
  /** The same, with what was looked up. */
  readonly payload: Record<string, unknown>;
  readonly slots: readonly NamedSlot[];
  readonly changes: readonly DocumentChange[];
  readonly label: string;
  /**
   * The caller cannot compute the documents from what was given: ids were made or looked up, or the caller did not say that it has
   * seen a document as it is.
   */
  readonly incomputable: boolean;
}

/** Evaluates a declared edit and writes nothing. Refuses as `carryOutEdit` does, but for what only `checkedEdits` finds. */
export async function evaluateEdit(
  write: Write,
  versionId: number,
  edit: AnyEdit,
  payload: unknown,
  seen: Seen | number | undefined,
): Promise<EvaluatedEdit> {
  const version = await lockEditable(write, versionId);
  const given = parsed(edit, payload);
  const data = edit.mint ? edit.mint(given, (prefix) => `${prefix}-${randomUUID().slice(0, 8)}`) : given;
  const p = await completed(write.db, versionId, edit, data);
  const refs = edit.documents(p);
  const slots = await readSlots(write.db, versionId, refs);
  const seenRevisions = seenOf(refs, seen);
  if (seenRevisions !== undefined && seenRevisions !== '*') requireSeen(version.Rev, refs, slots, seenRevisions);
  const docs = documentsOf(refs, slots);
  const changes = changesOf(edit, docs, slots, p);
  if (seenRevisions === undefined && keysOf(refs).some((key) => slotOf(slots, key)?.doc)) {
    throw new Refusal(428, 'revision_required', 'Send an If-Match header, or Seen, with the revision that this change is based on.');
  }
  const unknown = [
    ...(await unknownNames(write.db, versionId, changes, documentsAmong(slots))),
    ...(edit.namesWhatIs ? await unknownReferences(write.db, versionId, changes, documentsAmong(slots)) : []),
  ];
  if (unknown.length > 0) throw new BadInput(unknown);
  const label = await labelOf(write.db, versionId, edit, p, refs, slots);
  const incomputable = JSON.stringify(p) !== JSON.stringify(given) || slots.some((slot) => isUnseen(slot, seenRevisions));
  return { versionId, rev: version.Rev, data, payload: p, slots, changes, label, incomputable };
}

/**
 * Carries out a declared edit; `full` asks for all changed documents in the answer. Refuses with 400 (fields), 404, 409 (words), 412 (somebody else changed a document since it was
 * seen; names all of them), or 428 where a document is there and no revision was given. A no-op answers the present revision.
 */
export async function carryOutEdit(
  write: Write,
  versionId: number,
  edit: AnyEdit,
  payload: unknown,
  seen: Seen | number | undefined,
  full = false,
): Promise<EditAnswer & { readonly Stop?: Stop }> {
  return commitEvaluated(write, edit, await evaluateEdit(write, versionId, edit, payload, seen), full);
}

/** Writes an evaluated edit as one change set. */
export async function commitEvaluated(
  write: Write,
  edit: AnyEdit,
  { versionId, rev, payload, slots, changes, label, incomputable }: EvaluatedEdit,
  full: boolean,
): Promise<EditAnswer & { readonly Stop?: Stop }> {
  const made = full || edit.tells === true || incomputable ? changes : [];
  const answer = await commitChanges(write, versionId, rev, slots, changes, label, made);
  const stopId = edit.answersStop?.(payload);
  const stop = stopId === undefined ? undefined : (await readSlots(write.db, versionId, [{ kind: 'Stop', id: stopId }]))[0]?.doc;
  return stop ? { ...answer, Stop: stop as Stop } : answer;
}

/**
 * Takes a change set back as a new one. Each document is merged from what the set made of it to what it was before; where
 * somebody changed the same since, 412 names it, unless `force`.
 */
export async function revertChangeset(write: Write, versionId: number, rev: number, force: boolean): Promise<EditAnswer> {
  const version = await lockEditable(write, versionId);
  const set = await readChangeset(write.db, versionId, rev);
  if (!set) throw new Refusal(404, 'not_found', `There is no change set ${rev} in this version.`);
  const slots = await readSlots(write.db, versionId, set.changes);
  const conflicts: DocumentChange[] = [];
  const changes = set.changes.map(({ kind, id, before, after }): DocumentChange => {
    const present = slotOf(slots, { kind, id })?.doc ?? null;
    const merged = mergeDocument(kind, after, before, present, force);
    if (merged.conflicts.length > 0 && !force) conflicts.push({ kind, id, doc: before } as DocumentChange);
    return { kind, id, doc: merged.doc } as DocumentChange;
  });
  if (conflicts.length > 0) {
    throw conflictOf(
      version.Rev,
      conflicts.map(({ kind, id }) => slotOf(slots, { kind, id }) ?? { kind, id, bid: null, rev: 0, doc: null }),
      conflicts,
    );
  }
  const torn = await familyRefusal(
    write.db,
    versionId,
    changes.map((change) => ({ ...change, was: slotOf(slots, change)?.doc ?? null })),
  );
  if (torn !== undefined) throw new Refusal(409, 'refused', torn);
  const answer = await commitChanges(write, versionId, version.Rev, slots, changes, revertLabel(set.label), changes, !isRedo(set));
  if (!answer.NoChange) await noteReverted(write.db, versionId, rev, answer.Rev);
  return { ...answer, Undone: await readUndone(write.db, versionId) };
}

/** Whether reverting a set brings back what an undo took. */
function isRedo({ call, label }: { readonly call: string; readonly label: string }): boolean {
  return call === 'revertChangeset' && label.startsWith('Undo: ');
}

/** What a reverting set says that a person did: "Undo: …", and "Redo: …" where an undo is undone. */
function revertLabel(label: string): string {
  const done = /^(Undo|Redo): (.*)$/s.exec(label);
  return done ? `${done[1] === 'Undo' ? 'Redo' : 'Undo'}: ${done[2]}` : `Undo: ${label}`;
}

/** Documents by kind and id as they are in the version; those that are not there are left out. */
export async function readDocuments(db: Db, versionId: number, keys: readonly DocumentKey[]): Promise<{ Rev: number; Documents: EntityState[] }> {
  const version = await readVersion(db, versionId);
  if (!version) throw new Refusal(404, 'not_found', `There is no version ${versionId}.`);
  const slots = await readSlots(db, versionId, keys);
  return { Rev: version.Rev, Documents: slots.map((slot) => stateOf(slot, slot.rev)) };
}

/** Documents that changes make different, as they are written. Refuses (409) what would leave the version torn. */
export async function checkedEdits(
  db: Db,
  versionId: number,
  slots: readonly NamedSlot[],
  changes: readonly DocumentChange[],
): Promise<readonly CheckedEdit[]> {
  const edits = changes.flatMap((change) => {
    const slot = slotOf(slots, change);
    const was = slot?.doc ?? null;
    if (sameJson(was, change.doc)) return [];
    return [{ ...change, doc: stored(change), before: slot?.doc ? slot.bid : null, was } as CheckedEdit];
  });
  if (edits.length === 0) return edits;
  const refusal = await removalRefusal(db, versionId, edits);
  if (refusal !== undefined) throw new Refusal(409, 'in_use', refusal);
  const named = await keptFileRefusal(db, versionId, edits);
  if (named !== undefined) throw new Refusal(409, 'in_use', named);
  const unfit = await recordRefusal(db, versionId, edits);
  if (unfit !== undefined) throw new Refusal(409, 'refused', unfit);
  return edits;
}

type CheckedEdit = Parameters<typeof commitEdit>[2][number];

async function commitChanges(
  write: Write,
  versionId: number,
  rev: number,
  slots: readonly NamedSlot[],
  changes: readonly DocumentChange[],
  label: string,
  answered: readonly DocumentChange[],
  undoes = false,
): Promise<EditAnswer> {
  const edits = await checkedEdits(write.db, versionId, slots, changes);
  if (edits.length === 0)
    return { Rev: rev, NoChange: true, Documents: answered.map((change) => stateAfter(change, slotOf(slots, change)?.rev ?? 0)) };
  const now = await commitEdit(write, versionId, edits, label, undoes);
  return { Rev: now, ...(answered.length > 0 && { Documents: answered.map((change) => stateAfter(change, now)) }) };
}

function parsed(edit: AnyEdit, payload: unknown): Record<string, unknown> {
  const result = edit.payload.safeParse(payload);
  if (result.success) return result.data;
  throw new BadInput(result.error.issues.map(({ path, message }) => ({ Field: path.join('/'), Message: message })));
}

function changesOf(edit: AnyEdit, docs: Documents, slots: readonly NamedSlot[], p: Record<string, unknown>): readonly DocumentChange[] {
  try {
    const refusal = edit.refuse?.(docs, p);
    if (typeof refusal === 'string') throw new Refusal(409, 'refused', refusal);
    if (refusal !== undefined && refusal.length > 0) throw new BadInput(refusal);
    return edit.change(docs, p);
  } catch (error) {
    if (!(error instanceof MissingDocument)) throw error;
    const { kind, id } = error.key;
    const name = kind.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
    if (slotOf(slots, error.key)) throw new Refusal(409, 'removed', `The ${name} has been removed.`);
    throw new Refusal(404, 'not_found', `There is no ${name} ${id}.`);
  }
}

/** The payload with the ids that the edit wants looked up. */
async function completed(db: Db, versionId: number, edit: AnyEdit, p: Record<string, unknown>): Promise<Record<string, unknown>> {
  const found: { readonly key: string; readonly ids: readonly string[] }[] = [];
  for (const lookup of edit.lookUp?.(p) ?? []) found.push({ key: lookup.key, ids: await readLookup(db, versionId, lookup) });
  return found.length === 0 ? p : lookedUp(p, found);
}

/** What the edit says that a person did, with the names of what it speaks of. */
async function labelOf(
  db: Db,
  versionId: number,
  edit: AnyEdit,
  p: Record<string, unknown>,
  refs: readonly (DocumentKey | DocumentFamily)[],
  slots: readonly NamedSlot[],
): Promise<string> {
  const docs = documentsOf(refs, slots);
  const named = edit.named?.(p, docs) ?? [];
  if (named.length === 0) return edit.label(p, docs);
  return edit.label(p, documentsOf([...refs, ...named], [...slots, ...(await readSlots(db, versionId, named))]));
}

/** The document as its schema has it; what a declaration made wrong is an error of the product, not of the caller. */
function stored({ kind, doc }: DocumentChange): Entity | null {
  return doc === null ? null : ENTITY_SCHEMAS[kind].parse(doc);
}

/** A bare revision (`If-Match: "12"`) speaks of the only document that the edit names. */
function seenOf(refs: readonly (DocumentKey | DocumentFamily)[], seen: Seen | number | undefined): Seen | undefined {
  if (typeof seen !== 'number') return seen;
  const [only] = refs;
  if (refs.length !== 1 || only === undefined || isFamily(only))
    throw new BadInput([{ Field: 'If-Match', Message: 'This edit speaks of several documents: send their revisions in Seen.' }]);
  return [{ Kind: only.kind, Id: only.id, Rev: seen }];
}

/** Whether a document is there and the caller did not say that it has seen it at its revision. */
function isUnseen(slot: NamedSlot, seen: Seen | undefined): boolean {
  if (slot.doc === null) return false;
  return seen === undefined || seen === '*' || !seen.some(({ Kind, Id, Rev }) => Kind === slot.kind && Id === slot.id && Rev === slot.rev);
}

function keysOf(refs: readonly (DocumentKey | DocumentFamily)[]): readonly DocumentKey[] {
  return refs.filter((ref): ref is DocumentKey => !isFamily(ref));
}

function requireSeen(rev: number, refs: readonly (DocumentKey | DocumentFamily)[], slots: readonly NamedSlot[], seen: readonly SeenDocument[]): void {
  const overtaken = seen.flatMap(({ Kind, Id, Rev }) => {
    const key = { kind: Kind, id: Id };
    const meant = refs.some((ref) => (isFamily(ref) ? ref.kind === key.kind && liesIn(ref, Id) : ref.kind === key.kind && ref.id === Id));
    const slot = slotOf(slots, key);
    return !meant || Rev === (slot?.rev ?? 0) ? [] : [slot ?? { ...key, bid: null, rev: 0, doc: null }];
  });
  if (overtaken.length === 0) return;
  // members of a family that came to be since: what somebody moved out of a document that was seen may be in them
  const unseen = slots.filter(
    ({ kind, id, doc }) =>
      doc !== null &&
      !seen.some((one) => one.Kind === kind && one.Id === id) &&
      refs.some((ref) => isFamily(ref) && ref.kind === kind && liesIn(ref, id)),
  );
  throw conflictOf(rev, [...overtaken, ...unseen]);
}

function conflictOf(rev: number, present: readonly NamedSlot[], wanted: readonly DocumentChange[] = []): Refusal {
  const body: EditConflict = {
    Rev: rev,
    Documents: present.map((slot) => stateOf(slot, slot.rev)),
    ...(wanted.length > 0 && { Wanted: wanted.map((change) => stateAfter(change, rev)) }),
  };
  const what = present.length === 1 ? `this ${present[0]?.kind.toLowerCase()}` : `${present.length} of these documents`;
  return new Refusal(412, 'conflict', `Somebody else changed ${what} in the meantime.`, EditConflict.parse(body));
}

function documentsOf(refs: readonly (DocumentKey | DocumentFamily)[], slots: readonly NamedSlot[]): Documents {
  const named = new Set(keysOf(refs).map(({ kind, id }) => `${kind} ${id}`));
  const families = refs.filter(isFamily);
  return {
    get: (kind, id) => {
      if (!named.has(`${kind} ${id}`) && !families.some((family) => family.kind === kind && liesIn(family, id)))
        throw new Error(`The edit reads ${kind} ${id} without naming it`);
      return (slotOf(slots, { kind, id })?.doc ?? null) as never;
    },
    need(kind, id) {
      const doc = this.get(kind, id);
      if (!doc) throw new MissingDocument({ kind, id });
      return doc;
    },
    under: (kind, ...parent) => (indexOf(slots).under.get(`${kind} ${parent.map(encodeURIComponent).join('/')}/`) ?? []) as never,
  };
}

function slotOf(slots: readonly NamedSlot[], { kind, id }: DocumentKey): NamedSlot | undefined {
  return indexOf(slots).byName.get(`${kind} ${id}`);
}

/** Slots by kind and id, and the documents under each parent in their order. */
interface SlotIndex {
  readonly byName: ReadonlyMap<string, NamedSlot>;
  readonly under: ReadonlyMap<string, readonly Entity[]>;
}

function indexOf(slots: readonly NamedSlot[]): SlotIndex {
  const known = slotIndexes.get(slots);
  if (known) return known;
  const under = new Map<string, Entity[]>();
  for (const { kind, id, doc } of slots) {
    if (doc === null) continue;
    for (let end = id.indexOf('/') + 1; end > 0; end = id.indexOf('/', end) + 1) {
      const parent = `${kind} ${id.slice(0, end)}`;
      const docs = under.get(parent);
      if (docs) docs.push(doc);
      else under.set(parent, [doc]);
    }
  }
  const index = { byName: new Map(slots.map((slot) => [`${slot.kind} ${slot.id}`, slot])), under };
  slotIndexes.set(slots, index);
  return index;
}

/** An edit of thousands of documents looks each up several times. */
const slotIndexes = new WeakMap<readonly NamedSlot[], SlotIndex>();

function stateOf({ kind, id, doc }: NamedSlot, rev: number): EntityState {
  return { Kind: kind, Id: id, Rev: rev, Doc: doc, Fields: changedFields(null, doc) };
}

function stateAfter({ kind, id, doc }: DocumentChange, rev: number): EntityState {
  return { Kind: kind, Id: id, Rev: rev, Doc: doc, Fields: changedFields(null, doc) };
}

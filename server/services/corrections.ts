/**
 * Corrections carried on: the active changes of a version since its import, made again in another version one by one. What is so
 * already, and what no longer fits, is told with the reason; the source stays as it is.
 */
import type { Rebase, CorrectionResult } from '../../src/domain/changes.ts';
import { mergeDocument } from '../../src/domain/edits/mergeDocument.ts';
import type { DocumentFamily, DocumentKey } from '../../src/domain/edits/documentEdit.ts';
import type { Entity, EntityKind } from '../../src/domain/entities.ts';
import { entityTitle } from '../../src/domain/entityTitle.ts';
import { propertyTitle } from '../../src/domain/comparer/fields.ts';
import { sameJson } from '../../src/domain/sameJson.ts';
import type { Version } from '../../src/domain/versions.ts';
import { correctionsOf, lineOf, type StoredChange } from '../store/changes.ts';
import { writeEdit, type EntityChange } from '../store/edits.ts';
import { type NamedSlot, readSlots } from '../store/entities.ts';
import type { Db } from '../store/tables.ts';
import { cloneVersion, readVersion } from '../store/versions.ts';
import { attachedTo } from './changes.ts';
import { lockForAct, noVersion, readable, type Write } from './editing.ts';
import { Families, familyKeys, isWithin, type FamilyChange } from './familyChecks.ts';
import { groupedBy } from './groupedBy.ts';
import { Refusal } from './refusal.ts';
import { removalRefusal } from './removalChecks.ts';

/** A correction as it could be made there. */
interface Planned extends FamilyChange {
  readonly was: Entity | null;
  readonly change: StoredChange;
  readonly edit: EntityChange;
}

/** One set of corrections as it is written into the other version. */
interface CarriedSet {
  readonly from: StoredChange;
  readonly edits: readonly EntityChange[];
}

/** What becomes of the corrections of a version when they are carried on to another; changes nothing. */
export async function previewRebase(db: Db, versionId: number, onto: number): Promise<Rebase> {
  return (await plan(db, versionId, onto)).rebase;
}

/**
 * Carries the corrections of a version on to another one, into a new draft of that. Each set stays one of its own there, with
 * its author and its words.
 */
export async function rebaseCorrections(
  write: Write,
  versionId: number,
  onto: number,
  name: string,
): Promise<Rebase & { EditableDbVersionId: number; Version: Version }> {
  const target = await readVersion(write.db, onto);
  if (!target) throw noVersion(onto);
  await lockForAct(write, 'clone', target.DatabaseId, onto);
  const { rebase, sets } = await plan(write.db, versionId, onto);
  const draft = await cloneVersion(write.db, onto, { name, author: write.caller.account.name });
  const written = new Set<string>();
  for (const { from, edits: planned } of sets) {
    const edits = await onTopOf(write.db, draft.Id, planned, written);
    await writeEdit(
      write.db,
      draft.Id,
      { author: from.author, subject: from.subject, call: write.call, commandId: write.commandId, label: from.label },
      edits,
    );
  }
  const made = await readVersion(write.db, draft.Id);
  if (!made) throw noVersion(draft.Id);
  write.tell({ target: 'versionListed', message: { DatabaseId: made.DatabaseId, Version: made } });
  return { ...rebase, EditableDbVersionId: made.Id, Version: made };
}

async function plan(db: Db, versionId: number, onto: number): Promise<{ rebase: Rebase; sets: readonly CarriedSet[] }> {
  const [source, target] = [await readVersion(db, versionId), await readVersion(db, onto)];
  if (!source) throw noVersion(versionId);
  if (!target) throw noVersion(onto);
  if (source.DatabaseId !== target.DatabaseId) throw new Refusal(409, 'not_possible', 'Corrections are carried on within one database.');
  await readable(db, onto);
  const corrections = await correctionsOf(db, await lineOf(db, versionId), MOST_CORRECTIONS);
  if (!corrections) throw new Refusal(409, 'not_possible', 'This version has more than 50,000 corrections. So many cannot be carried on.');
  const changes = corrections.map(attachedTo);
  const slots = new Map((await readMany(db, onto, changes)).map((slot) => [`${slot.kind}/${slot.id}`, slot]));
  const relatives = familyKeys(changes.map(({ kind, id, before, after }) => ({ kind, id, was: before, doc: after })));
  const families = new Families([...(await readMany(db, onto, relatives)), ...slots.values()]);
  const present = new Map([...slots].map(([key, { doc }]) => [key, doc]));
  const results: CorrectionResult[] = [];
  const sets: CarriedSet[] = [];
  for (const ofSet of groupedBy(changes, ({ setId }) => setId).values()) {
    let planned: Planned[] = [];
    const stand = ({ edit }: Planned, doc: Entity | null): void => {
      present.set(`${edit.kind}/${edit.id}`, doc);
      families.put(edit, doc !== null);
    };
    for (const change of ofSet) {
      const key = `${change.kind}/${change.id}`;
      const now = present.get(key) ?? null;
      const merged = mergeDocument(change.kind, change.before, change.after, now);
      const edit = { kind: change.kind, id: change.id, doc: merged.doc, before: bidOf(slots.get(key), now) } as EntityChange;
      const reason = await reasonAgainst(db, onto, change, now, merged.conflicts, edit);
      if (reason !== undefined || sameJson(now, merged.doc)) {
        results.push(resultOf(change, reason ?? { Outcome: 'alreadySo' }));
        continue;
      }
      const one = { kind: edit.kind, id: edit.id, was: now, doc: edit.doc, change, edit };
      planned.push(one);
      stand(one, edit.doc);
    }
    for (let torn = families.torn(planned); torn; torn = families.torn(planned)) {
      const { change: first, orphan } = torn;
      // with a track that stays its timetables stay, those that were removed together with it
      const held = planned.filter((one) => one === first || (!orphan && one.doc === null && isWithin(one, first)));
      for (const one of held.toReversed()) stand(one, one.was);
      for (const one of held) results.push(resultOf(one.change, orphan ? withoutParent(one.kind) : { Outcome: 'noLongerFits', Reason: torn.reason }));
      planned = planned.filter((one) => !held.includes(one));
    }
    const [made] = planned;
    if (made) sets.push({ from: made.change, edits: planned.map(({ edit }) => edit) });
    results.push(...planned.map(({ change }) => resultOf(change, { Outcome: 'applied' })));
  }
  const count = (outcome: CorrectionResult['Outcome']): number => results.filter(({ Outcome }) => Outcome === outcome).length;
  const rank = { noLongerFits: 0, unattached: 1, applied: 2, alreadySo: 3 } as const;
  return {
    rebase: {
      Applied: count('applied'),
      AlreadySo: count('alreadySo'),
      KeptBack: count('noLongerFits') + count('unattached'),
      Results: results.toSorted((a, b) => rank[a.Outcome] - rank[b.Outcome] || a.ChangeId - b.ChangeId).slice(0, MOST_RESULTS),
    },
    sets,
  };
}

const KEYS_AT_ONCE = 5000;
/** All of them are held with their documents, before and after. */
const MOST_CORRECTIONS = 50_000;
const MOST_RESULTS = 1000;

/** What a version holds under any number of ids and in families. */
async function readMany(db: Db, versionId: number, keys: readonly (DocumentKey | DocumentFamily)[]): Promise<readonly NamedSlot[]> {
  const found: NamedSlot[] = [];
  for (let at = 0; at < keys.length; at += KEYS_AT_ONCE) found.push(...(await readSlots(db, versionId, keys.slice(at, at + KEYS_AT_ONCE))));
  return found;
}

type Verdict = Pick<CorrectionResult, 'Outcome' | 'Reason'>;

/** What is said of a track or timetable that was made where there is no schedule or track for it. */
function withoutParent(kind: EntityKind): Verdict {
  return kind === 'Timetable'
    ? { Outcome: 'unattached', Reason: 'The track is not in this version: attach it to a track' }
    : { Outcome: 'noLongerFits', Reason: 'The schedule is gone' };
}

/** Why a correction cannot be made there; undefined where it can. */
async function reasonAgainst(
  db: Db,
  onto: number,
  change: StoredChange,
  now: Entity | null,
  conflicts: readonly string[],
  edit: EntityChange,
): Promise<Verdict | undefined> {
  const kind = change.kind.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
  if (now === null && change.before !== null && change.after !== null) {
    const attachable = change.kind === 'Track' || change.kind === 'Timetable';
    return attachable
      ? { Outcome: 'unattached', Reason: `The ${kind} is not in this version: attach it to a track` }
      : { Outcome: 'noLongerFits', Reason: `The ${kind} is gone` };
  }
  if (conflicts.length > 0) {
    const fields = [...new Set(conflicts.map((path) => path.split('/')[0] ?? ''))].filter((field) => field !== '');
    const words =
      fields.length === 0 ? `The ${kind} is there already and differs` : `${fields.map(propertyTitle).join(', ')} differs from what was corrected`;
    return { Outcome: 'noLongerFits', Reason: words };
  }
  const refusal = edit.doc === null ? await removalRefusal(db, onto, [edit]) : undefined;
  return refusal === undefined ? undefined : { Outcome: 'noLongerFits', Reason: refusal };
}

function resultOf(change: StoredChange, verdict: Verdict): CorrectionResult {
  return {
    ChangeId: change.changeId,
    SetId: change.setId,
    Type: change.kind,
    Name: entityTitle(change.kind, change.after ?? change.before ?? { Id: change.id }),
    Message: change.label,
    CreatedBy: change.author,
    ...verdict,
  };
}

/** The edits with the documents that they replace, also where an earlier correction made these. */
async function onTopOf(db: Db, draftId: number, edits: readonly EntityChange[], written: Set<string>): Promise<readonly EntityChange[]> {
  const again = edits.filter(({ kind, id }) => written.has(`${kind}/${id}`));
  const slots = new Map((again.length === 0 ? [] : await readSlots(db, draftId, again)).map((slot) => [`${slot.kind}/${slot.id}`, slot]));
  for (const { kind, id } of edits) written.add(`${kind}/${id}`);
  return edits.map((edit) => {
    const slot = slots.get(`${edit.kind}/${edit.id}`);
    return slot ? { ...edit, before: slot.doc === null ? null : slot.bid } : edit;
  });
}

/** The stored document that an edit replaces; one that an earlier correction made is not stored yet, and is not named. */
function bidOf(slot: { doc: Entity | null; bid: number | null } | undefined, now: Entity | null): number | null {
  return slot?.doc && slot.doc === now ? slot.bid : null;
}

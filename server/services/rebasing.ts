/**
 * Which corrections of a version can be applied to another one, found set by set in their order. In memory are only one set and what
 * later sets may touch again, so that memory does not grow with the number of corrections.
 */
import type { CorrectionResult, Rebase } from '../../src/domain/changes.ts';
import { propertyTitle } from '../../src/domain/comparer/fields.ts';
import type { DocumentKey } from '../../src/domain/edits/documentEdit.ts';
import { mergeDocument } from '../../src/domain/edits/mergeDocument.ts';
import type { Entity, EntityKind } from '../../src/domain/entities.ts';
import { entityTitle } from '../../src/domain/entityTitle.ts';
import { sameJson } from '../../src/domain/sameJson.ts';
import { ChangedDocuments } from '../store/changedDocuments.ts';
import { correctionsOfSets, countRepeats, lineOf, programOf, setsOfCorrections, type StoredChange } from '../store/changes.ts';
import type { EntityChange } from '../store/edits.ts';
import { type NamedSlot, readManySlots } from '../store/entities.ts';
import { readerIn } from '../store/engine.ts';
import type { Db } from '../store/tables.ts';
import { type Correction, CorrectionIds } from './correctionIds.ts';
import { Families, familyKeys } from './familyChecks.ts';
import { type FittedChange, fittingOf } from './fitting.ts';
import { groupedBy } from '../../src/domain/groupedBy.ts';

/** One set of corrections as it is written into the other version. */
export interface PlannedSet {
  readonly from: StoredChange;
  readonly edits: readonly EntityChange[];
}

/** A correction as it could be made there. `earlier`: the document as the corrections before it left it, undefined where none touched it. */
interface Planned extends FittedChange {
  readonly was: Entity | null;
  readonly earlier: Entity | null | undefined;
  readonly correction: Correction;
}

/** What becomes of the corrections of a version in another one. Each set that can be made there, or the part of it that can, is handed to `apply`. */
export async function planRebase(db: Db, versionId: number, onto: number, apply: (set: PlannedSet) => Promise<void>): Promise<Rebase> {
  const line = await lineOf(db, versionId);
  const repeats = await countRepeats(db, line);
  let ids: CorrectionIds | undefined;
  const plan = new RebasePlan(db, onto);
  for (let after = 0; ;) {
    const page = await setsOfCorrections(db, line, after, SETS_AT_ONCE);
    while (page.length > 0) {
      const batch: number[] = [];
      for (let n = 0; page.length > 0 && (n === 0 || n + (page[0]?.n ?? 0) <= CHANGES_AT_ONCE);) {
        const next = page.shift();
        batch.push((after = next?.setId ?? after));
        n += next?.n ?? 0;
      }
      const stored = await correctionsOfSets(db, line, batch);
      const found = (ids ??= await CorrectionIds.between(readerIn(db), line, onto));
      const corrections = stored.map((change) => found.of(change));
      for (const set of await plan.plan(corrections)) await apply(set);
      if (repeats) plan.dropBulk(stored, corrections, repeats);
    }
    if ((await setsOfCorrections(db, line, after, 1)).length === 0) return plan.results.summary();
  }
}

const SETS_AT_ONCE = 1000;
const CHANGES_AT_ONCE = 1000;

/** The state of a rebase: what the version would hold after those that were looked at. */
class RebasePlan {
  readonly results = new Results();
  readonly #db: Db;
  readonly #onto: number;
  readonly #changed = new ChangedDocuments();
  readonly #families = new Families([]);
  /** Names of documents that were made or removed: what the version itself says of these no longer counts. */
  readonly #moved = new Set<string>();

  constructor(db: Db, onto: number) {
    this.#db = db;
    this.#onto = onto;
  }

  /** Plans the sets of some corrections; answers what can be made of each. */
  async plan(corrections: readonly Correction[]): Promise<readonly PlannedSet[]> {
    const changes = corrections.map(({ change }) => change);
    const stored = await readManySlots(this.#db, this.#onto, changes);
    const relatives = familyKeys(changes.map(({ kind, id, before, after }) => ({ kind, id, was: before, doc: after })));
    for (const slot of [...(await readManySlots(this.#db, this.#onto, relatives)), ...stored])
      if (!this.#moved.has(nameOf(slot))) this.#families.put(slot, slot.doc !== null);
    const slots = new Map(stored.map((slot) => [nameOf(slot), slot]));
    const sets: PlannedSet[] = [];
    for (const ofSet of groupedBy(corrections, ({ change }) => change.setId).values()) {
      const planned = await this.#fitting(ofSet.flatMap((one) => this.#planned(one, slots.get(nameOf(one.change))) ?? []));
      const [first] = planned;
      if (first) sets.push({ from: first.correction.change, edits: planned.map(({ edit }) => edit) });
      for (const { correction } of planned) this.results.add(correction, { Outcome: 'applied' });
    }
    return sets;
  }

  /** Drops the large parts of tracks and timetables that no later correction touches. `repeats`: how often each still occurs. */
  dropBulk(stored: readonly StoredChange[], corrections: readonly Correction[], repeats: Map<string, number>): void {
    for (const [at, change] of stored.entries()) {
      const { kind, id } = corrections[at]?.change ?? change;
      if (kind !== 'Track' && kind !== 'Timetable') continue;
      const left = (repeats.get(nameOf(change)) ?? 1) - 1;
      repeats.set(nameOf(change), left);
      if (left > 0) continue;
      repeats.delete(nameOf(change));
      const doc = this.#changed.get(kind, id);
      if (kind === 'Timetable') this.#changed.forget(kind, id);
      else if (doc && 'Direction' in doc && 'Stops' in doc) {
        // its stops are needed to check the removal of a stop
        const { Shape: _shape, ShapeDistances: _distances, ...slim } = doc;
        this.#changed.put({ kind, id, doc: slim });
      }
    }
  }

  /** A correction as it can be made; undefined where it cannot or need not be. */
  #planned(correction: Correction, slot: NamedSlot | undefined): Planned | undefined {
    const { change, waits } = correction;
    const { kind, id } = change;
    if (waits) {
      this.results.add(correction, notThere(kind));
      return undefined;
    }
    const earlier = this.#changed.get(kind, id);
    const was = earlier === undefined ? (slot?.doc ?? null) : earlier;
    const merged = mergeDocument(kind, change.before, change.after, was);
    const reason = reasonAgainst(change, was, merged.conflicts);
    if (reason !== undefined || sameJson(was, merged.doc)) {
      this.results.add(correction, reason ?? { Outcome: 'alreadySo' });
      return undefined;
    }
    // the stored document that it replaces; one that an earlier correction made is not stored yet, and is not named
    const before = earlier === undefined && slot?.doc ? slot.bid : null;
    const one = { kind, id, was, earlier, doc: merged.doc, correction, edit: { kind, id, doc: merged.doc, before } as EntityChange };
    this.#changed.put(one.edit);
    this.#families.put(one, one.doc !== null);
    if ((was === null) !== (one.doc === null)) this.#moved.add(nameOf(one));
    return one;
  }

  /** Those of a set that leave nothing torn, in use, or named that is not there; the others are put back. */
  #fitting(set: readonly Planned[]): Promise<readonly Planned[]> {
    const place = { db: this.#db, versionId: this.#onto, changed: this.#changed, families: this.#families };
    return fittingOf(place, set, (held, { reason, orphan, first }) => {
      for (const { kind, id, was, earlier } of held.toReversed()) {
        if (earlier === undefined) this.#changed.forget(kind, id);
        else this.#changed.put({ kind, id, doc: earlier });
        this.#families.put({ kind, id }, was !== null);
      }
      const verdict: Verdict = orphan ? withoutParent(first.kind) : { Outcome: 'noLongerFits', Reason: reason };
      for (const { correction } of held) this.results.add(correction, verdict);
    });
  }
}

/** What became of each correction; of each outcome the first are kept. */
class Results {
  readonly #lists: Record<CorrectionResult['Outcome'], CorrectionResult[]> = { noLongerFits: [], unattached: [], applied: [], alreadySo: [] };
  readonly #counts: Record<CorrectionResult['Outcome'], number> = { noLongerFits: 0, unattached: 0, applied: 0, alreadySo: 0 };

  add(correction: Correction, verdict: Verdict): void {
    const list = this.#lists[verdict.Outcome];
    this.#counts[verdict.Outcome]++;
    list.push(resultOf(correction, verdict));
    if (list.length >= 2 * MOST_RESULTS) this.#lists[verdict.Outcome] = firstOf(list);
  }

  summary(): Rebase {
    const { noLongerFits, unattached, applied, alreadySo } = this.#lists;
    return {
      Applied: this.#counts.applied,
      AlreadySo: this.#counts.alreadySo,
      KeptBack: this.#counts.noLongerFits + this.#counts.unattached,
      Results: [noLongerFits, unattached, applied, alreadySo].flatMap(firstOf).slice(0, MOST_RESULTS),
    };
  }
}

const MOST_RESULTS = 1000;

function firstOf(list: readonly CorrectionResult[]): CorrectionResult[] {
  return list.toSorted((a, b) => a.ChangeId - b.ChangeId).slice(0, MOST_RESULTS);
}

type Verdict = Pick<CorrectionResult, 'Outcome' | 'Reason'>;

/** What is said of a track or timetable that was made where there is no schedule or track for it. */
function withoutParent(kind: EntityKind): Verdict {
  return kind === 'Timetable'
    ? { Outcome: 'unattached', Reason: 'The track is not in this version: attach it to a track' }
    : { Outcome: 'noLongerFits', Reason: 'The schedule is gone' };
}

/** What is said of a correction whose track or timetable is not in the other version, or not surely the same there. */
function notThere(kind: EntityKind): Verdict {
  return { Outcome: 'unattached', Reason: `The ${kind.toLowerCase()} is not in this version: attach it to a track` };
}

/** Why a correction cannot be merged into the document that is there; undefined where it can. */
function reasonAgainst(change: StoredChange, now: Entity | null, conflicts: readonly string[]): Verdict | undefined {
  const kind = change.kind.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
  if (now === null && change.before !== null && change.after !== null) {
    const attachable = change.kind === 'Track' || change.kind === 'Timetable';
    return attachable ? notThere(change.kind) : { Outcome: 'noLongerFits', Reason: `The ${kind} is gone` };
  }
  if (conflicts.length === 0) return undefined;
  const fields = [...new Set(conflicts.map((path) => path.split('/')[0] ?? ''))].filter((field) => field !== '');
  const words =
    fields.length === 0 ? `The ${kind} is there already and differs` : `${fields.map(propertyTitle).join(', ')} differs from what was corrected`;
  return { Outcome: 'noLongerFits', Reason: words };
}

function resultOf({ change, pair }: Correction, verdict: Verdict): CorrectionResult {
  return {
    ChangeId: change.changeId,
    SetId: change.setId,
    Type: change.kind,
    Name: entityTitle(change.kind, change.after ?? change.before ?? { Id: change.id }),
    Message: change.label,
    CreatedBy: change.author,
    ...programOf(change),
    ...verdict,
    ...(pair && { Pair: pair }),
  };
}

function nameOf({ kind, id }: DocumentKey): string {
  return `${kind}/${id}`;
}

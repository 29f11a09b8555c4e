/** Merges what a branch changed since a base state into a draft, document by document. Writes nothing. */
import type { Doc } from '../../src/domain/comparer/fields.ts';
import { mergeDocument, type PartConflict } from '../../src/domain/edits/mergeDocument.ts';
import { ENTITY_SCHEMAS, type Entity, type EntityKind } from '../../src/domain/entities.ts';
import { entityTitle } from '../../src/domain/entityTitle.ts';
import { kindWord } from '../../src/domain/references.ts';
import { sameJson } from '../../src/domain/sameJson.ts';
import { type ConflictName, type KeptBack, type Side, TAKE_OVER_LIMIT } from '../../src/domain/takeOver.ts';
import { Refusal } from '../refusal.ts';
import { type BranchChange, type Branches, type CommonState, stateBefore, touchedSince } from '../store/branches.ts';
import { ChangedDocuments } from '../store/changedDocuments.ts';
import { readBlobs } from '../store/differences.ts';
import type { EntityChange } from '../store/edits.ts';
import { readerIn } from '../store/engine.ts';
import { readManySlots } from '../store/entities.ts';
import type { Db } from '../store/tables.ts';
import { withoutDoubledTrips } from './doubledTrips.ts';
import { Families, familyKeys } from './familyChecks.ts';
import { type FittedChange, fittingOf } from './fitting.ts';
import { OwnTimetables } from './ownTimetables.ts';
import { tornTimetables } from './tornTimetables.ts';

/** A part that both sides changed: `before` is the base, `after` what the branch has, `present` what the draft has. */
export interface BranchConflict extends PartConflict {
  readonly kind: EntityKind;
  readonly id: string;
  readonly title: string;
}

/** What a merge would change in the draft, what has to be decided, and what cannot be made. */
export interface BranchMerge {
  readonly changes: readonly FittedChange[];
  readonly conflicts: readonly BranchConflict[];
  readonly keptBack: readonly KeptBack[];
}

/** The draft and the other version, the state by which they have one origin, and the last that they have in common. */
export interface Parting {
  readonly onto: number;
  readonly branches: Branches;
  readonly origin: CommonState;
  readonly base: CommonState;
}

/** Merges; each conflict is asked about once. Refuses (409) more documents than are taken over at once. */
export async function mergeBranch(db: Db, parting: Parting, decide: (name: ConflictName) => Side): Promise<BranchMerge> {
  const { onto, branches, origin, base } = parting;
  // a state of the draft says nothing of the line of the other version: all since the origin is looked at
  const found = await touchedSince(db, branches.theirs, base.of === 'theirs' ? base : origin, TAKE_OVER_LIMIT + 1);
  if (found.length > TAKE_OVER_LIMIT)
    throw new Refusal(
      409,
      'too_many',
      `More than ${TAKE_OVER_LIMIT.toLocaleString('en-GB')} documents differ. Take over from a version that differs less.`,
    );
  const [changes, conflicts, keptBack]: [FittedChange[], BranchConflict[], KeptBack[]] = [[], [], []];
  const own = new OwnTimetables(db, onto, found);
  const keptHere = new Set<string>();
  for (let at = 0; at < found.length; at += PAGE) {
    for (const one of await own.named(await statesOf(db, parting, found.slice(at, at + PAGE)))) {
      const { kind, id, was, theirs, ours } = one;
      const title = entityTitle(kind, ours ?? theirs ?? was ?? { Id: id });
      const { doc } = mergeDocument(kind, was, theirs, ours, (conflict) => {
        conflicts.push({ ...conflict, kind, id, title });
        const side = decide({ Kind: kind, Id: id, Path: conflict.path });
        if (side === 'ours' && kind === 'Timetable') keptHere.add(conflict.path);
        return side === 'theirs';
      });
      if (sameJson(doc, ours)) continue;
      const fault = doc === null || sameJson(doc, theirs) ? undefined : ENTITY_SCHEMAS[kind].safeParse(doc).error?.issues[0]?.message;
      if (fault !== undefined)
        keptBack.push({ Kind: kind, Id: id, Title: title, Reason: `The changes of both make no valid ${kindWord(kind)}: ${fault}` });
      else changes.push({ kind, id, was: ours, doc, edit: { kind, id, doc, before: one.before } as EntityChange });
    }
  }
  const disputed = conflicts.flatMap(({ kind, id }) => (kind === 'Timetable' ? [id] : []));
  const single = await withoutDoubledTrips(db, onto, changes, disputed, (trip) => keptHere.has(`Departures/${trip}`), keptBack);
  return { changes: await keepFitting(db, onto, single, keptBack), conflicts, keptBack };
}

/** So many documents are read at once. */
const PAGE = 500;

/** A document in the state that both have in common, in the other version, and in the draft; null where it is not there. */
export interface States {
  readonly kind: EntityKind;
  readonly id: string;
  readonly was: Entity | null;
  readonly theirs: Entity | null;
  readonly ours: Entity | null;
  /** The stored document of the draft. */
  readonly before: number | null;
}

/** The three states of documents; those that the other version left as they were, or has as the draft has them, are left out. */
async function statesOf(db: Db, { onto, branches, base }: Parting, found: readonly BranchChange[]): Promise<readonly States[]> {
  const slots = new Map((await readManySlots(db, onto, found)).map((slot) => [`${slot.kind} ${slot.id}`, slot]));
  const then = base.of === 'theirs' ? undefined : await stateBefore(db, branches.ours, base, found);
  const differing = found.flatMap((one) => {
    const key = `${one.kind} ${one.id}`;
    const slot = slots.get(key);
    const now = slot?.bid ?? null;
    const earlier = then?.get(key);
    const was = then ? (earlier === undefined ? now : earlier) : one.was;
    return was === one.is || now === one.is ? [] : [{ ...one, was, slot }];
  });
  const docs = await readBlobs(
    readerIn(db),
    differing.flatMap(({ was, is }) => [was, is]),
  );
  // they were checked when they were written
  const docOf = (bid: number | null): Entity | null => (bid === null ? null : ((docs.get(bid) as Entity & Doc) ?? null));
  return differing.map(({ kind, id, was, is, slot }) => ({
    kind,
    id,
    was: docOf(was),
    theirs: docOf(is),
    ours: slot?.doc ?? null,
    before: slot?.doc ? slot.bid : null,
  }));
}

/** The changes that can be made together; the others are noted with the reason. */
async function keepFitting(db: Db, onto: number, changes: readonly FittedChange[], keptBack: KeptBack[]): Promise<readonly FittedChange[]> {
  const changed = new ChangedDocuments(changes.map(({ edit }) => edit));
  const families = new Families(await readManySlots(db, onto, familyKeys(changes)));
  for (const change of changes) families.put(change, change.doc !== null);
  const hold = (held: readonly FittedChange[], reason: string): void => {
    for (const { kind, id, was, doc } of held) {
      changed.forget(kind, id);
      families.put({ kind, id }, was !== null);
      keptBack.push({ Kind: kind, Id: id, Title: entityTitle(kind, { Id: id, ...(doc ?? was) }), Reason: reason });
    }
  };
  const torn = new Set(await tornTimetables(db, onto, changes));
  hold([...torn], 'The stops of the track and the times of its timetables would not fit together');
  return fittingOf(
    { db, versionId: onto, changed, families },
    changes.filter((one) => !torn.has(one)),
    (held, { reason }) => hold(held, reason),
  );
}

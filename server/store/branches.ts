/** Versions that were made from one version: what they have in common, and what one of them changed since. */
import { sql } from 'kysely';
import { type EntityKind, KIND_NUMBERS, kindOfNumber } from '../../src/domain/entities.ts';
import type { DocumentKey } from '../../src/domain/edits/documentEdit.ts';
import type { VersionSnapshot } from '../../src/domain/snapshots.ts';
import type { Line } from './changes.ts';
import type { Db } from './tables.ts';

/** A version that something is taken over from (`theirs`) and the draft (`ours`), each with the versions it was made from. */
export interface Branches {
  readonly theirs: Line;
  readonly ours: Line;
}

/** A state of `ours` or `theirs` that both have in common. */
export interface CommonState extends VersionSnapshot {
  readonly of: keyof Branches;
}

/** The last state that both lines have in common by origin; undefined where they share no version. */
export function commonOrigin({ theirs, ours }: Branches): CommonState | undefined {
  for (const { versionId, rev } of theirs) {
    const shared = ours.find((each) => each.versionId === versionId);
    if (shared) return { versionId, rev: Math.min(rev, shared.rev), of: 'theirs' };
  }
  return undefined;
}

/**
 * The last state that both have in common: the origin, or what one of them took over from the other since and did not undo. The later
 * one on the line of `theirs` counts.
 */
export async function commonState(db: Db, branches: Branches, origin: CommonState): Promise<CommonState> {
  const { theirs, ours } = branches;
  const ids = (line: Line): number[] => line.map(({ versionId }) => versionId);
  const { rows } = await sql<{ version_id: number; rev: number; from_id: number; from_rev: number }>`
    select version_id, rev, from_id, from_rev from taken_over t
    where stands and (version_id = any(${ids(ours)}::int[]) and from_id = any(${ids(theirs)}::int[])
        or version_id = any(${ids(theirs)}::int[]) and from_id = any(${ids(ours)}::int[]))
      and not exists (select from change c where c.version_id = t.version_id and c.rev = t.set_rev and not c.active)`.execute(db);
  const found = rows.flatMap(({ version_id: by, rev, from_id: from, from_rev: fromRev }): readonly Candidate[] => [
    ...candidate(has(ours, by, rev), place(theirs, from, fromRev), { versionId: from, rev: fromRev, of: 'theirs' }),
    ...candidate(has(ours, from, fromRev), place(theirs, by, rev), { versionId: from, rev: fromRev, of: 'ours' }),
  ]);
  const first = candidate(true, place(theirs, origin.versionId, origin.rev), origin);
  const [latest] = [...first, ...found].toSorted((a, b) => a.at - b.at || b.rev - a.rev);
  return latest?.state ?? origin;
}

/** A common state; `at` and `rev` say where on the line of the other version it is: what comes first there is the latest. */
interface Candidate {
  readonly state: CommonState;
  readonly at: number;
  readonly rev: number;
}

function candidate(isKnown: boolean, where: { readonly at: number; readonly rev: number } | undefined, state: CommonState): readonly Candidate[] {
  return isKnown && where ? [{ ...where, state }] : [];
}

function has(line: Line, versionId: number, rev: number): boolean {
  return place(line, versionId, rev) !== undefined;
}

/** Where a state is on a line; undefined where the line does not have it. */
function place(line: Line, versionId: number, rev: number): { readonly at: number; readonly rev: number } | undefined {
  const at = line.findIndex((one) => one.versionId === versionId && rev <= one.rev);
  return at < 0 ? undefined : { at, rev };
}

/** A document that a line of versions touched: what it was and what the line left, as rows of `blob`; null where it is not there. */
export interface BranchChange {
  readonly kind: EntityKind;
  readonly id: string;
  readonly was: number | null;
  readonly is: number | null;
}

/** What a line of versions touched after one of its states, ordered by kind and id. */
export async function touchedSince(db: Db, line: Line, since: VersionSnapshot, limit: number): Promise<readonly BranchChange[]> {
  const { ids, low, high } = partOf(line, since);
  const { rows } = await sql<{ kind: number; id: string; was: number | null; is_bid: number | null }>`
    select c.kind, c.id, (array_agg(c.before_bid order by w.place desc, c.rev, c.seq))[1] as was,
      (array_agg(c.after_bid order by w.place, c.rev desc, c.seq desc))[1] as is_bid
    from unnest(${ids}::int[], ${low}::bigint[], ${high}::bigint[]) with ordinality w(version_id, low, high, place)
      join change c on c.version_id = w.version_id and c.rev > w.low and c.rev <= w.high
    group by c.kind, c.id order by c.kind, c.id limit ${limit}`.execute(db);
  return rows.map((row) => ({ kind: kindOfNumber(row.kind), id: row.id, was: row.was, is: row.is_bid }));
}

/** Of some documents those that a line touched after one of its states, with what they were then: rows of `blob` by kind and id. */
export async function stateBefore(
  db: Db,
  line: Line,
  since: VersionSnapshot,
  keys: readonly DocumentKey[],
): Promise<ReadonlyMap<string, number | null>> {
  const { ids, low, high } = partOf(line, since);
  const { rows } = await sql<{ kind: number; id: string; was: number | null }>`
    select k.kind, k.id, (array_agg(c.before_bid order by w.place desc, c.rev, c.seq))[1] as was
    from unnest(${keys.map(({ kind }) => KIND_NUMBERS[kind])}::smallint[], ${keys.map(({ id }) => id)}::text[]) k(kind, id)
      cross join unnest(${ids}::int[], ${low}::bigint[], ${high}::bigint[]) with ordinality w(version_id, low, high, place)
      join change c on c.version_id = w.version_id and c.kind = k.kind and c.id = k.id and c.rev > w.low and c.rev <= w.high
    group by k.kind, k.id`.execute(db);
  return new Map(rows.map(({ kind, id, was }) => [`${kindOfNumber(kind)} ${id}`, was]));
}

/** The versions of a line after one of its states, each with the revisions that lie after it. */
function partOf(line: Line, { versionId, rev }: VersionSnapshot): { readonly ids: number[]; readonly low: number[]; readonly high: number[] } {
  const part = line.slice(0, line.findIndex((one) => one.versionId === versionId) + 1);
  return {
    ids: part.map((one) => one.versionId),
    low: part.map((one) => (one.versionId === versionId ? rev : 0)),
    high: part.map((one) => one.rev),
  };
}

/** Notes that a draft has taken over a state of another version. `rev`: of the draft after it; `setRev`: of the set, null where none was written. */
export async function noteTakenOver(db: Db, { versionId, rev }: VersionSnapshot, from: VersionSnapshot, setRev: number | null): Promise<void> {
  await sql`
    insert into taken_over(version_id, rev, set_rev, from_id, from_rev)
    values (${versionId}, ${rev}, ${setRev}::bigint, ${from.versionId}, ${from.rev})`.execute(db);
}

/** Notes that a set of a draft was reverted by another: what it took over is so no longer, or again. */
export async function noteReverted(db: Db, versionId: number, rev: number, by: number): Promise<void> {
  await sql`update taken_over set stands = not stands, set_rev = ${by} where version_id = ${versionId} and set_rev = ${rev}`.execute(db);
}

/** How the rows of a list that is loaded as a whole follow its documents. */
import { castDraft, type Draft, isDraft, original } from 'immer';
import type { Entity, EntityKind } from '../domain/entities.ts';
import { sameJson } from '../domain/sameJson.ts';
import type { RowKeeper } from './documentRows.ts';
import type { Load, VersionData } from './state.ts';

interface ListOfRows<K extends EntityKind, R> {
  list(version: VersionData): Load<readonly R[]>;
  rowOf(doc: Entity<K>): R;
  /** The document a row tells of, where rows are whole documents. */
  docOf?(row: R): Entity<K>;
  /** Keeps rows in order; without it new ones stand at the end, and the others where they are. */
  compare?(a: R, b: R): number;
}

interface Row {
  readonly Id: string;
}

/**
 * Keeps the rows of a loaded list. The load brings the revisions of documents that differ from the version's base, which are
 * held from then on: a row without a held document is at revision 0.
 *
 * The first fold of a recipe replaces the array by a plain copy and the later ones change that copy, so that an edit of thousands
 * of documents costs one copy: writing through a draft would make a proxy of every row it passes.
 */
export function listRows<K extends EntityKind, R extends Row>({ list, rowOf, docOf, compare }: ListOfRows<K, R>): RowKeeper<K> {
  const rowIn = (version: VersionData, id: string): R | undefined => {
    const rows = list(version).value;
    return rows ? rowWithId(plain(rows), id) : undefined;
  };
  return {
    fold(version, id, doc) {
      const load = list(version) as Draft<Load<R[]>>;
      const found = load.value as readonly R[] | null;
      if (!found) return;
      const before = plain(found);
      const known = rowWithId(before, id);
      const row = doc === null ? undefined : rowOf(doc);
      if (row === undefined ? known === undefined : known !== undefined && sameJson(known, row)) return;
      const rows = ownCopy(before);
      if (rows !== before) load.value = castDraft(rows);
      const at = known === undefined ? -1 : rows.indexOf(known);
      if (row !== undefined && at >= 0 && (!compare || isInOrder(rows, at, row, compare))) rows[at] = row;
      else {
        if (at >= 0) rows.splice(at, 1);
        if (row !== undefined) rows.splice(compare ? placeOf(rows, row, compare) : rows.length, 0, row);
      }
      noteRow(rows, id, row);
    },
    ...(docOf && {
      partial: (version: VersionData, id: string) => {
        const row = rowIn(version, id);
        return row && docOf(row);
      },
    }),
    rev: (version, id) => (rowIn(version, id) ? 0 : undefined),
  };
}

/** The array itself where it is a draft: nobody writes through the draft. */
function plain<R>(rows: readonly R[]): readonly R[] {
  return isDraft(rows) ? (original<unknown>(rows) as readonly R[]) : rows;
}

/** An array that may be changed in place: a copy, unless an earlier fold of the same recipe made it. State is frozen. */
function ownCopy<R extends Row>(rows: readonly R[]): R[] {
  if (copies.has(rows) && !Object.isFrozen(rows)) return rows as R[];
  const copy = [...rows];
  copies.add(copy);
  return copy;
}

const copies = new WeakSet<readonly Row[]>();

/** Rows by id of arrays in which many are looked for; the first few lookups of an array go through its rows. */
const lookups = new WeakMap<readonly Row[], { count: number; byId?: Map<string, Row> }>();
const FEW = 8;

function rowWithId<R extends Row>(rows: readonly R[], id: string): R | undefined {
  let known = lookups.get(rows);
  if (!known) lookups.set(rows, (known = { count: 0 }));
  known.count += 1;
  if (known.count <= FEW) return rows.find((row) => row.Id === id);
  known.byId ??= new Map(rows.map((row) => [row.Id, row]));
  return known.byId.get(id) as R | undefined;
}

function noteRow(rows: readonly Row[], id: string, row: Row | undefined): void {
  const byId = lookups.get(rows)?.byId;
  if (row) byId?.set(id, row);
  else byId?.delete(id);
}

/** Whether a row in place of the one at an index leaves the rows in order. */
function isInOrder<R>(rows: readonly R[], at: number, row: R, compare: (a: R, b: R) => number): boolean {
  const [before, after] = [rows[at - 1], rows[at + 1]];
  return (before === undefined || compare(before, row) <= 0) && (after === undefined || compare(row, after) <= 0);
}

/** The place of a new row in an array that is in order. */
function placeOf<R>(rows: readonly R[], row: R, compare: (a: R, b: R) => number): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = rows[middle];
    if (other !== undefined && compare(row, other) < 0) high = middle;
    else low = middle + 1;
  }
  return low;
}

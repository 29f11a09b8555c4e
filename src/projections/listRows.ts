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
  /** Keeps new rows in order; without it they stand at the end. */
  compare?(a: R, b: R): number;
}

/**
 * Keeps the rows of a loaded list. The load brings the revisions of documents that differ from the version's base, which are
 * held from then on: a row without a held document is at revision 0.
 */
export function listRows<K extends EntityKind, R extends { readonly Id: string }>({ list, rowOf, docOf, compare }: ListOfRows<K, R>): RowKeeper<K> {
  const rowIn = (version: VersionData, id: string): R | undefined => {
    const rows = list(version).value;
    const at = rows ? indexOfId(rows, id) : -1;
    return rows?.[at];
  };
  return {
    fold(version, id, doc) {
      const load = list(version) as Draft<Load<R[]>>;
      const found = load.value as R[] | null;
      if (!found) return;
      const at = indexOfId(found, id);
      const row = doc === null ? undefined : rowOf(doc);
      // what a load has just brought is no draft yet, and frozen
      if (!isDraft(found) && (row === undefined ? at < 0 : sameJson(found[at], row))) return;
      const rows = isDraft(found) ? found : [...found];
      if (row === undefined) {
        if (at >= 0) rows.splice(at, 1);
      } else if (at >= 0) rows[at] = castDraft(row) as R;
      else rows.splice(compare ? placeOf(rows, row, compare) : rows.length, 0, castDraft(row) as R);
      if (rows !== found) load.value = castDraft(rows);
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

/** The index of a row; looked for in what a draft began with, for reading a draft makes a proxy of every row. */
function indexOfId<R extends { readonly Id: string }>(rows: readonly R[], id: string): number {
  const before = isDraft(rows) ? original<unknown>(rows) : rows;
  const guess = (before as readonly R[]).findIndex(({ Id }) => Id === id);
  return guess >= 0 && rows[guess]?.Id === id ? guess : rows.findIndex(({ Id }) => Id === id);
}

function placeOf<R>(rows: readonly R[], row: R, compare: (a: R, b: R) => number): number {
  const at = rows.findIndex((other) => compare(row, other) < 0);
  return at < 0 ? rows.length : at;
}

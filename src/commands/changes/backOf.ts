import type { DocumentChange } from '../../domain/edits/documentEdit.ts';
import { difference, type Patch } from '../../kernel/diff.ts';
import { heldDocument } from '../../projections/documents.ts';
import type { AppState } from '../../projections/state.ts';

/** What takes a document back to a former state, as far as it is small enough to be in the log: shown until the server has answered. */
export interface BackPatch {
  readonly kind: string;
  readonly id: string;
  readonly patches: Patch[];
}

/** The patches that lead from `changes` back to the documents of `before`. Those too large to keep are left out. */
export function backOf(before: AppState, versionId: number, changes: readonly DocumentChange[]): BackPatch[] {
  let room = MOST_CHARACTERS;
  return changes.flatMap(({ kind, id, doc }) => {
    const known = heldDocument(before, versionId, kind, id);
    if (!known) return [];
    const { back } = difference(known.doc, doc);
    room -= JSON.stringify(back).length;
    return back.length === 0 || room < 0 ? [] : [{ kind, id, patches: [...back] }];
  });
}

const MOST_CHARACTERS = 200_000;

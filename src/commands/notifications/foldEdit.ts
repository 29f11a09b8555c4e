/** How a changed document enters what is loaded of its version. */
import type { Draft } from 'immer';
import type { EntityState } from '../../contract/versions.ts';
import { foldDocument } from '../../projections/documents.ts';
import type { AppState } from '../../projections/state.ts';

/** Folds a changed document into what is loaded of its version. `theirs` are the fields that somebody else changed. */
export function foldEdit(base: Draft<AppState>, versionId: number, edit: EntityState, theirs: readonly string[] = edit.Fields): void {
  foldDocument(base, versionId, { ...edit, Fields: theirs }, theirs.length > 0);
}

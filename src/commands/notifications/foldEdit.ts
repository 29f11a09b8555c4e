/** How a changed document enters what is loaded of its version. */
import type { Draft } from 'immer';
import type { EntityState } from '../../contract/versions.ts';
import { foldDocument } from '../../projections/documents.ts';
import type { AppState } from '../../projections/state.ts';

/** Folds a document that somebody else has changed into what is loaded of its version. */
export function foldEdit(base: Draft<AppState>, versionId: number, edit: EntityState): void {
  foldDocument(base, versionId, edit, true);
}

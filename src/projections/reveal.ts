/** Brings into view what an undo or a redo has changed. */
import type { Draft } from 'immer';
import { revealStop } from './camera.ts';
import type { AppState } from './state.ts';

/** Asks the screens to show the first of these documents that can be shown. */
export function revealDocuments(
  base: Draft<AppState>,
  versionId: number,
  documents: readonly { readonly kind: string; readonly id: string }[],
): void {
  if (!base.versions[versionId]) return;
  const stop = documents.find(({ kind }) => kind === 'Stop');
  if (stop) revealStop(base, stop.id);
}

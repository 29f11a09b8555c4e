/** How a changed entity enters what is loaded of its version. */
import type { Draft } from 'immer';
import type { EntityState } from '../../contract/versions.ts';
import { Stop } from '../../domain/stops.ts';
import type { AppState } from '../../projections/state.ts';
import { foldStop } from '../../projections/stops.ts';

/** Folds one changed entity into what is loaded of its version. */
export function foldEdit(base: Draft<AppState>, versionId: number, edit: EntityState): void {
  if (edit.Kind !== 'Stop') return;
  const stop = edit.Doc === null ? null : Stop.parse(edit.Doc);
  foldStop(base, versionId, { StopId: edit.Id, Stop: stop, Rev: edit.Rev });
}

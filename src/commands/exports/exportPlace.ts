/** The export that the address names, and whether it may be changed. */
import type { Export } from '../../domain/exports.ts';
import { placeOf } from '../../domain/locations.ts';
import { READ_ONLY } from '../../domain/versions.ts';
import { exportIn, type ExportView, exportViewOf } from '../../projections/exportState.ts';
import type { AppState } from '../../projections/state.ts';

/** What the Exports screen shows; undefined at any other address. */
export function exportPlace(view: AppState): ExportView | undefined {
  const place = placeOf(view.location.path);
  return place.section === 'exports' && place.runId === undefined ? exportViewOf(view.location.search) : undefined;
}

/** Whether the account may change nothing. */
export function isReadOnlyAccount(view: AppState): boolean {
  return view.session.account?.permissions.readOnly !== false;
}

/** The export in view, where something may be done with it; else why not. */
export function chosenExport(view: AppState): { readonly one: Export } | { readonly why: string } {
  const at = exportPlace(view);
  const one = exportIn(view.exports, at?.exportId);
  if (one === undefined) return { why: 'Choose an export first' };
  if (at?.mode === 'EDIT') return { why: 'Save the form or leave it first' };
  return one.permissions.readOnly || isReadOnlyAccount(view) ? { why: READ_ONLY } : { one };
}

/** The export whose form the address asks for and can be filled in now: null for a new one. Undefined where it is not. */
export function exportToEdit(view: AppState): number | null | undefined {
  const at = exportPlace(view);
  if (at === undefined || at.mode === 'VIEW' || isReadOnlyAccount(view)) return undefined;
  if (at.mode === 'CREATE') return view.exports.configuration.value === null ? undefined : null;
  const one = exportIn(view.exports, at.exportId);
  return one === undefined || one.permissions.readOnly ? undefined : one.id;
}

/** The query with the export in view, without a mode. */
export function viewSearch(exportId: number | null): string {
  return exportId === null ? '' : `?export=${exportId}`;
}

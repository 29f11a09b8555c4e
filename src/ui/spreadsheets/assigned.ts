/** Heads of spreadsheets that were assigned: kept in the settings of the browser, by database and agency or list. */
import type { AssignedHeads } from '../../domain/spreadsheet/heads.ts';
import type { AppState } from '../../projections/state.ts';
import { presentPlace, versionOf } from '../../projections/versions.ts';

/** What heads are remembered under: the database of a version, and an agency or a list in it. */
export function headScope(view: AppState, versionId: number, of: string): string {
  return `${versionOf(view, versionId)?.DatabaseId ?? presentPlace(view).databaseId ?? ''}/${of}`;
}

/** The heads that were assigned there. */
export function assignedIn(view: AppState, scope: string): AssignedHeads | undefined {
  const all = view.settings.sheetHeads ?? {};
  return Object.hasOwn(all, scope) ? all[scope] : undefined;
}

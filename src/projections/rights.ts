/** Who may change what. The server decides; this only keeps controls honest. */
import type { AppState } from './state.ts';
import { databaseOf, presentVersion } from './versions.ts';

/** Whether the account, or the database, is read-only for the user. Unknown counts as read-only. */
export function rightsIn(view: AppState, databaseId: string | undefined): { readonly readOnly: boolean } {
  const account = view.session.account;
  if (!account || account.permissions.readOnly) return { readOnly: true };
  if (databaseId === undefined) return { readOnly: false };
  return { readOnly: databaseOf(view, databaseId)?.Permissions.ReadOnly ?? true };
}

/** Whether the version in view may be edited: marked Editable, completed, and its database is not read-only. */
export function canEdit(view: AppState): boolean {
  const version = presentVersion(view);
  return version !== undefined && version.Editable && version.Completed && !rightsIn(view, version.DatabaseId).readOnly;
}

/** Who may change what. The server decides; this only keeps controls honest. */
import { FINISHED, READ_ONLY } from '../domain/versions.ts';
import type { AppState } from './state.ts';
import { databaseOf, presentVersion, versionOf } from './versions.ts';

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

/** Why nothing can be undone or redone in a version; undefined where it can, and where too little is known to say so. */
export function undoRefusal(view: AppState, versionId: number): string | undefined {
  const version = versionOf(view, versionId);
  if (!version) return undefined;
  if (!version.Editable) return FINISHED;
  const database = databaseOf(view, version.DatabaseId);
  return view.session.account?.permissions.readOnly || database?.Permissions.ReadOnly ? READ_ONLY : undefined;
}

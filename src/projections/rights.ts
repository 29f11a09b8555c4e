/** Who may change what. The server decides; this only keeps controls honest. */
import { BEGIN_EDIT, FINISHED, READ_ONLY } from '../domain/versions.ts';
import type { AppState } from './state.ts';
import { databaseOf, presentSnapshot, presentVersion, versionOf } from './versions.ts';

/** Whether the account, or the database, is read-only for the user. Unknown counts as read-only. */
export function rightsIn(view: AppState, databaseId: string | undefined): { readonly readOnly: boolean } {
  const account = view.session.account;
  if (!account || account.permissions.readOnly) return { readOnly: true };
  if (databaseId === undefined) return { readOnly: false };
  return { readOnly: databaseOf(view, databaseId)?.Permissions.ReadOnly ?? true };
}

/** Whether the version in view may be edited: marked Editable, completed, and its database is not read-only. */
export function canEdit(view: AppState): boolean {
  return editRefusal(view) === undefined;
}

/** Why the version in view cannot be edited: missing rights first, else the state of the version. Undefined where it can. */
export function editRefusal(view: AppState): string | undefined {
  const version = presentVersion(view);
  if (version === undefined || rightsIn(view, version.DatabaseId).readOnly) return READ_ONLY;
  if (presentSnapshot(view) !== undefined) return 'An earlier state of the version cannot be edited';
  if (!version.Completed) return 'This version is still being saved';
  if (version.Archived) return 'This version is archived';
  return version.Editable ? undefined : BEGIN_EDIT;
}

/** The same for the `decide` of a command. */
export function refusedEdit(view: AppState): { readonly code: 'readOnly'; readonly message: string } | undefined {
  const message = editRefusal(view);
  return message === undefined ? undefined : { code: 'readOnly', message };
}

/** The same for the `payload` of an action. */
export function whyNoEdit(view: AppState): { readonly why: string } | undefined {
  const why = editRefusal(view);
  return why === undefined ? undefined : { why };
}

/** Why nothing can be undone or redone in a version; undefined where it can, and where too little is known to say so. */
export function undoRefusal(view: AppState, versionId: number): string | undefined {
  const version = versionOf(view, versionId);
  if (!version) return undefined;
  if (!version.Editable) return FINISHED;
  const database = databaseOf(view, version.DatabaseId);
  return view.session.account?.permissions.readOnly || database?.Permissions.ReadOnly ? READ_ONLY : undefined;
}

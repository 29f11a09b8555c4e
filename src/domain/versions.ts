/** Regions, databases and versions: where feeds live, and who may change them. */
import { z } from 'zod';
import { Bounds } from './coordinate.ts';
import { SNAPSHOT_IS_READ_ONLY, snapshotOf } from './snapshots.ts';

export const Permissions = z.object({ ReadOnly: z.boolean() });

/** Id of a version: a positive whole number given by the server. */
export const VersionId = z.int().positive();

export const Region = z.object({
  Key: z.string().min(1).max(40),
  Name: z.string().min(1).max(128),
  CountryCode: z.string(),
  LanguageCode: z.string(),
  Timezone: z.string(),
  Currency: z.string(),
  Bounds: Bounds.nullable(),
  Databases: z.array(z.object({ Id: z.string(), Name: z.string() })),
  Permissions,
  /** Versions with errors cannot be published; absent where they can. */
  RefusesErrors: z.boolean().optional(),
  /** Rises with every change of its data; a write says on which one it is based. */
  Rev: z.int().min(0).optional(),
});
export type Region = z.infer<typeof Region>;

export const Database = z.object({
  Id: z.string(),
  Name: z.string(),
  RegionKey: z.string(),
  RegionName: z.string(),
  Permissions,
  /** How many versions it has, drafts and archived ones too. */
  Versions: z.int().min(0).optional(),
  /** The version in force, and the time it came into force, in UTC; null where none is. */
  Current: z.object({ Id: VersionId, Date: z.string() }).nullable().optional(),
});
export type Database = z.infer<typeof Database>;

/** A version of a database. `Date` is an ISO moment in UTC; `Rev` rises by one with every edit. */
export const Version = z.object({
  Id: VersionId,
  DatabaseId: z.string(),
  Version: z.string(),
  Source: z.string(),
  Editable: z.boolean(),
  Published: z.boolean(),
  Current: z.boolean(),
  Archived: z.boolean(),
  /** False while the version is being saved; `Saving` says what is going on. */
  Completed: z.boolean(),
  Saving: z.enum(['writing', 'archiving', 'unArchiving']).nullable().default(null),
  /** A durable copy is kept in the object store, and retention leaves the version alone. */
  Stored: z.boolean().default(false),
  Date: z.string(),
  /** When it was published, an ISO moment in UTC; absent where it was not, or where nobody noted it. */
  PublishedAt: z.string().optional(),
  ParentId: VersionId.nullable(),
  /** Who made it: the sign-in name. */
  Author: z.string().optional(),
  Rev: z.int().min(0),
  /** How many of its revisions came to nothing: two for each undo, itself and what it took back. Absent where none did. */
  Undone: z.int().min(0).optional(),
});
export type Version = z.infer<typeof Version>;

/** A version's name is at most this long. */
export const VERSION_NAME_LIMIT = 128;

/** The one word on a name that is too long. */
export const VERSION_NAME_TOO_LONG = `The Version Name field cannot exceed ${VERSION_NAME_LIMIT} characters`;

/** Name of a version as people type it: no spaces around it, not empty, at most VERSION_NAME_LIMIT characters. */
export const VersionName = z
  .string()
  .transform((text) => text.trim())
  .pipe(z.string().min(1, 'The Version Name field is required').max(VERSION_NAME_LIMIT, VERSION_NAME_TOO_LONG));

/** What can be done with a version as a whole. */
export const VERSION_ACTS = [
  'beginEdit',
  'finishEdit',
  'clone',
  'publish',
  'makeCurrent',
  'store',
  'archive',
  'unArchive',
  'download',
  'deleteDraft',
] as const;
export type VersionAct = (typeof VERSION_ACTS)[number];

/**
 * Why an act is not possible in the state a version is in; undefined where it is. The rule of the client's controls and of
 * the server, which refuses the act with the same words (409). Rights are not looked at here.
 */
export function refusalOfAct(act: VersionAct, version: Version): string | undefined {
  if (snapshotOf(version.Id)) return SNAPSHOT_IS_READ_ONLY;
  if (!version.Completed) return 'This version is still being saved';
  if (version.Archived) return act === 'unArchive' || act === 'download' ? undefined : 'This version is archived';
  switch (act) {
    case 'unArchive':
      return 'This version is not archived';
    case 'finishEdit':
    case 'deleteDraft':
      return version.Editable ? undefined : 'This version is not being edited';
    case 'beginEdit':
      return version.Editable ? 'This version is being edited already' : undefined;
    case 'publish':
      return version.Editable ? 'Finish the edit of this version first' : version.Published ? 'This version is published already' : undefined;
    case 'makeCurrent':
      if (!version.Published) return 'This version was not published before. Publish it';
      return version.Current ? 'This version is current already' : undefined;
    case 'store':
      return version.Editable ? 'Finish the edit of this version first' : version.Stored ? 'This version is stored already' : undefined;
    case 'archive':
      if (version.Editable) return 'Finish the edit of this version first';
      return version.Current ? 'The current version cannot be archived' : undefined;
    case 'clone':
    case 'download':
      return undefined;
  }
}

/** The words of the version list for the state a version is in. */
export function versionState(version: Version): 'Saving' | 'Archived' | 'Editable' | 'Current' | 'Published' | 'Completed' {
  if (!version.Completed) return 'Saving';
  if (version.Archived) return 'Archived';
  if (version.Editable) return 'Editable';
  if (version.Current) return 'Current';
  return version.Published ? 'Published' : 'Completed';
}

/** The tooltip on every control that read-only rights disable. */
export const READ_ONLY = 'You have read-only rights';

/** The tooltip on the controls of a version that has no edit under way, for those who may begin one. */
export const BEGIN_EDIT = 'Begin an edit to change anything';

/** Why nothing is undone or redone in a version whose edit is finished. */
export const FINISHED = 'This version is finished: nothing in it can be changed';

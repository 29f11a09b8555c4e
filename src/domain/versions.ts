/** Regions, databases and versions: where feeds live, and who may change them. */
import { z } from 'zod';
import { Bounds } from './coordinate.ts';

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
});
export type Region = z.infer<typeof Region>;

export const Database = z.object({
  Id: z.string(),
  Name: z.string(),
  RegionKey: z.string(),
  RegionName: z.string(),
  Permissions,
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
  /** False while the version is being saved. */
  Completed: z.boolean(),
  Date: z.string(),
  ParentId: VersionId.nullable(),
  Rev: z.int().min(0),
});
export type Version = z.infer<typeof Version>;

/** A version's name is at most this long. */
export const VERSION_NAME_LIMIT = 128;

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

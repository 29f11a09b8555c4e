/** Versions of a database: lists, one version, beginning and finishing an edit, and what changed since a revision. */
import { z } from 'zod';
import { Version, VersionId } from '../domain/versions.ts';
import { defineRoute } from './route.ts';

const Versions = z.object({ Versions: z.array(Version) });
export const VersionParams = z.object({ versionId: z.coerce.number().pipe(VersionId) });
const DatabaseParams = z.object({ databaseId: z.string() });
const DatabaseVersionParams = DatabaseParams.extend(VersionParams.shape);

export const listVersions = defineRoute({
  name: 'listVersions',
  summary: 'Versions of a database, newest first.',
  method: 'GET',
  path: '/storage/ui/db/:databaseId/versions',
  params: DatabaseParams,
  reply: Versions,
  access: 'read',
});

export const listPublishedVersions = defineRoute({
  name: 'listPublishedVersions',
  summary: 'Published versions of a database, newest first.',
  method: 'GET',
  path: '/storage/ui/db/:databaseId/versions/published',
  params: DatabaseParams,
  reply: Versions,
  access: 'read',
});

export const readVersion = defineRoute({
  name: 'readVersion',
  summary: 'One version with the number of documents it holds of each kind.',
  method: 'GET',
  path: '/storage/ui/db/version/:versionId',
  params: VersionParams,
  reply: z.object({ Version, Counts: z.record(z.string(), z.int().min(0)) }),
  access: 'read',
});

export const beginEdit = defineRoute({
  name: 'beginEdit',
  summary: 'Makes an editable clone of a version.',
  method: 'POST',
  path: '/storage/ui/db/:databaseId/versions/:versionId/begin-edit',
  params: DatabaseVersionParams,
  reply: z.object({ EditableDbVersionId: VersionId, Version }),
  access: 'write',
});

export const finishEdit = defineRoute({
  name: 'finishEdit',
  summary: 'Closes an editable version: nothing in it changes any more.',
  method: 'POST',
  path: '/storage/ui/db/:databaseId/versions/:versionId/finish-edit',
  params: DatabaseVersionParams,
  reply: z.object({ Version }),
  access: 'write',
});

/** One entity as it is after a change; Doc is null where it was deleted. */
export const EntityState = z.object({
  Kind: z.string(),
  Id: z.string(),
  Rev: z.int().min(0),
  Doc: z.unknown().nullable(),
  /** Top-level fields of the document that the change touched; all of them for a new or a deleted one. */
  Fields: z.array(z.string()),
});
export type EntityState = z.infer<typeof EntityState>;

export const listEdits = defineRoute({
  name: 'listEdits',
  summary: 'Entities changed after a revision of the version, at most 1000, so that a dropped live connection misses nothing.',
  method: 'GET',
  path: '/storage/ui/db/version/:versionId/edits',
  params: VersionParams,
  query: z.object({ since: z.coerce.number().pipe(z.int().min(0)) }),
  reply: z.object({ Rev: z.int().min(0), Edits: z.array(EntityState), More: z.boolean() }),
  access: 'read',
});

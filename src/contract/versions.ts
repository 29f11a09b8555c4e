/** Versions of a database: lists, one version, beginning and finishing an edit, and what changed since a revision. */
import { z } from 'zod';
import { Made } from '../domain/changes.ts';
import { ServiceOverview } from '../domain/serviceOverview.ts';
import { Version, VersionId, VersionName } from '../domain/versions.ts';
import { defineRoute } from './route.ts';

/** Header of an answer that holds something of a version: which of its revisions that is at least. The edits of `listEdits` say it themselves. */
export const VERSION_REV = 'version-rev';

/** Versions of one page at most. */
export const VERSION_PAGE = 500;

/** `More`: there are older ones; ask again with `before` = the last Id of this page. */
const Versions = z.object({ Versions: z.array(Version), More: z.boolean().default(false) });
const Page = z.object({
  before: z.coerce.number().pipe(VersionId).optional(),
  limit: z.coerce.number().pipe(z.int().min(1).max(VERSION_PAGE)).default(VERSION_PAGE),
});
const OneVersion = z.object({ Version });
export const VersionParams = z.object({ versionId: z.coerce.number().pipe(VersionId) });
const DatabaseParams = z.object({ databaseId: z.string() });
const DatabaseVersionParams = DatabaseParams.extend(VersionParams.shape);

export const listVersions = defineRoute({
  name: 'listVersions',
  summary: 'Versions of a database, newest first, a page at a time.',
  method: 'GET',
  path: '/storage/ui/db/:databaseId/versions',
  params: DatabaseParams,
  query: Page,
  reply: Versions,
  access: 'read',
});

export const listPublishedVersions = defineRoute({
  name: 'listPublishedVersions',
  summary: 'Published versions of a database, newest first, a page at a time.',
  method: 'GET',
  path: '/storage/ui/db/:databaseId/versions/published',
  params: DatabaseParams,
  query: Page,
  reply: Versions,
  access: 'read',
});

export const readVersion = defineRoute({
  name: 'readVersion',
  summary:
    'One version with the number of documents it holds of each kind; for the id of a moment those it held then, and the change set that led there.',
  method: 'GET',
  path: '/storage/ui/db/version/:versionId',
  params: VersionParams,
  reply: z.object({ Version, Counts: z.record(z.string(), z.int().min(0)), Made: Made.nullable().optional() }),
  access: 'read',
});

export const readServiceOverview = defineRoute({
  name: 'readServiceOverview',
  summary: 'Trips of each day of a version, from its first day of service to its last, and its lines with their colours.',
  method: 'GET',
  path: '/storage/ui/db/version/:versionId/service',
  params: VersionParams,
  reply: ServiceOverview,
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
  reply: OneVersion,
  access: 'write',
});

export const publishVersion = defineRoute({
  name: 'publishVersion',
  summary: 'Publishes a version. It cannot be undone. Current is the last published one that is valid today.',
  method: 'POST',
  path: '/storage/ui/db/:databaseId/versions/:versionId/publish',
  params: DatabaseVersionParams,
  reply: OneVersion,
  access: 'write',
  scope: 'publish',
});

export const makeVersionCurrent = defineRoute({
  name: 'makeVersionCurrent',
  summary: 'Publishes a version again that was published before, so that it is current in place of a later one.',
  method: 'POST',
  path: '/storage/ui/db/:databaseId/versions/:versionId/make-current',
  params: DatabaseVersionParams,
  reply: OneVersion,
  access: 'write',
  scope: 'publish',
});

export const storeVersion = defineRoute({
  name: 'storeVersion',
  summary:
    'Keeps a durable copy of a version in the object store; retention never archives it. Answers at once; the live message versionListed with Stored true tells the end.',
  method: 'POST',
  path: '/storage/ui/db/:databaseId/versions/:versionId/store-data',
  params: DatabaseVersionParams,
  reply: OneVersion,
  access: 'write',
});

export const archiveVersion = defineRoute({
  name: 'archiveVersion',
  summary: 'Moves the data of a version to the object store. Answers at once with Completed false; the live message versionListed tells the end.',
  method: 'POST',
  path: '/storage/ui/db/:databaseId/versions/:versionId/archive',
  params: DatabaseVersionParams,
  reply: OneVersion,
  access: 'write',
});

export const unArchiveVersion = defineRoute({
  name: 'unArchiveVersion',
  summary: 'Brings the data of an archived version back. Answers at once with Completed false; the live message versionListed tells the end.',
  method: 'POST',
  path: '/storage/ui/db/:databaseId/versions/:versionId/un-archive',
  params: DatabaseVersionParams,
  reply: OneVersion,
  access: 'write',
});

export const cloneVersion = defineRoute({
  name: 'cloneVersion',
  summary: 'Makes an editable copy of a version, or of a draft, under a name of its own.',
  method: 'POST',
  path: '/storage/ui/db/:databaseId/versions/:versionId/clone',
  params: DatabaseVersionParams,
  body: z.object({ Name: VersionName }),
  reply: z.object({ EditableDbVersionId: VersionId, Version }),
  access: 'write',
});

export const deleteDraft = defineRoute({
  name: 'deleteDraft',
  summary: 'Deletes an editable version with everything edited in it.',
  method: 'DELETE',
  path: '/storage/ui/db/:databaseId/versions/:versionId',
  params: DatabaseVersionParams,
  reply: z.object({ DbVersionId: VersionId }),
  access: 'write',
});

export const downloadVersion = defineRoute({
  name: 'downloadVersion',
  summary: 'The whole version as a feed file (.json.gz); the format is described at /feed.schema.json.',
  method: 'GET',
  path: '/storage/ui/db/:databaseId/versions/:versionId/download',
  params: DatabaseVersionParams,
  reply: z.unknown(),
  streams: 'reply',
  access: 'read',
});

export const downloadVersionJson = defineRoute({
  name: 'downloadVersionJson',
  summary: 'The same file, asked for by POST.',
  method: 'POST',
  path: '/storage/ui/db/:databaseId/versions/:versionId/download',
  params: DatabaseVersionParams,
  reply: z.unknown(),
  streams: 'reply',
  access: 'read',
});

/** One entity as it is after a change; Doc is null where it was deleted. */
export const EntityState = z.object({
  Kind: z.string(),
  Id: z.string(),
  Rev: z.int().min(0),
  Doc: z.unknown().nullable(),
  /** Top-level fields of the document that the change touched; all of them for a new or a deleted one. */
  Fields: z.array(z.string()),
  /** The document is there but too large to ride along: `Doc` is null, and `readDocuments` answers it. */
  Large: z.boolean().optional(),
});
export type EntityState = z.infer<typeof EntityState>;

/** Who changed what by one command. `Fields` is empty where the document is too large to tell: take all of it for changed. */
const ChangeMade = z.object({
  Rev: z.int().min(0),
  Author: z.string(),
  CommandId: z.string().nullable(),
  Edits: z.array(z.object({ Kind: z.string(), Id: z.string(), Fields: z.array(z.string()) })),
  /** Findings of validation that it brought (more than 0) or cured; not there where it did neither, or is not checked yet. */
  Effect: z.object({ Errors: z.int(), Warnings: z.int() }).optional(),
});
export type ChangeMade = z.infer<typeof ChangeMade>;

export const listEdits = defineRoute({
  name: 'listEdits',
  summary: 'Entities changed after a revision of the version, at most 1000, so that a dropped live connection misses nothing.',
  method: 'GET',
  path: '/storage/ui/db/version/:versionId/edits',
  params: VersionParams,
  query: z.object({ since: z.coerce.number().pipe(z.int().min(0)) }),
  reply: z.object({
    Rev: z.int().min(0),
    Edits: z.array(EntityState),
    Changes: z.array(ChangeMade).optional(),
    More: z.boolean(),
    Undone: z.int().min(0).optional(),
  }),
  access: 'read',
});

/** Revisions by id of those documents of a list that the version has otherwise than its base, 0 of one that came with an import; all others are at 0. */
export const EditedRevs = z.record(z.string(), z.int().min(0)).optional();

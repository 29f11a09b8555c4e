/** Live messages: how a client gets its connection, and what the server tells over it. Server to client only. */
import { z } from 'zod';
import { Version, VersionId } from '../domain/versions.ts';
import { defineRoute } from './route.ts';
import { EntityState } from './versions.ts';

export const readLiveToken = defineRoute({
  name: 'readLiveToken',
  summary: 'Address and short-lived token of the live connection (SignalR).',
  method: 'GET',
  path: '/scheduler/ui/notifications/token',
  reply: z.object({ url: z.string(), accessToken: z.string() }),
  access: 'read',
});

export const watchVersions = defineRoute({
  name: 'watchVersions',
  summary: 'Says which versions a live connection shall hear of; replaces what it heard before.',
  method: 'POST',
  path: '/scheduler/ui/notifications/watch',
  body: z.object({ connectionId: z.string(), versionIds: z.array(VersionId).max(20) }),
  reply: z.object({ versionIds: z.array(VersionId) }),
  access: 'read',
});

/** Somebody changed entities of a version. `Edits` is null when the change is too large to send: fetch it by `listEdits`. */
export const VersionChanged = z.object({
  VersionId,
  Rev: z.int().min(0),
  /** Idempotency key of the command that did it, so that its own author can tell it is theirs. */
  CommandId: z.string().nullable(),
  Author: z.string(),
  Edits: z.array(EntityState).nullable(),
});
export type VersionChanged = z.infer<typeof VersionChanged>;

/** Something about a version itself changed (a new one, a finished one). */
export const VersionListed = z.object({ DatabaseId: z.string(), Version });
export type VersionListed = z.infer<typeof VersionListed>;

/** A version is gone: a deleted draft. */
export const VersionRemoved = z.object({ DatabaseId: z.string(), VersionId });
export type VersionRemoved = z.infer<typeof VersionRemoved>;

/** Work on a version that went on after its call was answered has failed; the version is as it was before. */
export const VersionFailed = z.object({ DatabaseId: z.string(), VersionId, Act: z.enum(['archive', 'unArchive', 'store']), Message: z.string() });
export type VersionFailed = z.infer<typeof VersionFailed>;

/** How far the reading of an upload is, in bytes of the unpacked file. Several a second at most, and to its sender alone. */
export const UploadProgress = z.object({
  UploadId: z.string(),
  Phase: z.enum(['receiving', 'reading', 'saving']),
  Done: z.int().min(0),
  Total: z.int().min(0),
});
export type UploadProgress = z.infer<typeof UploadProgress>;

/** Live messages by their SignalR target. */
export const LIVE_MESSAGES = {
  versionChanged: VersionChanged,
  versionListed: VersionListed,
  versionRemoved: VersionRemoved,
  versionFailed: VersionFailed,
  uploadProgress: UploadProgress,
} as const;

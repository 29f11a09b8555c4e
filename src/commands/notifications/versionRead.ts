import { z } from 'zod';
import { VersionId } from '../../domain/versions.ts';
import { noteLoaded, isOlder } from '../../projections/syncPosition.ts';
import { defineEvent } from '../define.ts';
import { catchUp } from './loadEdits.ts';

/**
 * An answer holds data of a version at `rev` or later. If the client has reached a later revision, the edits since `rev` are loaded:
 * the answer does not contain them, and their live messages arrived before the data.
 */
export const versionRead = defineEvent('version.read', {
  payload: z.object({ versionId: VersionId, rev: z.int().min(0) }),
  samples: () => [{ versionId: 1, rev: 7 }],
  apply: (base, { versionId, rev }) => noteLoaded(base, versionId, rev),
  next: ({ versionId, rev }, view) => (isOlder(view, versionId, rev) ? [catchUp(view, versionId, rev)] : []),
  keep: 'all',
});

import { z } from 'zod';
import { VersionId } from '../../domain/versions.ts';
import { hearLoad, isOlder } from '../../projections/heard.ts';
import { defineEvent } from '../define.ts';
import { loadEdits } from './loadEdits.ts';

/**
 * An answer holds something of a version as it was at `rev` or later. Where more is known already, the edits since then are fetched:
 * they are not in that answer, and the messages that told of them found nothing of it to change.
 */
export const versionRead = defineEvent('version.read', {
  payload: z.object({ versionId: VersionId, rev: z.int().min(0) }),
  samples: () => [{ versionId: 1, rev: 7 }],
  apply: (base, { versionId, rev }) => hearLoad(base, versionId, rev),
  next: ({ versionId, rev }, view) => (isOlder(view, versionId, rev) ? [loadEdits({ versionId, since: rev })] : []),
  keep: 'all',
});

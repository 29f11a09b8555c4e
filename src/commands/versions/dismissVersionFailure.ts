import { z } from 'zod';
import { VERSION_ACTS, VersionId } from '../../domain/versions.ts';
import { endWork } from '../../projections/versionLife.ts';
import { defineCommand } from '../define.ts';

/** Takes a failed act off a version's failed list. */
export const dismissVersionFailure = defineCommand('version.dismissFailure', {
  payload: z.object({ versionId: VersionId, act: z.enum(VERSION_ACTS) }),
  samples: () => [{ versionId: 1, act: 'clone' as const }],
  label: () => 'Dismiss failure',
  apply: (base, { versionId, act }) => endWork(base, versionId, act),
  inverse: 'none',
  keep: 'all',
});

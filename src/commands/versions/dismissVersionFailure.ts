import { z } from 'zod';
import { VERSION_ACTS, VersionId } from '../../domain/versions.ts';
import { endAct } from '../../projections/versionLife.ts';
import { defineStep } from '../defineStep.ts';

/** Takes a failed act off a version's failed list. */
export const dismissVersionFailure = defineStep('version.dismissFailure', 'Dismiss failure', {
  payload: z.object({ versionId: VersionId, act: z.enum(VERSION_ACTS) }),
  samples: [{ versionId: 1, act: 'clone' as const }],
  apply: (base, { versionId, act }) => endAct(base, versionId, act),
});

import { z } from 'zod';
import { request } from '../../contract/route.ts';
import { readValidationSummary } from '../../contract/validation.ts';
import { VersionId } from '../../domain/versions.ts';
import { defineLoad } from '../defineLoad.ts';

/** Loads the errors and warnings of a version by group, rule and entity. */
export const loadValidationSummary = defineLoad('validation.loadSummary', {
  background: true,
  payload: z.object({ versionId: VersionId }),
  samples: () => [{ versionId: 1 }],
  label: () => 'Load validation summary',
  lane: ({ versionId }) => String(versionId),
  slot: (state, { versionId }) => state.versions[versionId]?.validation.summary,
  call: ({ versionId }) => request(readValidationSummary, { params: { versionId } }),
  reply: readValidationSummary.reply,
  value: (reply) => reply,
});

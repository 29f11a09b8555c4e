import { z } from 'zod';
import { request } from '../../contract/route.ts';
import { readIgnoreSummary } from '../../contract/validation.ts';
import { VersionId } from '../../domain/versions.ts';
import { defineLoad } from '../defineLoad.ts';

/** Loads every exclusion that holds in a version. */
export const loadIgnored = defineLoad('exclusion.loadAll', {
  payload: z.object({ versionId: VersionId }),
  samples: () => [{ versionId: 1 }],
  label: () => 'Load exclusions',
  lane: ({ versionId }) => String(versionId),
  slot: (state, { versionId }) => state.versions[versionId]?.validation.ignored,
  call: ({ versionId }) => request(readIgnoreSummary, { params: { versionId } }),
  reply: readIgnoreSummary.reply,
  value: (reply) => reply,
});

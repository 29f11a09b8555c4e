import { z } from 'zod';
import { request } from '../../contract/route.ts';
import { readVersion } from '../../contract/versions.ts';
import { VersionId } from '../../domain/versions.ts';
import { putVersion } from '../../projections/versions.ts';
import { defineLoad } from '../defineLoad.ts';

/** Loads one version and how much it holds. */
export const loadVersion = defineLoad('version.load', {
  payload: z.object({ versionId: VersionId }),
  samples: () => [{ versionId: 1 }],
  label: ({ versionId }) => `Load version ${versionId}`,
  lane: ({ versionId }) => String(versionId),
  slot: (state, { versionId }) => state.versions[versionId]?.counts,
  call: ({ versionId }) => request(readVersion, { params: { versionId } }),
  reply: readVersion.reply,
  value: (reply) => reply.Counts,
  answered: (base, { versionId }, reply) => {
    putVersion(base, reply.Version);
    const data = base.versions[versionId];
    if (data) data.made = reply.Made ?? null;
  },
});

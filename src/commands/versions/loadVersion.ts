import { readVersion } from '../../contract/versions.ts';
import { putVersion } from '../../projections/versions.ts';
import { defineVersionLoad } from '../defineLoad.ts';

/** Loads one version and how much it holds. */
export const loadVersion = defineVersionLoad('version.load', (versionId) => `Load version ${versionId}`, readVersion, {
  slot: (state, { versionId }) => state.versions[versionId]?.counts,
  value: (reply) => reply.Counts,
  answered: (base, { versionId }, reply) => {
    putVersion(base, reply.Version);
    const data = base.versions[versionId];
    if (data) data.made = reply.Made ?? null;
  },
});

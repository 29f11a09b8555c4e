import { z } from 'zod';
import { listAgencies } from '../../contract/agencies.ts';
import { request } from '../../contract/route.ts';
import { AGENCIES_LIMIT } from '../../domain/agencies.ts';
import { VersionId } from '../../domain/versions.ts';
import { foldHeldRows, holdEdited } from '../../projections/documents.ts';
import { defineLoad } from '../defineLoad.ts';

/** Loads the agencies of a version. */
export const loadAgencies = defineLoad('agency.loadAll', {
  payload: z.object({ versionId: VersionId }),
  samples: () => [{ versionId: 1 }],
  label: () => 'Load agencies',
  lane: ({ versionId }) => String(versionId),
  slot: (state, { versionId }) => state.versions[versionId]?.agencies,
  call: ({ versionId }) => request(listAgencies, { params: { versionId }, query: { limit: AGENCIES_LIMIT } }),
  reply: listAgencies.reply,
  value: (reply) => reply.Agencies,
  answered: (base, { versionId }, reply) => {
    holdEdited(base, versionId, 'Agency', reply.Agencies, reply.Revs);
    foldHeldRows(base, versionId, 'Agency');
  },
});

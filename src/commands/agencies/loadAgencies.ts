import { listAgencies } from '../../contract/agencies.ts';
import { AGENCIES_LIMIT } from '../../domain/agencies.ts';
import { foldHeldRows, holdEdited } from '../../projections/documents.ts';
import { defineVersionLoad } from '../defineLoad.ts';

/** Loads the agencies of a version. */
export const loadAgencies = defineVersionLoad('agency.loadAll', 'Load agencies', listAgencies, {
  slot: (state, { versionId }) => state.versions[versionId]?.agencies,
  query: { limit: AGENCIES_LIMIT },
  value: (reply) => reply.Agencies,
  answered: (base, { versionId }, reply) => {
    holdEdited(base, versionId, 'Agency', reply.Agencies, reply.Revs);
    foldHeldRows(base, versionId, 'Agency');
  },
});

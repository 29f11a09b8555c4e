import { listStopAgencies } from '../../contract/stops.ts';
import { defineVersionLoad } from '../defineLoad.ts';

/** Loads which agencies serve which stop. */
export const loadStopAgencies = defineVersionLoad('stop.loadAgencies', 'Load agencies of stops', listStopAgencies, {
  slot: (state, { versionId }) => state.versions[versionId]?.stopAgencies,
  value: (reply) => reply.StopAgenciesMap,
});

import { z } from 'zod';
import { request } from '../../contract/route.ts';
import { listStopAgencies } from '../../contract/stops.ts';
import { VersionId } from '../../domain/versions.ts';
import { defineLoad } from '../defineLoad.ts';

/** Loads which agencies serve which stop. */
export const loadStopAgencies = defineLoad('stop.loadAgencies', {
  payload: z.object({ versionId: VersionId }),
  samples: () => [{ versionId: 1 }],
  label: () => 'Load agencies of stops',
  lane: ({ versionId }) => String(versionId),
  slot: (state, { versionId }) => state.versions[versionId]?.stopAgencies,
  call: ({ versionId }) => request(listStopAgencies, { params: { versionId } }),
  reply: listStopAgencies.reply,
  value: (reply) => reply.StopAgenciesMap,
});

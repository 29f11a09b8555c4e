import { z } from 'zod';
import { readNetwork } from '../../contract/network.ts';
import { request } from '../../contract/route.ts';
import { NETWORK_ZOOMS } from '../../domain/mapOverlays.ts';
import { VersionId } from '../../domain/versions.ts';
import { defineLoad } from '../defineLoad.ts';

/** Loads the lines of a version for the map, generalised for a zoom. */
export const loadNetwork = defineLoad('track.loadNetwork', {
  payload: z.object({ versionId: VersionId, zoom: z.literal(NETWORK_ZOOMS) }),
  samples: () => [{ versionId: 1, zoom: 11 as const }],
  label: () => 'Load lines of the map',
  lane: ({ versionId, zoom }) => `${versionId}/${zoom}`,
  slot: (state, { versionId, zoom }) => {
    const overlays = state.versions[versionId]?.overlays;
    return overlays && (overlays.network[zoom] ??= { status: 'idle', value: null, messages: [] });
  },
  call: ({ versionId, zoom }) => request(readNetwork, { params: { versionId }, query: { zoom } }),
  reply: readNetwork.reply,
  value: (reply) => reply,
});

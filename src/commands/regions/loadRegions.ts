import { z } from 'zod';
import { listRegions } from '../../contract/regions.ts';
import { request } from '../../contract/route.ts';
import { defineLoad } from '../defineLoad.ts';

/** Loads the regions the user may see. */
export const loadRegions = defineLoad('region.loadAll', {
  payload: z.object({}),
  samples: () => [{}],
  label: () => 'Load regions',
  slot: (state) => state.regions,
  call: () => request(listRegions, {}),
  reply: listRegions.reply,
  value: (reply) => reply.Regions,
});

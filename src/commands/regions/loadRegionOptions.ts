import { z } from 'zod';
import { listRegionOptions } from '../../contract/regions.ts';
import { request } from '../../contract/route.ts';
import { defineLoad } from '../defineLoad.ts';

/** Loads the countries, time zones, languages and currencies that the wizard offers. */
export const loadRegionOptions = defineLoad('region.loadOptions', {
  payload: z.object({}),
  samples: () => [{}],
  label: () => 'Load region options',
  slot: (state) => state.regionWizard.options,
  call: () => request(listRegionOptions, {}),
  reply: listRegionOptions.reply,
  value: (reply) => reply,
});

import { castDraft } from 'immer';
import { z } from 'zod';
import { readRegion } from '../../contract/regions.ts';
import { request } from '../../contract/route.ts';
import { formOf, typedOver } from '../../projections/regionWizard.ts';
import { defineLoad } from '../defineLoad.ts';

/** Loads the region that the wizard is open on. What was typed meanwhile stays. */
export const loadRegion = defineLoad('region.load', {
  payload: z.object({ region: z.string() }),
  samples: () => [{ region: 'demo' }],
  label: ({ region }) => `Load the region ${region}`,
  slot: (state) => (state.regionWizard.loaded.status === 'idle' ? undefined : state.regionWizard.loaded),
  call: ({ region }) => request(readRegion, { params: { region } }),
  reply: readRegion.reply,
  value: ({ Region }) => Region,
  answered: (base, _p, { Region }, before) => {
    const { form } = base.regionWizard;
    Object.assign(base.regionWizard, {
      form: castDraft(form && before ? typedOver(form, formOf(before), formOf(Region)) : formOf(Region)),
      errors: [],
      outdated: false,
      look: { request: base.regionWizard.look.request + 1, at: null },
    });
  },
});

import { z } from 'zod';
import { searchLocations as route } from '../../contract/regions.ts';
import { request } from '../../contract/route.ts';
import { Coordinate } from '../../domain/coordinate.ts';
import { boundsAround, typedBounds } from '../../domain/regions.ts';
import { defineLoad } from '../defineLoad.ts';
import { defineLocationSearch } from './locationSearch.ts';
import { defineStep } from '../defineStep.ts';

/** Searches places for the bounds of a region. */
export const searchLocations = defineLocationSearch('region.searchLocations', (state, found) => {
  state.regionWizard.found = found;
});

/** Looks for the place a new region is named after, and puts the bounds round the first that is found. */
export const locateRegion = defineLoad('region.locate', {
  payload: z.object({ name: z.string() }),
  samples: () => [{ name: 'Netherlands Utrecht' }],
  label: ({ name }) => `Look for ${name}`,
  slot: (state) => (state.regionWizard.form === null ? undefined : state.regionWizard.found),
  call: ({ name }) => request(route, { query: { name } }),
  reply: route.reply,
  value: ({ Locations }) => Locations,
  answered: (base, _p, { Locations }) => {
    const [first] = Locations;
    const { form, look } = base.regionWizard;
    if (!first || !form) return;
    form.corners = typedBounds(boundsAround(first.Coordinate));
    base.regionWizard.look = { request: look.request + 1, at: first.Coordinate };
  },
});

/** Puts the bounds round a place that was chosen from those found. */
export const chooseLocation = defineStep('region.chooseLocation', 'Put the bounds round a place', {
  payload: z.object({ at: Coordinate }),
  samples: [{ at: { Lat: 52.1, Lng: 5.1 } }],
  apply: (base, { at }) => {
    const { form, look } = base.regionWizard;
    if (!form) return;
    form.corners = typedBounds(boundsAround(at));
    base.regionWizard.errors = base.regionWizard.errors.filter(({ Field }) => !Field.startsWith('Bounds'));
    base.regionWizard.look = { request: look.request + 1, at };
  },
});

/** The steps of a search of the map; `machines/mapSearchMachine.ts` follows them. */
import { z } from 'zod';
import { Coordinate } from '../../domain/coordinate.ts';
import { defineStep } from '../defineStep.ts';

/** Where a find leads: to a place on the map, or to an address of the product. */
const Target = z.union([
  z.object({ at: Coordinate, zoom: z.number().min(0).max(22) }),
  z.object({ path: z.string().startsWith('/'), search: z.string() }),
]);

/** Goes into the search box of the map. */
export const openMapSearch = defineStep('mapSearch.open', 'Search the map');

/** Types into it, after a pause. */
export const typeMapSearch = defineStep('mapSearch.type', ({ text }) => `Search the map for ${text}`, {
  payload: z.object({ text: z.string().max(500) }),
  samples: [{ text: 'central' }, { text: '' }],
});

/** Chooses one of what was found. */
export const chooseMapFind = defineStep('mapSearch.choose', ({ label }) => `Choose ${label} on the map`, {
  payload: z.object({ label: z.string(), to: Target }),
  samples: [
    { label: 'Utrecht', to: { at: { Lat: 52.1, Lng: 5.1 }, zoom: 8 } },
    { label: 'Market Street', to: { path: '/data/db/demo/v/1/stops/S1', search: '' } },
  ],
});

/** Leaves the box. */
export const closeMapSearch = defineStep('mapSearch.close', 'Leave the search of the map');

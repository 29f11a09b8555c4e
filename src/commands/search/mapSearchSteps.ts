/** The steps of a search of the map; `machines/mapSearchMachine.ts` follows them. */
import { z } from 'zod';
import { Coordinate } from '../../domain/coordinate.ts';
import { defineCommand } from '../define.ts';

/** Where a find leads: to a place on the map, or to an address of the product. */
const Target = z.union([
  z.object({ at: Coordinate, zoom: z.number().min(0).max(22) }),
  z.object({ path: z.string().startsWith('/'), search: z.string() }),
]);

/** Goes into the search box of the map. */
export const openMapSearch = defineCommand('mapSearch.open', {
  payload: z.object({}),
  samples: () => [{}],
  label: () => 'Search the map',
  inverse: 'none',
  keep: 'all',
});

/** Types into it, after a pause. */
export const typeMapSearch = defineCommand('mapSearch.type', {
  payload: z.object({ text: z.string().max(500) }),
  samples: () => [{ text: 'central' }, { text: '' }],
  label: ({ text }) => `Search the map for ${text}`,
  inverse: 'none',
  keep: 'all',
});

/** Chooses one of what was found. */
export const chooseMapFind = defineCommand('mapSearch.choose', {
  payload: z.object({ label: z.string(), to: Target }),
  samples: () => [
    { label: 'Utrecht', to: { at: { Lat: 52.1, Lng: 5.1 }, zoom: 8 } },
    { label: 'Market Street', to: { path: '/data/db/demo/v/1/stops/S1', search: '' } },
  ],
  label: ({ label }) => `Choose ${label} on the map`,
  inverse: 'none',
  keep: 'all',
});

/** Leaves the box. */
export const closeMapSearch = defineCommand('mapSearch.close', {
  payload: z.object({}),
  samples: () => [{}],
  label: () => 'Leave the search of the map',
  inverse: 'none',
  keep: 'all',
});

export const mapSearchCommands = [openMapSearch, typeMapSearch, chooseMapFind, closeMapSearch] as const;

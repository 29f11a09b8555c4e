/** The search of the map. */
import { castDraft } from 'immer';
import { z } from 'zod';
import { searchLocations as route } from '../../contract/regions.ts';
import { request } from '../../contract/route.ts';
import { Coordinate } from '../../domain/coordinate.ts';
import { LOCATION_SEARCH_MIN } from '../../domain/regions.ts';
import { defineCommand } from '../define.ts';

/** Looks for places by name. A search that fails has found nothing. */
export const searchPlaces = defineCommand('map.searchPlaces', {
  payload: z.object({ name: z.string().min(LOCATION_SEARCH_MIN) }),
  samples: () => [{ name: 'Utrecht' }],
  label: ({ name }) => `Search the place ${name}`,
  policy: 'latest',
  call: ({ name }) => request(route, { query: { name } }),
  reply: route.reply,
  sent: (view) => {
    view.mapSearch.places = { status: 'loading', value: null, messages: [] };
  },
  answered: (base, _p, { Locations }) => {
    base.mapSearch.places = castDraft({ status: 'succeeded' as const, value: Locations, messages: [] });
  },
  failed: (base) => {
    base.mapSearch.places = { status: 'succeeded', value: [], messages: [] };
  },
  inverse: 'none',
  keep: 'all',
  keepReply: 'all',
});

/** Shows a place on the map. `zoom` is MapLibre's number. */
export const showPlace = defineCommand('map.showPlace', {
  payload: z.object({ at: Coordinate, zoom: z.number().min(0).max(22) }),
  samples: () => [{ at: { Lat: 52.1, Lng: 5.1 }, zoom: 8 }],
  label: () => 'Show a place on the map',
  apply: (base, { at, zoom }) => {
    base.camera = { request: base.camera.request + 1, at, zoom };
  },
  inverse: 'none',
  keep: 'all',
});

/** The search of the map. */
import { z } from 'zod';
import { Coordinate } from '../../domain/coordinate.ts';
import { defineLocationSearch } from '../regions/locationSearch.ts';
import { defineStep } from '../defineStep.ts';

/** Looks for places by name. */
export const searchPlaces = defineLocationSearch('map.searchPlaces', (state, found) => {
  state.mapSearch.places = found;
});

/** Shows a place on the map. `zoom` is MapLibre's number. */
export const showPlace = defineStep('map.showPlace', 'Show a place on the map', {
  payload: z.object({ at: Coordinate, zoom: z.number().min(0).max(22) }),
  samples: [{ at: { Lat: 52.1, Lng: 5.1 }, zoom: 8 }],
  apply: (base, { at, zoom }) => {
    base.camera = { request: base.camera.request + 1, at, zoom };
  },
});

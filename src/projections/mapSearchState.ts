import type { FoundLocation } from '../domain/regions.ts';
import type { Load } from './state.ts';

/** What the map's search has of the outside. One key of AppState, `mapSearch`. */
export interface MapSearchState {
  /** Places by the name that was typed last. */
  readonly places: Load<readonly FoundLocation[]>;
}

export const NO_MAP_SEARCH: MapSearchState = { places: { status: 'idle', value: null, messages: [] } };

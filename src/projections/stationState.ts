/** The state of looking at a station by its levels; `stationPlan.ts` reads it. One key of AppState, `station`. */
export interface StationState {
  readonly versionId: number;
  /** The station that was opened by hand. */
  readonly openId: string | null;
  /** The station whose plan was closed by hand: it does not open by itself again. */
  readonly closedId: string | null;
  /** The level that is looked at; its stops stand out on the map. */
  readonly levelId: string | null;
}

export const NO_STATION: StationState = { versionId: 0, openId: null, closedId: null, levelId: null };

/** What the screens of fares load beside the fares themselves. */
import type { ConditionVerdict } from '../domain/fareConditions.ts';
import type { JourneyFares } from '../domain/tripFare.ts';
import type { Load } from './state.ts';

export interface FareLoads {
  /** Which conditions may be combined with those of the fare that is open. */
  readonly compatibility: Load<readonly ConditionVerdict[]>;
  /** The last fare check. */
  readonly check: Load<JourneyFares>;
}

const IDLE: Load<never> = { status: 'idle', value: null, messages: [] };

/** Nothing asked yet. */
export const NO_FARE_LOADS: FareLoads = { compatibility: IDLE, check: IDLE };

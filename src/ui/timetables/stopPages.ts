/** The pages about what a track's timetables say at stops beside times. */
import type { StopField } from '../../domain/timetableSheet/stopValues.ts';

export interface StopPage {
  readonly title: string;
  readonly fields: readonly StopField[];
}

/** By their segment in the address. */
export const STOP_PAGES: Readonly<Record<string, StopPage>> = {
  access: { title: 'Access', fields: ['PickupIntervals', 'DropOffIntervals'] },
  'continuous-access': { title: 'Continuous access', fields: ['ContinuousPickupIntervals', 'ContinuousDropOffIntervals'] },
  timepoints: { title: 'Timepoints', fields: ['Timepoints'] },
};

export const FIELD_TITLES: Readonly<Record<StopField, string>> = {
  PickupIntervals: 'Pick-up',
  DropOffIntervals: 'Drop-off',
  ContinuousPickupIntervals: 'Continuous pick-up',
  ContinuousDropOffIntervals: 'Continuous drop-off',
  Timepoints: 'Timepoint',
};

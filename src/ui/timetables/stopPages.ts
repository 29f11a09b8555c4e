/** The pages about what a track's timetables say at stops beside times. */
import type { StopField } from '../../domain/timetableSheet/stopValues.ts';
import { texts } from './texts.ts';

export interface StopPage {
  readonly title: string;
  readonly fields: readonly StopField[];
}

/** By their segment in the address. */
export const STOP_PAGES: Readonly<Record<string, StopPage>> = {
  access: {
    get title() {
      return texts.access;
    },
    fields: ['PickupIntervals', 'DropOffIntervals'],
  },
  'continuous-access': {
    get title() {
      return texts.continuousAccess;
    },
    fields: ['ContinuousPickupIntervals', 'ContinuousDropOffIntervals'],
  },
  timepoints: {
    get title() {
      return texts.timepoints;
    },
    fields: ['Timepoints'],
  },
};

export const FIELD_TITLES: Readonly<Record<StopField, string>> = {
  PickupIntervals: 'Pick-up',
  DropOffIntervals: 'Drop-off',
  get ContinuousPickupIntervals() {
    return texts.continuousPickUp;
  },
  get ContinuousDropOffIntervals() {
    return texts.continuousDropOff;
  },
  get Timepoints() {
    return texts.timepoint;
  },
};

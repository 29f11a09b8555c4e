import { texts } from './texts.ts';
/** What a date may run as, in the words of the screens. */

/** A choice: the days bitmask that a date runs as; null as its weekday does. */
export interface RunsAs {
  readonly value: string;
  readonly label: string;
  readonly runAs: number | null;
}

export const RUNS_AS: readonly RunsAs[] = [
  {
    value: 'usual',
    get label() {
      return texts.asUsual;
    },
    runAs: null,
  },
  {
    value: 'none',
    get label() {
      return texts.noService;
    },
    runAs: 0,
  },
  {
    value: 'sun',
    get label() {
      return texts.asSunday;
    },
    runAs: 64,
  },
  {
    value: 'sat',
    get label() {
      return texts.asSaturday;
    },
    runAs: 32,
  },
  {
    value: 'week',
    get label() {
      return texts.asMonFri;
    },
    runAs: 31,
  },
  {
    value: 'all',
    get label() {
      return texts.all;
    },
    runAs: 127,
  },
];

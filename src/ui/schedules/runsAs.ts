/** What a date may run as, in the words of the screens. */

/** A choice: the days bitmask that a date runs as; null as its weekday does. */
export interface RunsAs {
  readonly value: string;
  readonly label: string;
  readonly runAs: number | null;
}

export const RUNS_AS: readonly RunsAs[] = [
  { value: 'usual', label: 'As usual', runAs: null },
  { value: 'none', label: 'No service', runAs: 0 },
  { value: 'sun', label: 'As Sunday', runAs: 64 },
  { value: 'sat', label: 'As Saturday', runAs: 32 },
  { value: 'week', label: 'As Mon–Fri', runAs: 31 },
  { value: 'all', label: 'All', runAs: 127 },
];

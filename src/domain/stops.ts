/** Stops: their fields, types and the rules that hold on both sides of the wire. */

/** Types of a stop by the numbers of the storage service (not those of GTFS). */
export const STOP_TYPES = {
  Regular: 0,
  Exit: 1,
  Platform: 2,
  GenericNode: 3,
  BoardingArea: 4,
  Station: 5,
} as const;

const STOP_TYPE_LABELS: Readonly<Record<number, string>> = {
  0: 'Regular stop',
  1: 'Entrance / exit',
  2: 'Platform',
  3: 'Generic node',
  4: 'Boarding area',
  5: 'Station',
};

/** The label of a stop type; an unknown one shows its number. */
export function stopTypeLabel(type: number): string {
  return STOP_TYPE_LABELS[type] ?? `Unknown stop type ${type}`;
}

const WHEELCHAIR_LABELS = ['No data', 'Accessible', 'Not accessible'] as const;

/** The label of a wheelchair value: 0 no data, 1 accessible, 2 not. */
export function wheelchairLabel(value: number): string {
  return WHEELCHAIR_LABELS[value] ?? `Unknown value ${value}`;
}

/** Of a stop inside a station: 0 as its station says, 1 there is a path without steps, 2 there is none. */
export const WHEELCHAIR_WITHIN = { Inherit: 0, Possible: 1, Impossible: 2 } as const;

const WITHIN_LABELS = ['Inherit from the station', 'Possible', 'Impossible'] as const;

/** The label of a wheelchair value of a stop that has a parent. */
export function wheelchairWithinLabel(value: number): string {
  return WITHIN_LABELS[value] ?? `Unknown value ${value}`;
}

/** What keeps a stop from being removed. */
export interface StopUses {
  readonly transfers: number;
  readonly pathways: number;
  readonly schedules: number;
}

/** The sentence of a blocked removal, naming each cause; undefined when nothing uses the stop. */
export function stopRemovalError(uses: StopUses): string | undefined {
  const causes = [
    ...(uses.transfers > 0 ? ['it has transfers'] : []),
    ...(uses.pathways > 0 ? ['it has pathways'] : []),
    ...(uses.schedules > 0 ? ['there are schedules with it'] : []),
  ];
  if (causes.length === 0) return undefined;
  if (causes.length === 3) return 'Stop cannot be removed because it has transfers / pathways / there are schedules with it';
  const joined = causes.map((cause, i) => (i > 0 ? cause.replace(/^it has /, '') : cause)).join(' / ');
  return `Stop cannot be removed because ${joined}`;
}

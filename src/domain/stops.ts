/** Stops: their fields, types and the rules that hold on both sides of the wire. */
import { z } from 'zod';
import { Coordinate } from './coordinate.ts';
import { extraField } from './extra.ts';
import { isWebUrl } from './formats.ts';

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

/** Of a stop inside a station: 0 as its station says, 1 there is a way without steps, 2 there is none. */
export const WHEELCHAIR_WITHIN = { Inherit: 0, Possible: 1, Impossible: 2 } as const;

const WITHIN_LABELS = ['Inherit from the station', 'Possible', 'Impossible'] as const;

/** The label of a wheelchair value of a stop that has a parent. */
export function wheelchairWithinLabel(value: number): string {
  return WITHIN_LABELS[value] ?? `Unknown value ${value}`;
}

/** A stop. `Coordinate` is null where the source gave no valid place. */
export const Stop = z.object({
  Id: z.string().min(1),
  Name: z.string(),
  Type: z.int().min(0),
  Coordinate: Coordinate.nullable(),
  Direction: z.string().optional(),
  ParentId: z.string().optional(),
  ZoneId: z.string().optional(),
  StopCode: z.string().optional(),
  Url: z.string().optional(),
  WheelchairBoarding: z.int().min(0).max(2),
  SignpostedAs: z.string().optional(),
  AreaName: z.string().optional(),
  GroupId: z.string().optional(),
  PlatformCode: z.string().optional(),
  LevelId: z.string().optional(),
  ...extraField,
});
export type Stop = z.infer<typeof Stop>;

/** The fields a person edits one by one, by the names the edit call uses, and the document's key of each. */
export const STOP_FIELDS = {
  name: 'Name',
  type: 'Type',
  direction: 'Direction',
  parentId: 'ParentId',
  platformCode: 'PlatformCode',
  stopCode: 'StopCode',
  zoneId: 'ZoneId',
  url: 'Url',
  signpostedAs: 'SignpostedAs',
  wheelchairBoarding: 'WheelchairBoarding',
  areaName: 'AreaName',
  groupId: 'GroupId',
  levelId: 'LevelId',
} as const satisfies Record<string, keyof Stop>;

export const StopField = z.enum([
  'name',
  'type',
  'direction',
  'parentId',
  'platformCode',
  'stopCode',
  'zoneId',
  'url',
  'signpostedAs',
  'wheelchairBoarding',
  'areaName',
  'groupId',
  'levelId',
]);
export type StopField = z.infer<typeof StopField>;

/** What a stop field can hold: a text, or a number for type and wheelchair boarding. */
export const StopFieldValue = z.union([z.string().max(1000), z.number().int()]);
export type StopFieldValue = z.infer<typeof StopFieldValue>;

/** The same stop with another value of one field; an empty text takes the field away (the name stays, empty). */
export function withStopField(stop: Stop, field: StopField, value: StopFieldValue): Stop {
  const key = STOP_FIELDS[field];
  if (value === '' && field !== 'name') {
    const { [key]: _gone, ...rest } = stop;
    return Stop.parse(rest);
  }
  return Stop.parse({ ...stop, [key]: value });
}

/** Why a value cannot be taken for a field, in the user's words; undefined when it can. */
export function stopFieldError(field: StopField, value: StopFieldValue): string | undefined {
  if (field === 'type') return typeof value === 'number' && value >= 0 && value <= 5 ? undefined : 'Choose one of the stop types';
  if (field === 'wheelchairBoarding') return typeof value === 'number' && value >= 0 && value <= 2 ? undefined : 'Choose one of the values';
  if (typeof value !== 'string') return 'This field holds text';
  if (field === 'name' && value.trim() === '') return 'Stop name is required';
  if (field === 'url' && value !== '' && !isWebUrl(value)) return 'Enter a full address starting with http:// or https://';
  return undefined;
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

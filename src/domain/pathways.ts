/** Pathways between the stops of a station, and the levels they join. */
import { z } from 'zod';
import { extraField } from './extra.ts';

const PATHWAY_MODES = ['Walkway', 'Stairs', 'Moving Sidewalk', 'Escalator', 'Elevator', 'Fare Gate', 'Exit Gate'] as const;

/** The label of a pathway mode, 1 to 7 as in GTFS. */
export function pathwayModeLabel(mode: number): string {
  return PATHWAY_MODES[mode - 1] ?? `Unknown pathway mode ${mode}`;
}

/** The modes to choose from. */
export const PATHWAY_MODE_OPTIONS = PATHWAY_MODES.map((label, i) => ({ value: String(i + 1), label }));

/** Where a pathway comes from; one that says nothing came with its feed. */
export const PATHWAY_ORIGINS = { Feed: 0, Drawn: 1, Derived: 2 } as const;

const ORIGIN_LABELS = ['Feed', 'Drawn on the map', 'Derived from other data'] as const;

/** The label of a data origin. */
export function pathwayOriginLabel(origin: number = PATHWAY_ORIGINS.Feed): string {
  return ORIGIN_LABELS[origin] ?? `Unknown origin ${origin}`;
}

/** A pathway. Time in seconds, length and width in metres, stairs positive upwards, slope as a ratio. */
export const Pathway = z.object({
  Id: z.string().min(1),
  FromStopId: z.string(),
  ToStopId: z.string(),
  Mode: z.int().min(0),
  IsBidirectional: z.boolean(),
  TraversalTime: z.number().optional(),
  Length: z.number().optional(),
  StairCount: z.int().optional(),
  MaxSlope: z.number().optional(),
  MinWidth: z.number().optional(),
  LabelSignpostFront: z.string().optional(),
  LabelSignpostBack: z.string().optional(),
  DataOrigin: z.int().min(0).optional(),
  ...extraField,
});
export type Pathway = z.infer<typeof Pathway>;

/** The fields a person edits one by one, by the names the edit call uses: the document's key, the words for it, and what it holds. */
export const PATHWAY_FIELDS = {
  mode: { key: 'Mode', label: 'Mode', holds: 'mode' },
  isBidirectional: { key: 'IsBidirectional', label: 'Both ways', holds: 'switch' },
  fromStopId: { key: 'FromStopId', label: 'From stop', holds: 'stop' },
  toStopId: { key: 'ToStopId', label: 'To stop', holds: 'stop' },
  length: { key: 'Length', label: 'Length', holds: 'number' },
  traversalTime: { key: 'TraversalTime', label: 'Traversal time', holds: 'number' },
  stairCount: { key: 'StairCount', label: 'Stair count', holds: 'stairs' },
  maxSlope: { key: 'MaxSlope', label: 'Max slope', holds: 'slope' },
  minWidth: { key: 'MinWidth', label: 'Min width', holds: 'number' },
  labelSignpostFront: { key: 'LabelSignpostFront', label: 'Signpost', holds: 'text' },
  labelSignpostBack: { key: 'LabelSignpostBack', label: 'Signpost back', holds: 'text' },
} as const satisfies Record<
  string,
  { key: keyof Pathway; label: string; holds: 'mode' | 'switch' | 'stop' | 'number' | 'stairs' | 'slope' | 'text' }
>;

export const PathwayField = z.enum([
  'mode',
  'isBidirectional',
  'fromStopId',
  'toStopId',
  'length',
  'traversalTime',
  'stairCount',
  'maxSlope',
  'minWidth',
  'labelSignpostFront',
  'labelSignpostBack',
]);
export type PathwayField = z.infer<typeof PathwayField>;

/** What a pathway field can hold; an empty text takes it away. */
export const PathwayFieldValue = z.union([z.string().max(1000), z.number(), z.boolean()]);
export type PathwayFieldValue = z.infer<typeof PathwayFieldValue>;

/** Modes with stairs, and those with a slope. */
const STAIRS = 2;
const SLOPED = [1, 3];

/** Whether a field belongs to a pathway of that mode: stairs are counted on stairs, slope is that of walkways and moving sidewalks. */
export function fitsPathwayMode(field: PathwayField, mode: number): boolean {
  if (field === 'stairCount') return mode === STAIRS;
  return field !== 'maxSlope' || SLOPED.includes(mode);
}

/** Why a value cannot be taken for a field, in the user's words; undefined when it can. `pathway` is null where it is not known. */
export function pathwayFieldError(pathway: Pathway | null, field: PathwayField, value: PathwayFieldValue): string | undefined {
  const { holds } = PATHWAY_FIELDS[field];
  if (holds === 'mode')
    return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 7 ? undefined : 'Choose one of the modes';
  if (holds === 'switch') return typeof value === 'boolean' ? undefined : 'Choose yes or no';
  if (holds === 'stop') {
    if (typeof value !== 'string' || value === '') return 'Enter the id of a stop';
    const other = field === 'fromStopId' ? pathway?.ToStopId : pathway?.FromStopId;
    return other === value ? 'A pathway cannot lead to the stop it begins at' : undefined;
  }
  if (holds === 'text') return typeof value === 'string' ? undefined : 'This field holds text';
  if (value === '') return undefined;
  if (typeof value !== 'number' || !Number.isFinite(value)) return 'Enter a number';
  if (holds === 'stairs') return Number.isInteger(value) ? undefined : 'Enter a whole number: positive up, negative down';
  if (holds === 'slope') return Math.abs(value) <= 1 ? undefined : 'Enter a ratio between -1 and 1';
  return value >= 0 ? undefined : 'Enter a number that is not negative';
}

/** A level of a station; 0 is the ground. */
export const Level = z.object({
  Id: z.string().min(1),
  Index: z.number(),
  Name: z.string().optional(),
  ...extraField,
});
export type Level = z.infer<typeof Level>;

/** Pathways between the stops of a station, and the levels they join. */
import { z } from 'zod';
import { extraField } from './extra.ts';

const PATHWAY_MODES = ['Walkway', 'Stairs', 'Moving Sidewalk', 'Escalator', 'Elevator', 'Fare Gate', 'Exit Gate'] as const;

/** The label of a pathway mode, 1 to 7 as in GTFS. */
export function pathwayModeLabel(mode: number): string {
  return PATHWAY_MODES[mode - 1] ?? `Unknown pathway mode ${mode}`;
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
  ...extraField,
});
export type Pathway = z.infer<typeof Pathway>;

/** A level of a station; 0 is the ground. */
export const Level = z.object({
  Id: z.string().min(1),
  Index: z.number(),
  Name: z.string().optional(),
  ...extraField,
});
export type Level = z.infer<typeof Level>;

/** Tracks: one stop pattern of a schedule with its way on the map. */
import { z } from 'zod';
import { extraField } from './extra.ts';

export const TrackDirection = z.enum(['Unknown', 'Forward', 'Backward']);
export type TrackDirection = z.infer<typeof TrackDirection>;

/** A stop of a track. Addressed by its position, never by StopId alone: loops are common. */
export const TrackStop = z.object({
  StopId: z.string(),
  /** Index of the nearest point of the shape; rises along the track. Absent where the track has no shape. */
  ShapeSequence: z.int().min(0).optional(),
  /** Headsign shown from this stop on, until the next stop that has one. */
  Destination: z.string().optional(),
  /** Left out of the exported stop times. */
  Ignored: z.boolean().optional(),
  /** `shape_dist_traveled` as the source gave it; dropped when the shape is edited. */
  ShapeDistance: z.number().optional(),
});
export type TrackStop = z.infer<typeof TrackStop>;

/** A track without its timetables. Its id is unique within its schedule: `a-b`, `b-a`, `a-b-2`. */
export const Track = z.object({
  ScheduleId: z.string().min(1),
  Id: z.string().min(1),
  Name: z.string(),
  Direction: TrackDirection,
  Visible: z.boolean(),
  Symbol: z.string().optional(),
  /** Encoded polyline, precision 5 (a point moves by at most 0.79 m). */
  Shape: z.string().optional(),
  /** `shape_dist_traveled` per shape point, as the source gave it; dropped when the shape is edited. */
  ShapeDistances: z.array(z.number().nullable()).optional(),
  Stops: z.array(TrackStop),
  /** The highest Number of a timetable that the track had and has no more; the next one is above it. Absent while there is none. */
  LastTimetable: z.int().min(1).optional(),
  ...extraField,
});
export type Track = z.infer<typeof Track>;

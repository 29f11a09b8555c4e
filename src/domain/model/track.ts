import { z } from 'zod';
import { defineKind, field, idField } from './kind.ts';

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

/** A track without its timetables: one stop pattern of a schedule with its shape. Its id is unique within its schedule. */
export const TrackKind = defineKind(
  'Track',
  { words: ['track', 'tracks'], identity: ['ScheduleId', 'Id'], internal: ['LastTimetable'] },
  {
    ScheduleId: field(z.string().min(1), {
      holds: { refersTo: 'Schedule' },
      label: 'Schedule',
      help: 'The schedule it belongs to.',
      gtfs: { own: ['trips.route_id'] },
    }),
    Id: idField({ none: 'made again by each import' }, 'Identifies the track in its schedule: a-b, b-a, a-b-2.'),
    Name: field(z.string(), { holds: 'text', label: 'Name', help: 'As staff know the track.', gtfs: { none: 'made again by each import' } }),
    Direction: field(TrackDirection, {
      holds: 'text',
      label: 'Direction',
      help: 'Forward or backward along the line.',
      gtfs: { own: ['trips.direction_id'] },
    }),
    Visible: field(z.boolean(), {
      holds: 'switch',
      label: 'Visible',
      help: 'No hides the track on the map.',
      gtfs: { none: 'of the product alone' },
    }),
    Symbol: field(z.string().optional(), {
      holds: 'text',
      label: 'Symbol',
      help: 'Sign on the map, in place of the name.',
      gtfs: { none: 'of the product alone' },
    }),
    Shape: field(z.string().optional(), {
      holds: 'parts',
      label: 'Shape',
      help: 'The shape on the map: an encoded polyline of precision 5 (a point moves by at most 0.79 m).',
      gtfs: { own: ['shapes.txt'] },
    }),
    ShapeDistances: field(z.array(z.number().nullable()).optional(), {
      holds: 'parts',
      label: 'Shape distances',
      help: 'Distance of each point of the shape, as the source gave it; dropped when the shape is edited.',
      gtfs: { own: ['shapes.shape_dist_traveled'] },
    }),
    Stops: field(z.array(TrackStop), {
      holds: 'parts',
      label: 'Stops',
      help: 'The stops in order, with their destinations.',
      gtfs: { own: ['stop_times.stop_id', 'stop_times.stop_headsign', 'trips.trip_headsign', 'stop_times.shape_dist_traveled'] },
    }),
    LastTimetable: field(z.int().min(1).optional(), {
      holds: 'integer',
      label: 'Last timetable',
      help: 'The highest number of a timetable that the track had and has no more; the next one is above it.',
      gtfs: { none: 'of the product alone' },
    }),
  },
);

export const Track = TrackKind.schema;
export type Track = z.infer<typeof Track>;

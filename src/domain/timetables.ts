/** Timetables: one running-time profile of a track on some days, with its departures. */
import { z } from 'zod';
import { Days } from './days.ts';
import { extraField } from './extra.ts';

/** `[from, to, kind]` over track stop positions: `to` not included. Kind is the GTFS number; the default is left out. */
export const PositionInterval = z.tuple([z.int().min(0), z.int().min(0), z.int().min(0).max(3)]);
export type PositionInterval = z.infer<typeof PositionInterval>;

/** A departure: at one time (Exact), or every `Frequency` seconds from FromTime until before ToTime (Interval). */
export const Departure = z.object({
  Type: z.enum(['Exact', 'Interval']),
  /** Seconds of the service day, of the first stop. Exact only. */
  Time: z.int().optional(),
  FromTime: z.int().optional(),
  ToTime: z.int().optional(),
  /** Headway in seconds; shown in minutes. */
  Frequency: z.int().positive().optional(),
  isFrequencyScheduled: z.boolean().optional(),
  TripId: z.string().optional(),
  /** First departure that the source wrote for an Interval's trip; kept so that the export gives it back. */
  TemplateStart: z.int().optional(),
  wheelchairAccessibility: z.int().min(0).max(2).optional(),
  bikesAllowed: z.int().min(0).max(2).optional(),
  tripShortName: z.string().optional(),
  blockId: z.string().optional(),
  ...extraField,
});
export type Departure = z.infer<typeof Departure>;

/** A timetable. Offsets are signed seconds from the first departure, null where the source has none. */
export const Timetable = z.object({
  ScheduleId: z.string().min(1),
  TrackId: z.string().min(1),
  /** Place among the track's timetables, from 1. */
  Number: z.int().min(1),
  Days,
  ArrivalOffsets: z.array(z.int().nullable()),
  DepartureOffsets: z.array(z.int().nullable()),
  /** 1 exact, 0 approximate, null not said. */
  Timepoints: z.array(z.int().min(0).max(1).nullable()).optional(),
  PickupIntervals: z.array(PositionInterval).optional(),
  DropOffIntervals: z.array(PositionInterval).optional(),
  ContinuousPickupIntervals: z.array(PositionInterval).optional(),
  ContinuousDropOffIntervals: z.array(PositionInterval).optional(),
  /** Values of all departures alike; a departure's own value goes before. */
  BlockId: z.string().optional(),
  TripShortName: z.string().optional(),
  WheelchairAccessibility: z.int().min(0).max(2).optional(),
  BikesAllowed: z.int().min(0).max(2).optional(),
  Departures: z.array(Departure),
  ...extraField,
});
export type Timetable = z.infer<typeof Timetable>;

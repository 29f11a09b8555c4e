import { z } from 'zod';
import { Days } from '../days.ts';
import { extraField } from '../extra.ts';
import { defineKind, field } from './kind.ts';

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

const Offsets = z.array(z.int().nullable());
const Intervals = z.array(PositionInterval).optional();
const Possible = z.int().min(0).max(2).optional();

function possibleWord(value: number): string {
  return ['Not said', 'Yes', 'No'][value] ?? String(value);
}

/** A timetable: one running-time profile of a track on some days, with its departures. */
export const TimetableKind = defineKind(
  'Timetable',
  {
    words: ['timetable', 'timetables'],
    identity: ['ScheduleId', 'TrackId', 'Number'],
    kept: {
      cars_allowed: {
        holds: { oneOf: [0, 1, 2], of: 'the values' },
        label: 'Cars allowed',
        help: 'Whether vehicles of its trips carry cars: ferries, car trains.',
        shown: possibleWord,
      },
    },
  },
  {
    ScheduleId: field(z.string().min(1), {
      holds: { refersTo: 'Schedule' },
      label: 'Schedule',
      help: 'The schedule it belongs to.',
      gtfs: { own: ['trips.route_id'] },
    }),
    TrackId: field(z.string().min(1), { holds: 'text', label: 'Track', help: 'The track it belongs to.', gtfs: { own: ['trips.txt'] } }),
    Number: field(z.int().min(1), {
      holds: 'integer',
      label: 'Number',
      help: 'Place among the timetables of the track, from 1.',
      gtfs: { none: 'made again by each import' },
    }),
    Days: field(Days, { holds: 'days', label: 'Days', help: 'Days of the week on which it runs.', gtfs: { own: ['calendar.txt'] } }),
    ArrivalOffsets: field(Offsets, {
      holds: 'parts',
      label: 'Arrival offsets',
      help: 'Seconds from the first departure to the arrival at each stop; none where the source has none.',
      gtfs: { own: ['stop_times.arrival_time'] },
    }),
    DepartureOffsets: field(Offsets, {
      holds: 'parts',
      label: 'Departure offsets',
      help: 'Seconds from the first departure to the departure from each stop; none where the source has none.',
      gtfs: { own: ['stop_times.departure_time'] },
    }),
    Timepoints: field(z.array(z.int().min(0).max(1).nullable()).optional(), {
      holds: 'parts',
      label: 'Timepoints',
      help: 'Whether the times at each stop are exact: 1 exact, 0 approximate, none where it is not said.',
      gtfs: { own: ['stop_times.timepoint'] },
    }),
    PickupIntervals: field(Intervals, {
      holds: 'parts',
      label: 'Pickup intervals',
      help: 'Where people cannot simply board.',
      gtfs: { own: ['stop_times.pickup_type'] },
    }),
    DropOffIntervals: field(Intervals, {
      holds: 'parts',
      label: 'Drop off intervals',
      help: 'Where people cannot simply get off.',
      gtfs: { own: ['stop_times.drop_off_type'] },
    }),
    ContinuousPickupIntervals: field(Intervals, {
      holds: 'parts',
      label: 'Continuous pickup intervals',
      help: 'Between which stops people can board anywhere.',
      gtfs: { own: ['stop_times.continuous_pickup'] },
    }),
    ContinuousDropOffIntervals: field(Intervals, {
      holds: 'parts',
      label: 'Continuous drop off intervals',
      help: 'Between which stops people can get off anywhere.',
      gtfs: { own: ['stop_times.continuous_drop_off'] },
    }),
    BlockId: field(z.string().optional(), {
      holds: 'text',
      label: 'Block id',
      help: 'Trips of one vehicle; a departure can have its own.',
      gtfs: { own: ['trips.block_id'] },
    }),
    TripShortName: field(z.string().optional(), {
      holds: 'text',
      label: 'Trip short name',
      help: 'Number that riders know the trips by; a departure can have its own.',
      gtfs: { own: ['trips.trip_short_name'] },
    }),
    WheelchairAccessibility: field(Possible, {
      holds: { oneOf: [0, 1, 2], of: 'the values' },
      label: 'Wheelchair accessibility',
      help: 'Whether the vehicles take wheelchairs; a departure can have its own.',
      gtfs: { own: ['trips.wheelchair_accessible'] },
      shown: possibleWord,
    }),
    BikesAllowed: field(Possible, {
      holds: { oneOf: [0, 1, 2], of: 'the values' },
      label: 'Bikes allowed',
      help: 'Whether the vehicles take bicycles; a departure can have its own.',
      gtfs: { own: ['trips.bikes_allowed'] },
      shown: possibleWord,
    }),
    Departures: field(z.array(Departure), {
      holds: 'parts',
      label: 'Departures',
      help: 'When trips begin: at one time, or at intervals.',
      gtfs: { own: ['trips.txt', 'stop_times.txt', 'frequencies.txt'] },
    }),
  },
);

export const Timetable = TimetableKind.schema;
export type Timetable = z.infer<typeof Timetable>;

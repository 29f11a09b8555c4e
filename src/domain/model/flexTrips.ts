/** Flexible trips of GTFS Flex: they call at zones and groups of stops within windows of time, as riders book. */
import { z } from 'zod';
import { Days } from '../days.ts';
import { extraField } from '../extra.ts';
import { FLEX } from './flex.ts';
import { defineKind, field, idField, WIDTHS } from './kind.ts';

const Text = z.string().optional();
const Kind = z.int().min(0).max(3).optional();
const Possible = z.int().min(0).max(2).optional();

function possibleWord(value: number): string {
  return ['Not said', 'Yes', 'No'][value] ?? String(value);
}

function directionWord(value: number): string {
  return ['Forward', 'Backward'][value] ?? String(value);
}

function accessWord(value: number): string {
  return ['Regular', 'Not possible', 'By booking', 'By asking the driver'][value] ?? String(value);
}

const ACCESS = { oneOf: [0, 1, 2, 3], of: 'the values' } as const;
const POSSIBLE = { oneOf: [0, 1, 2], of: 'the values' } as const;

/** Fields of a call of a flexible trip: a row of stop_times.txt. It has one place: a zone, a group of stops, or a stop. */
export const CALL_FIELDS = {
  ZoneId: field(Text, {
    holds: { refersTo: 'Zone' },
    label: 'Zone',
    help: 'Where it calls: anywhere within the zone.',
    gtfs: 'location_id',
    edit: true,
  }),
  LocationGroupId: field(Text, {
    holds: { refersTo: 'LocationGroup' },
    label: 'Group of stops',
    help: 'Where it calls: at any stop of the group.',
    gtfs: 'location_group_id',
    edit: true,
  }),
  StopId: field(Text, { holds: { refersTo: 'Stop' }, label: 'Stop', help: 'Where it calls: at this stop.', gtfs: 'stop_id', edit: true }),
  WindowStart: field(Text, {
    holds: 'clockTime',
    label: 'From',
    help: 'Riders are picked up or get off there from this time on: 06:00.',
    gtfs: 'start_pickup_drop_off_window',
    edit: true,
  }),
  WindowEnd: field(Text, {
    holds: 'clockTime',
    label: 'Until',
    help: 'Riders are picked up or get off there until this time: 20:00. After midnight 25:10.',
    gtfs: 'end_pickup_drop_off_window',
    edit: true,
  }),
  ArrivalTime: field(Text, {
    holds: 'clockTime',
    label: 'Arrival',
    help: 'Only at a stop where the trip has a fixed time, in place of a window.',
    gtfs: 'arrival_time',
    edit: true,
  }),
  DepartureTime: field(Text, {
    holds: 'clockTime',
    label: 'Departure',
    help: 'Only at a stop where the trip has a fixed time, in place of a window.',
    gtfs: 'departure_time',
    edit: true,
  }),
  PickupType: field(Kind, {
    holds: ACCESS,
    label: 'Pickup',
    help: 'How riders are picked up there: by booking, or not at all.',
    gtfs: 'pickup_type',
    edit: true,
    shown: accessWord,
  }),
  PickupBookingRuleId: field(Text, {
    holds: { refersTo: 'BookingRule' },
    label: 'Pickup booking',
    help: 'Booking rule of riders who are picked up there.',
    gtfs: 'pickup_booking_rule_id',
    edit: true,
  }),
  DropOffType: field(Kind, {
    holds: ACCESS,
    label: 'Drop off',
    help: 'How riders get off there: by booking, or not at all.',
    gtfs: 'drop_off_type',
    edit: true,
    shown: accessWord,
  }),
  DropOffBookingRuleId: field(Text, {
    holds: { refersTo: 'BookingRule' },
    label: 'Drop off booking',
    help: 'Booking rule of riders who get off there.',
    gtfs: 'drop_off_booking_rule_id',
    edit: true,
  }),
} as const;

type CallShape = { -readonly [K in keyof typeof CALL_FIELDS]: (typeof CALL_FIELDS)[K]['schema'] };

/** A call of a flexible trip. */
export const FlexCall = z.object({
  /** `stop_sequence`; rises from call to call. */
  Sequence: z.int().min(0),
  ...(Object.fromEntries(Object.entries(CALL_FIELDS).map(([key, { schema }]) => [key, schema])) as CallShape),
  ...extraField,
});
export type FlexCall = z.infer<typeof FlexCall>;

const OWN = { own: ['trips.txt'] } as const;

export const FlexTripKind = defineKind(
  'FlexTrip',
  {
    words: ['flexible trip', 'flexible trips'],
    array: 'FlexTrips',
    identity: ['Id'],
    named: 'Headsign',
    younger: true,
    records: {
      page: 'flexible-trips',
      icon: 'bus',
      ids: 'typed',
      prefix: 'FT',
      hint: 'A flexible trip calls at zones, groups of stops and stops within windows of time, as riders book.',
      group: FLEX,
    },
  },
  {
    Id: idField({ own: ['trips.trip_id'] }, 'Identifies the trip. No departure of a timetable has the same id.'),
    ScheduleId: field(z.string().min(1), {
      holds: { refersTo: 'Schedule' },
      label: 'Schedule',
      help: 'The line, and the calendar whose dates the trip follows.',
      gtfs: { own: ['trips.route_id'] },
      edit: true,
      required: true,
      column: WIDTHS.wide,
    }),
    Days: field(Days, {
      holds: 'days',
      label: 'Days',
      help: 'Days of the week on which it runs.',
      gtfs: { own: ['calendar.txt'] },
      edit: true,
      required: true,
      column: WIDTHS.wide,
    }),
    Headsign: field(Text, {
      holds: 'text',
      label: 'Destination',
      help: 'What riders read on the vehicle: Dial-a-ride Upper Valley.',
      gtfs: OWN,
      edit: true,
      column: WIDTHS.wide,
    }),
    ShortName: field(Text, { holds: 'text', label: 'Trip short name', help: 'Number that riders know the trip by.', gtfs: OWN, edit: true }),
    Direction: field(z.int().min(0).max(1).optional(), {
      holds: { oneOf: [0, 1], of: 'the directions' },
      label: 'Direction',
      help: 'Forward or backward along the line.',
      gtfs: OWN,
      edit: true,
      shown: directionWord,
    }),
    WheelchairAccessibility: field(Possible, {
      holds: POSSIBLE,
      label: 'Wheelchair accessibility',
      help: 'Whether the vehicle takes wheelchairs.',
      gtfs: OWN,
      edit: true,
      shown: possibleWord,
    }),
    BikesAllowed: field(Possible, {
      holds: POSSIBLE,
      label: 'Bikes allowed',
      help: 'Whether the vehicle takes bicycles.',
      gtfs: OWN,
      edit: true,
      shown: possibleWord,
    }),
    SafeDurationFactor: field(z.number().optional(), {
      holds: 'number',
      label: 'Longest ride, factor',
      help: 'The longest ride takes this factor times the time by car, and the addition: 1.5.',
      gtfs: OWN,
      edit: true,
    }),
    SafeDurationOffset: field(z.number().optional(), {
      holds: 'number',
      label: 'Longest ride, addition',
      unit: 's',
      help: 'Seconds on top of the time by car times the factor: 600.',
      gtfs: OWN,
      edit: true,
    }),
    Calls: field(z.array(FlexCall), {
      holds: 'parts',
      label: 'Calls',
      help: 'Where and when it calls, in order: at least two, to get on and off.',
      gtfs: { own: ['stop_times.txt'] },
      of: CALL_FIELDS,
    }),
  },
);

export const FlexTrip = FlexTripKind.schema;
export type FlexTrip = z.infer<typeof FlexTrip>;

/** Why a feed cannot have the trip yet, for people; undefined where it can. */
export function flexTripProblem({ Calls }: Pick<FlexTrip, 'Calls'>): string | undefined {
  if (Calls.length < 2) return 'it needs two calls: to get on and to get off';
  const open = Calls.findIndex(
    ({ StopId, WindowStart, WindowEnd }) => StopId === undefined && (WindowStart === undefined || WindowEnd === undefined),
  );
  return open < 0 ? undefined : `call ${open + 1} has no window of time`;
}

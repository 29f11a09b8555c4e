/** Journeys, reach and broken connections as they are asked for and answered. Times are seconds from midnight of the date. */
import { z } from 'zod';
import { CalendarDate } from '../date.ts';

const Seconds = z.int();
const Duration = z.int().min(0);

/** A span of departures is 6 hours at most. */
export const LONGEST_SPAN = 21_600;
/** Rides of a journey at most: five changes. */
export const MOST_RIDES = 6;
/** The best journeys of a span that are answered at most. */
export const MOST_JOURNEYS = 100;
/** Minutes that a connection may take at most, and minutes of a reach. */
export const LONGEST_WAIT = 60;
export const LONGEST_REACH = 120;
/** Broken connections that are answered at most. */
export const MOST_BROKEN = 200;

/** A line as it is drawn: its name and colour. */
export const RideLine = z.object({
  ScheduleId: z.string(),
  TrackId: z.string(),
  Name: z.string(),
  Color: z.string().optional(),
  TextColor: z.string().optional(),
});
export type RideLine = z.infer<typeof RideLine>;

const Place = z.object({ StopId: z.string(), Name: z.string(), Lat: z.number().optional(), Lng: z.number().optional() });

/** One ride: where and when people board and alight, and the calls in between. */
export const JourneyRide = z.object({
  Line: RideLine,
  Towards: z.string(),
  TripId: z.string().optional(),
  Board: Place,
  Departs: Seconds,
  Alight: Place,
  Arrives: Seconds,
  Between: z.array(Place),
  /** Seconds of the walk to the boarding stop. */
  Walk: Duration,
});
export type JourneyRide = z.infer<typeof JourneyRide>;

export const JourneyFound = z.object({
  Leaves: Seconds,
  Arrives: Seconds,
  Rides: z.array(JourneyRide),
  /** Seconds of the walk from the last stop; of the whole way where there is no ride. */
  LastWalk: Duration,
});
export type JourneyFound = z.infer<typeof JourneyFound>;

/** What is asked. A place is the id of a stop or station, or `lat,lng`. */
export const JourneyAsked = z.object({
  From: z.string().min(1).max(500),
  To: z.string().min(1).max(500),
  Date: CalendarDate,
  Leaves: Duration,
  Until: Duration,
});
export type JourneyAsked = z.infer<typeof JourneyAsked>;

export const JourneysFound = z.object({
  Journeys: z.array(JourneyFound),
  /** The journey that arrives first after the span, where none leaves in it. */
  Later: JourneyFound.optional(),
  /** The place that no stop with trips is near enough to. */
  Far: z.enum(['from', 'to']).optional(),
});
export type JourneysFound = z.infer<typeof JourneysFound>;

export const ReachedStop = z.object({ StopId: z.string(), Name: z.string(), Lat: z.number(), Lng: z.number(), Seconds: Duration });
export type ReachedStop = z.infer<typeof ReachedStop>;

/** A connection that the edits of a version broke. */
export const BrokenConnection = z.object({
  Line: RideLine,
  TripId: z.string().optional(),
  Towards: z.string(),
  /** As it was, and as it is now where the trip still calls there. */
  Arrived: Seconds,
  Arrives: Seconds.optional(),
  At: Place,
  OntoLine: RideLine,
  OntoTowards: z.string(),
  Onto: Place,
  Departed: Seconds,
  /** The walk, with the time of the change. */
  Walk: Duration,
  /** The departure that people wait for now. */
  Now: Seconds.optional(),
});
export type BrokenConnection = z.infer<typeof BrokenConnection>;

export const BrokenConnections = z.object({
  Broken: z.array(BrokenConnection),
  /** All of them, also those that are not answered. */
  All: z.int().min(0),
  /** Tracks that the edits touch. */
  Tracks: z.int().min(0),
});
export type BrokenConnections = z.infer<typeof BrokenConnections>;

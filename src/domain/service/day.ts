/** The trips of a service day, as the server sums them up of the documents of a version. */
import { z } from 'zod';
import { Coordinate } from '../coordinate.ts';
import type { DepartureRef } from '../timetableSheet/departures.ts';

/** Departure of a timetable: time, trip id, `nth` of its name, block, and its runs with the seconds between them (1 and 0 unless an interval). */
export const DayDeparture = z.tuple([z.int(), z.string().nullable(), z.int().min(0), z.string().nullable(), z.int().min(0), z.int().min(0)]);
export type DayDeparture = z.infer<typeof DayDeparture>;

/** A timetable that runs on the date. `Line` and the stops are places in the lists of the day; the seconds are from the departure time. */
export const DayTimetable = z.object({
  Line: z.int().min(0),
  TrackId: z.string(),
  Number: z.int().min(1),
  From: z.int().min(0),
  To: z.int().min(0),
  Starts: z.int(),
  Ends: z.int(),
  Departures: z.array(DayDeparture),
});
export type DayTimetable = z.infer<typeof DayTimetable>;

export const DayLine = z.object({
  Id: z.string(),
  Name: z.string(),
  Color: z.string().optional(),
  TextColor: z.string().optional(),
  /** Of its vehicles: a basic GTFS route type, or the hundred of an extended one that has none. */
  Mode: z.int().optional(),
});
export type DayLine = z.infer<typeof DayLine>;
export const DayStop = z.object({ Id: z.string(), Name: z.string(), Coordinate: Coordinate.nullable() });
export type DayStop = z.infer<typeof DayStop>;

export const ServiceDay = z.object({
  Date: z.string(),
  Lines: z.array(DayLine),
  Stops: z.array(DayStop),
  Timetables: z.array(DayTimetable),
  /** Blocks of departures that do not run on the date: a new block is called otherwise. */
  OtherBlocks: z.array(z.string()),
  /** Pairs of trips for which a transfer says whether riders may stay in the vehicle. */
  InSeat: z.array(z.tuple([z.string(), z.string()])).optional(),
});
export type ServiceDay = z.infer<typeof ServiceDay>;

/** A trip of the day. Times are seconds of the service day and may be above 24 h. */
export interface DayTrip {
  /** Names it among the trips of the day. */
  readonly key: string;
  /** Place of its line and of its first and last stop in the lists of the day. */
  readonly line: number;
  readonly from: number;
  readonly to: number;
  readonly starts: number;
  readonly ends: number;
  /** Of its line. */
  readonly mode?: number | undefined;
  readonly block: string | null;
  /** Its departure. */
  readonly scheduleId: string;
  readonly trackId: string;
  readonly ref: DepartureRef;
  /** It is one of several runs of an interval, which have one block together. */
  readonly isRun: boolean;
}

/** The trips of the day. `blockNow`: the block of a departure where it is known to be another one than the server summed up. */
export function tripsOfDay(
  { Lines, Timetables }: ServiceDay,
  blockNow: (of: DayTimetable, scheduleId: string, ref: DepartureRef) => string | null | undefined = () => undefined,
): readonly DayTrip[] {
  return Timetables.flatMap((of) => {
    const scheduleId = Lines[of.Line]?.Id ?? '';
    return of.Departures.flatMap(([time, trip, nth, block, runs, headway]) => {
      const ref: DepartureRef = { timetable: of.Number, time, ...(trip === null ? {} : { trip }), ...(nth === 0 ? {} : { nth }) };
      const now = blockNow(of, scheduleId, ref);
      return Array.from({ length: runs }, (_, run): DayTrip => {
        const from = time + run * headway;
        return {
          key: tripKey(scheduleId, of.TrackId, ref, run),
          line: of.Line,
          from: of.From,
          to: of.To,
          starts: from + of.Starts,
          ends: from + of.Ends,
          mode: Lines[of.Line]?.Mode,
          block: now === undefined ? block : now,
          scheduleId,
          trackId: of.TrackId,
          ref,
          isRun: headway > 0,
        };
      });
    });
  });
}

/** Names a departure among those of all lines. */
export function departureKey(scheduleId: string, trackId: string, { timetable, time, trip = '', nth = 0 }: DepartureRef): string {
  return [scheduleId, trackId, timetable, time, trip, nth].join('\u001f');
}

function tripKey(scheduleId: string, trackId: string, ref: DepartureRef, run: number): string {
  return `${departureKey(scheduleId, trackId, ref)}\u001f${run}`;
}

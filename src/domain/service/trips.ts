/** Trips as vehicles drive them: each run of an interval is a trip of its own. */
import type { Timetable } from '../model/timetable.ts';
import type { Track } from '../model/track.ts';
import { type DepartureRef, refsOf, runsOf, startOf } from '../timetableSheet/departures.ts';

/** One trip of a service day. Times are seconds of the service day and may be above 24 h. */
export interface DrivenTrip {
  /** The departure it belongs to. */
  readonly ref: DepartureRef;
  /** Which run of the departure it is, from 0; above 0 for intervals only. */
  readonly run: number;
  readonly starts: number;
  readonly ends: number;
  readonly block: string | undefined;
}

/** Where a timetable's trips begin and end: places in the track's stops, and seconds from the departure time. */
export interface DrivenSpan {
  readonly first: number;
  readonly last: number;
  readonly starts: number;
  readonly ends: number;
}

/** From the first to the last call that has a time, stops left out of the export aside. Undefined with fewer than two such calls. */
export function drivenSpan(track: Track, { ArrivalOffsets, DepartureOffsets }: Timetable): DrivenSpan | undefined {
  const timed = track.Stops.flatMap(({ Ignored }, at) => {
    const [arrival, departure] = [ArrivalOffsets[at] ?? DepartureOffsets[at], DepartureOffsets[at] ?? ArrivalOffsets[at]];
    return Ignored === true || arrival === undefined || arrival === null || departure === undefined || departure === null
      ? []
      : [{ at, arrival, departure }];
  });
  const [first, last] = [timed[0], timed.at(-1)];
  return first && last && first !== last ? { first: first.at, last: last.at, starts: first.departure, ends: last.arrival } : undefined;
}

/** All trips of a timetable, in the order of its departures; none where it has no span. */
export function drivenTrips(track: Track, timetable: Timetable): readonly DrivenTrip[] {
  const span = drivenSpan(track, timetable);
  if (!span) return [];
  const refs = refsOf(timetable);
  return timetable.Departures.flatMap((departure, place) => {
    const ref = refs[place];
    if (!ref) return [];
    const block = departure.blockId ?? timetable.BlockId;
    return Array.from({ length: runsOf(departure) }, (_, run): DrivenTrip => {
      const from = startOf(departure) + run * (departure.Frequency ?? 0);
      return { ref, run, starts: from + span.starts, ends: from + span.ends, block: block === undefined || block.trim() === '' ? undefined : block };
    });
  });
}

/** Departures as the sheet names and moves them: they have no id of their own. */
import { z } from 'zod';
import type { Departure, Timetable } from '../model/timetable.ts';

/**
 * What a colleague would name a departure by: its trip id where it has one, else its time in its timetable. `nth` counts,
 * from 0, those that are alike in all of this; 0 is left out.
 */
export const DepartureRef = z.object({
  timetable: z.int().min(1),
  /** Seconds of the service day: the departure, or the beginning of an interval. */
  time: z.int().describe('Seconds of the service day'),
  trip: z.string().optional().describe('The TripId of the departure; needed where it has one'),
  nth: z.int().min(1).optional(),
});
export type DepartureRef = z.infer<typeof DepartureRef>;

/** When a departure begins, in seconds of the service day. */
export function startOf({ Type, Time, FromTime }: Departure): number {
  return (Type === 'Exact' ? Time : FromTime) ?? 0;
}

/** The departure at another time; an interval moves as a whole. */
export function startingAt(departure: Departure, start: number): Departure {
  if (departure.Type === 'Exact') return departure.Time === start ? departure : { ...departure, Time: start };
  const by = start - startOf(departure);
  if (by === 0) return departure;
  return { ...departure, FromTime: start, ...(departure.ToTime === undefined ? {} : { ToTime: departure.ToTime + by }) };
}

/** Runs that a departure stands for: 1, or those of an interval whose end is not included. */
export function runsOf({ Type, FromTime, ToTime, Frequency }: Departure): number {
  if (Type === 'Exact') return 1;
  if (FromTime === undefined || ToTime === undefined || Frequency === undefined || Frequency < 1) return 0;
  return Math.max(0, Math.ceil((ToTime - FromTime) / Frequency));
}

/** Where a departure stands now. */
export interface FoundDeparture {
  readonly timetable: Timetable;
  /** Place in the timetable's list. */
  readonly place: number;
  readonly departure: Departure;
}

/** The names of all departures of a timetable, in the order of its list. */
export function refsOf({ Number: timetable, Departures }: Timetable): readonly DepartureRef[] {
  const seen = new Map<string, number>();
  return Departures.map((departure) => {
    const time = startOf(departure);
    const key = `${time} ${departure.TripId ?? ''}`;
    const nth = seen.get(key) ?? 0;
    seen.set(key, nth + 1);
    return { timetable, time, ...(departure.TripId === undefined ? {} : { trip: departure.TripId }), ...(nth === 0 ? {} : { nth }) };
  });
}

/**
 * Looks departures up by their names. A departure that went to another timetable since, its running times being
 * edited, is found there as long as it is the only one of its name. An edit that nobody has acknowledged is made again whenever
 * something comes in, so the names of all departures are not written out for the few that it is about.
 */
export function departureIndex(timetables: readonly Timetable[]): (ref: DepartureRef) => FoundDeparture | undefined {
  const indexed = new Map<Timetable, ReadonlyMap<number, readonly FoundDeparture[]>>();
  const namedIn = (timetable: Timetable, { time, trip }: DepartureRef): readonly FoundDeparture[] => {
    let byStart = indexed.get(timetable);
    if (!byStart) indexed.set(timetable, (byStart = departuresByStart(timetable)));
    return byStart.get(time)?.filter(({ departure }) => departure.TripId === trip) ?? [];
  };
  return (ref) => {
    const home = timetables.find(({ Number }) => Number === ref.timetable);
    const there = home && namedIn(home, ref)[ref.nth ?? 0];
    if (there) return there;
    const [found, ...others] = timetables.flatMap((timetable) => namedIn(timetable, ref));
    return others.length === 0 ? found : undefined;
  };
}

function departuresByStart(timetable: Timetable): ReadonlyMap<number, readonly FoundDeparture[]> {
  const byStart = new Map<number, FoundDeparture[]>();
  timetable.Departures.forEach((departure, place) => {
    const start = startOf(departure);
    const found = { timetable, place, departure };
    const alike = byStart.get(start);
    if (alike) alike.push(found);
    else byStart.set(start, [found]);
  });
  return byStart;
}

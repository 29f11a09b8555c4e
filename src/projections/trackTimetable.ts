/** A track and its timetables as a person reads them. */
import { calendarTime, formatServiceTime } from '../domain/time.ts';
import { runsOf } from '../domain/timetableSheet/departures.ts';
import type { Departure, Timetable } from '../domain/model/timetable.ts';
import type { Track } from '../domain/model/track.ts';

/** A stop of a track at its position. */
export interface TrackStopRow {
  /** From 0: a stop may come twice, so its place tells it apart. */
  readonly position: number;
  readonly stopId: string;
  /** The destination shown from here on; undefined where it stays as before. */
  readonly destination?: string;
  readonly shapeSequence?: number;
  readonly ignored: boolean;
}

/** The stops of a track in order, with a destination only where it changes. */
export function trackStopRows(track: Track): readonly TrackStopRow[] {
  let shown: string | undefined;
  return track.Stops.map((stop, position) => {
    const changes = stop.Destination !== undefined && stop.Destination !== shown;
    shown = stop.Destination ?? shown;
    return {
      position,
      stopId: stop.StopId,
      ignored: stop.Ignored === true,
      ...(changes && stop.Destination !== undefined ? { destination: stop.Destination } : {}),
      ...(stop.ShapeSequence === undefined ? {} : { shapeSequence: stop.ShapeSequence }),
    };
  });
}

/** A departure in the order of the day. `text` is how it reads; `time` is when it begins. */
export interface DepartureRow {
  readonly key: string;
  readonly kind: Departure['Type'];
  /** Seconds of the service day: the departure, or the first of an interval. */
  readonly time: number;
  readonly text: string;
  /** The clock's reading, for a departure after midnight. */
  readonly clock?: string;
  /** The clock's reading, the trip and what else is known of it. */
  readonly hint?: string;
}

/** The departures of a timetable from the first to the last. */
export function departureRows(timetable: Timetable): readonly DepartureRow[] {
  return timetable.Departures.map((departure, place) => departureRow(departure, place)).toSorted((a, b) => a.time - b.time);
}

/** Departures of one hour of the service day, as a stop's panel groups them. */
export interface HourRow {
  readonly hour: number;
  readonly departures: readonly DepartureRow[];
}

/** Exact departures grouped by hour; hours without one are left out. */
export function hourRows(departures: readonly DepartureRow[]): readonly HourRow[] {
  const hours = new Map<number, DepartureRow[]>();
  for (const departure of departures) {
    if (departure.kind !== 'Exact') continue;
    const hour = Math.floor(departure.time / 3600);
    const row = hours.get(hour);
    if (row) row.push(departure);
    else hours.set(hour, [departure]);
  }
  return [...hours].map(([hour, of]) => ({ hour, departures: of })).toSorted((a, b) => a.hour - b.hour);
}

/** From the first departure of the day to the last, or to the end of the last interval; empty without departures. */
export function departureSpan(timetable: Timetable): string {
  const times = timetable.Departures.flatMap(({ Time, FromTime, ToTime }) => [Time, FromTime, ToTime].filter((time) => time !== undefined));
  if (times.length === 0) return '';
  const [first, last] = times.reduce(([least, most], time) => [Math.min(least, time), Math.max(most, time)], [Infinity, -Infinity]);
  return first === last ? formatServiceTime(first) : `${formatServiceTime(first)}–${formatServiceTime(last)}`;
}

/** How many runs a timetable makes: exact departures and those of its intervals. */
export function departureCount(timetable: Timetable): number {
  return timetable.Departures.reduce((count, departure) => count + runsOf(departure), 0);
}

/** Running times at one position. Texts are empty where the source has none. */
export interface RunningRow {
  readonly position: number;
  /** Since the first departure. */
  readonly running: string;
  /** What the first run of the day reads at this stop: arrival, and departure where it waits. */
  readonly arrival: string;
  readonly departure: string;
  readonly hint?: string;
  readonly approximate: boolean;
}

/** When the first run of the day is at each stop, with the running time up to it. */
export function runningRows(timetable: Timetable): readonly RunningRow[] {
  const first = departureRows(timetable)[0]?.time;
  return timetable.DepartureOffsets.map((leave, position) => {
    const arrive = timetable.ArrivalOffsets[position] ?? null;
    const at = arrive ?? leave;
    const shown = first === undefined || at === null ? undefined : first + at;
    const hint = shown === undefined ? undefined : calendarTime(shown);
    return {
      position,
      running: at === null ? '' : runningTime(at),
      arrival: timeAt(first, arrive),
      departure: timeAt(first, leave),
      approximate: timetable.Timepoints?.[position] === 0,
      ...(hint === undefined ? {} : { hint }),
    };
  });
}

/** A running time in hours, minutes and, where there are any, seconds: `0:05`, `1:02:30`. */
export function runningTime(seconds: number): string {
  return formatServiceTime(seconds).replace(/^(-?)0(\d)/, '$1$2');
}

/** A headway in minutes, with a decimal where it is no whole number: `every 10 min`, `every 7.5 min`. */
export function headwayText(seconds: number): string {
  return `every ${Math.round(seconds / 6) / 10} min`;
}

function departureRow(departure: Departure, place: number): DepartureRow {
  const time = departure.Type === 'Exact' ? (departure.Time ?? 0) : (departure.FromTime ?? 0);
  const hint = hintOf(departure, time);
  const clock = calendarTime(time);
  const to = departure.ToTime === undefined ? '' : formatServiceTime(departure.ToTime);
  const text =
    departure.Type === 'Exact'
      ? formatServiceTime(time)
      : `${departure.Frequency === undefined ? '' : `${headwayText(departure.Frequency)} `}${formatServiceTime(time)}–${to}`;
  return { key: `${place}`, kind: departure.Type, time, text, ...(clock === undefined ? {} : { clock }), ...(hint === '' ? {} : { hint }) };
}

function hintOf(departure: Departure, time: number): string {
  const ends = departure.Type === 'Interval' && departure.ToTime !== undefined ? calendarTime(departure.ToTime) : undefined;
  const clock = calendarTime(time);
  return [
    clock ?? '',
    ends === undefined ? '' : `until ${ends}`,
    departure.TripId === undefined ? '' : `Trip ${departure.TripId}`,
    departure.tripShortName === undefined ? '' : departure.tripShortName,
    departure.blockId === undefined ? '' : `Block ${departure.blockId}`,
    departure.isFrequencyScheduled === true ? 'Scheduled at these times' : '',
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

function timeAt(first: number | undefined, offset: number | null): string {
  return first === undefined || offset === null ? '' : formatServiceTime(first + offset);
}

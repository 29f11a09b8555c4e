/** The stringline (graphic timetable) of a track: every run as a line over time and the distance along the track. */
import { type Coordinate, metresBetween } from '../coordinate.ts';
import type { Timetable } from '../model/timetable.ts';
import type { Track } from '../model/track.ts';
import { runsOf, startOf } from './departures.ts';
import { cellAt, sidesOf } from './profile.ts';
import type { Sheet } from './sheet.ts';

/** One run of a departure. `times`, `metres` and `positions` have a common index: a stop where it waits has two points. */
export interface StringRun {
  /** Place of the departure in the sheet; undefined for runs of other tracks. */
  readonly column?: number;
  readonly trackId: string;
  readonly timetable: number;
  readonly days: number;
  /** Block of the departure, else of its timetable. */
  readonly block?: string;
  /** Seconds of the service day, as they come along the track. */
  readonly times: readonly number[];
  /** Metres along the track of the sheet. */
  readonly metres: readonly number[];
  /** Positions in the run's own track. */
  readonly positions: readonly number[];
  /** Times between which the run lies, in seconds. */
  readonly from: number;
  readonly to: number;
}

/** Intervals are drawn with all their runs, up to so many. */
const MOST_RUNS_OF_INTERVAL = 400;
/** A stop of another track belongs to one of this track when it has the same id, or lies within so many metres: the other side of the street. */
const SAME_PLACE_METRES = 250;

/** The runs of all columns of a sheet. `metres` is the distance to each stop by position. */
export function runsOfSheet(sheet: Sheet, metres: readonly number[]): StringRun[] {
  return sheet.columns.flatMap(({ timetable, departure }, column) => runsOfDeparture(timetable, departure, metres, column));
}

/** The runs of another track, in the measure of this one: at each of its positions the metres along this track, null elsewhere. */
export function runsOfTrack(timetables: readonly Timetable[], metres: readonly (number | null)[], days: number): StringRun[] {
  const shown = days === 127 ? timetables : timetables.filter(({ Days }) => (Days & days) !== 0);
  return shown.flatMap((timetable) => timetable.Departures.flatMap((departure) => runsOfDeparture(timetable, departure, metres))).filter(isLine);
}

/** Where stops of another track lie along this one: at a stop of the same id, else at the nearest one close by; null where there is none. */
export function metresOnTrack(
  track: Track,
  metres: readonly number[],
  other: Track,
  placeOf: (stopId: string) => Coordinate | null | undefined,
): (number | null)[] {
  const own = track.Stops.map(({ StopId }, at) => ({ id: StopId, place: placeOf(StopId), metres: metres[at] ?? 0 }));
  return other.Stops.map(({ StopId }) => {
    const same = own.find(({ id }) => id === StopId);
    if (same) return same.metres;
    const place = placeOf(StopId);
    if (!place) return null;
    let [nearest, least]: [number | null, number] = [null, SAME_PLACE_METRES];
    for (const stop of own) {
      const distance = stop.place ? metresBetween(place, stop.place) : Infinity;
      if (distance <= least) [nearest, least] = [stop.metres, distance];
    }
    return nearest;
  });
}

/** A point at which a run is at a stop together with the run before it, or has overtaken it. */
export interface Meeting {
  readonly time: number;
  readonly metres: number;
}

/** Where runs of the same track catch up with the one before them that has a common day. */
export function meetingsOf(runs: readonly StringRun[]): Meeting[] {
  const meetings: Meeting[] = [];
  const last = new Map<string, StringRun[]>();
  for (const run of runs.toSorted((a, b) => a.from - b.from)) {
    const before = last.get(run.trackId) ?? [];
    const previous = before.findLast(({ days }) => (days & run.days) !== 0);
    if (previous) meetings.push(...meetingsOfTwo(previous, run));
    last.set(run.trackId, [...before.filter(({ days }) => (days & ~run.days) !== 0), run].slice(-8));
  }
  return meetings;
}

/** The time between a run and the one before it on a common day, at one position. */
export interface Headway {
  readonly from: number;
  readonly to: number;
}

/** The headways of a track's runs at one of its positions, in order of time. */
export function headwaysAt(runs: readonly StringRun[], position: number): Headway[] {
  const passing = runs
    .flatMap(({ positions, times, days }) => {
      const time = times[positions.lastIndexOf(position)];
      return time === undefined ? [] : [{ time, days }];
    })
    .toSorted((a, b) => a.time - b.time);
  return passing.flatMap(({ time, days }, at) => {
    for (let before = at - 1; before >= 0; before--) {
      const one = passing[before];
      if (one && (one.days & days) !== 0) return [{ from: one.time, to: time }];
    }
    return [];
  });
}

function runsOfDeparture(
  timetable: Timetable,
  departure: Timetable['Departures'][number],
  metres: readonly (number | null)[],
  column?: number,
): StringRun[] {
  const start = startOf(departure);
  const offsets: { readonly time: number; readonly metres: number; readonly position: number }[] = [];
  for (let position = 0; position < timetable.DepartureOffsets.length; position++) {
    const distance = metres[position];
    if (distance === null || distance === undefined) continue;
    const [arrival, leaves] = sidesOf(cellAt(timetable, position, 0));
    for (const time of arrival === leaves ? [arrival] : [arrival, leaves]) if (time !== null) offsets.push({ time, metres: distance, position });
  }
  if (offsets.length === 0) return [];
  const block = departure.blockId ?? timetable.BlockId;
  const [distances, positions] = [offsets.map((one) => one.metres), offsets.map((one) => one.position)];
  return Array.from({ length: Math.min(runsOf(departure), MOST_RUNS_OF_INTERVAL) }, (_, nth): StringRun => {
    const begin = start + nth * (departure.Frequency ?? 0);
    const times = offsets.map(({ time }) => begin + time);
    return {
      ...(column === undefined ? {} : { column }),
      trackId: timetable.TrackId,
      timetable: timetable.Number,
      days: timetable.Days,
      ...(block === undefined ? {} : { block }),
      times,
      metres: distances,
      positions,
      from: times.reduce((a, b) => Math.min(a, b)),
      to: times.reduce((a, b) => Math.max(a, b)),
    };
  });
}

function meetingsOfTwo(first: StringRun, second: StringRun): Meeting[] {
  const passed = new Map(first.positions.map((position, at) => [position, first.times[at] ?? 0]));
  return second.positions.flatMap((position, at) => {
    const [before, time] = [passed.get(position), second.times[at] ?? 0];
    return before !== undefined && time <= before ? [{ time, metres: second.metres[at] ?? 0 }] : [];
  });
}

function isLine({ metres }: StringRun): boolean {
  return metres.some((distance) => distance !== metres[0]);
}

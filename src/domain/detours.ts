/** A stretch of street that is closed for a time: which shapes run along it, and what becomes of a track that goes another way. */
import { z } from 'zod';
import { type Coordinate, metresBetween } from './coordinate.ts';
import type { Timetable } from './model/timetable.ts';
import type { Track, TrackStop } from './model/track.ts';
import { RouteAnswer } from './routing.ts';
import { decodeShape, distancesAlong, encodeShape, nearestOnLine } from './shapes.ts';

/** Points that a closed stretch is drawn with, and its metres. */
export const MOST_CLOSED_POINTS = 50;
export const LONGEST_CLOSED = 5000;
/** Tracks of one answer and of one edit. */
export const MOST_DETOURS = 100;

/** Another way for a part of a shape: the points `From` to `To` are replaced by `Shape`, which begins and ends in these two. */
export const DetourPart = z.object({ From: z.int().min(0), To: z.int().min(0), Shape: z.string().max(200_000) });
export type DetourPart = z.infer<typeof DetourPart>;

/** A track that uses a closed stretch. */
export const Detour = z.object({
  ScheduleId: z.string(),
  TrackId: z.string(),
  LineName: z.string(),
  TrackName: z.string(),
  /** Points of the shape that the parts were found for. */
  Points: z.int(),
  /** In the order of the track; none where no way round was found. */
  Parts: z.array(DetourPart),
  /** Positions of the stops between leaving the shape and coming back. */
  LeftOut: z.array(z.int().min(0)),
  /** Their names. */
  StopNames: z.array(z.string()),
  /** The new length minus the old one. */
  Metres: z.int(),
  /** Least and largest change of the running time among the timetables; absent where there is none with times. */
  Seconds: z.object({ Least: z.int(), Most: z.int() }).optional(),
  Engine: RouteAnswer.shape.Engine.optional(),
  /** Why there is no way round, or why it is not what was asked for. */
  Notice: z.string().optional(),
});
export type Detour = z.infer<typeof Detour>;

/** Tracks that use a stretch. `Closed` is the stretch that was used: between two places on a line of the feed it follows that line. */
export const DetourAnswer = z.object({ Closed: z.string(), Tracks: z.array(Detour), More: z.int().min(0) });
export type DetourAnswer = z.infer<typeof DetourAnswer>;

/** A shape is beside the stretch within so many metres. */
const BESIDE = 15;
const STEP = 5;
/** Metres before and behind a place between which a line's direction is taken: its points may lie a metre apart. */
const CHORD = 8;
/** Cosine of the largest angle between two lines that run together. */
const TOGETHER = Math.cos(Math.PI / 4);
/** Metres that a shape may be away from the stretch in the midst of a run. */
const GAP = 25;
/** Who runs along so many metres of a closed stretch cannot pass, however long it is. */
const CANNOT_PASS = 60;

/** A part of a line that runs along a stretch: metres from its start, and the metres of the stretch beside it. */
export interface Run {
  readonly from: number;
  readonly to: number;
  readonly covered: number;
}

/** Runs of a line that make its vehicles use the stretch: along the most of it, or along 60 m. A mere crossing has another direction. */
export function usesOf(line: readonly Coordinate[], closed: readonly Coordinate[]): Run[] {
  const length = distancesAlong(closed).at(-1) ?? 0;
  return runsAlong(line, closed).filter(({ covered }) => covered >= Math.min(length / 2, CANNOT_PASS));
}

/** All runs of a line beside a stretch, either way, in the order of the line. */
export function runsAlong(line: readonly Coordinate[], closed: readonly Coordinate[]): Run[] {
  const [along, stretch] = [distancesAlong(line), distancesAlong(closed)];
  const box = boxRound(closed, BESIDE);
  const runs: { from: number; to: number; least: number; most: number; sense: number }[] = [];
  for (const [i, b] of line.entries()) {
    const a = line[i - 1];
    if (!a || !touches(box, a, b)) continue;
    const [start, end] = [along[i - 1] ?? 0, along[i] ?? 0];
    for (let at = start; at <= end; at = at === end ? Infinity : Math.min(at + STEP, end)) {
      const place = placeAlong(line, along, at);
      const near = nearestOnLine(closed, place);
      if (!near || near.metres > BESIDE) continue;
      const on = (stretch[near.index] ?? 0) + near.part * ((stretch[near.index + 1] ?? stretch[near.index] ?? 0) - (stretch[near.index] ?? 0));
      const cosine = cosineOf(chordAt(line, along, at), chordAt(closed, stretch, on));
      if (Math.abs(cosine) < TOGETHER) continue;
      const run = runs.at(-1);
      const sense = Math.sign(cosine);
      if (run && run.sense === sense && at - run.to <= GAP)
        Object.assign(run, { to: at, least: Math.min(run.least, on), most: Math.max(run.most, on) });
      else runs.push({ from: at, to: at, least: on, most: on, sense });
    }
  }
  return runs.map(({ from, to, least, most }) => ({ from, to, covered: most - least }));
}

/** The lines without what of them runs along a stretch: pieces that can be used while it is closed. */
export function withoutStretch(lines: readonly (readonly Coordinate[])[], closed: readonly Coordinate[]): Coordinate[][] {
  return lines.flatMap((line) => {
    const runs = runsAlong(line, closed).filter(({ covered }) => covered >= STEP);
    if (runs.length === 0) return [[...line]];
    const along = distancesAlong(line);
    const ends = [...runs.flatMap(({ from, to }) => [from, to]), along.at(-1) ?? 0];
    return ends.flatMap((end, i) => {
      // even places end a piece that is kept, odd ones a run
      const start = i === 0 ? 0 : (ends[i - 1] ?? 0);
      return i % 2 === 0 && end - start > 1 ? [pieceOf(line, along, start, end)] : [];
    });
  });
}

/** The place at some metres from the start of a line. */
export function placeAlong(line: readonly Coordinate[], along: readonly number[], metres: number): Coordinate {
  const to = Math.max(1, firstAtOrBehind(along, metres));
  const [a, b] = [line[to - 1], line[to] ?? line[to - 1]];
  if (!a || !b) return line.at(-1) ?? { Lat: 0, Lng: 0 };
  const [start, end] = [along[to - 1] ?? 0, along[to] ?? 0];
  const part = end <= start ? 0 : Math.max(0, Math.min(1, (metres - start) / (end - start)));
  return { Lat: a.Lat + part * (b.Lat - a.Lat), Lng: a.Lng + part * (b.Lng - a.Lng) };
}

/** A line between two places of it, these included. */
export function pieceOf(line: readonly Coordinate[], along: readonly number[], from: number, to: number): Coordinate[] {
  const between = line.filter((_, i) => (along[i] ?? 0) > from && (along[i] ?? 0) < to);
  return [placeAlong(line, along, from), ...between, placeAlong(line, along, to)];
}

/** Compass direction of a line at a place, in degrees from north. */
export function headingAt(line: readonly Coordinate[], along: readonly number[], metres: number): number {
  const { x, y } = chordAt(line, along, metres);
  return Math.round(((Math.atan2(x, y) * 180) / Math.PI + 360) % 360) % 360;
}

/** A part of a shape in metres and the path that takes its place, from where it leaves the shape to where it comes back. */
export interface WayRound {
  readonly from: number;
  readonly to: number;
  readonly path: readonly Coordinate[];
  readonly metres: number;
}

/** A path from one place of a line to another without what it has in common with the line at both ends. */
export function leavingAndRejoining(line: readonly Coordinate[], from: number, to: number, use: Run, path: readonly Coordinate[]): WayRound {
  const [along, metres] = [distancesAlong(line), distancesAlong(path)];
  const length = metres.at(-1) ?? 0;
  const before = pieceOf(line, along, from, use.from);
  const after = pieceOf(line, along, use.to, to).toReversed();
  const turned = path.toReversed();
  const [leaves, on] = inCommon(before, path);
  const [rejoins, back] = inCommon(after, turned);
  // a path that never leaves the line has nothing to replace
  const end = Math.max(length - back, on);
  return { from: from + leaves, to: to - rejoins, path: pieceOf(path, metres, on, end), metres: end - on };
}

/** How far two lines that begin at one place run together: metres along each. */
function inCommon(line: readonly Coordinate[], path: readonly Coordinate[]): readonly [line: number, path: number] {
  const [along, metres] = [distancesAlong(line), distancesAlong(path)];
  let found: readonly [number, number] = [0, 0];
  for (let at = 0; at <= (metres.at(-1) ?? 0); at += STEP) {
    const place = placeAlong(path, metres, at);
    const near = nearestOnLine(line, place);
    if (!near || near.metres > BESIDE) break;
    const on = (along[near.index] ?? 0) + near.part * ((along[near.index + 1] ?? along[near.index] ?? 0) - (along[near.index] ?? 0));
    // it has turned off, though it is still near
    if (on < found[0] - BESIDE || cosineOf(chordAt(path, metres, at), chordAt(line, along, on)) < 0) break;
    if (Math.abs(cosineOf(chordAt(path, metres, at), chordAt(line, along, on))) >= TOGETHER) found = [Math.max(on, found[0]), at];
  }
  return found;
}

/** A way round as a part of the shape. */
export function partOf(points: readonly Coordinate[], { from, to, path }: WayRound): DetourPart {
  const along = distancesAlong(points);
  const last = points.length - 1;
  // a point just behind where the path was seen to turn off is where it turns off: a stop there is served
  const From = Math.max(
    0,
    along.findLastIndex((metres) => metres <= from + BESIDE),
  );
  const To = Math.min(last, Math.max(firstAtOrBehind(along, to - BESIDE), From));
  const [isAhead, isBack] = [(along[From] ?? 0) > from, (along[To] ?? 0) < to];
  const places = [points[From], ...path.slice(isAhead ? 1 : 0, isBack ? -1 : undefined), points[To]].flatMap((at) => at ?? []);
  return {
    From,
    To,
    Shape: encodeShape(places.filter((at, i) => i === 0 || metresBetween(at, places[i - 1] ?? at) > 0.5 || i === places.length - 1)),
  };
}

/** A track on its way round: shape, stops, and positions of the stops that are newly left out. Undefined where the shape is another one by now. */
export function detouredTrack(
  track: Track,
  parts: readonly DetourPart[],
  count: number,
): { readonly track: Track; readonly leftOut: readonly number[] } | undefined {
  const old = track.Shape === undefined ? [] : decodeShape(track.Shape);
  if (old.length !== count || parts.length === 0) return undefined;
  const points: Coordinate[] = [];
  let next = 0;
  const shifts: { readonly part: DetourPart; readonly by: number }[] = [];
  for (const part of parts) {
    const fresh = decodeShape(part.Shape);
    const [first, last] = [fresh[0], fresh.at(-1)];
    const [start, end] = [old[part.From], old[part.To]];
    if (part.From < next - 1 || part.To < part.From || fresh.length < 2 || !first || !last || !start || !end) return undefined;
    if (metresBetween(first, start) > 2 || metresBetween(last, end) > 2) return undefined;
    // parts may meet in a point
    points.push(...old.slice(next, part.From), ...(part.From < next ? fresh.slice(1) : fresh));
    next = part.To + 1;
    shifts.push({ part, by: points.length - next });
  }
  points.push(...old.slice(next));
  const leftOut: number[] = [];
  const Stops = track.Stops.map(({ ShapeSequence: at, ShapeDistance: _distance, ...stop }, position): TrackStop => {
    if (at === undefined) return stop;
    if (parts.some(({ From, To }) => at > From && at < To)) {
      if (stop.Ignored !== true) leftOut.push(position);
      return { ...stop, Ignored: true };
    }
    const by = shifts.findLast(({ part }) => part.To <= at)?.by ?? 0;
    return { ...stop, ShapeSequence: at + by };
  });
  const { ShapeDistances: _distances, ...rest } = track;
  return { track: { ...rest, Shape: encodeShape(points), Stops }, leftOut };
}

/**
 * The times of a timetable on the way round. The change between the last stop before a part and the first one behind it is that of the
 * length at the speed that the timetable has there; all later stops move by it. In whole minutes where the timetable has nothing else.
 */
export function detouredTimes(timetable: Timetable, before: Track, parts: readonly DetourPart[]): Timetable {
  const along = distancesAlong(before.Shape === undefined ? [] : decodeShape(before.Shape));
  const [arrivals, departures] = [[...timetable.ArrivalOffsets], [...timetable.DepartureOffsets]];
  const times = [...arrivals, ...departures].flatMap((time) => time ?? []);
  const unit = times.every((time) => time % 60 === 0) ? 60 : 1;
  for (const { From, To, Shape } of parts) {
    const placeOf = (position: number): number | undefined => before.Stops[position]?.ShapeSequence;
    const calls = (position: number): boolean =>
      before.Stops[position]?.Ignored !== true && (arrivals[position] ?? departures[position] ?? null) !== null;
    const last = before.Stops.findLastIndex((_, i) => calls(i) && (placeOf(i) ?? Infinity) <= From);
    const first = before.Stops.findIndex((_, i) => calls(i) && (placeOf(i) ?? -1) >= To);
    if (last < 0 || first <= last) continue;
    const [start, end] = [departures[last] ?? arrivals[last] ?? 0, arrivals[first] ?? departures[first] ?? 0];
    const metres = (along[placeOf(first) ?? 0] ?? 0) - (along[placeOf(last) ?? 0] ?? 0);
    const more = (distancesAlong(decodeShape(Shape)).at(-1) ?? 0) - ((along[To] ?? 0) - (along[From] ?? 0));
    if (metres < 1 || end <= start) continue;
    const change = Math.max(Math.round(((more / metres) * (end - start)) / unit) * unit, -(end - start) + unit);
    for (const list of [arrivals, departures]) {
      for (const [i, time] of list.entries()) {
        if (time === null || i <= last) continue;
        // stops that are left out keep their share, so that the times go on rising
        list[i] = i >= first ? time + change : start + Math.round(((time - start) * (end - start + change)) / (end - start));
      }
    }
  }
  return { ...timetable, ArrivalOffsets: arrivals, DepartureOffsets: departures };
}

/** By how many seconds the last time of a timetable moves; undefined where it has no times. */
export function changeOfRunningTime(before: Timetable, after: Timetable): number | undefined {
  const last = ({ ArrivalOffsets, DepartureOffsets }: Timetable): number | undefined =>
    ArrivalOffsets.findLast((time) => time !== null) ?? DepartureOffsets.findLast((time) => time !== null) ?? undefined;
  const [was, is] = [last(before), last(after)];
  return was === undefined || is === undefined ? undefined : is - was;
}

/** Index of the first value that is as large. */
function firstAtOrBehind(along: readonly number[], metres: number): number {
  let [low, high] = [0, along.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((along[middle] ?? 0) < metres) low = middle + 1;
    else high = middle;
  }
  return low;
}

function chordAt(line: readonly Coordinate[], along: readonly number[], metres: number): { readonly x: number; readonly y: number } {
  const [a, b] = [placeAlong(line, along, metres - CHORD), placeAlong(line, along, metres + CHORD)];
  return { x: (b.Lng - a.Lng) * Math.cos((a.Lat * Math.PI) / 180), y: b.Lat - a.Lat };
}

function cosineOf(a: { readonly x: number; readonly y: number }, b: { readonly x: number; readonly y: number }): number {
  const lengths = Math.hypot(a.x, a.y) * Math.hypot(b.x, b.y);
  return lengths === 0 ? 0 : (a.x * b.x + a.y * b.y) / lengths;
}

function boxRound(points: readonly Coordinate[], metres: number) {
  const lats = points.map(({ Lat }) => Lat);
  const lngs = points.map(({ Lng }) => Lng);
  const lat = metres / 111_195;
  const lng = lat / Math.max(0.01, Math.cos(((lats[0] ?? 0) * Math.PI) / 180));
  return { south: Math.min(...lats) - lat, north: Math.max(...lats) + lat, west: Math.min(...lngs) - lng, east: Math.max(...lngs) + lng };
}

function touches({ south, north, west, east }: ReturnType<typeof boxRound>, a: Coordinate, b: Coordinate): boolean {
  return Math.min(a.Lat, b.Lat) <= north && Math.max(a.Lat, b.Lat) >= south && Math.min(a.Lng, b.Lng) <= east && Math.max(a.Lng, b.Lng) >= west;
}

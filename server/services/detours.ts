/** The tracks of a version that run along a closed stretch of street, each with a way round. */
import { type Coordinate, metresBetween } from '../../src/domain/coordinate.ts';
import {
  changeOfRunningTime,
  type Detour,
  type DetourAnswer,
  detouredTimes,
  detouredTrack,
  LONGEST_CLOSED,
  MOST_DETOURS,
  partOf,
  type Run,
  usesOf,
  type WayRound,
} from '../../src/domain/detours.ts';
import { allUnder, trackKey } from '../../src/domain/edits/documentEdit.ts';
import type { Timetable } from '../../src/domain/model/timetable.ts';
import type { Track } from '../../src/domain/model/track.ts';
import type { RouteAnswer } from '../../src/domain/routing.ts';
import { decodeShape, distancesAlong, encodeShape, nearestOnLine } from '../../src/domain/shapes.ts';
import type { Box } from '../geo/alignment.ts';
import { Refusal } from '../refusal.ts';
import type { Engine } from '../store/engine.ts';
import { readSlots, readSome } from '../store/entities.ts';
import { elapsed } from '../surroundings.ts';
import type { Networks } from './network.ts';
import { slices } from './prepared.ts';
import type { RoutingProviders } from './routing.ts';
import { openWaysRound } from './waysRound.ts';

interface DetourProviders extends Pick<RoutingProviders, 'streets' | 'router' | 'patience'> {
  readonly engine: Engine;
  readonly networks: Pick<Networks, 'near' | 'tracksNear'>;
  /** Milliseconds for all ways round of one answer. */
  readonly longest?: number;
}

/** Metres round the stretch in which lines of the feed are looked at for a way round. */
const ROUND = 2000;
/** A stretch that is clicked on a line follows it from one click to the next when both are so many metres away. */
const CLICKED = 15;
const TRACKS_AT_A_TIME = 50;

/** Finds the detours of a closed stretch. */
export function createDetours({ engine, networks, streets, router, patience, longest = 15_000 }: DetourProviders) {
  return async (versionId: number, drawn: readonly Coordinate[]): Promise<DetourAnswer> => {
    // The lines of a far stretch would be those of a whole country.
    refuseLength(drawn);
    const lines = await networks.near(versionId, boxOf(drawn, ROUND));
    const closed = followed(drawn, lines);
    refuseLength(closed);
    const found = await tracksOn(engine, versionId, await networks.tracksNear(versionId, boxOf(closed, CLICKED)), closed);
    const kept = found.slice(0, MOST_DETOURS);
    const schedules = await readSome(engine.db, versionId, 'Schedule', [...new Set(kept.map(({ track }) => track.ScheduleId))]);
    const ways = openWaysRound({ closed, lines, streets, router, patience, until: elapsed() + longest });
    const Tracks: Detour[] = [];
    for (const { track, uses } of kept) {
      const line = schedules.get(track.ScheduleId)?.doc;
      const way = await ways(track, uses, line?.VehicleType);
      const timetables = way.parts.length === 0 ? [] : await timetablesOf(engine, versionId, track);
      const detour = described(track, way, timetables, line?.Name ?? '');
      const leftOut = detour.LeftOut.map((position) => track.Stops[position]?.StopId ?? '');
      const stops = await readSome(engine.db, versionId, 'Stop', leftOut);
      Tracks.push({ ...detour, StopNames: leftOut.map((id) => stops.get(id)?.doc.Name || id) });
    }
    return { Closed: encodeShape(closed), Tracks: Tracks.toSorted(byLine), More: found.length - kept.length };
  };
}

/** The tracks that use a stretch, equal shapes looked at once. */
async function tracksOn(
  engine: Engine,
  versionId: number,
  near: readonly (readonly [scheduleId: string, id: string])[],
  closed: readonly Coordinate[],
): Promise<{ readonly track: Track; readonly uses: readonly Run[] }[]> {
  const slice = slices();
  const found: { readonly track: Track; readonly uses: readonly Run[] }[] = [];
  const known = new Map<string, readonly Run[]>();
  for (let from = 0; from < near.length; from += TRACKS_AT_A_TIME) {
    const ids = near.slice(from, from + TRACKS_AT_A_TIME).map(([scheduleId, id]) => trackKey(scheduleId, id));
    for (const { doc: track } of (await readSome(engine.db, versionId, 'Track', ids)).values()) {
      if (track.Shape === undefined) continue;
      const uses = known.get(track.Shape) ?? usesOf(decodeShape(track.Shape), closed);
      // a megabyte of shapes for each call would be kept otherwise
      if (known.size < 500) known.set(track.Shape, uses);
      if (uses.length > 0) found.push({ track, uses });
      await slice();
    }
  }
  return found;
}

async function timetablesOf(engine: Engine, versionId: number, { ScheduleId, Id }: Track): Promise<Timetable[]> {
  const slots = await readSlots(engine.db, versionId, [allUnder('Timetable', ScheduleId, Id)]);
  return slots.flatMap(({ kind, doc }) => (kind === 'Timetable' && doc ? [doc as Timetable] : []));
}

interface Found {
  readonly parts: readonly WayRound[];
  readonly engine?: RouteAnswer['Engine'] | undefined;
  readonly notice?: string | undefined;
}

function described(track: Track, { parts: ways, engine, notice }: Found, timetables: readonly Timetable[], LineName: string): Detour {
  const points = decodeShape(track.Shape ?? '');
  const along = distancesAlong(points);
  const Parts = ways.map((way) => partOf(points, way));
  const changed = Parts.length === 0 ? undefined : detouredTrack(track, Parts, points.length);
  const length = (shape: string): number => distancesAlong(decodeShape(shape)).at(-1) ?? 0;
  const Metres = Parts.reduce((sum, { From, To, Shape }) => sum + length(Shape) - ((along[To] ?? 0) - (along[From] ?? 0)), 0);
  const changes = changed ? timetables.flatMap((one) => changeOfRunningTime(one, detouredTimes(one, track, Parts)) ?? []) : [];
  return {
    ScheduleId: track.ScheduleId,
    TrackId: track.Id,
    LineName: LineName || track.ScheduleId,
    TrackName: track.Name,
    Points: points.length,
    Parts: changed ? Parts : [],
    StopNames: [],
    LeftOut: [...(changed?.leftOut ?? [])],
    Metres: Math.round(Metres),
    ...(changes.length === 0 ? {} : { Seconds: { Least: Math.min(...changes), Most: Math.max(...changes) } }),
    ...(engine === undefined ? {} : { Engine: engine }),
    ...(notice === undefined ? {} : { Notice: notice }),
  };
}

function byLine(a: Detour, b: Detour): number {
  return a.LineName.localeCompare(b.LineName, 'en', { numeric: true }) || a.TrackId.localeCompare(b.TrackId, 'en', { numeric: true });
}

function refuseLength(closed: readonly Coordinate[]): void {
  const length = distancesAlong(closed).at(-1) ?? 0;
  if (length < 10) throw new Refusal(400, 'bad_request', 'The closed stretch is shorter than 10 m. Draw it along the street.');
  if (length > LONGEST_CLOSED)
    throw new Refusal(400, 'bad_request', `The closed stretch is longer than ${LONGEST_CLOSED / 1000} km. Draw shorter ones, one after another.`);
}

/** The stretch with the shape of a line of the feed between two clicks on it: a street bends between them. */
function followed(drawn: readonly Coordinate[], lines: readonly (readonly Coordinate[])[]): Coordinate[] {
  const measured = lines.map((line) => ({ line, along: distancesAlong(line) }));
  return drawn.flatMap((to, i) => {
    const from = drawn[i - 1];
    if (!from) return [to];
    const direct = metresBetween(from, to);
    let best: { readonly piece: readonly Coordinate[]; readonly length: number } | undefined;
    for (const { line, along } of measured) {
      const [start, end] = [nearestOnLine(line, from), nearestOnLine(line, to)];
      if (!start || !end || start.metres > CLICKED || end.metres > CLICKED) continue;
      const isTurned = start.index > end.index || (start.index === end.index && start.part > end.part);
      const [a, b] = isTurned ? [end, start] : [start, end];
      const between = line.slice(a.index + 1, b.index + 1);
      const length =
        (along[b.index] ?? 0) + metresBetween(line[b.index] ?? b.at, b.at) - (along[a.index] ?? 0) - metresBetween(line[a.index] ?? a.at, a.at);
      if (length <= direct * 1.5 + 50 && length < (best?.length ?? Infinity)) best = { piece: isTurned ? between.toReversed() : between, length };
    }
    return [...(best?.piece ?? []), to];
  });
}

function boxOf(points: readonly Coordinate[], metres: number): Box {
  const lats = points.map(({ Lat }) => Lat);
  const lngs = points.map(({ Lng }) => Lng);
  const lat = metres / 111_195;
  const lng = lat / Math.max(0.01, Math.cos(((lats[0] ?? 0) * Math.PI) / 180));
  return { south: Math.min(...lats) - lat, north: Math.max(...lats) + lat, west: Math.min(...lngs) - lng, east: Math.max(...lngs) + lng };
}

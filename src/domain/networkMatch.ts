/** Matching the shapes of a version to the streets: what is found for each track, before anything is applied. */
import { z } from 'zod';
import { Coordinate, metresBetween } from './coordinate.ts';
import { trackKey } from './edits/documentEdit.ts';
import { nearestOnLine } from './shapes.ts';

/** A shape follows a street where it lies within so many metres of it. */
const WITHIN = 15;
/** A shape with a smaller share of its length within 15 m leaves the streets. */
export const FOLLOWS = 0.95;
/** Tracks whose matched shapes are applied at once. */
export const MOST_MATCHED = 2000;
/** Metres between the places at which a shape is compared; more in shapes of more than 40 km. */
const EVERY = 20;
const MOST_PLACES = 2000;

/** Why a track was not matched. */
const NotMatched = z.enum(['rails', 'noShape', 'outside', 'noStreet', 'engine']);
export type NotMatched = z.infer<typeof NotMatched>;

/** What a person should look at before the new shape is applied, or instead of applying one. */
const MatchFinding = z.enum(['leavesStreets', 'againstOneWay']);

/** A track with its shape and what the streets make of it. */
export const MatchedTrack = z.object({
  ScheduleId: z.string(),
  TrackId: z.string(),
  Name: z.string(),
  /** Name of the line. */
  Line: z.string(),
  Color: z.string().optional(),
  NotMatched: NotMatched.optional(),
  /** In words, where the engine says it. */
  Why: z.string().optional(),
  /** Share of the length of the shape within 15 m of the streets that it was matched to, 0 to 1. */
  Share: z.number().optional(),
  /** Largest distance of the shape from there, in metres. */
  Furthest: z.number().optional(),
  Finding: MatchFinding.optional(),
  /** The place of the finding. */
  At: Coordinate.optional(),
  /** The shape as it is, and its stops: what is applied later is for a track that still has both. */
  Before: z.string().optional(),
  Stops: z.array(z.string()).optional(),
  /** The shape along the streets, with the point of each stop on it; absent where no whole path was found. */
  Shape: z.string().optional(),
  Sequences: z.array(z.int().min(0).nullable()).optional(),
});
export type MatchedTrack = z.infer<typeof MatchedTrack>;

/** Some tracks of a version in the order of their ids, and after which the next ones come. */
export const MatchedPage = z.object({
  Tracks: z.array(MatchedTrack),
  /** Null where there are no more. */
  Next: z.string().nullable(),
  /** Tracks of the version; with the first page alone. */
  Total: z.int().min(0).optional(),
});
export type MatchedPage = z.infer<typeof MatchedPage>;

/** The document id of a matched track. */
export function matchedKey({ ScheduleId, TrackId }: Pick<MatchedTrack, 'ScheduleId' | 'TrackId'>): string {
  return trackKey(ScheduleId, TrackId);
}

/** Whether there is a new shape to apply: one that is not the present one. */
export function canApply({ Shape, Before }: Pick<MatchedTrack, 'Shape' | 'Before'>): boolean {
  return Shape !== undefined && Shape !== Before;
}

/** Tracks that a screen keeps at once; going on from there begins a new list. */
export const MOST_LISTED = 5000;

/** How well a line follows another. */
export interface Fit {
  /** Share of its length within 15 m, 0 to 1. */
  readonly share: number;
  /** Largest distance in metres, and the place of the line where it is. */
  readonly furthest: number;
  readonly at: Coordinate;
}

/** Compares places of a line, some 20 m apart, with the nearest of other lines. Where there is none, no distance is given. */
export function fitOf(line: readonly Coordinate[], others: readonly (readonly Coordinate[])[], within = WITHIN): Fit {
  const places = placesAlong(line);
  let [near, furthest] = [0, -1];
  let at = places[0] ?? { Lat: 0, Lng: 0 };
  for (const place of places) {
    const metres = others.reduce((least, other) => Math.min(least, nearestOnLine(other, place)?.metres ?? Infinity), Infinity);
    if (metres <= within) near++;
    if (Number.isFinite(metres) && metres > furthest) [furthest, at] = [metres, place];
  }
  return { share: places.length === 0 ? 0 : near / places.length, furthest: Math.max(0, furthest), at };
}

/** Places at equal distances along a line, the points of its bends left out. */
function placesAlong(line: readonly Coordinate[]): Coordinate[] {
  const lengths = line.map((b, i) => (i === 0 ? 0 : metresBetween(line[i - 1] ?? b, b)));
  const length = lengths.reduce((sum, metres) => sum + metres, 0);
  const every = Math.max(EVERY, length / MOST_PLACES);
  const places: Coordinate[] = [];
  let [walked, next] = [0, 0];
  for (const [i, b] of line.entries()) {
    const [a, metres] = [line[i - 1], lengths[i] ?? 0];
    for (; a && metres > 0 && next <= walked + metres; next += every) {
      const part = (next - walked) / metres;
      places.push({ Lat: a.Lat + part * (b.Lat - a.Lat), Lng: a.Lng + part * (b.Lng - a.Lng) });
    }
    walked += metres;
  }
  return places;
}

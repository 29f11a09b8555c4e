/** Reach in bands of minutes, and their areas. */
import { contours } from 'd3-contour';
import type { Coordinate } from '../coordinate.ts';
import { DETOUR_FACTOR, LONGEST_ACCESS, WALKING_SPEED } from './walking.ts';

/** The bands, the shortest first. Colours from light to dark of one hue (viridis, which people see with any colour vision). */
export const REACH_BANDS = [
  { minutes: 15, colour: '#fde725' },
  { minutes: 30, colour: '#7ad151' },
  { minutes: 45, colour: '#22a884' },
  { minutes: 60, colour: '#2a788e' },
  { minutes: 90, colour: '#414487' },
  { minutes: 120, colour: '#440154' },
] as const;

/** Where people are after some seconds. */
export interface ReachedPlace extends Coordinate {
  readonly Seconds: number;
}

/** The area within a band's minutes: polygons of rings of [longitude, latitude], the first ring outside, others holes. */
export interface ReachArea {
  readonly minutes: number;
  readonly colour: string;
  readonly polygons: readonly (readonly (readonly (readonly [number, number])[])[])[];
}

/** Cells of the grid along its longer side. */
const CELLS = 360;
const METRES_OF_DEGREE = 111_195;

/** Areas that people get to from stops on foot, the longest band first so that shorter ones are drawn above it. */
export function reachAreas(places: readonly ReachedPlace[], minutes: number): readonly ReachArea[] {
  const [first] = places;
  if (!first) return [];
  const grid = gridAround(places);
  const values = filled(grid, places, minutes * 60);
  return REACH_BANDS.filter((band, nth) => band.minutes <= minutes || (REACH_BANDS[nth - 1]?.minutes ?? 0) < minutes)
    .map((band): ReachArea => {
      const within = Math.min(band.minutes, minutes) * 60;
      // the library draws what is at least a threshold: times count down
      const [area] = contours().size([grid.columns, grid.rows]).thresholds([-within])(values);
      return {
        minutes: Math.min(band.minutes, minutes),
        colour: band.colour,
        polygons: (area?.coordinates ?? []).map((rings) =>
          rings.map((ring) => ring.map(([x = 0, y = 0]): [number, number] => [grid.west + (x - 0.5) * grid.lng, grid.south + (y - 0.5) * grid.lat])),
        ),
      };
    })
    .toReversed();
}

interface Grid {
  readonly west: number;
  readonly south: number;
  /** Degrees of a cell. */
  readonly lng: number;
  readonly lat: number;
  readonly rows: number;
  readonly columns: number;
  /** Metres of a cell, the same in both directions. */
  readonly metres: number;
}

function gridAround(places: readonly Coordinate[]): Grid {
  let [south, north, west, east] = [90, -90, 180, -180];
  for (const { Lat, Lng } of places)
    [south, north, west, east] = [Math.min(south, Lat), Math.max(north, Lat), Math.min(west, Lng), Math.max(east, Lng)];
  const narrow = Math.max(0.01, Math.cos((((south + north) / 2) * Math.PI) / 180));
  const margin = LONGEST_ACCESS * 1.2;
  const size = Math.max((north - south) * METRES_OF_DEGREE, (east - west) * METRES_OF_DEGREE * narrow) + margin * 2;
  const metres = Math.max(50, size / CELLS);
  const [lat, lng] = [metres / METRES_OF_DEGREE, metres / METRES_OF_DEGREE / narrow];
  return {
    south: south - margin / METRES_OF_DEGREE,
    west: west - margin / METRES_OF_DEGREE / narrow,
    lat,
    lng,
    rows: Math.ceil(((north - south) * METRES_OF_DEGREE + margin * 2) / metres) + 1,
    columns: Math.ceil(((east - west) * METRES_OF_DEGREE * narrow + margin * 2) / metres) + 1,
    metres,
  };
}

/** Negative seconds in each cell; as good as never where nobody gets in time. */
function filled({ south, west, lat, lng, rows, columns, metres }: Grid, places: readonly ReachedPlace[], most: number): number[] {
  const values = Array.from({ length: rows * columns }, () => -1e9);
  const pace = (metres * DETOUR_FACTOR) / WALKING_SPEED;
  for (const { Lat, Lng, Seconds } of places) {
    const far = Math.min(LONGEST_ACCESS / metres, (most - Seconds) / pace);
    const [y, x] = [(Lat - south) / lat, (Lng - west) / lng];
    for (let row = Math.max(0, Math.ceil(y - far)); row <= Math.min(rows - 1, y + far); row++)
      for (let column = Math.max(0, Math.ceil(x - far)); column <= Math.min(columns - 1, x + far); column++) {
        const distance = Math.hypot(row - y, column - x);
        if (distance > far) continue;
        const cell = row * columns + column;
        values[cell] = Math.max(values[cell] ?? -1e9, -(Seconds + distance * pace));
      }
  }
  return values;
}

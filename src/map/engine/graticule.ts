import type { Feature, LineString, Point } from 'geojson';
import { latitudeLimit, type Bounds, type MapExtent, toMercator } from '../viewport.ts';

/** Distances between lines in degrees, widest first; each can be read off as a whole number of a small unit. */
const steps = [30, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001] as const;

/** The distance in degrees that puts about three to seven lines across the view. */
export function graticuleStep(bounds: Bounds): number {
  const span = Math.max(bounds.NorthEast.Lng - bounds.SouthWest.Lng, (bounds.NorthEast.Lat - bounds.SouthWest.Lat) * 1.4);
  return steps.find((step) => span / step >= 4) ?? 0.001;
}

/** Px of the map's corners that its own controls cover: no line is named there. */
const covered = { left: 130, right: 120, top: 60, bottom: 50 } as const;
/** Px between a name and the edge. */
const rim = 6;

export interface GraticuleLabel {
  readonly label: string;
  readonly anchor: 'left' | 'bottom';
}

/** The names of the lines in view: latitudes along the left edge, longitudes along the lower one, each whole. */
export function graticuleLabels({ bounds, zoom }: Pick<MapExtent, 'bounds' | 'zoom'>): Feature<Point, GraticuleLabel>[] {
  const step = graticuleStep(bounds);
  const { SouthWest, NorthEast } = bounds;
  const world = 512 * 2 ** zoom;
  const x = (lng: number): number => (lng / 360 + 0.5) * world;
  const y = (Lat: number): number => toMercator({ Lat, Lng: 0 }).y * world;
  const south = Math.max(-latitudeLimit, SouthWest.Lat);
  const north = Math.min(latitudeLimit, NorthEast.Lat);
  const degreesOfRim = (rim * 360) / world;
  const left = SouthWest.Lng + degreesOfRim;
  const low = south + degreesOfRim * Math.cos((south * Math.PI) / 180);
  const latitudes = multiples(step, south, north).filter((lat) => y(lat) > y(north) + covered.top && y(lat) < y(south) - covered.bottom);
  const longitudes = multiples(step, SouthWest.Lng, NorthEast.Lng).filter(
    (lng) => x(lng) > x(SouthWest.Lng) + covered.left && x(lng) < x(NorthEast.Lng) - covered.right,
  );
  return [
    ...latitudes.map((lat) => name(degrees(lat, step, 'N', 'S'), 'left', [left, lat])),
    ...longitudes.map((lng) => name(degrees(wrap(lng), step, 'E', 'W'), 'bottom', [lng, low])),
  ];
}

/** Lines of equal latitude and longitude for what is in view, and as far again around it, so that panning does not show an edge. */
export function graticule(bounds: Bounds): Feature<LineString, Record<string, never>>[] {
  const step = graticuleStep(bounds);
  const width = bounds.NorthEast.Lng - bounds.SouthWest.Lng;
  const height = bounds.NorthEast.Lat - bounds.SouthWest.Lat;
  const west = bounds.SouthWest.Lng - width;
  const east = bounds.NorthEast.Lng + width;
  const south = Math.max(-latitudeLimit, bounds.SouthWest.Lat - height);
  const north = Math.min(latitudeLimit, bounds.NorthEast.Lat + height);
  const lines: Feature<LineString, Record<string, never>>[] = [];
  for (const lng of multiples(step, west, east)) {
    lines.push(
      line([
        [lng, south],
        [lng, (south + north) / 2],
        [lng, north],
      ]),
    );
  }
  for (const lat of multiples(step, south, north)) {
    lines.push(
      line([
        [west, lat],
        [(west + east) / 2, lat],
        [east, lat],
      ]),
    );
  }
  return lines;
}

function multiples(step: number, from: number, to: number): number[] {
  const found: number[] = [];
  // Counted in whole steps: adding 0.1 a few times is no longer 0.1 times a few.
  for (let n = Math.ceil(from / step); n * step <= to; n++) found.push(n * step);
  return found;
}

function line(coordinates: [number, number][]): Feature<LineString, Record<string, never>> {
  return { type: 'Feature', properties: {}, geometry: { type: 'LineString', coordinates } };
}

function name(label: string, anchor: GraticuleLabel['anchor'], coordinates: [number, number]): Feature<Point, GraticuleLabel> {
  return { type: 'Feature', properties: { label, anchor }, geometry: { type: 'Point', coordinates } };
}

function degrees(value: number, step: number, plus: string, minus: string): string {
  const decimals = Math.max(0, Math.ceil(-Math.log10(step) - 1e-9));
  const size = Math.abs(value).toFixed(decimals);
  return Number(size) === 0 ? '0°' : `${size}°${value < 0 ? minus : plus}`;
}

function wrap(lng: number): number {
  return ((((lng + 180) % 360) + 360) % 360) - 180;
}

import type { Feature, LineString } from 'geojson';
import { latitudeLimit, type Bounds } from '../viewport.ts';

/** Distances between lines in degrees, widest first; each can be read off as a whole number of a small unit. */
const steps = [30, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001] as const;

/** The distance in degrees that puts about three to seven lines across the view. */
export function graticuleStep(bounds: Bounds): number {
  const span = Math.max(bounds.NorthEast.Lng - bounds.SouthWest.Lng, (bounds.NorthEast.Lat - bounds.SouthWest.Lat) * 1.4);
  return steps.find((step) => span / step >= 4) ?? 0.001;
}

/** Lines of equal latitude and longitude for what is in view, and as far again around it, so that panning does not show an edge. */
export function graticule(bounds: Bounds): Feature<LineString, { label: string }>[] {
  const step = graticuleStep(bounds);
  const width = bounds.NorthEast.Lng - bounds.SouthWest.Lng;
  const height = bounds.NorthEast.Lat - bounds.SouthWest.Lat;
  const west = bounds.SouthWest.Lng - width;
  const east = bounds.NorthEast.Lng + width;
  const south = Math.max(-latitudeLimit, bounds.SouthWest.Lat - height);
  const north = Math.min(latitudeLimit, bounds.NorthEast.Lat + height);
  const lines: Feature<LineString, { label: string }>[] = [];
  for (const lng of multiples(step, west, east)) {
    lines.push(
      line(degrees(wrap(lng), step, 'E', 'W'), [
        [lng, south],
        [lng, (south + north) / 2],
        [lng, north],
      ]),
    );
  }
  for (const lat of multiples(step, south, north)) {
    lines.push(
      line(degrees(lat, step, 'N', 'S'), [
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

function line(label: string, coordinates: [number, number][]): Feature<LineString, { label: string }> {
  return { type: 'Feature', properties: { label }, geometry: { type: 'LineString', coordinates } };
}

function degrees(value: number, step: number, plus: string, minus: string): string {
  const decimals = Math.max(0, Math.ceil(-Math.log10(step) - 1e-9));
  const size = Math.abs(value).toFixed(decimals);
  return Number(size) === 0 ? '0°' : `${size}°${value < 0 ? minus : plus}`;
}

function wrap(lng: number): number {
  return ((((lng + 180) % 360) + 360) % 360) - 180;
}

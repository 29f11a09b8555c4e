/** Whether a version can be another state of the same network: what is compared with the last good version before it is published. */
import type { Coordinate } from './coordinate.ts';
import { metresBetween } from './coordinate.ts';

/** What a version says of its network. */
export interface NetworkFacts {
  readonly agencies: readonly { readonly id: string; readonly name: string }[];
  readonly lines: number;
  /** Trips on the day with the most of them. */
  readonly tripsADay: number;
  /** The box that holds all stops but the outermost 2 % on each side; null where there are no stops. */
  readonly area: { readonly south: number; readonly west: number; readonly north: number; readonly east: number } | null;
}

/** Lines and trips that may come or go whatever their share: a small network changes by a few. */
const FEW_LINES = 3;
const FEW_TRIPS = 20;

/**
 * Sentences on what makes it doubtful that `now` follows `before`; none where nothing does. `allowed` is the share, in percent, by which
 * lines and trips a day may change.
 */
export function doubts(before: NetworkFacts, now: NetworkFacts, allowed: number): string[] {
  const found: string[] = [];
  const known = new Set(before.agencies.flatMap(agencyKeys));
  if (before.agencies.length > 0 && !now.agencies.flatMap(agencyKeys).some((key) => known.has(key)))
    found.push(`Other agencies: ${namesOf(now.agencies)}; before: ${namesOf(before.agencies)}`);
  if (before.area !== null && now.area !== null && !meet(before.area, now.area)) {
    const distance = metresBetween(middleOf(before.area), middleOf(now.area));
    found.push(`Another area: its stops are ${Math.round(distance / 1000).toLocaleString('en')} km from those before`);
  }
  if (before.area !== null && now.area === null) found.push('No stops with a place');
  const lines = changeOf(before.lines, now.lines, allowed, FEW_LINES);
  if (lines !== undefined) found.push(`Lines: ${count(now.lines)}; before: ${count(before.lines)} (${lines})`);
  const trips = changeOf(before.tripsADay, now.tripsADay, allowed, FEW_TRIPS);
  if (trips !== undefined) found.push(`Trips on the busiest day: ${count(now.tripsADay)}; before: ${count(before.tripsADay)} (${trips})`);
  return found;
}

/** The box of places without the outermost 2 % on each side: one stop at 0, 0 does not make a network worldwide. */
export function areaOf(places: readonly Coordinate[]): NetworkFacts['area'] {
  if (places.length === 0) return null;
  const cut = Math.floor(places.length * 0.02);
  const [lats, lngs] = [places.map(({ Lat }) => Lat).toSorted((a, b) => a - b), places.map(({ Lng }) => Lng).toSorted((a, b) => a - b)];
  const [low, high] = [cut, places.length - 1 - cut];
  return { south: lats[low] ?? 0, west: lngs[low] ?? 0, north: lats[high] ?? 0, east: lngs[high] ?? 0 };
}

function agencyKeys({ id, name }: { id: string; name: string }): string[] {
  return [`id ${id}`, ...(name.trim() === '' ? [] : [`name ${name.trim().toLowerCase()}`])];
}

function namesOf(agencies: NetworkFacts['agencies']): string {
  if (agencies.length === 0) return 'none';
  const names = agencies.slice(0, 3).map(({ id, name }) => name || id);
  return agencies.length > 3 ? `${names.join(', ')} and ${agencies.length - 3} more` : names.join(', ');
}

function meet(a: NonNullable<NetworkFacts['area']>, b: NonNullable<NetworkFacts['area']>): boolean {
  return a.south <= b.north && b.south <= a.north && a.west <= b.east && b.west <= a.east;
}

function middleOf({ south, west, north, east }: NonNullable<NetworkFacts['area']>): Coordinate {
  return { Lat: (south + north) / 2, Lng: (west + east) / 2 };
}

/** `+120 %` where a number has changed by more than is allowed. */
function changeOf(before: number, now: number, allowed: number, few: number): string | undefined {
  if (Math.abs(now - before) <= few || before === 0) return undefined;
  const percent = Math.round((now / before - 1) * 100);
  return Math.abs(percent) > allowed ? `${percent > 0 ? '+' : '−'}${Math.abs(percent)} %` : undefined;
}

function count(n: number): string {
  return n.toLocaleString('en');
}

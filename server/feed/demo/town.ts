/** The ground plan of a town: a river, radial streets that bend, and two rings, with stop sites along them. */
import type { Coordinate } from '../../../src/domain/coordinate.ts';
import { roundDegrees } from '../../../src/domain/coordinate.ts';
import { Chance } from './chance.ts';
import { Names, type PlaceName } from './names.ts';

/** A place in metres east and north of the centre. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Where vehicles stop, one stop on each side of the street. */
export interface Site extends Point {
  readonly name: PlaceName;
  readonly zone: '1' | '2' | '3';
  /** Stop ids: outward or clockwise, and back. The second is the first where a site has one stop only. */
  readonly stops: readonly [string, string];
}

/** A town. Sites are named by their place in `sites`; 0 is the centre. */
export interface Town {
  readonly index: number;
  readonly name: string;
  readonly sites: readonly Site[];
  /** Sites of each radial street from the centre outwards, the centre not among them. */
  readonly radials: readonly (readonly number[])[];
  /** Sites of the inner and the outer ring, clockwise; the radial sites are among them. */
  readonly rings: readonly [readonly number[], readonly number[]];
  /** The polyline between two neighbouring sites of a street, both ends included. */
  readonly polyline: (from: number, to: number) => Point[];
  readonly place: (point: Point) => Coordinate;
}

/** Metres of a degree of latitude on the sphere the product measures with. */
const METRES_PER_DEGREE = 111_194.9;

/** The first town lies here; others around it, 25 km apart. */
const HOME: Coordinate = { Lat: 48.06, Lng: 9.78 };
const TOWN_SPACING = 25_000;

/** Smallest town that has all streets. */
export const SMALLEST_TOWN = 40;

/** Plans a town with exactly that many stops. `names` keeps names apart within it. */
export function planTown(index: number, stops: number, seed: number): Town {
  const chance = new Chance(seed, index, 11);
  const names = new Names(new Chance(seed, index, 12));
  const siteCount = Math.ceil(stops / 2);
  const streets = siteCount >= 90 ? 8 : siteCount >= 40 ? 6 : 4;
  const onRadials = siteCount - 1 - 2 * streets;
  const bends = Array.from({ length: streets }, () => ({ swing: chance.between(0.05, 0.16), phase: chance.between(0, 6) }));
  const onStreet = (street: number, distance: number): Point => {
    const { swing = 0, phase = 0 } = bends[street] ?? {};
    const angle = (2 * Math.PI * street) / streets + 0.3 + swing * Math.sin(distance / 1900 + phase) - swing * Math.sin(phase);
    return wobble({ x: distance * Math.sin(angle), y: distance * Math.cos(angle) });
  };

  const drafts: { at: Point; name: PlaceName }[] = [{ at: { x: 0, y: 0 }, name: { en: 'Central Station', de: 'Hauptbahnhof', fr: 'Gare centrale' } }];
  const streetOf = new Map<number, { street: number; distance: number }>();
  const add = (at: Point, end: boolean): number => {
    drafts.push({ at, name: names.place(Math.abs(at.x - riverAt(at.y)) < 160 ? 'bridge' : end ? 'edge' : 'street') });
    return drafts.length - 1;
  };
  const radials = Array.from({ length: streets }, (_, street) => {
    const count = Math.floor(onRadials / streets) + (street < onRadials % streets ? 1 : 0);
    let distance = 0;
    return Array.from({ length: count }, (_unused, i) => {
      // Stops lie closer together in the centre.
      distance += chance.between(300, 380) + Math.min(220, i * 14);
      const at = onStreet(street, distance);
      const site = add(at, i === count - 1);
      streetOf.set(site, { street, distance });
      return site;
    });
  });
  const ring = (nth: number): number[] =>
    radials.flatMap((sites, street) => {
      const next = radials[(street + 1) % streets] ?? [];
      const [a = 0, b = 0] = [sites[Math.min(nth, sites.length - 1)], next[Math.min(nth, next.length - 1)]];
      return [a, add(alongArc(pointOf(a), pointOf(b), 0.5), false)];
    });
  const pointOf = (site: number): Point => drafts[site]?.at ?? { x: 0, y: 0 };
  const longest = Math.min(...radials.map((sites) => sites.length));
  const rings: [number[], number[]] = [ring(Math.floor(longest * 0.25)), ring(Math.floor(longest * 0.65))];

  const prefix = index === 0 ? 'V' : `V${index}x`;
  const sites = drafts.map(({ at, name }, i): Site => {
    const away = Math.hypot(at.x, at.y);
    const id = `${prefix}${String(i + 1).padStart(4, '0')}`;
    const pair = 2 * i + 2 <= stops;
    return { ...at, name, zone: away < 2200 ? '1' : away < 5200 ? '2' : '3', stops: pair ? [`${id}A`, `${id}B`] : [`${id}A`, `${id}A`] };
  });
  const polyline = (from: number, to: number): Point[] => {
    const [a, b] = [streetOf.get(from), streetOf.get(to)];
    const street = a?.street ?? b?.street ?? 0;
    const radial = (from === 0 || a?.street === street) && (to === 0 || b?.street === street);
    const points: Point[] = [];
    const steps = Math.max(2, Math.round(Math.hypot(pointOf(from).x - pointOf(to).x, pointOf(from).y - pointOf(to).y) / 70));
    for (let step = 0; step <= steps; step++) {
      const part = step / steps;
      points.push(
        radial ? onStreet(street, (a?.distance ?? 0) * (1 - part) + (b?.distance ?? 0) * part) : alongArc(pointOf(from), pointOf(to), part),
      );
    }
    points[0] = pointOf(from);
    points[points.length - 1] = pointOf(to);
    return points;
  };
  const centre = townCentre(index);
  const narrow = Math.cos((centre.Lat * Math.PI) / 180);
  const place = ({ x, y }: Point): Coordinate => ({
    Lat: roundDegrees(centre.Lat + y / METRES_PER_DEGREE),
    Lng: roundDegrees(centre.Lng + x / (METRES_PER_DEGREE * narrow)),
  });
  return { index, name: index === 0 ? 'Velmar' : names.town(), sites, radials, rings, polyline, place };
}

/** Metres east of the centre at which the river Sorne flows, at a place so far north. */
export function riverAt(y: number): number {
  return -760 + 260 * Math.sin(y / 1150) + 120 * Math.sin(y / 430);
}

/** Towns lie on a square spiral around the first, so that any number of them needs no plan of the whole. */
function townCentre(index: number): Coordinate {
  let [x, y, dx, dy] = [0, 0, 1, 0];
  for (let step = 0, run = 1, left = 1, turns = 0; step < index; step++) {
    x += dx;
    y += dy;
    if (--left === 0) {
      [dx, dy] = [-dy, dx];
      turns++;
      if (turns % 2 === 0) run++;
      left = run;
    }
  }
  const narrow = Math.cos((HOME.Lat * Math.PI) / 180);
  return { Lat: HOME.Lat + (y * TOWN_SPACING) / METRES_PER_DEGREE, Lng: HOME.Lng + (x * TOWN_SPACING) / (METRES_PER_DEGREE * narrow) };
}

/** A ring street: distance and direction from the centre change evenly between its ends. */
function alongArc(a: Point, b: Point, part: number): Point {
  const [from, to] = [Math.atan2(a.x, a.y), Math.atan2(b.x, b.y)];
  const turn = ((to - from + 3 * Math.PI) % (2 * Math.PI)) - Math.PI;
  const angle = from + turn * part;
  const radius = Math.hypot(a.x, a.y) * (1 - part) + Math.hypot(b.x, b.y) * part;
  return { x: radius * Math.sin(angle), y: radius * Math.cos(angle) };
}

/** Streets are no ruler lines. The same place is always moved alike, so lines of one street share it. */
function wobble({ x, y }: Point): Point {
  return { x: x + 9 * Math.sin(y / 140) + 5 * Math.sin(x / 90), y: y + 9 * Math.sin(x / 150) + 5 * Math.cos(y / 95) - 5 };
}

/**
 * What the base map draws of extracts of OpenStreetMap, in flat columns: as objects a city of 3 MB would take 1 GB.
 * Layers and classes are those of the OpenMapTiles schema (https://openmaptiles.org/schema/), the part that the client draws.
 */
import { type OsmMember, type OsmTags, readOsm } from './osmPbf.ts';

/** Layers in the order of their numbers, and what their features are. */
export const MAP_LAYERS = [
  { name: 'transportation', shape: 'line' },
  { name: 'transportation_name', shape: 'line' },
  { name: 'waterway', shape: 'line' },
  { name: 'water', shape: 'area' },
  { name: 'landcover', shape: 'area' },
  { name: 'landuse', shape: 'area' },
  { name: 'park', shape: 'area' },
  { name: 'building', shape: 'area' },
  { name: 'place', shape: 'point' },
] as const;
type MapLayer = (typeof MAP_LAYERS)[number]['name'];

/** One look of a way, area or node: its layer, its properties, and the zoom from which it is drawn. */
interface Look {
  readonly layer: MapLayer;
  readonly tags: Properties;
  readonly zoom: number;
}
type Properties = Readonly<Record<string, string | number>>;

/** Degrees of a unit: what OpenStreetMap keeps. */
export const UNIT = 1e-7;

/** West, south, east and north, in units. */
export type UnitBox = readonly [west: number, south: number, east: number, north: number];

/** A column that grows. Numbers in it take their 1 to 8 bytes and no more. */
class Column<A extends Float64Array | Int32Array | Uint32Array | Uint8Array> {
  #values: A;
  readonly #make: (length: number) => A;
  length = 0;

  constructor(make: (length: number) => A) {
    this.#make = make;
    this.#values = make(1024);
  }

  push(value: number): void {
    if (this.length === this.#values.length) {
      const larger = this.#make(this.length * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.length++] = value;
  }

  at(i: number): number {
    return this.#values[i] ?? 0;
  }

  /** Place of a value in a column whose values ascend; -1 where it is not. */
  indexOf(value: number): number {
    let [low, high] = [0, this.length - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      const found = this.at(middle);
      if (found === value) return middle;
      if (found < value) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }
}
const int32 = () => new Column((length) => new Int32Array(length));
const uint32 = () => new Column((length) => new Uint32Array(length));
const uint8 = () => new Column((length) => new Uint8Array(length));

/** Longitude and latitude by turns, in units. */
type Line = readonly number[];
/** Rings of an area: one outer, and its holes. */
type Polygon = readonly Line[];

export class MapFeatures {
  readonly #layer = uint8();
  readonly #zoom = uint8();
  readonly #tags = uint32();
  readonly #firstRing = uint32();
  readonly #ringStart = uint32();
  readonly #isOuter = uint8();
  readonly #coordinates = int32();
  readonly #boxes = [int32(), int32(), int32(), int32()] as const;
  readonly #properties: Properties[] = [];
  readonly #known = new Map<string, number>();

  get length(): number {
    return this.#layer.length;
  }

  add({ layer, tags, zoom }: Look, polygons: readonly Polygon[]): void {
    const at = MAP_LAYERS.findIndex(({ name }) => name === layer);
    let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
    this.#firstRing.push(this.#ringStart.length);
    for (const polygon of polygons) {
      for (const [i, ring] of polygon.entries()) {
        this.#ringStart.push(this.#coordinates.length);
        this.#isOuter.push(i === 0 ? 1 : 0);
        for (let p = 0; p < ring.length; p += 2) {
          const [lng = 0, lat = 0] = [ring[p], ring[p + 1]];
          west = Math.min(west, lng);
          east = Math.max(east, lng);
          south = Math.min(south, lat);
          north = Math.max(north, lat);
          this.#coordinates.push(lng);
          this.#coordinates.push(lat);
        }
      }
    }
    this.#layer.push(at);
    this.#zoom.push(MAP_LAYERS[at]?.shape === 'area' ? Math.max(zoom, seenFrom(Math.max(east - west, north - south))) : zoom);
    this.#tags.push(this.#propertiesAt(tags));
    for (const [i, value] of [west, south, east, north].entries()) this.#boxes[i]?.push(value);
  }

  layerOf = (feature: number): number => this.#layer.at(feature);
  /** The zoom from which a feature is drawn. */
  zoomOf = (feature: number): number => this.#zoom.at(feature);
  tagsOf = (feature: number): Properties => this.#properties[this.#tags.at(feature)] ?? {};
  /** West, south, east and north, in units. */
  boxOf = (feature: number): UnitBox => {
    const [west, south, east, north] = this.#boxes;
    return [west.at(feature), south.at(feature), east.at(feature), north.at(feature)];
  };
  /** Longitude and latitude of its middle point, in units. */
  middleOf = (feature: number): readonly [lng: number, lat: number] => {
    const at = this.#ringStart.at(this.#firstRing.at(feature)) + 2 * Math.floor(this.pointsOf(feature) / 2);
    return [this.#coordinates.at(at), this.#coordinates.at(at + 1)];
  };
  pointsOf = (feature: number): number => (this.#coordinatesEnd(this.#ringsEnd(feature)) - this.#ringStart.at(this.#firstRing.at(feature))) / 2;

  /** A feature as GeoJSON, with its number as id and no properties. */
  geoJson(feature: number): GeoJSON.Feature {
    const rings = Array.from({ length: this.#ringsEnd(feature) - this.#firstRing.at(feature) }, (_, i) => this.#firstRing.at(feature) + i);
    const [first = 0] = rings;
    const shape = MAP_LAYERS[this.layerOf(feature)]?.shape;
    return { type: 'Feature', id: feature, properties: null, geometry: this.#geometry(shape, first, rings) };
  }

  #geometry(shape: (typeof MAP_LAYERS)[number]['shape'] | undefined, first: number, rings: readonly number[]): GeoJSON.Geometry {
    if (shape === 'point') return { type: 'Point', coordinates: this.#ring(first)[0] ?? [] };
    if (shape === 'line') return { type: 'LineString', coordinates: this.#ring(first) };
    const polygons: [number, number][][][] = [];
    for (const ring of rings) {
      if (this.#isOuter.at(ring) === 1) polygons.push([this.#ring(ring)]);
      else polygons.at(-1)?.push(this.#ring(ring));
    }
    return { type: 'MultiPolygon', coordinates: polygons };
  }

  #ring(ring: number): [number, number][] {
    const [start, end] = [this.#ringStart.at(ring), this.#coordinatesEnd(ring + 1)];
    return Array.from({ length: (end - start) / 2 }, (_, i) => [
      this.#coordinates.at(start + 2 * i) * UNIT,
      this.#coordinates.at(start + 2 * i + 1) * UNIT,
    ]);
  }

  #ringsEnd(feature: number): number {
    return feature + 1 < this.length ? this.#firstRing.at(feature + 1) : this.#ringStart.length;
  }

  #coordinatesEnd(nextRing: number): number {
    return nextRing < this.#ringStart.length ? this.#ringStart.at(nextRing) : this.#coordinates.length;
  }

  #propertiesAt(tags: Properties): number {
    const key = JSON.stringify(tags);
    const known = this.#known.get(key) ?? this.#properties.push(tags) - 1;
    this.#known.set(key, known);
    return known;
  }
}

/** The zoom at which an extent takes some two pixels. */
function seenFrom(units: number): number {
  return Math.min(14, Math.max(0, Math.ceil(Math.log2((2 * 360) / (512 * Math.max(units, 1) * UNIT)))));
}

/** Reads what is drawn of an extract. Ids in `seen` were drawn already, of another extract that overlaps this one. */
export function readMapFeatures(file: string, into: MapFeatures, seen: Set<string>, onProgress?: (part: number) => void): void {
  const areas: { readonly look: Look; readonly members: readonly OsmMember[] }[] = [];
  const isNew = (id: string): boolean => seen.size < seen.add(id).size;
  // Relations stand last in an extract, and say which ways without tags of their own are wanted.
  const ringOf = new Map<number, Line | undefined>();
  readOsm(file, {
    relation: (id, tags, members) => {
      const look = tags.get('type') === 'multipolygon' ? lookOfArea(tags) : undefined;
      if (!look || !isNew(`r${id}`)) return;
      const ways = members().filter(({ type }) => type === 'way');
      areas.push({ look, members: ways });
      for (const { ref } of ways) ringOf.set(ref, undefined);
    },
    progress: (bytes, ofBytes) => onProgress?.((0.4 * bytes) / ofBytes),
  });
  const ids = new Column((length) => new Float64Array(length));
  const [lngs, lats] = [int32(), int32()];
  readOsm(file, {
    node: (id, lat, lng, tags) => {
      ids.push(id);
      lngs.push(Math.round(lng / UNIT));
      lats.push(Math.round(lat / UNIT));
      const look = tags.size > 0 ? lookOfPlace(tags) : undefined;
      if (look && isNew(`n${id}`)) into.add(look, [[[lngs.at(lngs.length - 1), lats.at(lats.length - 1)]]]);
    },
    way: (id, tags, nodes) => {
      const looks = looksOfWay(tags);
      const area = lookOfArea(tags);
      const isPart = ringOf.has(id);
      if (looks.length === 0 && !area && !isPart) return;
      const refs = nodes();
      const line = refs.flatMap((ref) => {
        const at = ids.indexOf(ref);
        return at < 0 ? [] : [lngs.at(at), lats.at(at)];
      });
      if (line.length < 4) return;
      if (isPart) ringOf.set(id, line);
      if (!isNew(`w${id}`)) return;
      for (const look of looks) into.add(look, [[line]]);
      if (looks.length === 0 && area && refs[0] === refs.at(-1) && line.length >= 8) into.add(area, [[line]]);
    },
    progress: (bytes, ofBytes) => onProgress?.(0.4 + (0.6 * bytes) / ofBytes),
  });
  for (const { look, members } of areas) {
    const rings = (inner: boolean): Line[] =>
      joined(members.filter(({ role }) => (role === 'inner') === inner).map(({ ref }) => ringOf.get(ref) ?? []));
    const polygons = rings(false).map((outer): Line[] => [outer]);
    for (const hole of rings(true)) polygons.find(([outer = []]) => isInside(hole[0] ?? 0, hole[1] ?? 0, outer))?.push(hole);
    if (polygons.length > 0) into.add(look, polygons);
  }
}

/** Joins lines at their ends to closed rings. What does not close, as at the edge of an extract, is left out. */
function joined(lines: readonly Line[]): Line[] {
  const parts = lines.filter(({ length }) => length >= 4).map((line) => [...line]);
  const rings: Line[] = [];
  for (let ring = parts.pop(); ring; ring = parts.pop()) {
    for (let grown = true; grown && !isClosed(ring);) {
      grown = false;
      for (const [i, part] of parts.entries()) {
        const [x, y] = ring.slice(-2);
        if (part.at(-2) === x && part.at(-1) === y) turn(part);
        if (part[0] !== x || part[1] !== y) continue;
        ring.push(...part.slice(2));
        parts.splice(i, 1);
        grown = true;
        break;
      }
    }
    if (isClosed(ring) && ring.length >= 8) rings.push(ring);
  }
  return rings;
}

function isClosed(ring: Line): boolean {
  return ring[0] === ring.at(-2) && ring[1] === ring.at(-1);
}

/** Turns the direction of a line. */
function turn(line: number[]): void {
  line.reverse();
  for (let i = 0; i < line.length; i += 2) [line[i], line[i + 1]] = [line[i + 1] ?? 0, line[i] ?? 0];
}

function isInside(x: number, y: number, ring: Line): boolean {
  let inside = false;
  for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
    const [ax = 0, ay = 0, bx = 0, by = 0] = [ring[i], ring[i + 1], ring[j], ring[j + 1]];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}

/** Class of a street, and the zoom from which it is drawn. */
const ROADS: Readonly<Record<string, readonly [string, number]>> = {
  motorway: ['motorway', 5],
  trunk: ['trunk', 5],
  primary: ['primary', 7],
  secondary: ['secondary', 9],
  motorway_link: ['motorway', 10],
  trunk_link: ['trunk', 10],
  primary_link: ['primary', 11],
  tertiary: ['tertiary', 10],
  secondary_link: ['secondary', 12],
  tertiary_link: ['tertiary', 12],
  unclassified: ['minor', 12],
  residential: ['minor', 12],
  living_street: ['minor', 12],
  road: ['minor', 12],
  busway: ['service', 12],
  bus_guideway: ['service', 12],
  pedestrian: ['path', 13],
  service: ['service', 13],
  track: ['track', 13],
  path: ['path', 14],
  footway: ['path', 14],
  cycleway: ['path', 14],
  steps: ['path', 14],
  bridleway: ['path', 14],
};
const RAILS: Readonly<Record<string, string>> = {
  rail: 'rail',
  narrow_gauge: 'rail',
  light_rail: 'transit',
  subway: 'transit',
  tram: 'transit',
  monorail: 'transit',
  funicular: 'transit',
};
const WATERWAYS: Readonly<Record<string, number>> = { river: 8, canal: 9, stream: 12 };
const GREEN: Readonly<Record<string, string>> = {
  forest: 'wood',
  wood: 'wood',
  grass: 'grass',
  meadow: 'grass',
  grassland: 'grass',
  scrub: 'grass',
  heath: 'grass',
  village_green: 'grass',
  recreation_ground: 'grass',
  cemetery: 'grass',
  allotments: 'grass',
  wetland: 'wetland',
};
const TOWN = new Set(['residential', 'commercial', 'industrial', 'retail']);
const PLACES: Readonly<Record<string, readonly [zoom: number, rank: number]>> = {
  city: [5, 4],
  town: [8, 8],
  suburb: [11, 11],
  village: [10, 12],
  neighbourhood: [13, 14],
  hamlet: [13, 15],
};

function looksOfWay(tags: OsmTags): Look[] {
  const [kind, zoom] = ROADS[tags.get('highway') ?? ''] ?? [];
  const name = tags.get('name');
  if (kind !== undefined && zoom !== undefined && tags.get('area') !== 'yes') {
    const road: Look = { layer: 'transportation', tags: { class: kind }, zoom };
    if (name === undefined) return [road];
    return [road, { layer: 'transportation_name', tags: { name, class: kind }, zoom: Math.max(kind === 'minor' ? 14 : 12, zoom) }];
  }
  const rail = RAILS[tags.get('railway') ?? ''];
  if (rail !== undefined) return [{ layer: 'transportation', tags: { class: rail }, zoom: tags.has('service') ? 13 : 8 }];
  const waterway = tags.get('waterway') ?? '';
  const from = WATERWAYS[waterway];
  if (from !== undefined) return [{ layer: 'waterway', tags: { class: waterway }, zoom: from }];
  // The sea itself is no area of an extract.
  return tags.get('natural') === 'coastline' ? [{ layer: 'waterway', tags: { class: 'coastline' }, zoom: 5 }] : [];
}

function lookOfArea(tags: OsmTags): Look | undefined {
  if ((tags.get('building') ?? 'no') !== 'no') return { layer: 'building', tags: {}, zoom: 14 };
  const [natural = '', landuse = '', leisure = ''] = ['natural', 'landuse', 'leisure'].map((key) => tags.get(key));
  if (natural === 'water' || tags.get('waterway') === 'riverbank' || landuse === 'reservoir' || landuse === 'basin')
    return { layer: 'water', tags: { class: 'lake' }, zoom: 5 };
  if (leisure === 'park' || leisure === 'garden' || leisure === 'golf_course') return { layer: 'park', tags: { class: leisure }, zoom: 9 };
  const green = GREEN[natural] ?? GREEN[landuse];
  if (green !== undefined) return { layer: 'landcover', tags: { class: green }, zoom: 8 };
  return TOWN.has(landuse) ? { layer: 'landuse', tags: { class: landuse }, zoom: 8 } : undefined;
}

function lookOfPlace(tags: OsmTags): Look | undefined {
  const [kind, name] = [tags.get('place') ?? '', tags.get('name')];
  const [zoom, rank] = PLACES[kind] ?? [];
  if (zoom === undefined || rank === undefined || name === undefined) return undefined;
  return { layer: 'place', tags: { name, class: kind, rank }, zoom };
}

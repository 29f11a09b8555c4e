/** Cuts the features of the base map into vector tiles and keeps them in one PMTiles file (https://github.com/protomaps/PMTiles). */
import { writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { gzip, gzipSync } from 'node:zlib';
import { GeoJSONVT, type GeoJSONVTTile } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import { zxyToTileId } from 'pmtiles';
import { MAP_LAYERS, type MapFeatures, UNIT, type UnitBox } from './mapFeatures.ts';

export const MAP_ZOOMS = { from: 5, to: 14 } as const;

const EXTENT = 4096;
/** Units round a tile in which features are kept, so that lines do not end at its edge. */
const BUFFER = 64;
/** So many points are cut at once down to the deepest zoom: as objects they take some 30 MB. */
const AT_ONCE = 60_000;
const OPTIONS = { maxZoom: MAP_ZOOMS.to, indexMaxZoom: 0, extent: EXTENT, buffer: BUFFER };

interface Tile {
  readonly id: number;
  readonly bytes: Buffer;
}

/** Writes the file. Answers the number of tiles. */
export async function writeMapTiles(features: MapFeatures, file: string, onProgress: (part: number) => void, signal?: AbortSignal): Promise<number> {
  const tiles: Tile[] = [];
  const everything = Array.from({ length: features.length }, (_, i) => i);
  const bounds = boundsOf(features);
  const [west, south, east, north] = bounds;
  let done = 0;
  for (let x = Math.floor(xOf(west, MAP_ZOOMS.from)); x <= xOf(east, MAP_ZOOMS.from); x++) {
    for (let y = Math.floor(yOf(north, MAP_ZOOMS.from)); y <= yOf(south, MAP_ZOOMS.from); y++) {
      for (const { z, at, bytes, part } of tilesOf(features, MAP_ZOOMS.from, x, y, everything)) {
        tiles.push({ id: zxyToTileId(z, ...at), bytes: await promisify(gzip)(bytes) });
        signal?.throwIfAborted();
        if (z === MAP_ZOOMS.to) onProgress(Math.min(1, (done += part) / features.length));
      }
    }
  }
  writeFileSync(file, pmtilesOf(tiles, bounds));
  return tiles.length;
}

interface CutTile {
  readonly z: number;
  readonly at: readonly [x: number, y: number];
  readonly bytes: Uint8Array;
  /** Number of features that reach into it. */
  readonly part: number;
}

/** The tile and all below it. `index` holds what is inside where an ancestor was small enough to be cut at once. */
function* tilesOf(features: MapFeatures, z: number, x: number, y: number, candidates: readonly number[], index?: GeoJSONVT): Generator<CutTile> {
  const inside = candidates.filter(touches(features, z, x, y));
  if (inside.length === 0) return;
  const isSmall = z === MAP_ZOOMS.to || inside.reduce((sum, each) => sum + features.pointsOf(each), 0) <= AT_ONCE;
  const whole = index ?? (isSmall ? indexOf(features, inside) : undefined);
  const own =
    whole ??
    indexOf(
      features,
      inside.filter((each) => features.zoomOf(each) <= z),
    );
  const bytes = encoded(features, own.getTile(z, x, y), z);
  if (bytes) yield { z, at: [x, y], bytes, part: inside.length };
  if (z === MAP_ZOOMS.to) return;
  for (const [right, down] of [
    [0, 0],
    [1, 0],
    [0, 1],
    [1, 1],
  ] as const) {
    yield* tilesOf(features, z + 1, 2 * x + right, 2 * y + down, inside, whole);
  }
}

function indexOf(features: MapFeatures, of: readonly number[]): GeoJSONVT {
  return new GeoJSONVT({ type: 'FeatureCollection', features: of.map((each) => features.geoJson(each)) }, OPTIONS);
}

function encoded(features: MapFeatures, tile: GeoJSONVTTile | null, z: number): Uint8Array | undefined {
  const layers: Record<string, GeoJSONVTTile> = {};
  for (const cut of tile?.features ?? []) {
    const feature = Number(cut.id);
    const layer = MAP_LAYERS[features.layerOf(feature)];
    if (!tile || !layer || features.zoomOf(feature) > z) continue;
    layers[layer.name] ??= { ...tile, features: [] };
    layers[layer.name]?.features.push({ ...cut, id: undefined, tags: features.tagsOf(feature) });
  }
  return Object.keys(layers).length === 0 ? undefined : fromGeojsonVt(layers, { version: 2, extent: EXTENT });
}

/** Whether a feature reaches into a tile or its buffer. */
function touches(features: MapFeatures, z: number, x: number, y: number): (feature: number) => boolean {
  const edge = BUFFER / EXTENT;
  const [west, east] = [lngOf(x - edge, z), lngOf(x + 1 + edge, z)];
  const [north, south] = [latOf(y - edge, z), latOf(y + 1 + edge, z)];
  return (feature) => {
    const [w, s, e, n] = features.boxOf(feature);
    return w <= east && e >= west && s <= north && n >= south;
  };
}

function boundsOf(features: MapFeatures): UnitBox {
  let [west, south, east, north] = features.boxOf(0);
  for (let i = 1; i < features.length; i++) {
    const [w, s, e, n] = features.boxOf(i);
    [west, south, east, north] = [Math.min(west, w), Math.min(south, s), Math.max(east, e), Math.max(north, n)];
  }
  return [west, south, east, north];
}

/** Places in tiles of a zoom, and back to units. */
function xOf(lng: number, z: number): number {
  return ((lng * UNIT + 180) / 360) * 2 ** z;
}

function yOf(lat: number, z: number): number {
  const angle = (lat * UNIT * Math.PI) / 180;
  return ((1 - Math.asinh(Math.tan(angle)) / Math.PI) / 2) * 2 ** z;
}

function lngOf(x: number, z: number): number {
  return ((x / 2 ** z) * 360 - 180) / UNIT;
}

function latOf(y: number, z: number): number {
  return (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / 2 ** z))) * 180) / Math.PI / UNIT;
}

interface Entry {
  readonly id: number;
  readonly offset: number;
  readonly length: number;
  /** 0: the entry is of a leaf directory. */
  readonly run: number;
}

const HEADER_BYTES = 127;
/** Header and root directory are read at once, with the first 16 KB. */
const ROOT_BYTES = 16_384 - HEADER_BYTES;

/** A PMTiles file of gzipped vector tiles. `layers` are the names of their layers. */
export function pmtilesOf(
  tiles: Tile[],
  [west, south, east, north]: UnitBox,
  layers: readonly string[] = MAP_LAYERS.map(({ name }) => name),
): Buffer {
  tiles.sort((a, b) => a.id - b.id);
  let bytes = 0;
  const entries = tiles.map(({ id, bytes: { length } }): Entry => ({ id, offset: (bytes += length) - length, length, run: 1 }));
  let root = directory(entries);
  let leaves: Buffer[] = [];
  for (let size = 4096; root.length > ROOT_BYTES; size *= 2) {
    leaves = [];
    let at = 0;
    const tops: Entry[] = [];
    for (let i = 0; i < entries.length; i += size) {
      const leaf = directory(entries.slice(i, i + size));
      tops.push({ id: entries[i]?.id ?? 0, offset: at, length: leaf.length, run: 0 });
      leaves.push(leaf);
      at += leaf.length;
    }
    root = directory(tops);
  }
  const meta = gzipSync(
    JSON.stringify({
      name: 'Streets',
      attribution: '© OpenStreetMap contributors',
      vector_layers: layers.map((id) => ({ id, fields: {} })),
    }),
  );
  const leafBytes = leaves.reduce((sum, { length }) => sum + length, 0);
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('PMTiles');
  header[7] = 3;
  const [rootAt, metaAt] = [HEADER_BYTES, HEADER_BYTES + root.length];
  const numbers = [rootAt, root.length, metaAt, meta.length, metaAt + meta.length, leafBytes, metaAt + meta.length + leafBytes, bytes];
  for (const [i, number] of [...numbers, tiles.length, tiles.length, tiles.length].entries()) header.writeBigUInt64LE(BigInt(number), 8 + 8 * i);
  // Tiles in order of their ids, directories and tiles by gzip, vector tiles.
  header.set([1, 2, 2, 1, MAP_ZOOMS.from, MAP_ZOOMS.to], 96);
  for (const [i, value] of [west, south, east, north].entries()) header.writeInt32LE(value, 102 + 4 * i);
  header[118] = MAP_ZOOMS.to;
  header.writeInt32LE(Math.round((west + east) / 2), 119);
  header.writeInt32LE(Math.round((south + north) / 2), 123);
  return Buffer.concat([header, root, meta, ...leaves, ...tiles.map((tile) => tile.bytes)]);
}

/** A directory: ids as steps, runs, lengths and offsets (0: right behind the one before), each kind together. */
function directory(entries: readonly Entry[]): Buffer {
  const out: number[] = [];
  const write = (value: number): void => {
    let rest = value;
    for (; rest >= 128; rest = Math.floor(rest / 128)) out.push((rest % 128) | 128);
    out.push(rest);
  };
  write(entries.length);
  for (const [i, { id }] of entries.entries()) write(id - (entries[i - 1]?.id ?? 0));
  for (const { run } of entries) write(run);
  for (const { length } of entries) write(length);
  for (const [i, { offset }] of entries.entries()) {
    const before = entries[i - 1];
    write(before && offset === before.offset + before.length ? 0 : offset + 1);
  }
  return gzipSync(Buffer.from(out));
}

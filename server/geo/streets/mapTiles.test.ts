/** The base map of a made-up town, from the extract to the tiles that a browser is sent. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { inTown, townMapExtract } from '../../../test/builders/town.ts';
import { serveTiles } from '../../routes/tiles.ts';
import { mapFile, namesFile, writeMade } from './madeStreets.ts';
import { MapFeatures, readMapFeatures } from './mapFeatures.ts';
import { pmtilesOf, writeMapTiles } from './mapTiles.ts';
import { withStreetNames, writeStreetNames } from './streetNames.ts';
import { openBaseTiles } from './tileArchive.ts';

const NO_MAP = {
  mapboxToken: null,
  satelliteUrl: null,
  satelliteAttribution: null,
  osmUrl: null,
  osmAttribution: null,
  tilesUrl: null,
  tilesAttribution: null,
  tilesName: null,
  googleKey: null,
  viewers: [],
};

let dataDir = '';
const said: string[] = [];
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'dmp-map-'));
  writeFileSync(join(dataDir, 'town.osm.pbf'), townMapExtract());
  said.splice(0);
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const features = (): MapFeatures => {
  const found = new MapFeatures();
  const seen = new Set<string>();
  // Twice, as two extracts that overlap: everything is drawn once.
  for (const file of ['town.osm.pbf', 'town.osm.pbf']) readMapFeatures(join(dataDir, file), found, seen);
  return found;
};
const made = async (folder: string): Promise<void> => {
  mkdirSync(join(dataDir, 'streets', folder), { recursive: true });
  const tiles = await writeMapTiles(features(), mapFile(dataDir, folder), () => {});
  const bounds = { south: 48, north: 48.02, west: 9, east: 9.02 };
  const extracts = [{ file: '/town.osm.pbf', bytes: 1, modified: 1, bounds }];
  writeMade(dataDir, { folder, at: '2026-01-01T00:00:00Z', engine: '0', seconds: 1, bytes: 1, map: { tiles, bytes: 1 }, extracts });
};
const open = (tilesUrl: string | null = null) => openBaseTiles(dataDir, tilesUrl, (message) => said.push(message));

/** The tile of a zoom in which a place lies. */
const tileAt = ({ Lat, Lng }: { Lat: number; Lng: number }, zoom: number): [number, number, number] => [
  zoom,
  Math.floor(((Lng + 180) / 360) * 2 ** zoom),
  Math.floor(((1 - Math.asinh(Math.tan((Lat * Math.PI) / 180)) / Math.PI) / 2) * 2 ** zoom),
];
const HOUSE = tileAt(inTown(2.4, 2.4), 14);
const layersOf = (bytes: Buffer | undefined) => {
  const { layers } = new VectorTile(new PbfReader(bytes ?? Buffer.alloc(0)));
  return Object.fromEntries(Object.entries(layers).map(([name, layer]) => [name, Array.from({ length: layer.length }, (_, i) => layer.feature(i))]));
};

test('an extract becomes tiles with classes, names, an island in its lake, and no more than is seen at a zoom', async () => {
  await made('tiles-1');
  const tiles = open();
  const near = layersOf(await tiles.read('tiles-1', ...tileAt(inTown(4, 4), 14)));
  const names = near['transportation_name']?.map(({ properties }) => properties['name']);
  expect(new Set(names)).toContain('Row 6');
  expect(near['transportation']?.filter(({ properties }) => properties['class'] === 'primary')).toHaveLength(1);
  expect(near['transportation']?.some(({ properties }) => properties['class'] === 'minor')).toBe(true);
  expect(layersOf(await tiles.read('tiles-1', ...HOUSE))['building']).toHaveLength(1);
  const town = layersOf(await tiles.read('tiles-1', ...tileAt(inTown(5.5, 5.5), 14)))['place'];
  expect(town?.map(({ properties }) => properties)).toEqual([{ name: 'Gridham', class: 'town', rank: 8 }]);
  const lake = layersOf(await tiles.read('tiles-1', ...tileAt(inTown(-4, 4), 13)))['water'];
  expect(lake).toHaveLength(1);
  expect(lake?.[0]?.loadGeometry()).toHaveLength(2);
  const far = layersOf(await tiles.read('tiles-1', ...tileAt(inTown(4, 4), 9)));
  expect(new Set(far['transportation']?.map(({ properties }) => properties['class']))).toEqual(new Set(['primary', 'secondary', 'rail']));
  expect(Object.keys(far).toSorted()).toEqual(['place', 'transportation', 'water']);
  expect(await tiles.read('tiles-1', ...tileAt({ Lat: 10, Lng: 10 }, 14))).toBeUndefined();
  expect(await tiles.read('tiles-0', ...tileAt(inTown(4, 4), 14))).toBeUndefined();
});

test('places and streets are found by name, with the settlement of a street, beside what the gazetteer finds', async () => {
  await made('tiles-1');
  writeStreetNames(features(), namesFile(dataDir, 'tiles-1'));
  const elsewhere = { Name: 'Row, United States', Coordinate: { Lat: 30, Lng: -85 } };
  const own = { Name: 'Gridham, Germany', Coordinate: inTown(5, 5) };
  const search = withStreetNames({ search: async (text) => (/^gridham/i.test(text) ? [own] : text.startsWith('Row') ? [elsewhere] : []) }, dataDir);
  const named = async (text: string) => (await search.search(text)).map(({ Name, Street }) => [Name, Street]);
  expect(await named('avenue w')).toEqual([['Avenue west, Gridham', true]]);
  // by a word of the name, but not by the settlement of every street
  expect(await named('west')).toEqual([['Avenue west, Gridham', true]]);
  expect(await named('column 11, grid')).toEqual([['Column 11, Gridham', true]]);
  expect(await named('Gridham')).toEqual([['Gridham, Germany', undefined]]);
  expect((await named('Row'))[0]).toEqual(['Row, United States', undefined]);
  expect(await named('Row')).toHaveLength(7);
  expect(await named('Ro')).toEqual([]);
  const [found] = await search.search('avenue east');
  expect(found?.Coordinate.Lat).toBeCloseTo(inTown(0, 13).Lat, 4);
  const failing = withStreetNames({ search: () => Promise.reject(new Error('The geocoder answered 500')) }, dataDir);
  expect(await failing.search('avenue e')).toHaveLength(1);
  await expect(failing.search('nowhere')).rejects.toThrow('The geocoder answered 500');
});

test('a new build is served by its own address; what was made before there was a base map has none', async () => {
  const tiles = open();
  expect(await tiles.configOf(NO_MAP)).toEqual(NO_MAP);
  await made('tiles-1');
  expect(await tiles.configOf(NO_MAP)).toMatchObject({ streets: { url: '/tiles/tiles-1/{z}/{x}/{y}.pbf', bounds: [{ south: 48 }] } });
  await made('tiles-2');
  expect(await tiles.configOf(NO_MAP)).toMatchObject({ streets: { url: '/tiles/tiles-2/{z}/{x}/{y}.pbf' } });
  expect(await tiles.read('tiles-1', ...tileAt(inTown(4, 4), 14))).toBeUndefined();
});

test('a PMTiles file of the installation is served too; one that is not there changes nothing of the map', async () => {
  await made('tiles-1');
  const address = `pmtiles://${mapFile(dataDir, 'tiles-1')}`;
  const tiles = open(address);
  expect(await tiles.configOf({ ...NO_MAP, tilesUrl: address })).toMatchObject({
    tilesUrl: '/tiles/configured/{z}/{x}/{y}.pbf',
    tilesAttribution: '© OpenStreetMap contributors',
  });
  expect(layersOf(await tiles.read('configured', ...HOUSE))['building']).toHaveLength(1);
  const missing = `pmtiles://${dataDir}/none.pmtiles`;
  expect(await open(missing).configOf({ ...NO_MAP, tilesUrl: missing })).toMatchObject({ tilesUrl: null });
  expect(said).toEqual(['the PMTiles file of TILES_URL cannot be read; the map does without']);
});

test('a PMTiles file of the schema of Protomaps is known by its layers', async () => {
  const file = join(dataDir, 'protomaps.pmtiles');
  writeFileSync(file, pmtilesOf([{ id: 0, bytes: gzipSync('') }], [0, 0, 1, 1], ['earth', 'landuse', 'water', 'roads', 'buildings', 'places']));
  const address = `pmtiles://${file}`;
  expect(await open(address).configOf({ ...NO_MAP, tilesUrl: address })).toMatchObject({
    tilesUrl: '/tiles/configured/{z}/{x}/{y}.pbf',
    tilesSchema: 'protomaps',
  });
});

test('tiles are answered compressed, with how long they may be kept; addresses that are none are refused', async () => {
  await made('tiles-1');
  const app = Fastify();
  serveTiles(app, open());
  const path = tileAt(inTown(4, 4), 14).join('/');
  const { statusCode, headers } = await app.inject({ url: `/tiles/tiles-1/${path}.pbf`, headers: { 'accept-encoding': 'br, gzip' } });
  expect([statusCode, headers['content-encoding'], headers['cache-control']]).toEqual([200, 'gzip', 'public, max-age=31536000, immutable']);
  expect((await app.inject(`/tiles/tiles-0/${path}.pbf`)).statusCode).toBe(204);
  for (const bad of ['14/1/x.pbf', '99/1/1.pbf', '3/8/1.pbf', '../1/1.pbf', '3/1/1.exe'])
    expect((await app.inject(`/tiles/tiles-1/${bad}`)).statusCode, bad).toBe(404);
});

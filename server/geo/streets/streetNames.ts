/** Places and streets of the extracts by their names: written with the base map, and found by the searches of the map and of the region wizard. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import type { FoundLocation } from '../../../src/domain/regions.ts';
import type { Geocoder } from '../gazetteer.ts';
import { foldedName } from '../places.ts';
import { madeStamp, namesFile, readMade } from './madeStreets.ts';
import { MAP_LAYERS, type MapFeatures, UNIT } from './mapFeatures.ts';

/** Places by rank, then streets by name, with the settlement that they are nearest to. */
const StreetNames = z.array(z.object({ name: z.string(), near: z.string().optional(), lat: z.number(), lng: z.number() }));
type StreetName = z.infer<typeof StreetNames>[number];

/** Pieces of a street that have the same name within a cell of so many degrees are one street. */
const CELL = 0.05;
const SETTLEMENTS = new Set(['city', 'town', 'village', 'suburb']);

export function writeStreetNames(features: MapFeatures, file: string): void {
  const places: (StreetName & { readonly rank: number; readonly isSettlement: boolean })[] = [];
  const streets = new Map<string, StreetName>();
  for (let i = 0; i < features.length; i++) {
    const layer = MAP_LAYERS[features.layerOf(i)]?.name;
    if (layer !== 'place' && layer !== 'transportation_name') continue;
    const { name, class: kind, rank } = features.tagsOf(i);
    const [lng, lat] = features.middleOf(i);
    const found = { name: String(name), lat: degrees(lat), lng: degrees(lng) };
    if (layer === 'place') places.push({ ...found, rank: Number(rank), isSettlement: SETTLEMENTS.has(String(kind)) });
    else streets.set(`${found.name} ${Math.round(found.lat / CELL)} ${Math.round(found.lng / CELL)}`, found);
  }
  const settlements = places.filter(({ isSettlement }) => isSettlement);
  const named = new Map<string, StreetName>();
  for (const street of streets.values()) {
    const near = nearest(settlements, street)?.name ?? '';
    named.set(`${street.name}, ${near}`, { ...street, near });
  }
  const all: StreetName[] = [
    ...places.toSorted((a, b) => a.rank - b.rank).map(({ name, lat, lng }) => ({ name, lat, lng })),
    ...[...named.values()].toSorted((a, b) => a.name.localeCompare(b.name)),
  ];
  writeFileSync(file, JSON.stringify(all));
}

function degrees(units: number): number {
  return Math.round(units * UNIT * 1e6) / 1e6;
}

interface Named extends StreetName {
  readonly folded: string;
}

/** Most finds of an extract beside those of the gazetteer, and of all. */
const [OWN, MOST] = [6, 10];
/** Degrees within which a place of the same name is the same place. */
const SAME = 0.1;

/** What `geocoder` finds, and places and streets of the extracts that begin with the text, or have a word that does. */
export function withStreetNames(geocoder: Geocoder, dataDir: string): Geocoder {
  let known: { readonly stamp: number; readonly names: readonly Named[] } = { stamp: 0, names: [] };
  const names = (): readonly Named[] => {
    const stamp = madeStamp(dataDir);
    if (known.stamp !== stamp) known = { stamp, names: readNames(dataDir) };
    return known.names;
  };
  return {
    async search(text) {
      const wanted = foldedName(text);
      const own = wanted.length < 3 ? [] : findNames(names(), wanted);
      const others = await geocoder.search(text).catch((error: unknown) => {
        if (own.length === 0) throw error;
        return [];
      });
      const fresh = own.filter(({ name, near, lat, lng }) => near !== undefined || !others.some(isSame(foldedName(name), lat, lng))).slice(0, OWN);
      return [...others.slice(0, MOST - fresh.length), ...fresh.map(locationOf)];
    },
  };
}

function readNames(dataDir: string): Named[] {
  const folder = readMade(dataDir)?.folder;
  const file = folder === undefined ? '' : namesFile(dataDir, folder);
  if (!existsSync(file)) return [];
  return StreetNames.parse(JSON.parse(readFileSync(file, 'utf8'))).map((each) => ({
    ...each,
    folded: foldedName(`${each.name} ${each.near ?? ''}`),
  }));
}

/** Those whose name begins with the text first. */
function findNames(names: readonly Named[], wanted: string): Named[] {
  const begins: Named[] = [];
  const holds: Named[] = [];
  for (const each of names) {
    if (each.folded.startsWith(wanted)) begins.push(each);
    else if (holds.length < MOST && each.folded.includes(` ${wanted}`) && foldedName(each.name).includes(` ${wanted}`)) holds.push(each);
    if (begins.length === MOST) break;
  }
  return [...begins, ...holds];
}

function isSame(folded: string, lat: number, lng: number): (other: FoundLocation) => boolean {
  return ({ Name, Coordinate: { Lat, Lng } }) => foldedName(Name).startsWith(folded) && Math.abs(Lat - lat) < SAME && Math.abs(Lng - lng) < SAME;
}

function locationOf({ name, near, lat, lng }: StreetName): FoundLocation {
  const Coordinate = { Lat: lat, Lng: lng };
  if (near === undefined) return { Name: name, Coordinate };
  return { Name: near === '' ? name : `${name}, ${near}`, Coordinate, Street: true };
}

function nearest(places: readonly StreetName[], { lat, lng }: StreetName): StreetName | undefined {
  const narrow = Math.cos((lat * Math.PI) / 180);
  let best: StreetName | undefined;
  let least = Infinity;
  for (const place of places) {
    const away = Math.hypot(place.lat - lat, (place.lng - lng) * narrow);
    if (away < least) [best, least] = [place, away];
  }
  return best;
}

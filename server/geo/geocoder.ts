import { z } from 'zod';
import type { FoundLocation } from '../../src/domain/regions.ts';
import { timeUp } from '../surroundings.ts';
import type { Geocoder } from './gazetteer.ts';

/**
 * A search server of the Nominatim or Photon kind: `GET {url}?q=...&limit=10`. Both shapes of answer are read: Nominatim's list
 * (`format=json`) and the GeoJSON features of Photon. Throws where it does not answer within 5 s.
 */
export function remoteGeocoder(url: string, ask: typeof fetch = fetch): Geocoder {
  return {
    async search(name) {
      if (name.trim().length < 3) return [];
      const address = new URL(url);
      address.searchParams.set('q', name.trim());
      address.searchParams.set('limit', '10');
      if (!address.searchParams.has('format') && address.pathname.endsWith('/search')) address.searchParams.set('format', 'json');
      const answer = await ask(address, { signal: timeUp(5000), headers: { accept: 'application/json' } });
      if (!answer.ok) throw new Error(`The geocoder answered ${answer.status}`);
      return locationsOf(Answer.parse(await answer.json())).slice(0, 10);
    },
  };
}

const Nominatim = z.array(z.object({ display_name: z.string(), lat: z.coerce.number(), lon: z.coerce.number() }));
const Photon = z.object({
  features: z.array(
    z.object({
      geometry: z.object({ coordinates: z.tuple([z.number(), z.number()]).rest(z.number()) }),
      properties: z.object({
        name: z.string().optional(),
        city: z.string().optional(),
        state: z.string().optional(),
        country: z.string().optional(),
      }),
    }),
  ),
});
const Answer = z.union([Nominatim, Photon]);

function locationsOf(answer: z.infer<typeof Answer>): FoundLocation[] {
  if (Array.isArray(answer)) return answer.map(({ display_name: Name, lat, lon }) => ({ Name, Coordinate: { Lat: lat, Lng: lon } }));
  return answer.features.map(({ geometry: { coordinates }, properties: { name, city, state, country } }) => ({
    Name: [...new Set([name, city, state, country].filter((part) => part !== undefined && part !== ''))].join(', '),
    Coordinate: { Lat: coordinates[1], Lng: coordinates[0] },
  }));
}

/** Reads a GTFS zip and writes what service alerts may name of it. */
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { pack, type Place } from '../book/bookFile.ts';
import { ABSENT, MALFORMED } from '../gtfs/read/csv.ts';
import { openFeedTables } from '../gtfs/read/feedTables.ts';
import type { TableRow } from '../gtfs/read/table.ts';
import type { EntityIndex, KnownRoute, KnownTrip } from './entityFile.ts';

/** Writes the file into the folder and answers its path. Throws FeedRefused where the zip is none, or damaged. */
export async function writeEntities(path: string, folder: string, unpackedLimit: number, signal: AbortSignal): Promise<string> {
  const { zip, table, turn } = await openFeedTables(path, unpackedLimit, signal);
  try {
    const index: Omit<EntityIndex, 'routes'> = { form: 1, timezone: '', language: '', agencies: [], stops: [] };
    await table('agency.txt', ['agency_id', 'agency_name', 'agency_timezone', 'agency_lang'], (row) => {
      index.timezone ||= row.text('agency_timezone');
      index.language ||= row.text('agency_lang');
      const id = row.text('agency_id');
      if (id !== '') index.agencies.push({ id, name: row.text('agency_name') });
    });
    await table('feed_info.txt', ['feed_lang'], (row) => {
      index.language = row.text('feed_lang') || index.language;
    });
    const routes = new Map<string, Omit<KnownRoute, 'directions' | 'place'>>();
    await table('routes.txt', ['route_id', 'route_short_name', 'route_long_name', 'route_type'], (row) => {
      const id = row.text('route_id');
      if (id === '' || routes.has(id)) return;
      routes.set(id, { id, short: row.text('route_short_name'), long: row.text('route_long_name'), type: row.int('route_type', 0, 9999) ?? 3 });
    });
    const seen = new Set<string>();
    await table('stops.txt', ['stop_id', 'stop_name', 'stop_code', 'platform_code', 'location_type', 'stop_lat', 'stop_lon'], (row) => {
      const id = row.text('stop_id');
      if (id === '' || seen.has(id)) return;
      seen.add(id);
      index.stops.push({
        id,
        name: row.text('stop_name'),
        code: row.text('stop_code'),
        platform: row.text('platform_code'),
        type: row.int('location_type', 0, 4) ?? 0,
        lat: row.float('stop_lat') ?? null,
        lng: row.float('stop_lon') ?? null,
      });
    });
    const trips: { readonly id: string; readonly headsign: string; readonly direction: string }[] = [];
    const ofRoute = new Map<string, number[]>();
    const tripOf = new Map<string, number>();
    await table('trips.txt', ['route_id', 'trip_id', 'trip_headsign', 'direction_id'], (row) => {
      const [route, id] = [row.text('route_id'), row.text('trip_id')];
      if (id === '' || tripOf.has(id) || !routes.has(route)) return;
      tripOf.set(id, trips.length);
      const known = ofRoute.get(route);
      if (known === undefined) ofRoute.set(route, [trips.length]);
      else known.push(trips.length);
      trips.push({ id, headsign: row.text('trip_headsign'), direction: row.text('direction_id') });
    });
    const begins = new Int32Array(trips.length).fill(-1);
    const firsts = new Float64Array(trips.length).fill(Infinity);
    await table('stop_times.txt', ['trip_id', 'stop_sequence', 'arrival_time', 'departure_time'], (row) => {
      const trip = tripOf.get(row.text('trip_id'));
      const sequence = row.int('stop_sequence', 0) ?? 0;
      if (trip === undefined || sequence >= firsts[trip]!) return;
      firsts[trip] = sequence;
      const [departure, arrival] = [timeOf(row, 'departure_time'), timeOf(row, 'arrival_time')];
      begins[trip] = departure < 0 ? arrival : departure;
    });
    const target = join(folder, 'entities');
    const file = await open(target, 'w');
    try {
      let offset = 0;
      const write = async (value: unknown): Promise<Place> => {
        const bytes = pack(value);
        await file.write(bytes);
        offset += bytes.length;
        return [offset - bytes.length, bytes.length];
      };
      const written: KnownRoute[] = [];
      for (const route of routes.values()) {
        await turn();
        const own = (ofRoute.get(route.id) ?? [])
          .map((at): KnownTrip => [trips[at]!.id, trips[at]!.headsign, trips[at]!.direction, begins[at]!])
          .toSorted((a, b) => a[3] - b[3]);
        written.push({ ...route, directions: directionsOf(own), place: await write(own) });
      }
      const [, length] = await write({ ...index, routes: written } satisfies EntityIndex);
      await file.write(Buffer.from(String(length).padStart(16, '0')));
    } finally {
      await file.close();
    }
    return target;
  } finally {
    zip.close();
  }
}

function timeOf(row: TableRow, column: string): number {
  const time = row.csv.time(row.place(column));
  return time === ABSENT || time === MALFORMED ? -1 : time;
}

function directionsOf(trips: readonly KnownTrip[]): KnownRoute['directions'] {
  return ([0, 1] as const).flatMap((id) => {
    const counts = new Map<string, number>();
    for (const [, headsign, direction] of trips) if (direction === String(id)) counts.set(headsign, (counts.get(headsign) ?? 0) + 1);
    const [most] = [...counts].toSorted((a, b) => b[1] - a[1]);
    return most === undefined ? [] : [{ id, headsign: most[0] }];
  });
}

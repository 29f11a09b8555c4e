/**
 * What service alerts may name of a release, as one file: packed trips of each line, then an index of agencies, lines and stops, then the
 * length of the index in 16 digits, as in a timetable book. To look up a trip reads the block of its line alone.
 */
import type { FileHandle } from 'node:fs/promises';
import { z } from 'zod';
import type { AlertEntity, KnownEntities } from '../../../src/domain/serviceAlerts.ts';
import { Place, readBlock, readTail } from '../book/bookFile.ts';

const KnownRoute = z.object({
  id: z.string(),
  short: z.string(),
  long: z.string(),
  type: z.int(),
  /** Directions that have trips, each with its most frequent headsign. */
  directions: z.array(z.object({ id: z.union([z.literal(0), z.literal(1)]), headsign: z.string() })),
  place: Place,
});
export type KnownRoute = z.infer<typeof KnownRoute>;

const KnownStop = z.object({
  id: z.string(),
  name: z.string(),
  code: z.string(),
  platform: z.string(),
  /** `location_type`. */
  type: z.int(),
  lat: z.number().nullable(),
  lng: z.number().nullable(),
});
export type KnownStop = z.infer<typeof KnownStop>;

export const EntityIndex = z.object({
  form: z.literal(1),
  /** Of the agencies; IANA. */
  timezone: z.string(),
  language: z.string(),
  agencies: z.array(z.object({ id: z.string(), name: z.string() })),
  routes: z.array(KnownRoute),
  stops: z.array(KnownStop),
});
export type EntityIndex = z.infer<typeof EntityIndex>;

/** A trip: its id, headsign, direction, and seconds of the service day at which it begins; -1 where that is not said. */
const KnownTrip = z.tuple([z.string(), z.string(), z.string(), z.int()]);
export type KnownTrip = z.infer<typeof KnownTrip>;

export async function readEntityIndex(file: FileHandle): Promise<EntityIndex> {
  return EntityIndex.parse(await readTail(file));
}

export async function readTrips(file: FileHandle, { place }: KnownRoute): Promise<readonly KnownTrip[]> {
  return z.array(KnownTrip).parse(await readBlock(file, place));
}

/** Names and ids of a release, looked up. */
export interface EntityNames extends KnownEntities {
  /** What an entity is called: by its id where it is not known. */
  label(entity: AlertEntity): string;
}

/** Looks up in an index; `open` opens its file, where one of the entities is a trip. */
export async function namesOf(index: EntityIndex, entities: readonly AlertEntity[], open: () => Promise<FileHandle>): Promise<EntityNames> {
  const trips = new Map<string, ReadonlyMap<string, KnownTrip>>();
  const wanted = new Set(entities.flatMap((entity) => (entity.kind === 'trip' ? [entity.route] : [])));
  const routes = new Map(index.routes.map((route) => [route.id, route]));
  if (wanted.size > 0) {
    const file = await open();
    try {
      for (const id of wanted) {
        const route = routes.get(id);
        if (route !== undefined) trips.set(id, new Map((await readTrips(file, route)).map((trip) => [trip[0], trip])));
      }
    } finally {
      await file.close();
    }
  }
  const agencies = new Map(index.agencies.map(({ id, name }) => [id, name]));
  const stops = new Map(index.stops.map((stop) => [stop.id, stop]));
  const types = new Set(index.routes.map(({ type }) => type));
  return {
    has(entity) {
      if (entity.kind === 'agency') return agencies.has(entity.agency);
      if (entity.kind === 'stop') return stops.has(entity.stop);
      if (entity.kind === 'routeType') return types.has(entity.routeType);
      if (entity.kind === 'trip') return trips.get(entity.route)?.has(entity.trip) === true;
      const route = routes.get(entity.route);
      return route !== undefined && (entity.direction === undefined || route.directions.some(({ id }) => id === entity.direction));
    },
    label(entity) {
      if (entity.kind === 'agency') return agencies.get(entity.agency) || entity.agency;
      if (entity.kind === 'routeType') return String(entity.routeType);
      if (entity.kind === 'stop') return stopLabel(stops.get(entity.stop), entity.stop);
      const route = routes.get(entity.route);
      if (entity.kind === 'route') return routeLabel(route, entity.route, entity.direction);
      const trip = trips.get(entity.route)?.get(entity.trip);
      const day = entity.date === undefined ? '' : `, ${entity.date}`;
      return `${route === undefined ? entity.route : route.short || route.long || route.id}: ${trip === undefined ? entity.trip : tripLabel(trip)}${day}`;
    },
  };
}

export function stopLabel(stop: KnownStop | undefined, id: string): string {
  if (stop === undefined) return id;
  return `${stop.name || id}${stop.platform === '' ? '' : ` (${stop.platform})`}`;
}

export function routeLabel(route: KnownRoute | undefined, id: string, direction?: 0 | 1): string {
  const name = route === undefined ? id : [route.short, route.long].filter((part) => part !== '').join(' ') || id;
  if (direction === undefined) return name;
  return `${name} → ${route?.directions.find((one) => one.id === direction)?.headsign || direction}`;
}

/** `8:15 → Central`. */
export function tripLabel([id, headsign, , begins]: KnownTrip): string {
  const time = begins < 0 ? id : `${Math.floor(begins / 3600)}:${String(Math.floor((begins % 3600) / 60)).padStart(2, '0')}`;
  return headsign === '' ? time : `${time} → ${headsign}`;
}

/** The kinds of document a version holds, their schemas, and their ids. */
import type { z } from 'zod';
import { Agency } from './agencies.ts';
import { Fare } from './fares.ts';
import { Feed, TicketingDeepLink, TicketingIdentifier, VehicleBoarding, VehicleCategory, VehicleCoupling } from './feeds.ts';
import { Level, Pathway } from './pathways.ts';
import { Schedule } from './schedules.ts';
import { Stop } from './stops.ts';
import { Timetable } from './timetables.ts';
import { Track } from './tracks.ts';
import { Transfer } from './transfers.ts';
import { Attribution, Translation } from './translations.ts';

/** Schema of each kind, in the order a feed file lists them. */
export const ENTITY_SCHEMAS = {
  Feed,
  Agency,
  Stop,
  Level,
  Schedule,
  Track,
  Timetable,
  Transfer,
  Pathway,
  Fare,
  Translation,
  Attribution,
  VehicleCategory,
  VehicleBoarding,
  VehicleCoupling,
  TicketingDeepLink,
  TicketingIdentifier,
} as const;

export type EntityKind = keyof typeof ENTITY_SCHEMAS;
export type Entity<K extends EntityKind = EntityKind> = z.infer<(typeof ENTITY_SCHEMAS)[K]>;

/** Number of each kind in the store. Never reused, never reordered. */
export const KIND_NUMBERS: Readonly<Record<EntityKind, number>> = {
  Feed: 1,
  Agency: 2,
  Stop: 3,
  Level: 4,
  Schedule: 5,
  Track: 6,
  Timetable: 7,
  Transfer: 8,
  Pathway: 9,
  Fare: 10,
  Translation: 11,
  Attribution: 12,
  VehicleCategory: 13,
  VehicleBoarding: 14,
  VehicleCoupling: 15,
  TicketingDeepLink: 16,
  TicketingIdentifier: 17,
};

/** The kind of a stored number. Throws on a number that this build does not know. */
export function kindOfNumber(number: number): EntityKind {
  const name = Object.entries(KIND_NUMBERS).find(([, value]) => value === number)?.[0];
  if (name === undefined || !isEntityKind(name)) throw new Error(`The store holds documents of a kind (${number}) that this build does not know`);
  return name;
}

/** Whether a text names a kind. */
export function isEntityKind(name: string): name is EntityKind {
  return Object.hasOwn(ENTITY_SCHEMAS, name);
}

/**
 * The id of a document within its kind. A track's is scheduleId/trackId, a timetable's scheduleId/trackId/number, each
 * part URL-encoded so that a slash in an id cannot be taken for the separator.
 */
export function entityId(kind: EntityKind, doc: object): string {
  const part = (key: string): string => encodeURIComponent(String(Reflect.get(doc, key)));
  if (kind === 'Track') return `${part('ScheduleId')}/${part('Id')}`;
  if (kind === 'Timetable') return `${part('ScheduleId')}/${part('TrackId')}/${part('Number')}`;
  return String(Reflect.get(doc, 'Id'));
}

/** The id of a document as people know it. One that no document can have is answered as it is. */
export function plainId(kind: EntityKind, id: string): string {
  if (kind !== 'Track' && kind !== 'Timetable') return id;
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

/** Ids of the stops that a document speaks of: what keeps a stop from being removed. */
export function stopsReferredTo(kind: EntityKind, doc: Entity): readonly string[] {
  const ids = new Set<string>();
  if ('Stops' in doc) for (const stop of doc.Stops) ids.add(stop.StopId);
  for (const key of STOP_REFERENCES[kind] ?? []) {
    const id: unknown = Reflect.get(doc, key);
    if (typeof id === 'string' && id !== '') ids.add(id);
  }
  return [...ids];
}

const STOP_REFERENCES: Partial<Record<EntityKind, readonly string[]>> = {
  Stop: ['ParentId'],
  Transfer: ['StopIdFrom', 'StopIdTo'],
  Pathway: ['FromStopId', 'ToStopId'],
  VehicleBoarding: ['BoardingAreaId'],
  TicketingIdentifier: ['StopId'],
};

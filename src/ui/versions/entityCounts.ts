/** How much a version holds of each kind, with the names a reader knows them by. */
import { ENTITY_SCHEMAS, type EntityKind } from '../../domain/entities.ts';

const TITLES: Readonly<Record<EntityKind, string>> = {
  Feed: 'Feed information',
  Agency: 'Agencies',
  Stop: 'Stops',
  Level: 'Levels',
  Schedule: 'Schedules',
  Track: 'Tracks',
  Timetable: 'Timetables',
  Transfer: 'Transfers',
  Pathway: 'Pathways',
  Fare: 'Fares',
  Translation: 'Translations',
  Attribution: 'Attributions',
  VehicleCategory: 'Vehicle categories',
  VehicleBoarding: 'Vehicle boardings',
  VehicleCoupling: 'Vehicle couplings',
  TicketingDeepLink: 'Ticketing links',
  TicketingIdentifier: 'Ticketing identifiers',
};

/** Every kind with its number, in the order a feed lists them; kinds the server does not speak of count as none. */
export function entityCounts(
  counts: Readonly<Record<string, number>>,
): readonly { readonly kind: EntityKind; readonly title: string; readonly count: number }[] {
  const kinds = Object.keys(ENTITY_SCHEMAS).filter((kind): kind is EntityKind => kind in TITLES);
  return kinds.filter((kind) => kind !== 'Feed').map((kind) => ({ kind, title: TITLES[kind], count: counts[kind] ?? 0 }));
}

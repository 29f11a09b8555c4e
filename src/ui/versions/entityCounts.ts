/** How much a version holds of each kind, with the names a reader knows them by. */
import { ENTITY_SCHEMAS, type EntityKind } from '../../domain/entities.ts';
import { texts } from './texts.ts';

const TITLES: Readonly<Record<EntityKind, string>> = {
  get Feed() {
    return texts.feedInformation;
  },
  get Agency() {
    return texts.agencies;
  },
  get Stop() {
    return texts.stops;
  },
  get Level() {
    return texts.levels;
  },
  get Schedule() {
    return texts.schedules;
  },
  get Track() {
    return texts.tracks;
  },
  get Timetable() {
    return texts.timetables;
  },
  get Transfer() {
    return texts.transfers;
  },
  get Pathway() {
    return texts.pathways;
  },
  get Fare() {
    return texts.fares;
  },
  get Translation() {
    return texts.translations;
  },
  get Attribution() {
    return texts.attributions;
  },
  get VehicleCategory() {
    return texts.vehicleCategories;
  },
  get VehicleBoarding() {
    return texts.vehicleBoardings;
  },
  get VehicleCoupling() {
    return texts.vehicleCouplings;
  },
  get TicketingDeepLink() {
    return texts.ticketingLinks;
  },
  get TicketingIdentifier() {
    return texts.ticketingIdentifiers;
  },
  get DayType() {
    return texts.dayTypes;
  },
  get NetworkCalendar() {
    return texts.networkCalendars;
  },
};

/** Kinds that no feed brings along: told where there are any. */
const WHERE_USED: ReadonlySet<EntityKind> = new Set(['DayType', 'NetworkCalendar']);

/** Every kind with its number, in the order a feed lists them; kinds the server does not speak of count as none. */
export function entityCounts(
  counts: Readonly<Record<string, number>>,
): readonly { readonly kind: EntityKind; readonly title: string; readonly count: number }[] {
  const kinds = Object.keys(ENTITY_SCHEMAS).filter((kind): kind is EntityKind => kind in TITLES);
  return kinds
    .filter((kind) => kind !== 'Feed' && (!WHERE_USED.has(kind) || (counts[kind] ?? 0) > 0))
    .map((kind) => ({ kind, title: TITLES[kind], count: counts[kind] ?? 0 }));
}

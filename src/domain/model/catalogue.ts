/** Every kind of document that a version holds, in the order of feed files, and what follows from their declarations for all of them. */
import { AgencyKind } from './agency.ts';
import { AttributionKind } from './attribution.ts';
import { DepotKind } from './depot.ts';
import { FareKind } from './fare.ts';
import { AreaKind, FareNetworkKind, RouteNetworkKind, StopAreaKind } from './fareAreas.ts';
import { FareLegJoinRuleKind, FareLegRuleKind, FareMediumKind, FareProductKind, FareTransferRuleKind, RiderCategoryKind } from './faresV2.ts';
import { FeedKind } from './feedInfo.ts';
import { BookingRuleKind, LocationGroupKind, LocationGroupStopKind, ZoneKind } from './flex.ts';
import { FlexTripKind } from './flexTrips.ts';
import { type EntityKind, type Field, type FieldFacts, type Kind, type KindFacts } from './kind.ts';
import { FileRowKind } from './fileRow.ts';
import { LevelKind } from './level.ts';
import { DayTypeKind, NetworkCalendarKind } from './networkCalendar.ts';
import { PathwayKind } from './pathway.ts';
import { ScheduleKind } from './schedule.ts';
import { StopKind } from './stop.ts';
import { TicketingDeepLinkKind, TicketingIdentifierKind } from './ticketing.ts';
import { TimeframeKind } from './timeframe.ts';
import { TimetableKind } from './timetable.ts';
import { TrackKind } from './track.ts';
import { TransferKind } from './transfer.ts';
import { TranslationKind } from './translation.ts';
import { VehicleBoardingKind, VehicleCategoryKind, VehicleCouplingKind } from './vehicles.ts';

/** A kind more is its file, its number in `kind.ts` and its line here. */
export const KINDS = {
  Feed: FeedKind,
  Agency: AgencyKind,
  Stop: StopKind,
  Level: LevelKind,
  Schedule: ScheduleKind,
  Track: TrackKind,
  Timetable: TimetableKind,
  Transfer: TransferKind,
  Pathway: PathwayKind,
  Fare: FareKind,
  Translation: TranslationKind,
  Attribution: AttributionKind,
  VehicleCategory: VehicleCategoryKind,
  VehicleBoarding: VehicleBoardingKind,
  VehicleCoupling: VehicleCouplingKind,
  TicketingDeepLink: TicketingDeepLinkKind,
  TicketingIdentifier: TicketingIdentifierKind,
  DayType: DayTypeKind,
  NetworkCalendar: NetworkCalendarKind,
  Area: AreaKind,
  StopArea: StopAreaKind,
  FareNetwork: FareNetworkKind,
  RouteNetwork: RouteNetworkKind,
  RiderCategory: RiderCategoryKind,
  FareMedium: FareMediumKind,
  FareProduct: FareProductKind,
  Timeframe: TimeframeKind,
  FareLegRule: FareLegRuleKind,
  FareTransferRule: FareTransferRuleKind,
  FareLegJoinRule: FareLegJoinRuleKind,
  BookingRule: BookingRuleKind,
  LocationGroup: LocationGroupKind,
  LocationGroupStop: LocationGroupStopKind,
  Zone: ZoneKind,
  FlexTrip: FlexTripKind,
  Depot: DepotKind,
  FileRow: FileRowKind,
} as const satisfies { readonly [K in EntityKind]: Kind<K> };

/** The names of the kinds, in that order. */
export const KIND_NAMES = Object.keys(KINDS) as readonly EntityKind[];

/** The declaration of any kind, with its own keys forgotten. */
export function kindOf(kind: EntityKind): KindFacts {
  return KINDS[kind];
}

/** What its documents are called in a heading: `Vehicle categories`. */
export function kindTitle(kind: EntityKind): string {
  const [, many] = kindOf(kind).words;
  return `${many.charAt(0).toUpperCase()}${many.slice(1)}`;
}

/** The page of a version where documents of a kind are seen; undefined for those of schedules and stops. */
export function pageOfKind(kind: EntityKind): string | undefined {
  const { records, page, shownOn } = kindOf(kind);
  return records?.page ?? page ?? shownOn;
}

/** The kind of a page whose items are documents of it; undefined for any other page. */
export function kindOfPage(page: string): EntityKind | undefined {
  return KIND_NAMES.find((kind) => (kindOf(kind).records?.page ?? kindOf(kind).page) === page);
}

/** A declared field with its key. */
export interface KeyedField extends Field {
  readonly key: string;
  /** A document may be without it. */
  readonly optional: boolean;
}

const FIELDS = Object.fromEntries(
  Object.entries<Kind>(KINDS).map(([kind, { fields }]) => [
    kind,
    Object.entries(fields).map(([key, facts]): KeyedField => ({ key, optional: facts.schema.safeParse(undefined).success, ...facts })),
  ]),
) as unknown as Readonly<Record<EntityKind, readonly KeyedField[]>>;

/** The fields of a kind, in the order of its declaration. */
export function fieldsOf(kind: EntityKind): readonly KeyedField[] {
  return FIELDS[kind];
}

/** The fields of the items of a list field, in the order of its declaration; none where the field is no such list. */
export function fieldsOfItems(kind: EntityKind, list: string): readonly KeyedField[] {
  return Object.entries(fieldOf(kind, list)?.of ?? {}).map(([key, facts]) => ({
    key,
    optional: facts.schema.safeParse(undefined).success,
    ...facts,
  }));
}

/** A field by its key; undefined where the kind has none of that name. */
export function fieldOf(kind: EntityKind, key: string): KeyedField | undefined {
  return FIELDS[kind].find((one) => one.key === key);
}

/** The kind that a field names documents of. */
export function refersTo({ holds }: Pick<FieldFacts, 'holds'>): EntityKind | undefined {
  return typeof holds === 'object' && holds.refersTo !== 'Transport' ? holds.refersTo : undefined;
}

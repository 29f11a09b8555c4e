/**
 * The smaller kinds of a version, each declared once: its page, its words, and its fields with labels, help and what they hold.
 * List, form, details, edits, references and delete mode all follow from the declaration.
 */
import type { Entity, EntityKind } from '../entities.ts';
import { STOP_TYPES } from '../stops.ts';

/** What a field holds. A reference is picked from what exists; `stopType` narrows stops down. */
export type RecordHolds =
  | 'text'
  | 'integer'
  | 'number'
  | 'switch'
  | 'date'
  | 'webUrl'
  | 'httpsUrl'
  | 'uri'
  | 'email'
  | 'language'
  | { readonly refersTo: 'Agency' | 'Stop' | 'VehicleCategory'; readonly stopType?: number }
  /** A line, by its external transport id. */
  | { readonly refersTo: 'Transport' };

/** A field of a kind. */
export interface RecordField<Key extends string = string> {
  readonly key: Key;
  readonly label: string;
  readonly help: string;
  readonly holds: RecordHolds;
  readonly required?: true;
  /** Width of its column in the list; without one it stands in the details alone. */
  readonly column?: string;
}

/** A kind with its page. `ids`: typed by the user, made by the server, or the one id of a kind that a version has once. */
export interface RecordDeclaration<K extends EntityKind = EntityKind> {
  readonly kind: K;
  /** Page of a version, and delete mode: `vehicle-couplings`. */
  readonly page: string;
  readonly title: string;
  /** One and many of it within a sentence. */
  readonly one: string;
  readonly many: string;
  readonly icon: string;
  readonly ids: 'typed' | 'made' | { readonly single: string };
  /** What the id is prefixed with where the server makes it. */
  readonly prefix: string;
  /** Shown where the list is empty. */
  readonly hint: string;
  readonly fields: readonly RecordField<keyof Entity<K> & string>[];
}

function record<K extends EntityKind>(declaration: RecordDeclaration<K>): RecordDeclaration<K> {
  return declaration;
}

const NARROW = 'minmax(80px, 0.8fr)';
const WIDE = 'minmax(120px, 2fr)';

/** Every smaller kind, in the order of the View dropdown. A kind more is one declaration more. */
export const RECORD_KINDS = {
  Feed: record({
    kind: 'Feed',
    page: 'feeds',
    title: 'Feed information',
    one: 'feed information',
    many: 'feed information',
    icon: 'info-circle',
    ids: { single: 'feed' },
    prefix: 'F',
    hint: 'This version does not say who publishes it.',
    fields: [
      { key: 'PublisherName', label: 'Publisher', help: 'Organisation that publishes the feed.', holds: 'text', required: true, column: WIDE },
      { key: 'PublisherUrl', label: 'Publisher url', help: 'Web site of the publisher.', holds: 'webUrl', required: true, column: WIDE },
      {
        key: 'Language',
        label: 'Language',
        help: 'Language of the names in the feed; Multiple languages where they differ.',
        holds: 'language',
        required: true,
        column: NARROW,
      },
      { key: 'DefaultLanguage', label: 'Default language', help: 'Used where the language of a rider is not known.', holds: 'language' },
      { key: 'StartDate', label: 'Start date', help: 'First day that the feed covers: YYYY-MM-DD.', holds: 'date', column: NARROW },
      { key: 'EndDate', label: 'End date', help: 'Last day that the feed covers: YYYY-MM-DD.', holds: 'date', column: NARROW },
      { key: 'Version', label: 'Version', help: 'What the publisher calls this state of the feed.', holds: 'text' },
      { key: 'ContactEmail', label: 'Contact e-mail', help: 'For questions about the data.', holds: 'email' },
      { key: 'ContactUrl', label: 'Contact url', help: 'Web page for questions about the data.', holds: 'webUrl' },
    ],
  }),
  Level: record({
    kind: 'Level',
    page: 'levels',
    title: 'Levels',
    one: 'level',
    many: 'levels',
    icon: 'stack-2',
    ids: 'typed',
    prefix: 'L',
    hint: 'Levels are the storeys of stations; the ground is 0.',
    fields: [
      {
        key: 'Index',
        label: 'Index',
        help: 'Storey: 0 is the ground, 1 above, -1 below; 0.5 between two.',
        holds: 'number',
        required: true,
        column: NARROW,
      },
      { key: 'Name', label: 'Name', help: 'As lifts and signs name it: Mezzanine, Platform level.', holds: 'text', column: WIDE },
    ],
  }),
  Attribution: record({
    kind: 'Attribution',
    page: 'attributions',
    title: 'Attributions',
    one: 'attribution',
    many: 'attributions',
    icon: 'copyright',
    ids: 'made',
    prefix: 'AT',
    hint: 'Attributions name who produced the data, or runs or commissioned the service.',
    fields: [
      { key: 'OrganizationName', label: 'Organization', help: 'Who is named.', holds: 'text', required: true, column: WIDE },
      { key: 'IsProducer', label: 'Producer', help: 'Made the data.', holds: 'switch', column: '84px' },
      { key: 'IsOperator', label: 'Operator', help: 'Runs the service.', holds: 'switch', column: '84px' },
      { key: 'IsAuthority', label: 'Authority', help: 'Commissions the service.', holds: 'switch', column: '84px' },
      {
        key: 'AgencyId',
        label: 'Agency',
        help: 'Holds for this agency alone. One of agency, line and trip at most.',
        holds: { refersTo: 'Agency' },
        column: NARROW,
      },
      {
        key: 'ExternalTransportId',
        label: 'Line',
        help: 'Holds for this line alone. One of agency, line and trip at most.',
        holds: { refersTo: 'Transport' },
        column: NARROW,
      },
      { key: 'TripId', label: 'Trip id', help: 'Holds for this trip alone. One of agency, line and trip at most.', holds: 'text' },
      { key: 'Url', label: 'Url', help: 'Web site of the organization.', holds: 'webUrl' },
      { key: 'Email', label: 'E-mail', help: 'Of the organization.', holds: 'email' },
      { key: 'Phone', label: 'Phone', help: 'Of the organization.', holds: 'text' },
    ],
  }),
  VehicleCategory: record({
    kind: 'VehicleCategory',
    page: 'vehicle-categories',
    title: 'Vehicle categories',
    one: 'vehicle category',
    many: 'vehicle categories',
    icon: 'bus',
    ids: 'typed',
    prefix: 'VC',
    hint: 'Vehicle categories are the vehicles, cars and doors that boardings and couplings speak of.',
    fields: [{ key: 'Name', label: 'Name', help: 'What the vehicle, car or door is called.', holds: 'text', required: true, column: WIDE }],
  }),
  VehicleBoarding: record({
    kind: 'VehicleBoarding',
    page: 'vehicle-boardings',
    title: 'Vehicle boardings',
    one: 'vehicle boarding',
    many: 'vehicle boardings',
    icon: 'door-enter',
    ids: 'made',
    prefix: 'VB',
    hint: 'Boardings tell where on a platform which car or door of a vehicle stops.',
    fields: [
      {
        key: 'BoardingAreaId',
        label: 'Boarding area',
        help: 'Stop of the type boarding area.',
        holds: { refersTo: 'Stop', stopType: STOP_TYPES.BoardingArea },
        required: true,
        column: WIDE,
      },
      {
        key: 'VehicleCategoryId',
        label: 'Vehicle category',
        help: 'The vehicle that stops there.',
        holds: { refersTo: 'VehicleCategory' },
        required: true,
        column: WIDE,
      },
      {
        key: 'ChildSequence',
        label: 'Child sequence',
        help: 'Place of the car in the vehicle, counted from the front.',
        holds: 'integer',
        column: '120px',
      },
      {
        key: 'GrandChildSequence',
        label: 'Grandchild sequence',
        help: 'Place of the door in the car, counted from the front.',
        holds: 'integer',
        column: '150px',
      },
    ],
  }),
  VehicleCoupling: record({
    kind: 'VehicleCoupling',
    page: 'vehicle-couplings',
    title: 'Vehicle couplings',
    one: 'vehicle coupling',
    many: 'vehicle couplings',
    icon: 'link',
    ids: 'made',
    prefix: 'VK',
    hint: 'Couplings tell of which cars, and these of which doors, a vehicle is made: at most 3 levels.',
    fields: [
      {
        key: 'ParentId',
        label: 'Parent',
        help: 'Vehicle category that is made of others.',
        holds: { refersTo: 'VehicleCategory' },
        required: true,
        column: WIDE,
      },
      {
        key: 'ChildId',
        label: 'Child',
        help: 'Vehicle category that is a part of it.',
        holds: { refersTo: 'VehicleCategory' },
        required: true,
        column: WIDE,
      },
      {
        key: 'ChildSequence',
        label: 'Child sequence',
        help: 'Place of the part, counted from the front; each place once.',
        holds: 'integer',
        required: true,
        column: '120px',
      },
      { key: 'ChildLabel', label: 'Child label', help: 'As it is written on the part: Car 3.', holds: 'text', column: NARROW },
    ],
  }),
  TicketingDeepLink: record({
    kind: 'TicketingDeepLink',
    page: 'ticketing-deep-links',
    title: 'Ticketing deep links',
    one: 'ticketing deep link',
    many: 'ticketing deep links',
    icon: 'ticket',
    ids: 'typed',
    prefix: 'TL',
    hint: 'Deep links lead from a journey to where its ticket is sold.',
    fields: [
      { key: 'WebUrl', label: 'Web url', help: 'For browsers, beginning with https://.', holds: 'httpsUrl', column: WIDE },
      { key: 'AndroidIntentUri', label: 'Android intent uri', help: 'For Android apps: https://… or intent:…', holds: 'uri', column: WIDE },
      { key: 'IosUniversalLinkUrl', label: 'iOS universal link', help: 'For iOS apps, beginning with https://.', holds: 'httpsUrl', column: WIDE },
    ],
  }),
  TicketingIdentifier: record({
    kind: 'TicketingIdentifier',
    page: 'ticketing-identifiers',
    title: 'Ticketing identifiers',
    one: 'ticketing identifier',
    many: 'ticketing identifiers',
    icon: 'barcode',
    ids: 'made',
    prefix: 'TI',
    hint: 'Ticketing identifiers are the ids under which ticket shops know the stops.',
    fields: [
      {
        key: 'TicketingStopId',
        label: 'Ticketing stop id',
        help: 'Id of the stop in the ticket shop.',
        holds: 'text',
        required: true,
        column: NARROW,
      },
      { key: 'StopId', label: 'Stop', help: 'The stop that is meant.', holds: { refersTo: 'Stop' }, required: true, column: WIDE },
      { key: 'AgencyId', label: 'Agency', help: 'Whose ticket shop it is.', holds: { refersTo: 'Agency' }, required: true, column: WIDE },
    ],
  }),
} as const satisfies { readonly [K in EntityKind]?: RecordDeclaration<K> };

export type RecordKind = keyof typeof RECORD_KINDS;
export type AnyRecord = Entity<RecordKind>;

/** The names of the kinds. */
export const RECORD_KIND_NAMES = Object.keys(RECORD_KINDS) as readonly RecordKind[];

/** The declaration of a kind, with its own keys forgotten. */
export function recordKind(kind: RecordKind): Omit<RecordDeclaration, 'fields'> & { readonly fields: readonly RecordField[] } {
  return RECORD_KINDS[kind];
}

/** Whether a kind is one of the smaller ones. */
export function isRecordKind(kind: string): kind is RecordKind {
  return Object.hasOwn(RECORD_KINDS, kind);
}

/** The kind of a page, undefined for any other page. */
export function recordKindOfPage(page: string | undefined): RecordKind | undefined {
  return RECORD_KIND_NAMES.find((kind) => RECORD_KINDS[kind].page === page);
}

/** The declared field of a kind. */
export function recordField(kind: RecordKind, key: string): RecordField | undefined {
  return recordKind(kind).fields.find((field) => field.key === key);
}

/** Texts of documents that translations can be of, as `table/field/text` with the names of GTFS. */
import type { Entity, EntityKind } from '../../src/domain/entities.ts';

/** Translatable fields: of which table and column each field of a document is. */
const FIELDS: { readonly [K in EntityKind]?: Readonly<Record<string, string>> } = {
  Agency: {
    Name: 'agency/agency_name',
    Url: 'agency/agency_url',
    FareUrl: 'agency/agency_fare_url',
    Phone: 'agency/agency_phone',
    Email: 'agency/agency_email',
  },
  Stop: {
    Name: 'stops/stop_name',
    StopCode: 'stops/stop_code',
    Url: 'stops/stop_url',
    PlatformCode: 'stops/platform_code',
    SignpostedAs: 'stops/signposted_as',
  },
  Schedule: { Name: 'routes/route_short_name', LongName: 'routes/route_long_name', Url: 'routes/route_url' },
  Level: { Name: 'levels/level_name' },
  Pathway: { LabelSignpostFront: 'pathways/signposted_as', LabelSignpostBack: 'pathways/reversed_signposted_as' },
  Attribution: { OrganizationName: 'attributions/organization_name', Url: 'attributions/attribution_url' },
  Feed: { PublisherName: 'feed_info/feed_publisher_name', PublisherUrl: 'feed_info/feed_publisher_url' },
};

/** Columns that a document keeps as they were in its source and that can be translated. */
const EXTRA: { readonly [K in EntityKind]?: Readonly<Record<string, string>> } = {
  Stop: { stop_desc: 'stops/stop_desc', tts_stop_name: 'stops/tts_stop_name' },
  Schedule: { route_desc: 'routes/route_desc' },
};

/** `table/field` of everything that can be translated: the list that categories and fields are offered from. */
export const TRANSLATABLE: ReadonlySet<string> = new Set([
  ...Object.values({ ...FIELDS }).flatMap((fields) => Object.values(fields)),
  ...Object.values({ ...EXTRA }).flatMap((fields) => Object.values(fields)),
  'trips/trip_headsign',
  'trips/trip_short_name',
  'stop_times/stop_headsign',
]);

/** Tables of GTFS that DMP keeps as they are: what they hold can be translated too, and is not looked into. */
export const KEPT_TABLES: ReadonlySet<string> = new Set([
  'fare_products',
  'fare_media',
  'rider_categories',
  'areas',
  'networks',
  'booking_rules',
  'location_groups',
  'locations',
]);

/** What of a document can be translated. */
export function translatedValues<K extends EntityKind>(kind: K, doc: Entity<K>): Set<string> {
  const values = new Set<string>();
  const add = (place: string, value: unknown): void => {
    if (typeof value === 'string' && value !== '') values.add(`${place}/${value}`);
  };
  const extra = 'Extra' in doc ? doc.Extra : undefined;
  for (const [field, place] of Object.entries<string>(FIELDS[kind] ?? {})) add(place, Reflect.get(doc, field));
  for (const [column, place] of Object.entries<string>(EXTRA[kind] ?? {})) add(place, extra?.[column]);
  if (kind === 'Track') {
    for (const stop of (doc as Entity<'Track'>).Stops) {
      add('trips/trip_headsign', stop.Destination);
      add('stop_times/stop_headsign', stop.Destination);
    }
  }
  if (kind === 'Timetable') {
    const timetable = doc as Entity<'Timetable'>;
    add('trips/trip_short_name', timetable.TripShortName);
    for (const departure of timetable.Departures) add('trips/trip_short_name', departure.tripShortName);
  }
  return values;
}

/** Which texts of a version are for people to read, so that they are offered for translation. */
import { z } from 'zod';
import type { EntityKind } from './entities.ts';

/** A field of documents with its names in GTFS; with `extra`, a column kept from the source. */
interface TranslatableField {
  readonly kind: EntityKind;
  readonly field: string;
  readonly extra?: true;
  readonly category: string;
  readonly fieldName: string;
}

/** Fields of documents. Destinations of track stops stand for `trips.trip_headsign` and `stop_times.stop_headsign` beside them. */
export const TRANSLATABLE_FIELDS: readonly TranslatableField[] = [
  { kind: 'Agency', field: 'Name', category: 'agency', fieldName: 'agency_name' },
  { kind: 'Stop', field: 'Name', category: 'stops', fieldName: 'stop_name' },
  { kind: 'Stop', field: 'SignpostedAs', category: 'stops', fieldName: 'signposted_as' },
  { kind: 'Stop', field: 'stop_desc', extra: true, category: 'stops', fieldName: 'stop_desc' },
  { kind: 'Schedule', field: 'Name', category: 'routes', fieldName: 'route_short_name' },
  { kind: 'Schedule', field: 'LongName', category: 'routes', fieldName: 'route_long_name' },
  { kind: 'Schedule', field: 'route_desc', extra: true, category: 'routes', fieldName: 'route_desc' },
  { kind: 'Level', field: 'Name', category: 'levels', fieldName: 'level_name' },
  { kind: 'Pathway', field: 'LabelSignpostFront', category: 'pathways', fieldName: 'signposted_as' },
  { kind: 'Pathway', field: 'LabelSignpostBack', category: 'pathways', fieldName: 'reversed_signposted_as' },
  { kind: 'Attribution', field: 'OrganizationName', category: 'attributions', fieldName: 'organization_name' },
  { kind: 'Feed', field: 'PublisherName', category: 'feed_info', fieldName: 'feed_publisher_name' },
];

/** A text of a version: which field it stands in, how many records have it, and their ids where translations can name them. */
export const SourceText = z.object({
  CategoryName: z.string(),
  FieldName: z.string(),
  Value: z.string(),
  Count: z.int().min(1),
  Records: z.array(z.string()),
});
export type SourceText = z.infer<typeof SourceText>;

/** Numbers and signs read alike in every language. */
export function isWorthTranslating(text: string): boolean {
  return /\p{L}/u.test(text);
}

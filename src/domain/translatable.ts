/** Which texts of a version are for people to read, so that they are offered for translation. */
import { z } from 'zod';
import { fieldsOf, KIND_NAMES, kindOf } from './model/catalogue.ts';
import type { EntityKind } from './model/kind.ts';

/** A field of documents with its names in GTFS; with `extra`, a column kept from the source. */
interface TranslatableField {
  readonly kind: EntityKind;
  readonly field: string;
  readonly extra?: true;
  readonly category: string;
  readonly fieldName: string;
}

/** Fields of documents. Destinations of track stops stand for `trips.trip_headsign` and `stop_times.stop_headsign` beside them. */
export const TRANSLATABLE_FIELDS: readonly TranslatableField[] = KIND_NAMES.flatMap((kind) => {
  const { file = '', kept = {} } = kindOf(kind);
  const category = file.replace('.txt', '');
  return [
    ...fieldsOf(kind).flatMap(({ key: field, gtfs, translatable }): TranslatableField[] => {
      const fieldName = translatable === true ? gtfs : translatable;
      return typeof fieldName === 'string' ? [{ kind, field, category, fieldName }] : [];
    }),
    ...Object.entries(kept).flatMap(([field, { translatable }]): TranslatableField[] =>
      translatable ? [{ kind, field, extra: true, category, fieldName: field }] : [],
    ),
  ];
});

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

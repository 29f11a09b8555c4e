/** Columns of GTFS files that no field of a kind holds: documents keep them in `Extra`, under the name of the column. */
import type { Extra } from './extra.ts';
import { fieldsOf, kindOf } from './model/catalogue.ts';
import { valueOfTyped, valueProblem } from './model/fieldValues.ts';
import type { EntityKind, KeptColumn } from './model/kind.ts';

/** One such column: its value in a document, '' where there is none, and what is known of it. */
export interface OtherColumn {
  readonly column: string;
  readonly value: string;
  readonly known?: KeptColumn;
}

/** Columns that the export makes anew although no field is named for them, and what the import keeps beside a column. */
const RESERVED: { readonly [K in EntityKind]?: readonly string[] } = {
  Fare: ['fare_rules'],
  Schedule: ['route_id'],
  Timetable: ['route_id', 'service_id', 'trip_id', 'trip_headsign', 'direction_id', 'shape_id'],
  Track: ['shape_id'],
};

/** Names that a column may be given; one that the source had may be any text. */
const COLUMN_NAME = /^[a-z][a-z0-9_]{0,63}$/;

/** The columns of a document: the known ones of its kind first, given or not, then all others that it has, in their order. */
export function otherColumns(kind: EntityKind, { Extra: extra = {} }: { readonly Extra?: Extra | undefined }): readonly OtherColumn[] {
  const known = Object.entries(kindOf(kind).kept ?? {}).map(([column, facts]) => ({ column, value: extra[column] ?? '', known: facts }));
  const further = Object.keys(extra).filter((column) => !known.some((one) => one.column === column) && isOther(kind, column));
  return [...known, ...further.map((column) => ({ column, value: extra[column] ?? '' }))];
}

/** Why a column cannot have a value, in the user's words; undefined where it can. An empty value takes the column away. */
export function columnProblem(
  kind: EntityKind,
  doc: { readonly Extra?: Extra | undefined } | null,
  column: string,
  value: string,
): string | undefined {
  const known = knownColumn(kind, column);
  if (known?.refersTo !== undefined) return `${known.label} is kept as the source has it`;
  if (!isOther(kind, column)) return `The column ${column} is not kept beside the fields of a ${kindOf(kind).words[0]}`;
  if (columnValue(doc, column) === '' && known === undefined && !COLUMN_NAME.test(column))
    return 'A new column has a name of small letters, digits and underscores';
  return known === undefined || value === '' ? undefined : valueProblem(known, typedValue(known, value));
}

/** A document with a column; an empty value takes it away, and `Extra` with the last of them. */
export function withColumn<D extends { readonly Extra?: Extra | undefined }>(doc: D, column: string, value: string): D {
  if (columnValue(doc, column) === value) return doc;
  const { [column]: _old, ...others } = doc.Extra ?? {};
  const next = value === '' ? others : { ...doc.Extra, [column]: value };
  if (Object.keys(next).length > 0) return { ...doc, Extra: next };
  const { Extra: _none, ...bare } = doc;
  return bare as D;
}

/** What is known of a column; a name such as `constructor` is none of ours. */
export function knownColumn(kind: EntityKind, column: string): KeptColumn | undefined {
  const { kept = {} } = kindOf(kind);
  return Object.hasOwn(kept, column) ? kept[column] : undefined;
}

/** The value of a column, '' where the document has none. */
function columnValue(doc: { readonly Extra?: Extra | undefined } | null, column: string): string {
  const extra = doc?.Extra ?? {};
  return Object.hasOwn(extra, column) ? (extra[column] ?? '') : '';
}

/** A name with a slash is a note of the import; a column that a field stands for is that field's. */
function isOther(kind: EntityKind, column: string): boolean {
  return column !== '' && !column.includes('/') && !columnsOfFields(kind).has(column.toLowerCase()) && RESERVED[kind]?.includes(column) !== true;
}

function columnsOfFields(kind: EntityKind): ReadonlySet<string> {
  const held = COLUMNS.get(kind) ?? new Set(fieldsOf(kind).flatMap(({ gtfs }) => namesOf(gtfs)));
  COLUMNS.set(kind, held);
  return held;
}

const COLUMNS = new Map<EntityKind, ReadonlySet<string>>();

function namesOf(gtfs: ReturnType<typeof fieldsOf>[number]['gtfs']): readonly string[] {
  if (typeof gtfs === 'string') return [gtfs];
  if ('extension' in gtfs) return [gtfs.extension];
  return 'own' in gtfs ? gtfs.own.map((name) => name.replace(/^trips\./, '')) : [];
}

/** A number where the column holds one of some numbers. */
function typedValue(known: KeptColumn, value: string): string | number | boolean {
  return typeof known.holds === 'object' && known.holds.oneOf && /^\d+$/.test(value) ? Number(value) : valueOfTyped(known, value);
}

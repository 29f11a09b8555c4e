/**
 * Fields of documents as columns of GTFS files, both ways, as `src/domain/model` declares them. A field with columns of its own
 * (`{ own: [...] }`) is given by the reader of its file and, where it is more than the id, by OWN_COLUMNS on the way out.
 */
import { z } from 'zod';
import type { Entity, EntityKind } from '../../../src/domain/entities.ts';
import { fieldsOf, KIND_NAMES, kindOf, type KeyedField } from '../../../src/domain/model/catalogue.ts';
import type { FieldFacts } from '../../../src/domain/model/kind.ts';
import { STOP_TYPES } from '../../../src/domain/stops.ts';
import { ATTRIBUTION_ID } from './extraKeys.ts';
import type { TableRow } from './read/table.ts';
import type { RowValues } from './write/table.ts';

/** A field that stands in one column, with how its values are read. */
interface PlainColumn {
  readonly field: KeyedField;
  readonly column: string;
  /** The value in a row; undefined where it is blank or cannot be used. */
  readonly read: (row: TableRow) => string | number | boolean | undefined;
}

/** The columns of a kind's file. */
export interface KindColumns {
  /** Name of the file. */
  readonly file: string;
  /** All that the product knows, in the order of the declaration. */
  readonly known: readonly string[];
  /** Those of them that stay in `Extra`. */
  readonly kept: readonly string[];
  /** Columns without which no row can be read: of the id, and of fields that every document has and no blank stands for. */
  readonly required: readonly string[];
  /** The column of the id; undefined where the product makes it. */
  readonly id: string | undefined;
  /** The header of a file that no source had. */
  readonly header: readonly string[];
}

/** Whole numbers beyond this are taken as not given. */
const LARGEST = 999_999_999;

const PLAIN = new Map<EntityKind, readonly PlainColumn[]>(KIND_NAMES.map((kind) => [kind, fieldsOf(kind).flatMap(plainColumn)]));
const COLUMNS = new Map<EntityKind, KindColumns>(KIND_NAMES.flatMap((kind) => (kindOf(kind).file === undefined ? [] : [[kind, kindColumns(kind)]])));

/** The columns of a kind that has a file of its own. */
export function columnsOf(kind: EntityKind): KindColumns {
  const columns = COLUMNS.get(kind);
  if (columns === undefined) throw new Error(`No file has rows of the kind ${kind}`);
  return columns;
}

/** The kinds with a file of their own. */
export const KINDS_WITH_FILE: readonly EntityKind[] = [...COLUMNS.keys()];

function kindColumns(kind: EntityKind): KindColumns {
  const { file = '', kept = {}, identity, header } = kindOf(kind);
  const keptColumns = Object.keys(kept);
  const [idColumn] = ownColumns(fieldsOf(kind).find(({ key }) => key === identity.at(-1)));
  const id = idColumn?.includes('.') ? undefined : idColumn;
  const required = fieldsOf(kind).flatMap((field) => {
    const { key, gtfs, optional, blank } = field;
    if (identity.includes(key)) return id === undefined ? [] : [id];
    return typeof gtfs === 'string' && !optional && blank === undefined ? [gtfs] : [];
  });
  const known = fieldsOf(kind).flatMap((field) => (typeof field.gtfs === 'string' ? [field.gtfs] : ownColumns(field)));
  return {
    file,
    known: [...new Set([...known.filter((column) => !column.includes('.')), ...keptColumns])],
    kept: keptColumns,
    required,
    id,
    header: header ?? required,
  };
}

function ownColumns(field: Pick<FieldFacts, 'gtfs'> | undefined): readonly string[] {
  if (field === undefined || typeof field.gtfs === 'string') return [];
  if ('extension' in field.gtfs) return [field.gtfs.extension];
  return 'own' in field.gtfs ? field.gtfs.own : [];
}

function plainColumn(field: KeyedField): readonly PlainColumn[] {
  const { gtfs } = field;
  const column = typeof gtfs === 'string' ? gtfs : 'extension' in gtfs ? gtfs.extension : undefined;
  return column === undefined ? [] : [{ field, column, read: reading(field, column) }];
}

/** How a column is read follows from the schema of its field. */
function reading({ schema, optional, key }: KeyedField, column: string): PlainColumn['read'] {
  const type = schema instanceof z.ZodOptional ? schema.unwrap() : schema;
  if (type instanceof z.ZodString) return optional ? (row) => row.optional(column) : (row) => row.text(column);
  if (type instanceof z.ZodBoolean)
    return (row) => {
      const value = row.int(column, 0, 1);
      return value === undefined ? undefined : value === 1;
    };
  if (!(type instanceof z.ZodNumber)) throw new Error(`The field ${key} cannot be read from the column ${column}: declare it as { own: [...] }`);
  if (!type.isInt) return (row) => row.float(column);
  const [min, max] = [Math.max(type.minValue ?? -LARGEST, -LARGEST), Math.min(type.maxValue ?? LARGEST, LARGEST)];
  return (row) => row.int(column, min, max);
}

/**
 * The document of a row: `own` holds the fields that the reader of the file makes itself. Undefined where a field that every document
 * has is missing; the row is reported as left out then.
 */
export function readDocument<K extends EntityKind>(kind: K, row: TableRow, own: Partial<Entity<K>>): Entity<K> | undefined {
  const doc: Record<string, unknown> = { ...own };
  for (const { field, column, read } of PLAIN.get(kind) ?? []) {
    if (field.key in own) continue;
    const value = read(row) ?? field.blank;
    if (value !== undefined) doc[field.key] = value;
    else if (!field.optional) {
      const { id } = columnsOf(kind);
      row.reject(`${column} is missing`, id === undefined ? undefined : `The ${kindOf(kind).words[0]} ${row.text(id)} has no usable ${column}`);
      return undefined;
    }
  }
  return { ...doc, ...row.extra(...columnsOf(kind).kept) } as Entity<K>;
}

/** A document as a row. */
export interface DocumentRow {
  /** A value for every column of its kind, undefined where the document has none. */
  readonly values: RowValues;
  /** Written where the file has such a column anyway: what GTFS takes a blank for. */
  readonly usual: RowValues;
  /** Fields that GTFS has no column for, under the names that the reading knows them by. */
  readonly extensions: RowValues;
}

/** The row of a document, in the order of its kind's declaration. */
export function rowOf<K extends EntityKind>(kind: K, doc: Entity<K>): DocumentRow {
  const values: Record<string, string | number | undefined> = {};
  const usual: Record<string, string> = {};
  const extensions: Record<string, string | number | undefined> = {};
  const own = ownRow(kind, doc);
  for (const field of fieldsOf(kind)) {
    const { gtfs, blank, key } = field;
    if (typeof gtfs !== 'string' && 'extension' in gtfs) {
      extensions[gtfs.extension] = cell(Reflect.get(doc, key));
      continue;
    }
    for (const [column, value] of typeof gtfs === 'string' ? [[gtfs, cell(Reflect.get(doc, key))] as const] : ownCells(field, own)) {
      if (value !== undefined && value === cell(blank)) usual[column] = String(value);
      values[column] = value === cell(blank) ? undefined : value;
    }
  }
  return { values, usual, extensions };
}

function ownCells(field: KeyedField, own: RowValues): readonly (readonly [string, string | number | undefined])[] {
  return ownColumns(field).flatMap((column) => (column in own ? [[column, own[column]] as const] : []));
}

function cell(value: unknown): string | number | undefined {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return typeof value === 'string' || typeof value === 'number' ? value : undefined;
}

function ownRow<K extends EntityKind>(kind: K, doc: Entity<K>): RowValues {
  const { id } = columnsOf(kind);
  return { ...(id !== undefined && 'Id' in doc ? { [id]: doc.Id } : {}), ...OWN_COLUMNS[kind]?.(doc) };
}

/** What the columns are written from that are no field as it is. */
const OWN_COLUMNS: { readonly [K in EntityKind]?: (doc: Entity<K>) => RowValues } = {
  Stop: ({ Type, Coordinate }) => ({ location_type: locationType(Type), stop_lat: Coordinate?.Lat, stop_lon: Coordinate?.Lng }),
  Attribution: ({ Id, Extra }) => ({ attribution_id: Extra?.[ATTRIBUTION_ID] ?? (isInventedId(Id) ? undefined : Id) }),
};

/** location_type of GTFS by the stop types of the product, whose numbers differ; what is no type of ours is one lower there. */
function locationType(type: number): number {
  switch (type) {
    case STOP_TYPES.Regular:
    case STOP_TYPES.Platform:
      return 0;
    case STOP_TYPES.Station:
      return 1;
    case STOP_TYPES.Exit:
      return 2;
    case STOP_TYPES.GenericNode:
      return 3;
    case STOP_TYPES.BoardingArea:
      return 4;
    default:
      return type - 1;
  }
}

/** Whether an id was made of the content by the reading (`RowIds.ofContent`), where the source gave none. */
function isInventedId(id: string): boolean {
  return /^[0-9a-f]{16}(\.\d+)*$/.test(id);
}

/**
 * How the kinds of document of a version are declared: each field once, with everything that follows from it. Schema, edits, forms,
 * lists, references, comparer, GTFS columns and `docs/reference/model.md` are made from these declarations.
 */
import { z } from 'zod';
import { extraField } from '../extra.ts';

/** Number of each kind in the store. Never reused, never reordered. */
export const KIND_NUMBERS = {
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
  DayType: 18,
  NetworkCalendar: 19,
  Area: 20,
  StopArea: 21,
  FareNetwork: 22,
  RouteNetwork: 23,
  RiderCategory: 24,
  FareMedium: 25,
  FareProduct: 26,
  FareLegRule: 27,
  FareLegJoinRule: 28,
  FareTransferRule: 29,
  BookingRule: 30,
  LocationGroup: 31,
  LocationGroupStop: 32,
  Zone: 33,
  FlexTrip: 34,
  Timeframe: 35,
  FileRow: 36,
  Depot: 37,
} as const;

export type EntityKind = keyof typeof KIND_NUMBERS;

/**
 * What a field holds, for its form, its check and its GTFS column. `integer` is 0 or more, `signed` any whole number, `amount` a
 * number that is 0 or more, `ratio` one from -1 to 1. `price` is a number as text with its decimals, `currency` a code of ISO 4217. `clockTime` is a time as GTFS writes it. A reference is picked from what exists; `stopType` narrows stops down.
 * `parts` are lists and objects with editors of their own.
 */
export type Holds =
  | 'text'
  | 'integer'
  | 'signed'
  | 'number'
  | 'amount'
  | 'price'
  | 'currency'
  | 'ratio'
  | 'switch'
  | 'date'
  | 'time'
  | 'clockTime'
  | 'days'
  | 'webUrl'
  | 'httpsUrl'
  | 'uri'
  | 'email'
  | 'language'
  | 'timezone'
  | 'colour'
  | 'parts'
  /** `Transport` is a line, by its external transport id. */
  | { readonly refersTo: EntityKind | 'Transport'; readonly stopType?: number; readonly oneOf?: never }
  /** One of these numbers; `of` completes "Choose one of ...". */
  | { readonly oneOf: readonly number[]; readonly of: string; readonly refersTo?: never; readonly stopType?: never };

/** The GTFS side of a field: the column of its kind's file. */
export type GtfsColumn =
  | string
  /** Columns that the reading and the writing of the kind handle in code of their own. */
  | { readonly own: readonly string[] }
  /** A column that GTFS does not know: written where the source had it or it is requested. `of` is its meaning, for people. */
  | { readonly extension: string; readonly of: string }
  /** No column: what the export leaves out, as `docs/gtfs-losses.md` says. */
  | { readonly none: string };

/** What is known of a field beside its schema. */
export interface FieldFacts {
  readonly holds: Holds;
  /** On forms and lists. */
  readonly label: string;
  /** What it means, for the person who fills it in, with an example where the form is not plain. */
  readonly help: string;
  readonly gtfs: GtfsColumn;
  /** The value that a blank GTFS column stands for; it is written blank where the file has no such column. */
  readonly blank?: number | boolean;
  /** Edited on its own, under its key with a small first letter: `stopCode` is `StopCode`. */
  readonly edit?: true;
  /** A person has to give it; a text is what is said where it is missing, in place of "<label> is required". */
  readonly required?: true | string;
  /** In the middle of a sentence, where that is not the label in small letters. */
  readonly word?: string;
  /** In the comparer, where that is not made from the key. */
  readonly title?: string;
  /** Unit of its number on forms. */
  readonly unit?: string;
  /** For people to read: offered for translation under its GTFS column, or this one. */
  readonly translatable?: true | string;
  /** Width of its column in the list of its kind; without one it is in the details alone. */
  readonly column?: string;
  /** A field of another kind that has to hold the same text in some document: several documents may share it, so it is no id. */
  readonly sharedWith?: { readonly kind: EntityKind; readonly field: string };
  /** It has a place only where another field holds one of these numbers: forms show it there alone. */
  readonly onlyWhere?: WhereField;
  /** A new document has to have it where another field holds one of these numbers. */
  readonly requiredWhere?: WhereField;
  /** The words for a value that is a number. */
  readonly shown?: (value: number) => string;
  /** Fields of each item of a list. */
  readonly of?: Fields;
}

/** A field of the same kind that holds one of some numbers. */
export interface WhereField {
  readonly field: string;
  readonly values: readonly number[];
}

/** A field with its schema. */
export interface Field extends FieldFacts {
  readonly schema: z.ZodType;
}

export type Fields = Readonly<Record<string, Field>>;

/** Declares a field. */
export function field<S extends z.ZodType, const F extends FieldFacts>(schema: S, facts: F): F & { readonly schema: S } {
  return { ...facts, schema };
}

/** The id of a document, in a GTFS column or made by the product. */
export function idField<const G extends GtfsColumn>(gtfs: G, help: string, schema: z.ZodString = z.string().min(1)) {
  return field(schema, { holds: 'text', label: 'Id', help, gtfs });
}

/** Widths of list columns. */
export const WIDTHS = { narrow: 'minmax(80px, 0.8fr)', wide: 'minmax(120px, 2fr)' } as const;

/** A kind with the page on which its documents are listed, made and edited by the general form. */
export interface RecordPage {
  /** Page of a version, and delete mode: `vehicle-couplings`. */
  readonly page: string;
  readonly icon: string;
  /** Typed by the user, made by the server, or the one id of a kind that a version has once. */
  readonly ids: 'typed' | 'made' | { readonly single: string };
  /** What the id is prefixed with where the server makes it. */
  readonly prefix: string;
  /** Shown where the list is empty. */
  readonly hint: string;
  /** Pages with the same one are in the View dropdown together, under it, and lead to each other. */
  readonly group?: string;
}

/** A column that stays in `Extra`, verbatim, though the product knows it: forms show it under "Other columns". */
export interface KeptColumn extends Pick<FieldFacts, 'holds' | 'label' | 'help' | 'shown'> {
  readonly refersTo?: EntityKind;
  readonly translatable?: true;
}

export interface KindFacts {
  /** One and many within a sentence: `vehicle category`, `vehicle categories`. */
  readonly words: readonly [one: string, many: string];
  /** Its GTFS file, where each row is a document or makes one with others. */
  readonly file?: string;
  /** Its file where that is no table: written and read in code of its own. */
  readonly ownFile?: string;
  /** Fields that make the id of a document; the last is what people call the id. */
  readonly identity: readonly string[];
  /** Fields that the product keeps for itself: not compared. */
  readonly internal?: readonly string[];
  /** The field that names a document for people, where that is not `Name`. */
  readonly named?: string;
  /** Kept while something refers to it, and the refusal lists the references. Stops have a rule of their own. */
  readonly keptWhileUsed?: true;
  /** The header of its file where no source had one; by default the columns that every row needs. */
  readonly header?: readonly string[];
  /** Known columns of the file, of trips.txt for timetables, that stay in `Extra`. */
  readonly kept?: Readonly<Record<string, KeptColumn>>;
  readonly records?: RecordPage;
  /** Its array in feed files: `Stops`. Tracks are in their schedule, timetables in their track. */
  readonly array?: string;
  /** Page of a version where its documents are the items, for a kind with screens of its own. */
  readonly page?: string;
  /** Page of a version that shows its documents among others. */
  readonly shownOn?: string;
  /** Younger than the first feed files: feed files, counts and the comparer speak of it only where a version holds some. */
  readonly younger?: true;
}

type Shape<F extends Fields> = { -readonly [K in keyof F]: F[K]['schema'] } & typeof extraField;

/** A declared kind. */
export interface Kind<K extends EntityKind = EntityKind, F extends Fields = Fields> extends KindFacts {
  readonly kind: K;
  readonly fields: F;
}

/** Declares a kind; `schema` is that of its documents, with further columns of the source in `Extra`. */
export function defineKind<const K extends EntityKind, F extends Fields, const X extends KindFacts>(
  kind: K,
  facts: X,
  fields: F,
): X & Kind<K, F> & { readonly schema: z.ZodObject<Shape<F>> } {
  const shape = Object.fromEntries(Object.entries(fields).map(([key, { schema }]) => [key, schema]));
  return { ...facts, kind, fields, schema: z.object({ ...shape, ...extraField } as Shape<F>) };
}

/** Keys of the fields that are edited one by one, by their names in the edit call: `stopCode` is `StopCode`. */
export type EditNames<F extends Fields> = { readonly [K in keyof F & string as F[K] extends { edit: true } ? Uncapitalize<K> : never]: K };

/** The fields of a kind that are edited one by one, by the names of the edit call. */
export function editNames<F extends Fields>({ fields }: { readonly fields: F }): EditNames<F> {
  const edited = Object.entries(fields).filter(([, { edit }]) => edit);
  return Object.fromEntries(edited.map(([key]) => [editName(key), key])) as EditNames<F>;
}

/** The name of a field in the edit call: `StopCode` is `stopCode`. */
export function editName(key: string): string {
  return `${key.charAt(0).toLowerCase()}${key.slice(1)}`;
}

/** The names of the edit call as a schema. */
export function editEnum<N extends string>(names: Readonly<Record<N, string>>): z.ZodEnum<{ [K in N]: K }> {
  return z.enum(Object.keys(names) as N[]);
}

/** What a field is called within a sentence. */
export function wordOf({ word, label }: Pick<FieldFacts, 'word' | 'label'>): string {
  return word ?? label.toLowerCase();
}

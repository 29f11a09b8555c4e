/** Values of fields: what can be typed, what is stored, and what is wrong with it. */
import { z } from 'zod';
import { decimalsOf } from '../currencies.ts';
import { isCalendarDate } from '../date.ts';
import { daysOfWords } from '../spreadsheet/dayWords.ts';
import { Days, formatDays } from '../days.ts';
import { isColour, isEmail, isGtfsDate, isLanguage, isTimezone, isUri, isWebUrl } from '../formats.ts';
import { gtfsTime, parseServiceTime } from '../time.ts';
import { type Entity, ENTITY_SCHEMAS } from '../entities.ts';
import { fieldOf, fieldsOf, kindOf } from './catalogue.ts';
import { type EntityKind, type FieldFacts, type WhereField, wordOf } from './kind.ts';
import { depotConflict } from './depot.ts';
import { productConflict } from './fareProducts.ts';
import { timeframeConflict } from './timeframe.ts';
import { bookingConflict } from './bookingRules.ts';
import type { RecordKind } from './records.ts';

/** What a field can hold; an empty text takes it away. */
export const FieldValue = z.union([z.string().max(2000), z.number(), z.boolean()]);
export type FieldValue = z.infer<typeof FieldValue>;
export type FieldValues = Readonly<Record<string, FieldValue>>;

/** The value of a field, '' where it has none. */
export function fieldValue(doc: object, key: string): FieldValue {
  const value: unknown = Reflect.get(doc, key);
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : '';
}

/** A value as an input shows it; a switch is `yes` or `no`, a date has its dashes. */
export function typedText({ holds }: Pick<FieldFacts, 'holds'>, value: FieldValue): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (holds === 'days' && typeof value === 'number') return formatDays(value);
  if (holds === 'date' && typeof value === 'string') return value.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');
  return String(value);
}

const NUMBERS: ReadonlySet<unknown> = new Set(['integer', 'signed', 'number', 'amount', 'ratio']);

/** What a typed text stands for in a field; a text that cannot be taken stays as it is, for `fieldError` to say why. */
export function valueOfTyped({ holds }: Pick<FieldFacts, 'holds'>, typed: string): FieldValue {
  const text = typed.trim();
  if (text === '') return '';
  if (holds === 'switch') return text === 'yes' ? true : text === 'no' ? false : text;
  if (typeof holds === 'object' && holds.oneOf) return /^\d+$/.test(text) ? Number(text) : text;
  if (NUMBERS.has(holds)) return /^[+-]?(\d+([.,]\d*)?|[.,]\d+)$/.test(text) ? Number(text.replace(',', '.')) : text;
  if (holds === 'clockTime') {
    const seconds = parseServiceTime(text);
    return seconds === undefined ? text : gtfsTime(seconds);
  }
  if (holds === 'price') return text.replace(/^([+-]?\d*),(\d+)$/, '$1.$2');
  if (holds === 'currency') return text.toUpperCase();
  if (holds === 'days') return daysOfWords(text) ?? text;
  // as GTFS writes dates
  if (holds === 'date' && isCalendarDate(text)) return text.replaceAll('-', '');
  return text;
}

/** Why a value cannot be taken for a field, in the user's words; undefined when it can. */
export function fieldError(kind: EntityKind, key: string, value: FieldValue): string | undefined {
  const field = fieldOf(kind, key);
  if (!field?.edit) return `A ${kindOf(kind).words[0]} has no field ${key}`;
  if (value === '' || (typeof value === 'string' && value.trim() === '')) {
    if (field.required) return field.required === true ? `${field.label} is required` : field.required;
    if (value === '' && (field.optional || isText(field))) return undefined;
  }
  return valueProblem(field, value);
}

function isText({ holds }: FieldFacts): boolean {
  return typeof holds === 'object' ? holds.refersTo !== undefined : holds === 'text' || TEXT_ERRORS[holds] !== undefined;
}

/** Why a value that is not empty is none for what a field holds; undefined when it is one. */
export function valueProblem({ holds }: Pick<FieldFacts, 'holds'>, value: FieldValue): string | undefined {
  if (typeof holds === 'object' && holds.oneOf)
    return typeof value === 'number' && holds.oneOf.includes(value) ? undefined : `Choose one of ${holds.of}`;
  if (holds === 'switch') return typeof value === 'boolean' ? undefined : 'Choose yes or no';
  if (holds === 'days') return typeof value === 'number' && Days.safeParse(value).success && value > 0 ? undefined : 'Choose at least one day';
  if (holds === 'integer') return Number.isSafeInteger(value) && Number(value) >= 0 ? undefined : 'Enter a whole number, 0 or more';
  if (NUMBERS.has(holds)) {
    if (typeof value !== 'number' || !Number.isFinite(value)) return 'Enter a number';
    if (holds === 'signed') return Number.isInteger(value) ? undefined : 'Enter a whole number: positive up, negative down';
    if (holds === 'ratio') return Math.abs(value) <= 1 ? undefined : 'Enter a ratio between -1 and 1';
    return holds === 'number' || value >= 0 ? undefined : 'Enter a number that is not negative';
  }
  if (typeof value !== 'string') return 'This field holds text';
  return typeof holds === 'object' ? undefined : TEXT_ERRORS[holds]?.(value);
}

const TEXT_ERRORS: Readonly<Partial<Record<string, (text: string) => string | undefined>>> = {
  webUrl: (text) => (isWebUrl(text) ? undefined : 'Enter a full address starting with http:// or https://'),
  httpsUrl: (text) => (isWebUrl(text, ['https']) ? undefined : 'Enter a full address starting with https://'),
  uri: (text) => (isUri(text) ? undefined : 'Enter an address with its scheme: https://… or intent:…'),
  email: (text) => (isEmail(text) ? undefined : 'Enter an e-mail address'),
  language: (text) => (isLanguage(text) ? undefined : 'Choose one of the languages'),
  timezone: (text) => (isTimezone(text) ? undefined : 'Choose one of the timezones'),
  price: (text) => (/^-?\d+(\.\d+)?$/.test(text) ? undefined : 'Enter an amount: 2.50'),
  currency: (text) => (decimalsOf(text) === undefined ? 'Enter the three letters of a currency: EUR' : undefined),
  colour: (text) => (isColour(text.replace(/^#/, '')) ? undefined : 'A colour is six digits 0-9 and A-F'),
  clockTime: (text) => (/^\d{1,2}:[0-5]\d:[0-5]\d$/.test(text) ? undefined : 'Enter a time: 17:00'),
  date: (text) => (isGtfsDate(text.replaceAll('-', '')) ? undefined : 'Enter a date: YYYY-MM-DD'),
};

/** The document with other values; an empty text takes a field away that need not be there. Throws where the schema refuses what comes out. */
export function withValues<K extends EntityKind>(kind: K, doc: object, values: FieldValues): Entity<K> {
  const next = new Map<string, unknown>(Object.entries(doc));
  for (const [key, value] of Object.entries(values)) {
    if (value === '' && (fieldOf(kind, key)?.optional ?? true)) next.delete(key);
    else next.set(key, value);
  }
  return ENTITY_SCHEMAS[kind].parse(Object.fromEntries(next)) as Entity<K>;
}

/** What is wrong between the fields of a record after some of them changed: at which field, and why. */
export function recordConflict(
  kind: RecordKind,
  doc: object,
  changed: readonly string[],
): { readonly field: string; readonly message: string } | undefined {
  const has = (key: string): boolean => fieldValue(doc, key) !== '';
  const isNew = !('Id' in doc);
  for (const { key, label, onlyWhere, requiredWhere } of fieldsOf(kind)) {
    if (onlyWhere && has(key) && changed.includes(key) && !holdsOneOf(doc, onlyWhere))
      return { field: key, message: `${label} has no place with this ${labelOf(kind, onlyWhere.field)}` };
    if (requiredWhere && !has(key) && (isNew || changed.includes(key)) && holdsOneOf(doc, requiredWhere))
      return { field: key, message: `${label} is required with this ${labelOf(kind, requiredWhere.field)}` };
  }
  if (kind === 'Depot') return depotConflict(doc, changed);
  if (kind === 'BookingRule') return bookingConflict(doc, changed, isNew);
  if (kind === 'Timeframe') return timeframeConflict(doc, changed, isNew);
  if (kind === 'FareProduct') return productConflict(doc, changed);
  if (kind === 'Attribution') {
    const scopes = ATTRIBUTION_SCOPES.filter(has);
    const field = scopes.find((key) => changed.includes(key));
    if (scopes.length > 1 && field !== undefined)
      return { field, message: 'An attribution is for one agency, line or trip at most: take the other away first' };
  }
  if (kind === 'Feed' && has('StartDate') && has('EndDate')) {
    const field = ['EndDate', 'StartDate'].find((key) => changed.includes(key));
    const [from, to] = [String(fieldValue(doc, 'StartDate')), String(fieldValue(doc, 'EndDate'))];
    if (field !== undefined && /^\d{8}$/.test(from) && /^\d{8}$/.test(to) && to < from)
      return { field, message: 'The end date is before the start date' };
  }
  if (kind === 'VehicleBoarding' && has('GrandChildSequence') && !has('ChildSequence')) {
    const field = ['GrandChildSequence', 'ChildSequence'].find((key) => changed.includes(key));
    if (field !== undefined) return { field, message: 'A grandchild sequence needs a child sequence' };
  }
  return undefined;
}

/** Whether a field of a document holds one of some numbers. */
export function holdsOneOf(doc: object, { field, values }: WhereField): boolean {
  const value = fieldValue(doc, field);
  return typeof value === 'number' && values.includes(value);
}

function labelOf(kind: RecordKind, key: string): string {
  const field = fieldOf(kind, key);
  return field === undefined ? key : wordOf(field);
}

const ATTRIBUTION_SCOPES = ['AgencyId', 'ExternalTransportId', 'TripId'];

/** Values of the fields of the smaller kinds: what can be typed, what is stored, and what is wrong with it. */
import { z } from 'zod';
import { isCalendarDate } from '../date.ts';
import { ENTITY_SCHEMAS } from '../entities.ts';
import { type AnyRecord, recordField, recordKind, type RecordField, type RecordKind } from './recordKinds.ts';
import { isEmail, isGtfsDate, isLanguage, isUri, isWebUrl } from '../formats.ts';

/** What a field can hold; an empty text takes it away. */
export const RecordValue = z.union([z.string().max(2000), z.number(), z.boolean()]);
export type RecordValue = z.infer<typeof RecordValue>;
export type RecordValues = Readonly<Record<string, RecordValue>>;

/** The value of a field, '' where it has none. */
export function recordValue(doc: object, key: string): RecordValue {
  const value: unknown = Reflect.get(doc, key);
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : '';
}

/** A value as an input shows it; a switch is `yes` or `no`, a date has its dashes. */
export function typedText(field: RecordField, value: RecordValue): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (field.holds === 'date' && typeof value === 'string') return value.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');
  return String(value);
}

/** What a typed text stands for in a field; a text that cannot be taken stays as it is, for `recordFieldError` to say why. */
export function valueOfTyped(field: RecordField, typed: string): RecordValue {
  const text = typed.trim();
  if (text === '') return '';
  if (field.holds === 'switch') return text === 'yes' ? true : text === 'no' ? false : text;
  if (field.holds === 'integer' || field.holds === 'number')
    return /^[+-]?(\d+([.,]\d*)?|[.,]\d+)$/.test(text) ? Number(text.replace(',', '.')) : text;
  // as GTFS writes dates
  if (field.holds === 'date' && isCalendarDate(text)) return text.replaceAll('-', '');
  return text;
}

/** Why a value cannot be taken for a field, in the user's words; undefined when it can. */
export function recordFieldError(kind: RecordKind, key: string, value: RecordValue): string | undefined {
  const field = recordField(kind, key);
  if (!field) return `A ${recordKind(kind).one} has no field ${key}`;
  if (value === '' || (typeof value === 'string' && value.trim() === '')) return field.required ? `${field.label} is required` : undefined;
  const { holds } = field;
  if (holds === 'switch') return typeof value === 'boolean' ? undefined : 'Choose yes or no';
  if (holds === 'integer') return Number.isSafeInteger(value) && Number(value) >= 0 ? undefined : 'Enter a whole number, 0 or more';
  if (holds === 'number') return typeof value === 'number' && Number.isFinite(value) ? undefined : 'Enter a number';
  if (typeof value !== 'string') return 'This field holds text';
  if (typeof holds === 'object') return undefined;
  return TEXT_ERRORS[holds]?.(value);
}

const TEXT_ERRORS: Readonly<Record<string, (text: string) => string | undefined>> = {
  webUrl: (text) => (isWebUrl(text) ? undefined : 'Enter a full address starting with http:// or https://'),
  httpsUrl: (text) => (isWebUrl(text, ['https']) ? undefined : 'Enter a full address starting with https://'),
  uri: (text) => (isUri(text) ? undefined : 'Enter an address with its scheme: https://… or intent:…'),
  email: (text) => (isEmail(text) ? undefined : 'Enter an e-mail address'),
  language: (text) => (isLanguage(text) ? undefined : 'Choose one of the languages'),
  date: (text) => (isGtfsDate(text.replaceAll('-', '')) ? undefined : 'Enter a date: YYYY-MM-DD'),
};

/** The record with other values; an empty text takes a field away. Throws where a required one is missing. */
export function withRecordValues(kind: RecordKind, doc: object, values: RecordValues): AnyRecord {
  const next = new Map<string, unknown>(Object.entries(doc));
  for (const [key, value] of Object.entries(values)) {
    if (value === '') next.delete(key);
    else next.set(key, typeof value === 'string' ? value.trim() : value);
  }
  return ENTITY_SCHEMAS[kind].parse(Object.fromEntries(next));
}

/** What is wrong between the fields of a record after some of them changed: at which field, and why. */
export function recordConflict(
  kind: RecordKind,
  doc: object,
  changed: readonly string[],
): { readonly field: string; readonly message: string } | undefined {
  const has = (key: string): boolean => recordValue(doc, key) !== '';
  if (kind === 'Attribution') {
    const scopes = ATTRIBUTION_SCOPES.filter(has);
    const field = scopes.find((key) => changed.includes(key));
    if (scopes.length > 1 && field !== undefined)
      return { field, message: 'An attribution is for one agency, line or trip at most: take the other away first' };
  }
  if (kind === 'Feed' && has('StartDate') && has('EndDate')) {
    const field = ['EndDate', 'StartDate'].find((key) => changed.includes(key));
    const [from, to] = [String(recordValue(doc, 'StartDate')), String(recordValue(doc, 'EndDate'))];
    if (field !== undefined && /^\d{8}$/.test(from) && /^\d{8}$/.test(to) && to < from)
      return { field, message: 'The end date is before the start date' };
  }
  if (kind === 'VehicleBoarding' && has('GrandChildSequence') && !has('ChildSequence')) {
    const field = ['GrandChildSequence', 'ChildSequence'].find((key) => changed.includes(key));
    if (field !== undefined) return { field, message: 'A grandchild sequence needs a child sequence' };
  }
  return undefined;
}

const ATTRIBUTION_SCOPES = ['AgencyId', 'ExternalTransportId', 'TripId'];

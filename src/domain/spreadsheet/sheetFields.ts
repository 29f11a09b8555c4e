/** The columns of a kind in a workbook, and what their values make of a document: from the declarations of its fields. */
import { daysOf } from '../date.ts';
import { type Entity, ENTITY_SCHEMAS } from '../entities.ts';
import { clashesOf, CONDITION_NAMES, incompatibility } from '../fareConditions.ts';
import { conditionValueFaults, currencyFaults, decimalFaults, inheritedFaults, isPrice, predecessorFaults, timeFaults } from '../fareFaults.ts';
import { fieldsOf, kindOf, type KeyedField } from '../model/catalogue.ts';
import type { Fare } from '../model/fare.ts';
import type { Holds } from '../model/kind.ts';
import { type FieldValue, type FieldValues, fieldValue, valueProblem } from '../model/fieldValues.ts';

/** Kinds whose lists are written to and read from a workbook. */
export const SHEET_KINDS = ['Stop', 'Schedule', 'Agency', 'DayType', 'Fare'] as const;
export type SheetKind = (typeof SHEET_KINDS)[number];

/** A column of a sheet beside the id. */
export interface SheetField {
  readonly key: string;
  readonly label: string;
  readonly holds: Holds;
  /** Its GTFS column, where it has one. */
  readonly gtfs?: string;
  /** What an empty cell stands for where a document cannot be without a value. */
  readonly blank?: FieldValue;
  readonly required?: string;
  readonly shown?: (value: number) => string;
}

/** Parts of fields that are columns of their own: both parts of a place, the two ends of a validity. */
const PARTS = {
  Latitude: { key: 'Latitude', label: 'Latitude', holds: 'number', gtfs: 'stop_lat' },
  Longitude: { key: 'Longitude', label: 'Longitude', holds: 'number', gtfs: 'stop_lon' },
  FirstDay: { key: 'FirstDay', label: 'First day', holds: 'date', gtfs: 'start_date', required: 'First day is required' },
  LastDay: { key: 'LastDay', label: 'Last day', holds: 'date', gtfs: 'end_date', required: 'Last day is required' },
} as const satisfies Readonly<Record<string, SheetField>>;

/** Of the product alone, and changed on pages of their own. */
const LEFT_OUT: ReadonlySet<string> = new Set(['Id', 'FollowsCalendar']);

const FIELDS: Readonly<Record<SheetKind, readonly SheetField[]>> = {
  Stop: fieldsFor('Stop'),
  Schedule: fieldsFor('Schedule'),
  Agency: fieldsFor('Agency'),
  DayType: fieldsFor('DayType'),
  Fare: fieldsFor('Fare'),
};

/** The columns of a kind beside its id, in the order of the declaration. */
export function sheetFields(kind: SheetKind): readonly SheetField[] {
  return FIELDS[kind];
}

function fieldsFor(kind: SheetKind): readonly SheetField[] {
  return fieldsOf(kind).flatMap((one): readonly SheetField[] => {
    if (one.key === 'Coordinate') return [PARTS.Latitude, PARTS.Longitude];
    if (one.key === 'Calendar') return [PARTS.FirstDay, PARTS.LastDay];
    if (one.holds === 'parts' || LEFT_OUT.has(one.key)) return [];
    const required = requirement(one);
    const blank = one.optional ? undefined : (one.blank ?? (one.holds === 'switch' ? false : undefined));
    return [
      {
        key: one.key,
        label: one.label,
        holds: one.holds,
        ...(columnOf(one) !== undefined && { gtfs: columnOf(one) ?? '' }),
        ...(blank !== undefined && { blank }),
        ...(required !== undefined && { required }),
        ...(one.shown && { shown: one.shown }),
      },
    ];
  });
}

function requirement({ required, optional, holds, label, key }: KeyedField): string | undefined {
  if (typeof required === 'string') return required;
  const isNeeded = required === true || (!optional && (holds === 'days' || key === 'Name'));
  return isNeeded ? `${label} is required` : undefined;
}

function columnOf({ gtfs }: KeyedField): string | undefined {
  if (typeof gtfs === 'string') return gtfs;
  if ('extension' in gtfs) return gtfs.extension;
  return 'own' in gtfs ? gtfs.own[0] : undefined;
}

/** What a document holds in a column, '' for nothing. */
export function sheetValue(doc: object, key: string): FieldValue {
  const place: unknown = Reflect.get(doc, 'Coordinate');
  const calendar: unknown = Reflect.get(doc, 'Calendar');
  if (key === 'Latitude') return isObject(place) ? fieldValue(place, 'Lat') : '';
  if (key === 'Longitude') return isObject(place) ? fieldValue(place, 'Lng') : '';
  if (key === 'FirstDay') return isObject(calendar) ? fieldValue(calendar, 'fromDate') : '';
  if (key === 'LastDay') return isObject(calendar) ? fieldValue(calendar, 'toDate') : '';
  return fieldValue(doc, key);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Why a value by itself cannot be in a column; undefined where it can. */
export function sheetValueError({ key, label, holds, required }: SheetField, value: FieldValue): string | undefined {
  if (value === '') return required;
  if (key === 'Latitude' || key === 'Longitude') {
    const most = key === 'Latitude' ? 90 : 180;
    return typeof value === 'number' && Math.abs(value) <= most ? undefined : `${label} is a number from -${most} to ${most}`;
  }
  if (holds === 'date') return typeof value === 'string' && daysOf(value) !== undefined ? undefined : 'Enter a date: YYYY-MM-DD';
  if (holds === 'days') return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 127 ? undefined : 'Enter days: Mon-Fri';
  if (holds === 'time') return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? undefined : 'Enter a time: 08:05';
  return valueProblem({ holds }, value);
}

/** A document that is made for a row: what it holds before the values of the row. */
export function emptyDocument(kind: SheetKind, id: string): object {
  switch (kind) {
    case 'Stop':
      return { Id: id, Name: '', Type: 0, Coordinate: null, WheelchairBoarding: 0 };
    case 'Schedule':
      return { Id: id, Name: '', IsBaseSchedule: false, Calendar: { fromDate: '', toDate: '', Exceptions: [] } };
    case 'Fare':
      return { Id: id, Price: '', Currency: '', Rules: [] };
    case 'DayType':
      return { Id: id, Name: '', RunAs: 0 };
    case 'Agency':
      return { Id: id };
  }
}

/** The document with other values. It need not be one that can be stored: `sheetDocumentError` says why not. */
export function withSheetValues(kind: SheetKind, doc: object, values: FieldValues): object {
  const next = new Map<string, unknown>(Object.entries(doc));
  for (const field of sheetFields(kind)) {
    if (!Object.hasOwn(values, field.key)) continue;
    const value = values[field.key] ?? '';
    if (Object.hasOwn(PARTS, field.key)) continue;
    if (value !== '') next.set(field.key, value);
    else if (isOptional(kind, field.key)) next.delete(field.key);
    else next.set(field.key, field.blank ?? '');
  }
  const part = (key: string): FieldValue => (Object.hasOwn(values, key) ? (values[key] ?? '') : sheetValue(doc, key));
  if (Object.hasOwn(values, 'Latitude') || Object.hasOwn(values, 'Longitude')) {
    const [Lat, Lng] = [part('Latitude'), part('Longitude')];
    next.set('Coordinate', Lat === '' && Lng === '' ? null : { Lat, Lng });
  }
  if (Object.hasOwn(values, 'FirstDay') || Object.hasOwn(values, 'LastDay'))
    next.set('Calendar', { ...Object(next.get('Calendar')), fromDate: part('FirstDay'), toDate: part('LastDay') });
  return Object.fromEntries(next);
}

function isOptional(kind: SheetKind, key: string): boolean {
  return fieldsOf(kind).some((one) => one.key === key && one.optional);
}

/** What keeps values from standing beside each other in a document, and at which column; undefined where nothing does. */
export function sheetDocumentError(
  kind: SheetKind,
  before: object,
  after: object,
  changed: readonly string[],
): { readonly key: string; readonly message: string } | undefined {
  const [key = ''] = changed;
  const at = (...keys: readonly string[]): string => keys.find((one) => changed.includes(one)) ?? key;
  if (kind === 'Stop') {
    const [lat, lng] = [sheetValue(after, 'Latitude'), sheetValue(after, 'Longitude')];
    if ((lat === '') !== (lng === '')) return { key: at('Latitude', 'Longitude'), message: 'A place has a latitude and a longitude' };
    if (changed.includes('ParentId') && fieldValue(after, 'ParentId') === fieldValue(after, 'Id'))
      return { key: 'ParentId', message: 'A stop cannot be its own parent.' };
  }
  if (kind === 'Schedule' && (changed.includes('FirstDay') || changed.includes('LastDay'))) {
    if (fieldValue(before, 'FollowsCalendar') !== '')
      return { key: at('FirstDay', 'LastDay'), message: 'This line follows a calendar: change its days on its own page' };
    if (sheetValue(after, 'LastDay') < sheetValue(after, 'FirstDay'))
      return { key: at('LastDay', 'FirstDay'), message: 'A schedule cannot end before it begins' };
  }
  const parsed = ENTITY_SCHEMAS[kind].safeParse(after);
  if (!parsed.success) return { key, message: `Not a ${kindOf(kind).words[0]}: ${parsed.error.issues[0]?.message ?? ''}` };
  if (kind === 'Fare') {
    const [fault] = fareProblems(parsed.data as Fare).filter(({ keys }) => keys.some((one) => changed.includes(one)));
    if (fault) return { key: at(...fault.keys), message: fault.message };
  }
  return undefined;
}

/** Everything that is wrong with a fare, by the columns that it is about. */
function fareProblems(fare: Fare): readonly { readonly keys: readonly string[]; readonly message: string }[] {
  const { Price, Currency, RatePerDistance, ValidFromDate, ValidToDate } = fare;
  const of = (keys: readonly string[], messages: readonly string[]): readonly { keys: readonly string[]; message: string }[] =>
    messages.map((message) => ({ keys, message }));
  const priced = ['Price', 'Currency'];
  return [
    ...of(priced, Price === '' && RatePerDistance === undefined ? ['A price is required'] : []),
    ...of(priced, Price !== '' && !isPrice(Price, Currency) ? ['Enter an amount with up to 2 decimals, such as 8.90'] : []),
    ...of(priced, Currency === '' ? ['A currency is required'] : []),
    ...of(
      priced,
      [...currencyFaults(fare), ...decimalFaults(fare)].map(({ text }) => text),
    ),
    ...of(
      ['RatePerDistance'],
      RatePerDistance === undefined || isPrice(RatePerDistance, Currency) ? [] : ['Enter an amount with up to 2 decimals, such as 0.15'],
    ),
    ...of(
      ['ValidToDate', 'ValidFromDate'],
      ValidFromDate !== undefined && ValidToDate !== undefined && ValidToDate < ValidFromDate ? ['The last day is before the first'] : [],
    ),
    ...of(
      ['DepartTime', 'ArrivalTime'],
      timeFaults(fare).map(({ text }) => text),
    ),
    ...of(['Days'], fare.Days === 0 ? ['Choose at least one day'] : []),
    ...of(
      ['FareGroupId'],
      predecessorFaults(fare).map(({ text }) => text),
    ),
    ...[...conditionValueFaults(fare), ...inheritedFaults(fare)].map(({ field = '', text }) => ({
      keys: [field, 'IsDurationInherited'],
      message: text,
    })),
    ...clashesOf(fare).map(([a, b]) => ({
      keys: [a, b],
      message: `${CONDITION_NAMES[a]} and ${CONDITION_NAMES[b].toLowerCase()} cannot be combined: ${incompatibility(a, b) ?? ''}.`,
    })),
  ];
}

/** The stored form of what a row makes. Throws where `sheetDocumentError` has something to say. */
export function storedRow<K extends SheetKind>(kind: K, doc: object): Entity<K> {
  return ENTITY_SCHEMAS[kind].parse(doc) as Entity<K>;
}

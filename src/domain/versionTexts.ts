/**
 * The texts of the documents of a version that find and replace works on: where each is, and what becomes of a document when some
 * of them change. Which fields they are follows from the declarations of the kinds.
 */
import { type Entity, ENTITY_SCHEMAS } from './entities.ts';
import { entityTitle } from './entityTitle.ts';
import { fieldOf, fieldsOf, KIND_NAMES, kindOf } from './model/catalogue.ts';
import { fieldError, withValues } from './model/fieldValues.ts';
import type { EntityKind, FieldFacts } from './model/kind.ts';
import { columnProblem, withColumn } from './otherColumns.ts';

/** What people search in, in the order of the form. */
export const TEXT_GROUPS = ['names', 'headsigns', 'descriptions', 'addresses', 'ids', 'trips', 'translations'] as const;
export type TextGroup = (typeof TEXT_GROUPS)[number];

/** Characters that a text may have. */
export const TEXT_LIMIT = 2000;

/** Characters of a text that is searched for. */
export const SEARCH_LIMIT = 500;

/** How a search reads what is searched for: as a part of texts, as whole words, or as a pattern. */
export const SEARCH_MODES = ['text', 'words', 'pattern'] as const;
export type SearchMode = (typeof SEARCH_MODES)[number];

/** A text of a document. */
export interface VersionText {
  /** Keys and positions in the document: `Name`, `Extra/stop_desc`, `Stops/3/Destination`. */
  readonly path: string;
  readonly group: TextGroup;
  readonly text: string;
}

/** Texts in lists, by kind: the list and the keys of its items. */
const IN_LISTS: readonly {
  readonly kind: EntityKind;
  readonly list: string;
  readonly key: string;
  readonly group: TextGroup;
  readonly label: string;
}[] = [
  { kind: 'Track', list: 'Stops', key: 'Destination', group: 'headsigns', label: 'Destination' },
  { kind: 'Timetable', list: 'Departures', key: 'tripShortName', group: 'trips', label: 'Trip short name' },
  { kind: 'Timetable', list: 'Departures', key: 'blockId', group: 'trips', label: 'Block id' },
];

/** Fields that are text and no words of people or ids: amounts and codes. */
const CODES: Readonly<Partial<Record<EntityKind, readonly string[]>>> = {
  Fare: ['Price', 'Currency'],
  Translation: ['LanguageName', 'CategoryName', 'FieldName'],
};

/** Fields of the editor of trips: a form of their own changes them. */
const OF_TRIPS: Readonly<Partial<Record<EntityKind, readonly string[]>>> = { Timetable: ['BlockId', 'TripShortName'] };

const ADDRESSES: ReadonlySet<unknown> = new Set(['webUrl', 'httpsUrl', 'uri', 'email']);

/** The group of a field of a kind; undefined where find and replace leaves it alone. */
function groupOf(kind: EntityKind, key: string, { holds, edit }: Pick<FieldFacts, 'holds' | 'edit'>): TextGroup | undefined {
  if (OF_TRIPS[kind]?.includes(key)) return 'trips';
  if (!edit || CODES[kind]?.includes(key)) return undefined;
  if (ADDRESSES.has(holds) || (holds === 'text' && key.startsWith('Phone'))) return 'addresses';
  if (holds !== 'text') return undefined;
  if (kind === 'Translation') return 'translations';
  return groupOfWords(key);
}

/** The group of a text by the name of its field or column. */
function groupOfWords(key: string): TextGroup {
  if (/(Id|_id|Code|IdFrom|IdTo)$/.test(key)) return 'ids';
  if (/Headsign|Signpost/i.test(key)) return 'headsigns';
  return /(Name|_name)$/.test(key) ? 'names' : 'descriptions';
}

interface PlainField {
  readonly path: string;
  readonly key: string;
  readonly group: TextGroup;
  readonly extra: boolean;
  readonly label: string;
}

const PLAIN = Object.fromEntries(
  KIND_NAMES.map((kind): [EntityKind, readonly PlainField[]] => [
    kind,
    [
      ...fieldsOf(kind).flatMap((field): PlainField[] => {
        const group = groupOf(kind, field.key, field);
        return group === undefined ? [] : [{ path: field.key, key: field.key, group, extra: false, label: field.label }];
      }),
      ...Object.entries(kindOf(kind).kept ?? {}).flatMap(([key, { holds, label }]): PlainField[] =>
        holds !== 'text' ? [] : [{ path: `Extra/${key}`, key, group: groupOfWords(key), extra: true, label }],
      ),
    ],
  ]),
) as Readonly<Record<EntityKind, readonly PlainField[]>>;

/** The kinds that have texts of some groups, in the order of feed files. */
export function kindsWithTexts(groups: ReadonlySet<TextGroup>): readonly EntityKind[] {
  return KIND_NAMES.filter(
    (kind) => PLAIN[kind].some(({ group }) => groups.has(group)) || IN_LISTS.some((one) => one.kind === kind && groups.has(one.group)),
  );
}

/** The texts of a document that are in some groups. Empty texts are left out. */
export function textsOf(kind: EntityKind, doc: object, groups: ReadonlySet<TextGroup>): readonly VersionText[] {
  const extra: unknown = Reflect.get(doc, 'Extra');
  const plain = PLAIN[kind].flatMap(({ path, key, group, extra: isExtra }): VersionText[] => {
    if (!groups.has(group)) return [];
    const text = textIn(isExtra ? extra : doc, key);
    return text === '' ? [] : [{ path, group, text }];
  });
  const listed = IN_LISTS.flatMap(({ kind: of, list, key, group }): VersionText[] => {
    if (of !== kind || !groups.has(group)) return [];
    return itemsOf(doc, list).flatMap((item, at): VersionText[] => {
      const text = textIn(item, key);
      return text === '' ? [] : [{ path: `${list}/${at}/${key}`, group, text }];
    });
  });
  return [...plain, ...listed];
}

/** The text at a path; '' where there is none. Undefined where the kind has no text there. */
export function textAt(kind: EntityKind, doc: object, path: string): string | undefined {
  const plain = PLAIN[kind].find((one) => one.path === path);
  if (plain) return textIn(plain.extra ? Reflect.get(doc, 'Extra') : doc, plain.key);
  const place = listPlace(kind, path);
  return place && textIn(itemsOf(doc, place.list)[place.at], place.key);
}

/** The label of the field at a path: `Name`, `Destination`. */
export function labelAt(kind: EntityKind, path: string): string {
  return PLAIN[kind].find((one) => one.path === path)?.label ?? listPlace(kind, path)?.label ?? path;
}

/** Why a text cannot be at a path, in the user's words; undefined where it can. */
export function textProblem(kind: EntityKind, doc: Entity | null, path: string, text: string): string | undefined {
  if (text.length > TEXT_LIMIT) return 'The text is longer than 2,000 characters';
  const plain = PLAIN[kind].find((one) => one.path === path);
  if (plain?.extra) return columnProblem(kind, doc, plain.key, text);
  return plain && fieldOf(kind, plain.key)?.edit ? fieldError(kind, plain.key, text) : undefined;
}

/** The document with other texts; an empty one takes away a text that need not be there. Paths that the kind does not have change nothing. */
export function withTexts<K extends EntityKind>(
  kind: K,
  doc: Entity<K>,
  texts: readonly { readonly path: string; readonly to: string }[],
): Entity<K> {
  const values: Record<string, string> = {};
  const lists: Record<string, object[]> = {};
  let next = doc;
  for (const { path, to } of texts) {
    const plain = PLAIN[kind].find((one) => one.path === path);
    const place = listPlace(kind, path);
    if (plain?.extra) next = withColumn(next, plain.key, to);
    else if (plain) values[plain.key] = to;
    else if (place) {
      const items = (lists[place.list] ??= [...itemsOf(doc, place.list)]);
      items[place.at] = withKey(items[place.at] ?? {}, place.key, to);
    }
  }
  const parts = { ...next, ...lists };
  return Object.keys(values).length === 0 ? (ENTITY_SCHEMAS[kind].parse(parts) as Entity<K>) : withValues(kind, parts, values);
}

/** The name of a document among texts of many kinds: of a track and its timetables with their schedule. */
export function textOwner(kind: EntityKind, doc: object): string {
  const track = kind === 'Track' ? textIn(doc, 'Id') : entityTitle(kind, { ...doc });
  return kind === 'Track' || kind === 'Timetable' ? `${textIn(doc, 'ScheduleId')}, ${track}` : track;
}

function listPlace(
  kind: EntityKind,
  path: string,
): { readonly list: string; readonly at: number; readonly key: string; readonly label: string } | undefined {
  const [list, at, key] = path.split('/');
  const known = IN_LISTS.find((one) => one.kind === kind && one.list === list && one.key === key);
  return known && at !== undefined && /^\d+$/.test(at) && path === `${known.list}/${at}/${known.key}`
    ? { list: known.list, at: Number(at), key: known.key, label: known.label }
    : undefined;
}

function withKey(item: object, key: string, to: string): object {
  return Object.fromEntries(Object.entries(item).flatMap(([one, value]) => (one !== key ? [[one, value]] : to === '' ? [] : [[one, to]])));
}

function itemsOf(doc: object, list: string): readonly object[] {
  const items: unknown = Reflect.get(doc, list);
  return Array.isArray(items) ? items.filter((item): item is object => typeof item === 'object' && item !== null) : [];
}

function textIn(of: unknown, key: string): string {
  const value: unknown = typeof of === 'object' && of !== null ? Reflect.get(of, key) : undefined;
  return typeof value === 'string' ? value : '';
}

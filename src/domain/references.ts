/** Which documents name which others, and what is said where that keeps one from being removed. */
import { fieldsOf, fieldsOfItems, KIND_NAMES, kindOf, refersTo } from './model/catalogue.ts';
import type { EntityKind } from './model/kind.ts';

/** Documents of `from` name a document of `to` in a field; with `extra`, in a column kept from the source; with `list`, in the items of a list. */
export interface Reference {
  readonly from: EntityKind;
  readonly field: string;
  readonly to: EntityKind;
  readonly extra?: true;
  readonly list?: string;
}

/** All references by id. Tracks and timetables have their parents in their ids; the stops of tracks are looked at where tracks are. */
export const REFERENCES: readonly Reference[] = KIND_NAMES.flatMap((from) => [
  ...fieldsOf(from).flatMap((one): Reference[] => {
    const to = refersTo(one);
    return to === undefined || kindOf(from).identity.includes(one.key) ? [] : [{ from, field: one.key, to }];
  }),
  ...fieldsOf(from).flatMap(({ key: list }) =>
    fieldsOfItems(from, list).flatMap((one): Reference[] => {
      const to = refersTo(one);
      return to === undefined ? [] : [{ from, field: one.key, to, list }];
    }),
  ),
  ...Object.entries(kindOf(from).kept ?? {}).flatMap(([field, { refersTo: to }]): Reference[] =>
    to === undefined ? [] : [{ from, field, to, extra: true }],
  ),
]);

/** The ids that a document names by a reference, each with its path in the document: `.ZoneId`, `.Calls[2].ZoneId`. */
export function namedBy(
  { field, extra, list }: Pick<Reference, 'field' | 'extra' | 'list'>,
  doc: object,
): readonly { readonly id: string; readonly path: string }[] {
  const items: unknown = list === undefined ? [extra ? (Reflect.get(doc, 'Extra') ?? {}) : doc] : Reflect.get(doc, list);
  if (!Array.isArray(items)) return [];
  return items.flatMap((item: object, at) => {
    const id: unknown = Reflect.get(item, field);
    return typeof id === 'string' && id !== '' ? [{ id, path: list === undefined ? `.${field}` : `.${list}[${at}].${field}` }] : [];
  });
}

/** Kinds that cannot be removed while something refers to them; the refusal lists the references. Stops have a rule of their own. */
export const KEPT_KINDS: readonly EntityKind[] = KIND_NAMES.filter((kind) => kindOf(kind).keptWhileUsed);

/** What one of a kind is called within a sentence: `vehicle category`. */
export function kindWord(kind: EntityKind): string {
  return kindOf(kind).words[0];
}

/** `3 schedules`, `1 vehicle coupling`. */
export function countedKind(kind: EntityKind, n: number): string {
  return `${n.toLocaleString('en-GB')} ${kindOf(kind).words[n === 1 ? 0 : 1]}`;
}

/** Something that refers to a document. */
export interface Use {
  readonly Kind: EntityKind;
  readonly Id: string;
  readonly Name: string;
}

/** Why something cannot be removed while others refer to it, naming the first of each kind; undefined when nothing does. */
export function removalError(kind: EntityKind, name: string, uses: readonly Use[]): string | undefined {
  if (uses.length === 0) return undefined;
  const kinds = [...new Set(uses.map(({ Kind }) => Kind))];
  const parts = kinds.map((of) => {
    const names = uses.filter(({ Kind }) => Kind === of).map(({ Name }) => Name);
    const more = names.length - NAMED_USES;
    return `there are ${kindOf(of).words[1]} with it: ${names.slice(0, NAMED_USES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  });
  const word = kindWord(kind);
  return `${word.charAt(0).toUpperCase()}${word.slice(1)} "${name}" cannot be removed because ${parts.join(' / ')}`;
}

const NAMED_USES = 5;

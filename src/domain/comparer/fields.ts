/** Fields of documents: which of them differ between two states, and what they are called. */
import { fieldsOf, KIND_NAMES, kindOf } from '../model/catalogue.ts';
import type { EntityKind } from '../model/kind.ts';
import { sameJson } from '../sameJson.ts';

/** A document as JSON. */
export type Doc = Readonly<Record<string, unknown>>;

/** Names of the fields in which two states of a document differ, in the order of the kind's schema. */
export function changedProperties(kind: EntityKind, before: Doc, after: Doc): readonly string[] {
  return propertiesOf(kind).filter((name) => !sameJson(before[name], after[name]));
}

/** Fields of a kind that can differ: all but those that make its id. */
export function propertiesOf(kind: EntityKind): readonly string[] {
  return PROPERTIES[kind];
}

/** What a field is called: `ParentId` is "Parent ID". */
export function propertyTitle(name: string): string {
  return TITLES[name] ?? titleOf(name);
}

const PROPERTIES = Object.fromEntries(
  KIND_NAMES.map((kind) => [kind, [...fieldsOf(kind).flatMap(({ key }) => (isIdentity(kind, key) ? [] : [key])), 'Extra']]),
) as unknown as Readonly<Record<EntityKind, readonly string[]>>;

function isIdentity(kind: EntityKind, key: string): boolean {
  const { identity, internal = [] } = kindOf(kind);
  return identity.includes(key) || internal.includes(key);
}

const TITLES: Readonly<Record<string, string>> = {
  Extra: 'Other columns',
  fromDate: 'Valid From',
  toDate: 'Valid To',
  ...Object.fromEntries(KIND_NAMES.flatMap(fieldsOf).flatMap(({ key, title }) => (title === undefined ? [] : [[key, title]]))),
};

function titleOf(name: string): string {
  return name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/^./, (first) => first.toUpperCase())
    .replace(/\bId\b/g, 'ID')
    .replace(/\bUrl\b/g, 'URL');
}

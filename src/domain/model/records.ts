/** The smaller kinds: those with a page of their own that the general list, form and details show (`src/ui/records`). */
import type { Entity } from '../entities.ts';
import { fieldsOf, KIND_NAMES, kindOf, KINDS, kindTitle, type KeyedField } from './catalogue.ts';
import { FARES_V2 } from './fareAreas.ts';
import type { EntityKind, RecordPage } from './kind.ts';

export type RecordKind = { [K in EntityKind]: (typeof KINDS)[K] extends { readonly records: RecordPage } ? K : never }[EntityKind];
export type AnyRecord = Entity<RecordKind>;
export type RecordField = KeyedField;

/** A kind with its page, words and fields. */
export interface RecordDeclaration extends RecordPage {
  readonly kind: RecordKind;
  readonly title: string;
  readonly one: string;
  readonly many: string;
  readonly fields: readonly RecordField[];
}

/** The smaller kinds, in the order of the View dropdown. */
export const RECORD_KINDS = Object.fromEntries(
  KIND_NAMES.flatMap((kind) => {
    const { records, words } = kindOf(kind);
    return records
      ? [[kind, { ...records, kind, title: kindTitle(kind), one: words[0], many: words[1], fields: fieldsOf(kind).filter(({ edit }) => edit) }]]
      : [];
  }),
) as unknown as Readonly<Record<RecordKind, RecordDeclaration>>;

/** The names of the kinds. */
export const RECORD_KIND_NAMES = Object.keys(RECORD_KINDS) as readonly RecordKind[];

/** Whether a kind is one of the smaller ones. */
export function isRecordKind(kind: string): kind is RecordKind {
  return Object.hasOwn(RECORD_KINDS, kind);
}

/** The kind of a page, undefined for any other page. */
export function recordKindOfPage(page: string | undefined): RecordKind | undefined {
  return RECORD_KIND_NAMES.find((kind) => RECORD_KINDS[kind].page === page);
}

/** The kinds that share a heading with a kind; itself alone where it has none. */
export function kindsOfGroup(kind: RecordKind): readonly RecordKind[] {
  const { group } = RECORD_KINDS[kind];
  return group === undefined ? [kind] : RECORD_KIND_NAMES.filter((one) => RECORD_KINDS[one].group === group);
}

/** The first of them, whose page stands for all in the View dropdown. */
export function firstOfGroup(kind: RecordKind): RecordKind {
  return kindsOfGroup(kind)[0] ?? kind;
}

/** Whether a page of a version is about fares: those of Fares v1, or one of the kinds of Fares v2. */
export function isFarePage(page: string | undefined): boolean {
  const kind = recordKindOfPage(page);
  return page === 'fares' || (kind !== undefined && RECORD_KINDS[kind].group === FARES_V2);
}

/** The declared field of a kind. */
export function recordField(kind: RecordKind, key: string): RecordField | undefined {
  return RECORD_KINDS[kind].fields.find((field) => field.key === key);
}

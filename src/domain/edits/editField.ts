/** The edit of one field of a document, made from the declaration of its kind. Kinds differ in how it is addressed, not in what it does. */
import type { z } from 'zod';
import { fieldOf } from '../model/catalogue.ts';
import { fieldError, type FieldValue, withValues } from '../model/fieldValues.ts';
import { type EntityKind, wordOf } from '../model/kind.ts';
import { type DocumentEdit, type DocumentEditInput, type Documents, documentEdit, type EditPayload, one, put } from './documentEdit.ts';

/** What the payload of every such edit holds beside the id. */
interface OneField {
  readonly field: string;
  readonly value: FieldValue;
}

type Given<S extends EditPayload> = z.output<S> & OneField;

interface FieldEditInput<S extends EditPayload> extends Pick<DocumentEditInput<S>, 'summary' | 'method' | 'path' | 'payload' | 'samples' | 'named'> {
  /** Keys of the documents by the names of the payload. */
  readonly keys: Readonly<Record<string, string>>;
  id(p: z.output<S>): string;
  within(p: z.output<S>): string;
  /** The document within a sentence. */
  nameOf(docs: Documents, p: z.output<S>): string;
  /** The noun of the label 'Rename stop …' if a change of this field is a renaming: `stop`. */
  readonly renames?: string;
  /** What else keeps a value from the field. */
  check?(docs: Documents, p: Given<S>): string | undefined;
}

/** Declares the edit of one field of a kind; an empty text takes a field away that need not be there. */
export function fieldEdit<S extends EditPayload>(kind: EntityKind, type: string, input: FieldEditInput<S>): DocumentEdit<S> {
  const { keys, id, nameOf, renames, check, ...edit } = input;
  const keyOf = (p: OneField): string => keys[p.field] ?? p.field;
  const given = (p: z.output<S>): Given<S> => p as Given<S>;
  return documentEdit(type, {
    ...edit,
    documents: (p) => [one(kind, id(p))],
    touches: (p) => [`${kind.toLowerCase()}/${id(p)}/${keyOf(given(p))}`],
    refuse: (docs, p) => {
      const { field, value } = given(p);
      const message = fieldError(kind, keyOf(given(p)), value) ?? check?.(docs, given(p));
      return message === undefined ? undefined : [{ Field: field, Message: message }];
    },
    change: (docs, p) => [put(kind, id(p), withValues(kind, docs.need(kind, id(p)), { [keyOf(given(p))]: given(p).value }))],
    label: (p, docs) => {
      const { field, value } = given(p);
      if (renames !== undefined && field === 'name') return `Rename ${renames} ${nameOf(docs, p)} to ${String(value) || 'N/A'}`;
      return `Change ${fieldWord(kind, keyOf(given(p)))} of ${nameOf(docs, p)} to ${shownValue(kind, keyOf(given(p)), value)}`;
    },
  });
}

/** A field in the middle of a sentence. */
export function fieldWord(kind: EntityKind, key: string): string {
  const field = fieldOf(kind, key);
  return field ? wordOf(field) : key;
}

/** A value as labels of changes tell it. */
export function shownValue(kind: EntityKind, key: string, value: FieldValue): string {
  if (value === '') return 'nothing';
  return (typeof value === 'number' && fieldOf(kind, key)?.shown?.(value)) || String(value);
}

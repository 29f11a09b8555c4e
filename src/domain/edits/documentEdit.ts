/**
 * An edit of a version, declared once: client (`commands/defineEdit.ts`), server (`services/documentEdits.ts`) and laws run the
 * same pure functions. A new edit is one declaration here, one `defineEdit` and a test.
 */
import type { z } from 'zod';
import type { Entity, EntityKind } from '../entities.ts';

/** One document that an edit reads or writes. It need not exist: an edit that creates names what it will create. */
export interface DocumentKey<K extends EntityKind = EntityKind> {
  readonly kind: K;
  readonly id: string;
}

/** All documents of a kind whose id lies under a parent's: `Track` under a schedule, `Timetable` under a track or a schedule. */
export interface DocumentFamily<K extends EntityKind = EntityKind> {
  readonly kind: K;
  /** The parent's id parts, each URL-encoded: `1001` or `1001/a-b`. */
  readonly under: string;
}

/** The documents an edit works on, as they are before it. Only those that its `documents` names can be read. */
export interface Documents {
  /** The document, null where the version has none of that id. */
  get<K extends EntityKind>(kind: K, id: string): Entity<K> | null;
  /** The document. Throws MissingDocument where the version has none of that id. */
  need<K extends EntityKind>(kind: K, id: string): Entity<K>;
  /** The members of a family, ordered by id. */
  under<K extends EntityKind>(kind: K, ...parent: readonly string[]): readonly Entity<K>[];
}

/** What becomes of one document; null removes it. */
export type DocumentChange = { [K in EntityKind]: { readonly kind: K; readonly id: string; readonly doc: Entity<K> | null } }[EntityKind];

/** A message that belongs to a field of the payload; the server answers 400 with it. */
export interface FieldMessage {
  readonly Field: string;
  readonly Message: string;
}

/** Why an edit cannot be made: a sentence (409), or messages at fields of the payload (400). */
export type EditRefusal = string | readonly FieldMessage[];

/** An object schema: its keys are path parameters and body of the call. */
export type EditPayload = z.ZodObject;

/**
 * Ids that an edit needs and its caller may not know: the server looks them up and puts them under `key` of the payload, in
 * order. `ids`: of the documents of a kind, those whose `field` holds one of `of`, or anything where there is no `of`. `values`: what
 * is in a field of some documents.
 */
export type Lookup =
  | { readonly key: string; readonly ids: EntityKind; readonly field?: string; readonly of?: readonly string[] }
  | { readonly key: string; readonly values: string; readonly kind: EntityKind; readonly of: readonly string[] };

/** What there is to say about an edit; all functions are pure, and know nothing of who edits or when. */
export interface DocumentEdit<S extends EditPayload = EditPayload> {
  /** Name of command and call: `transfer.editField`. */
  readonly type: string;
  /** One line for the API page. */
  readonly summary: string;
  /** Path below `/storage/ui/db/version/{versionId}/`; a `:part` is a key of the payload. */
  readonly path: string;
  readonly method: 'POST' | 'PUT' | 'DELETE';
  /** Keys of the payload that are in the query, lists as repeated values; the body is taken too, for more than an address holds. */
  readonly inQuery?: readonly string[];
  /** Path parameters and body in one object. */
  readonly payload: S;
  /** Bytes that a body may have, where it may have more than those of other calls (1 MB). */
  readonly largest?: number;
  /** At least one payload that could be dispatched, on the documents of the sample version (`test/laws/sampleVersion.ts`). */
  readonly samples: readonly z.input<S>[];
  /** Every document the edit reads or writes. */
  documents(p: z.output<S>): readonly (DocumentKey | DocumentFamily)[];
  /** The answer always holds the changed documents: what the edit left out is known by them. */
  readonly tells?: true;
  /** What a changed document newly refers to has to be in the version: the server looks it up. */
  readonly namesWhatIs?: true;
  /** Id of the stop that the answer holds as `Stop`, where the edit has one to give. */
  answersStop?(p: z.output<S>): string;
  /** What the edit lies within: `transfer/T1`, `schedule/1001`. Edits within the same thing are sent in order. */
  within(p: z.output<S>): string;
  /** Paths of the fields it changes, `kind/id/Field` with the kind in small letters; at most 32, a bulk edit names coarser ones. */
  touches(p: z.output<S>): readonly string[];
  /** Fills in ids that the caller left to the server. `fresh(prefix)` answers an id that nobody has. */
  mint?(p: z.output<S>, fresh: (prefix: string) => string): z.output<S>;
  /** What the server looks up before it names the documents; where the caller's ids are others, the answer holds what was changed. */
  lookUp?(p: z.output<S>): readonly Lookup[];
  refuse?(docs: Documents, p: z.output<S>): EditRefusal | undefined;
  /** The new states of the documents. An unchanged document is no change. Throws MissingDocument through `need`. */
  change(docs: Documents, p: z.output<S>): readonly DocumentChange[];
  /**
   * For an edit that carries the values it was made on, which its `refuse` looks at: where they hold on the present documents it is
   * made again by itself, whatever else changed in them; where they do not, `clashes` says both sides.
   */
  readonly guarded?: {
    clashes(docs: Documents, p: z.output<S>): readonly { readonly what: string; readonly theirs: string; readonly mine: string }[];
    /** The payload with the values of these documents as those before it. */
    onto(docs: Documents, p: z.output<S>): z.output<S>;
  };
  /** Documents that only the label reads, such as the stops at the ends of a transfer: changes to them cause no conflict. */
  named?(p: z.output<S>, docs: Documents): readonly DocumentKey[];
  /** "Change zone of stop Market Street": names the act in undo lists and in the change history. */
  label(p: z.output<S>, docs: Documents): string;
}

/** What `documentEdit` takes: the method is POST when not given. */
export type DocumentEditInput<S extends EditPayload> = Omit<DocumentEdit<S>, 'type' | 'method'> & { readonly method?: DocumentEdit['method'] };

/** Declares an edit. */
export function documentEdit<S extends EditPayload>(type: string, edit: DocumentEditInput<S>): DocumentEdit<S> {
  return { method: 'POST', ...edit, type };
}

/** The payload with what was looked up; a key that was left out stays so where nothing was found. */
export function lookedUp<P extends object>(p: P, found: readonly { readonly key: string; readonly ids: Iterable<string> }[]): P {
  const known = new Map<string, unknown>(Object.entries(p));
  for (const { key, ids } of found) {
    const sorted = [...new Set(ids)].toSorted();
    if (sorted.length > 0 || known.has(key)) known.set(key, sorted);
  }
  return Object.fromEntries(known) as P;
}

/** Names one document. */
export function one<K extends EntityKind>(kind: K, id: string): DocumentKey<K> {
  return { kind, id };
}

/** Names the documents of a kind that lie under a parent: `allUnder('Timetable', scheduleId, trackId)`. */
export function allUnder<K extends EntityKind>(kind: K, ...parent: readonly string[]): DocumentFamily<K> {
  return { kind, under: parent.map(encodeURIComponent).join('/') };
}

/** What a person calls a stop: its name, or its id where it has none. */
export function stopName(docs: Documents, id: string): string {
  return docs.get('Stop', id)?.Name || id;
}

/** The document id of a track: `trackKey('1001', 'a-b')` is `1001/a-b`. */
export function trackKey(scheduleId: string, trackId: string): string {
  return [scheduleId, trackId].map(encodeURIComponent).join('/');
}

/** The document id of a timetable of a track. */
export function timetableKey(scheduleId: string, trackId: string, number: number): string {
  return `${trackKey(scheduleId, trackId)}/${number}`;
}

/** Puts a document: a new one, or in place of the one with its id. */
export function put<K extends EntityKind>(kind: K, id: string, doc: Entity<K>): DocumentChange {
  return { kind, id, doc } as DocumentChange;
}

/** Removes a document. */
export function remove(kind: EntityKind, id: string): DocumentChange {
  return { kind, id, doc: null } as DocumentChange;
}

/** A document the edit speaks of is not there (any more). */
export class MissingDocument extends Error {
  readonly key: DocumentKey;

  constructor(key: DocumentKey) {
    super(`There is no ${key.kind} ${key.id}`);
    this.key = key;
  }
}

/** Documents out of a list of states alone. */
export function documentsAmong(states: readonly (DocumentKey & { readonly doc: object | null })[]): Documents {
  const get: Documents['get'] = (kind, id) => (states.find((one) => one.kind === kind && one.id === id)?.doc ?? null) as never;
  return {
    get,
    need(kind, id) {
      const doc = get(kind, id);
      if (!doc) throw new MissingDocument({ kind, id });
      return doc;
    },
    under: (kind, ...parent) => {
      const family = allUnder(kind, ...parent);
      return states.flatMap((one) => (one.kind === kind && one.doc && liesIn(family, one.id) ? [one.doc as never] : []));
    },
  };
}

/** Whether a reference names a family. */
export function isFamily(ref: DocumentKey | DocumentFamily): ref is DocumentFamily {
  return 'under' in ref;
}

/** Whether a document's id lies in a family. */
export function liesIn(family: DocumentFamily, id: string): boolean {
  return id.startsWith(`${family.under}/`);
}

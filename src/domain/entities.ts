/** The kinds of document a version holds, their schemas, and their ids. */
import type { z } from 'zod';
import { fieldsOf, KIND_NAMES, kindOf, KINDS, refersTo } from './model/catalogue.ts';
import { type EntityKind, KIND_NUMBERS } from './model/kind.ts';

export { type EntityKind, KIND_NUMBERS } from './model/kind.ts';

type Schemas = { readonly [K in EntityKind]: (typeof KINDS)[K]['schema'] };

/** Schema of each kind, in the order a feed file lists them. */
export const ENTITY_SCHEMAS = Object.fromEntries(Object.entries(KINDS).map(([kind, { schema }]) => [kind, schema])) as unknown as Schemas;

export type Entity<K extends EntityKind = EntityKind> = z.infer<Schemas[K]>;

/** The kind of a stored number. Throws on a number that this build does not know. */
export function kindOfNumber(number: number): EntityKind {
  const name = Object.entries(KIND_NUMBERS).find(([, value]) => value === number)?.[0];
  if (name === undefined || !isEntityKind(name)) throw new Error(`The store holds documents of a kind (${number}) that this build does not know`);
  return name;
}

/** Whether a text names a kind. */
export function isEntityKind(name: string): name is EntityKind {
  return Object.hasOwn(KINDS, name);
}

/**
 * The id of a document within its kind. A track's is scheduleId/trackId, a timetable's scheduleId/trackId/number, each
 * part URL-encoded so that a slash in an id cannot be taken for the separator.
 */
export function entityId(kind: EntityKind, doc: object): string {
  const { identity } = kindOf(kind);
  if (identity.length === 1) return String(Reflect.get(doc, identity[0] ?? ''));
  return identity.map((key) => encodeURIComponent(String(Reflect.get(doc, key)))).join('/');
}

/** The id of a document as people know it. One that no document can have is answered as it is. */
export function plainId(kind: EntityKind, id: string): string {
  if (kindOf(kind).identity.length === 1) return id;
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

/** Ids of the stops that a document speaks of: what keeps a stop from being removed. */
export function stopsReferredTo(kind: EntityKind, doc: Entity): readonly string[] {
  const ids = new Set<string>();
  if ('Stops' in doc) for (const stop of doc.Stops) ids.add(stop.StopId);
  if ('Calls' in doc) for (const { StopId } of doc.Calls) if (StopId !== undefined) ids.add(StopId);
  for (const key of stopReferences(kind)) {
    const id: unknown = Reflect.get(doc, key);
    if (typeof id === 'string' && id !== '') ids.add(id);
  }
  return [...ids];
}

/** Keys of the fields that hold the id of a stop. */
export function stopReferences(kind: EntityKind): readonly string[] {
  return STOP_REFERENCES[kind];
}

const STOP_REFERENCES = Object.fromEntries(
  KIND_NAMES.map((kind) => [kind, fieldsOf(kind).flatMap((one) => (refersTo(one) === 'Stop' ? [one.key] : []))]),
) as unknown as Readonly<Record<EntityKind, readonly string[]>>;

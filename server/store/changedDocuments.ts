/** Documents as changes leave them that are not in the store yet, so that what is asked of a version is answered as after them. */
import { type Entity, type EntityKind, stopsReferredTo } from '../../src/domain/entities.ts';
import type { EntityChange } from './edits.ts';

/** What is looked up of a changed document. */
export type ChangedDocument = Pick<EntityChange, 'kind' | 'id' | 'doc'>;

/** The last state of each document that was changed, found by its name, its kind, and the stops it speaks of. */
export class ChangedDocuments {
  readonly #kinds = new Map<EntityKind, Map<string, ChangedDocument>>();
  /** By stop: names of documents that speak of it or did. */
  readonly #speaking = new Map<string, Map<string, ChangedDocument>>();

  constructor(changes: readonly ChangedDocument[] = []) {
    for (const change of changes) this.put(change);
  }

  put(change: ChangedDocument): void {
    const { kind, id, doc } = change;
    this.forget(kind, id);
    const ofKind = this.#kinds.get(kind);
    if (ofKind) ofKind.set(id, change);
    else this.#kinds.set(kind, new Map([[id, change]]));
    for (const stopId of doc === null ? [] : stopsReferredTo(kind, doc)) {
      const speaking = this.#speaking.get(stopId);
      if (speaking) speaking.set(`${kind} ${id}`, change);
      else this.#speaking.set(stopId, new Map([[`${kind} ${id}`, change]]));
    }
  }

  /** Takes a document for unchanged again. */
  forget(kind: EntityKind, id: string): void {
    const doc = this.get(kind, id);
    this.#kinds.get(kind)?.delete(id);
    for (const stopId of doc ? stopsReferredTo(kind, doc) : []) this.#speaking.get(stopId)?.delete(`${kind} ${id}`);
  }

  /** The document, null where it was removed, undefined where it was not changed. */
  get(kind: EntityKind, id: string): Entity | null | undefined {
    return this.#kinds.get(kind)?.get(id)?.doc;
  }

  /** All changed documents of a kind. */
  of(kind: EntityKind): Iterable<ChangedDocument> {
    return this.#kinds.get(kind)?.values() ?? [];
  }

  /** Changed documents that speak of a stop now. */
  speakingOf(stopId: string): Iterable<ChangedDocument> {
    return this.#speaking.get(stopId)?.values() ?? [];
  }
}

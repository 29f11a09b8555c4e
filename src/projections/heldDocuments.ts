/** The part of a version's state that holds its documents; `documents.ts` reads and changes it. */
import type { Entity, EntityKind } from '../domain/entities.ts';
import type { Table } from '../kernel/table.ts';

/** A document and the revision of its last change; null where it was removed at that revision. */
export interface HeldDocument<K extends EntityKind = EntityKind> {
  readonly doc: Entity<K> | null;
  readonly rev: number;
  /** Revision at which somebody else changed a field last ('' for the whole document), as far as it is known. */
  readonly theirs?: Readonly<Record<string, number>>;
  /** A newer state is known to exist and not here yet: too large for a live message. */
  readonly outdated?: boolean;
}

/** Documents by kind and id. */
export interface HeldDocuments {
  readonly tables: Readonly<Partial<Record<EntityKind, Table<HeldDocument>>>>;
  /** Families of which every member is held, as `Track 1001`: the kind, and the first part of the ids. */
  readonly whole: Readonly<Record<string, true>>;
  /** Revisions of own edits of documents that are not held, as `Stop S1`: after a reload an answer may come before the document. */
  readonly own: Readonly<Record<string, number>>;
}

/** Nothing held. */
export const NO_DOCUMENTS: HeldDocuments = { tables: {}, whole: {}, own: {} };

import type { Entity, EntityKind } from '../../../src/domain/entities.ts';

/** A document with its kind. */
export type NetworkDocument = { [K in EntityKind]: { readonly kind: K; readonly doc: Entity<K> } }[EntityKind];

/** The version that the samples of edits speak of: what the model server holds, and what the undo law edits. */
import type { Entity, EntityKind } from '../../src/domain/entities.ts';

type SampleDocument = { [K in EntityKind]: { readonly kind: K; readonly id: string; readonly doc: Entity<K> } }[EntityKind];

const stop = (id: string, more: Partial<Entity<'Stop'>> = {}): SampleDocument => ({
  kind: 'Stop',
  id,
  doc: { Id: id, Name: `Stop ${id}`, Type: 0, Coordinate: { Lat: 52.1, Lng: 5.1 }, WheelchairBoarding: 0, ...more },
});

export const sampleVersion: readonly SampleDocument[] = [stop('S1', { ZoneId: 'Z' }), stop('S2'), stop('S3')];

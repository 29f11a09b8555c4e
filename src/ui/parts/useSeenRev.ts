import type { EntityKind } from '../../domain/entities.ts';
import { seenRev } from '../../projections/documents.ts';
import { useView } from './appState.ts';

/** The revision at which the user sees a document: what its fields are typed onto. 0: as the version began. */
export function useSeenRev(versionId: number, kind: EntityKind, id: string): number {
  return useView((view) => seenRev(view, versionId, { kind, id })) ?? 0;
}

/** The slim rows that lists and maps show of documents: each kind says how a changed document changes its row. */
import type { Draft } from 'immer';
import type { Entity, EntityKind } from '../domain/entities.ts';
import { agencyRows } from './agencyList.ts';
import { fareRows } from './fareList.ts';
import { pathwayRows, transferRows } from './overlays.ts';
import type { VersionData } from './state.ts';
import { recordRows } from './records.ts';
import { scheduleRows } from './scheduleRows.ts';
import { translationRows } from './translationList.ts';
import { stopRows } from './stops.ts';

/** How the rows of a kind follow its documents. */
export interface RowKeeper<K extends EntityKind> {
  /** Puts or removes the row of a document, where rows are loaded. */
  fold(version: Draft<VersionData>, id: string, doc: Entity<K> | null, rev: number): void;
  /** What a row tells of a document that is not held: enough to show an edit of it. */
  partial?(version: VersionData, id: string): Entity<K> | undefined;
  /** Revision of a row. */
  rev?(version: VersionData, id: string): number | undefined;
}

export const ROW_KEEPERS: { readonly [K in EntityKind]?: RowKeeper<K> } = {
  Stop: stopRows,
  Schedule: scheduleRows,
  Agency: agencyRows,
  Transfer: transferRows,
  Pathway: pathwayRows,
  Translation: translationRows,
  ...recordRows,
  Fare: fareRows,
};

/** Transfers and pathways as the lists of the stops page show them. */
import type { OverlayTransfer } from '../domain/mapOverlays.ts';
import { pathwayModeLabel } from '../domain/pathways.ts';
import { transferTypeLabel } from '../domain/transfers.ts';
import { getRow, rows, type Table } from '../kernel/table.ts';
import type { LinkList, PathwayRow } from './overlays.ts';
import type { AppState } from './state.ts';
import { stopName, stopRow } from './stops.ts';

/** A row of the list: what it is, and the stops it joins by name. */
export interface LinkRow {
  readonly id: string;
  readonly kind: string;
  /** Number of its type or mode. */
  readonly number: number;
  readonly from: string;
  readonly to: string;
  /** Ids of its ends that have no place on the map. */
  readonly unplaced: boolean;
}

/** The row of a transfer, as far as the overlay is loaded. */
export function transferRow(view: AppState, versionId: number, id: string): OverlayTransfer | undefined {
  const table = view.versions[versionId]?.overlays.transfers.value;
  return table ? getRow(table, id) : undefined;
}

/** The rows of a list in order of the names of their stops, narrowed to some ids where any are given. */
export function linkRows(view: AppState, versionId: number, list: LinkList, ids: readonly string[]): readonly LinkRow[] {
  const overlays = view.versions[versionId]?.overlays;
  const wanted = new Set(ids);
  const keep = (id: string): boolean => wanted.size === 0 || wanted.has(id);
  const ends = (from: string | undefined, to: string | undefined): Pick<LinkRow, 'from' | 'to' | 'unplaced'> => ({
    from: from === undefined ? 'any stop' : stopName(view, versionId, from),
    to: to === undefined ? 'any stop' : stopName(view, versionId, to),
    unplaced: [from, to].some((id) => id === undefined || !stopRow(view, versionId, id)?.Coordinate),
  });
  const found =
    list === 'transfers'
      ? listOf<OverlayTransfer>(overlays?.transfers.value).flatMap((one) =>
          keep(one.Id) ? [{ id: one.Id, kind: transferTypeLabel(one.Type), number: one.Type, ...ends(one.StopIdFrom, one.StopIdTo) }] : [],
        )
      : listOf<PathwayRow>(overlays?.pathways.value).flatMap((one) =>
          keep(one.Id) ? [{ id: one.Id, kind: pathwayModeLabel(one.Mode), number: one.Mode, ...ends(one.FromStopId, one.ToStopId) }] : [],
        );
  return found.toSorted((a, b) => collator.compare(a.from, b.from) || collator.compare(a.to, b.to) || (a.id < b.id ? -1 : 1));
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

function listOf<T>(table: Table<T> | null | undefined): readonly T[] {
  return table ? [...rows(table)] : [];
}

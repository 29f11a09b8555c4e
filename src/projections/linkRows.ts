/** Transfers and pathways as the lists of the stops page show them. */
import type { OverlayTransfer } from '../domain/mapOverlays.ts';
import { pathwayModeLabel } from '../domain/pathways.ts';
import { TIMED_TRANSFER, transferTypeLabel } from '../domain/transfers.ts';
import { getRow, rows, type Table } from '../kernel/table.ts';
import { documentOf } from './documents.ts';
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
  /** Seconds that it takes, where its type has a time. */
  readonly seconds: number | undefined;
  /** Metres, of a pathway. */
  readonly metres: number | undefined;
  /** The levels that a pathway joins: `L1 → L0`, or `L1` where it stays on one. Empty where neither end names one. */
  readonly levels: string;
  /** One of its ends has no place on the map. */
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
  // a stop that was changed here says its level itself
  const levelOf = (stopId: string, loaded: string | undefined): string | undefined => {
    const stop = documentOf(view, versionId, 'Stop', stopId);
    return stop ? stop.LevelId : loaded;
  };
  const found: LinkRow[] =
    list === 'transfers'
      ? listOf<OverlayTransfer>(overlays?.transfers.value)
          .filter(({ Id }) => keep(Id))
          .map(({ Id, Type, Time, StopIdFrom, StopIdTo }) => ({
            id: Id,
            kind: transferTypeLabel(Type),
            number: Type,
            seconds: Type === TIMED_TRANSFER ? Time : undefined,
            metres: undefined,
            levels: '',
            ...ends(StopIdFrom, StopIdTo),
          }))
      : listOf<PathwayRow>(overlays?.pathways.value)
          .filter(({ Id }) => keep(Id))
          .map((one) => ({
            id: one.Id,
            kind: pathwayModeLabel(one.Mode),
            number: one.Mode,
            seconds: one.TraversalTime,
            metres: one.Length,
            levels: levelsText(levelOf(one.FromStopId, one.FromLevelId), levelOf(one.ToStopId, one.ToLevelId)),
            ...ends(one.FromStopId, one.ToStopId),
          }));
  return found.toSorted((a, b) => collator.compare(a.from, b.from) || collator.compare(a.to, b.to) || (a.id < b.id ? -1 : 1));
}

function levelsText(from: string | undefined, to: string | undefined): string {
  if (from === undefined && to === undefined) return '';
  return from === to ? (from ?? '') : `${from ?? 'no level'} → ${to ?? 'no level'}`;
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

function listOf<T>(table: Table<T> | null | undefined): readonly T[] {
  return table ? [...rows(table)] : [];
}

/** Pathways and transfers of the stop that the address names, as the map shows them. */
import type { OverlayStop, StopDetails } from '../../domain/stopDetails.ts';
import { getRow, type Table } from '../../kernel/table.ts';
import type { AppState } from '../../projections/state.ts';
import { presentData, presentPlace } from '../../projections/versions.ts';
import type { MapLink } from '../mapPicture.ts';
import { byId } from '../../projections/byId.ts';

/** Links on the map, and which of them are chosen. */
export interface ShownLinks {
  readonly links: readonly MapLink[];
  readonly selected: ReadonlySet<string>;
}

interface StopLinks {
  readonly pathways: ShownLinks;
  readonly transfers: ShownLinks;
}

/** Links of the selected stop, once it and the stops at their other ends are loaded. */
export function linksOfSelectedStop(view: AppState): StopLinks | undefined {
  const data = presentData(view);
  const place = presentPlace(view);
  const details = place.page === 'stops' && place.itemId !== undefined ? byId(data?.stopDetails, place.itemId)?.value : undefined;
  const table = data?.stops.value;
  return details && table ? linksOf(details, table) : undefined;
}

const known = new WeakMap<StopDetails, { readonly table: unknown; readonly links: StopLinks }>();
const NONE: ReadonlySet<string> = new Set();

function linksOf(details: StopDetails, table: Table<OverlayStop>): StopLinks {
  const before = known.get(details);
  if (before?.table === table) return before.links;
  const link = (id: string, from: string | undefined, to: string | undefined): readonly MapLink[] => {
    const [a, b] = [from, to].map((stopId) => (stopId === undefined ? null : (getRow(table, stopId)?.Coordinate ?? null)));
    return a && b ? [{ Id: id, From: a, To: b }] : [];
  };
  const links: StopLinks = {
    pathways: { links: details.Pathways.flatMap((one) => link(one.Id, one.FromStopId, one.ToStopId)), selected: NONE },
    transfers: { links: details.Transfers.flatMap((one) => link(one.Id, one.StopIdFrom, one.StopIdTo)), selected: NONE },
  };
  known.set(details, { table, links });
  return links;
}

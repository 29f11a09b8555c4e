/** Stops of the version in view, and how their rows follow the documents. */
import { castDraft, type Draft } from 'immer';
import { overlayStop, type OverlayStop, type StopDetails } from '../domain/stopDetails.ts';
import { getRow, idKey, putRow, removeRow } from '../kernel/table.ts';
import type { RowKeeper } from './documentRows.ts';
import type { AppState } from './state.ts';

/** The row of a stop, as far as the stops of its version are loaded. */
export function stopRow(view: AppState, versionId: number, stopId: string): OverlayStop | undefined {
  const table = view.versions[versionId]?.stops.value;
  return table ? getRow(table, stopId) : undefined;
}

/** Details of a stop, as far as they are loaded. */
export function stopDetails(view: AppState, versionId: number, stopId: string): StopDetails | undefined {
  return view.versions[versionId]?.stopDetails[idKey(stopId)]?.value ?? undefined;
}

/** The name a stop is called by in labels: its name, else its id. */
export function stopName(view: AppState, versionId: number, stopId: string): string {
  return stopRow(view, versionId, stopId)?.Name || stopDetails(view, versionId, stopId)?.Stop.Name || stopId;
}

/** The rows of map and list, the stop in what is loaded of its details, and its name in those of others. */
export const stopRows: RowKeeper<'Stop'> = {
  fold(version, id, stop, rev) {
    const table = version.stops.value;
    if (stop === null) {
      if (table) removeRow(table, id);
      delete version.stopDetails[idKey(id)];
      return;
    }
    const renamed = table ? getRow(table, id)?.Name !== stop.Name : true;
    if (table) putRow(table, id, castDraft(overlayStop(stop, rev)));
    const details = version.stopDetails[idKey(id)];
    if (details?.value) details.value = { ...details.value, Stop: castDraft(stop), Rev: rev };
    if (renamed) for (const load of Object.values(version.stopDetails)) load.value &&= withName(load.value, id, stop.Name);
  },
  partial(version, id) {
    const row = version.stops.value ? getRow(version.stops.value, id) : undefined;
    if (!row) return undefined;
    const { Rev: _rev, ...stop } = row;
    return { ...stop, WheelchairBoarding: 0 };
  },
  rev: (version, id) => {
    const row = version.stops.value ? getRow(version.stops.value, id) : undefined;
    return row && (row.Rev ?? 0);
  },
};

/** Details that call a stop by its name of now; a new object, for an answer that has just come is frozen. */
function withName(details: Draft<StopDetails>, id: string, name: string): Draft<StopDetails> {
  return Object.hasOwn(details.StopNames, id) ? { ...details, StopNames: { ...details.StopNames, [id]: name } } : details;
}

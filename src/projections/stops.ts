/** Stops of the version in view, and how an answer or a live change of one is folded in. */
import { castDraft, type Draft } from 'immer';
import { overlayStop, type OverlayStop, type StopDetails, type StopState } from '../domain/stopDetails.ts';
import type { Stop } from '../domain/stops.ts';
import { getRow, putRow, removeRow } from '../kernel/table.ts';
import type { AppState } from './state.ts';

/** The row of a stop, as far as the stops of its version are loaded. */
export function stopRow(view: AppState, versionId: number, stopId: string): OverlayStop | undefined {
  const table = view.versions[versionId]?.stops.value;
  return table ? getRow(table, stopId) : undefined;
}

/** Details of a stop, as far as they are loaded. */
export function stopDetails(view: AppState, versionId: number, stopId: string): StopDetails | undefined {
  return view.versions[versionId]?.stopDetails[stopId]?.value ?? undefined;
}

/** The name a stop is called by in labels: its name, else its id. */
export function stopName(view: AppState, versionId: number, stopId: string): string {
  return stopRow(view, versionId, stopId)?.Name || stopDetails(view, versionId, stopId)?.Stop.Name || stopId;
}

/** Shows a change of a stop that is not confirmed yet: `change` gets a copy of the document or of the row's part of it. */
export function previewStop(view: Draft<AppState>, versionId: number, stopId: string, change: Partial<Stop>): void {
  const version = view.versions[versionId];
  if (!version) return;
  const details = version.stopDetails[stopId]?.value;
  if (details) Object.assign(details.Stop, change);
  const table = version.stops.value;
  const row = table && getRow(table, stopId);
  if (table && row) putRow(table, stopId, castDraft({ ...row, ...rowPart(change) }));
}

/** Folds what the server holds of a stop: newer revisions win, a removed stop does not come back by a late answer. */
export function foldStop(base: Draft<AppState>, versionId: number, state: StopState): void {
  const version = base.versions[versionId];
  if (!version) return;
  version.rev = Math.max(version.rev, state.Rev);
  const { StopId, Stop, Rev } = state;
  const table = version.stops.value;
  const row = table ? getRow(table, StopId) : undefined;
  const known = Math.max(row?.Rev ?? 0, version.stopDetails[StopId]?.value?.Rev ?? 0, version.removed[StopId] ?? 0);
  if (known > Rev) return;

  if (Stop === null) {
    if (table && row) removeRow(table, StopId);
    delete version.stopDetails[StopId];
    version.removed[StopId] = Rev;
    return;
  }
  delete version.removed[StopId];
  if (table) putRow(table, StopId, overlayStop(Stop, Rev));
  const details = version.stopDetails[StopId]?.value;
  if (details) {
    details.Stop = Stop;
    details.Rev = Rev;
  }
}

function rowPart(change: Partial<Stop>): Partial<OverlayStop> {
  const part: Partial<OverlayStop> = {};
  for (const key of ['Name', 'Type', 'Coordinate', 'ZoneId', 'ParentId', 'StopCode'] as const) {
    if (key in change) Object.assign(part, { [key]: change[key] });
  }
  return part;
}

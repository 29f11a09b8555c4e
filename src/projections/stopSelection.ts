/** The stops selected in a version, and the merge of two that is being prepared. */
import { castDraft, type Draft } from 'immer';
import { type Coordinate, metresBetween } from '../domain/coordinate.ts';
import { type DocumentChange, type DocumentKey, MissingDocument } from '../domain/edits/documentEdit.ts';
import { mergeStops } from '../domain/edits/stopBulk.ts';
import type { StopUser } from '../domain/stopMerge.ts';
import type { OverlayStop } from '../domain/stopDetails.ts';
import { getRow, rows, type Table } from '../kernel/table.ts';
import { documentsIn, heldDocument } from './documents.ts';
import type { AppState } from './state.ts';
import { NO_STOP_SELECTION } from './stopSelectionState.ts';
import { presentPlace } from './versions.ts';

/** Clears the selection once another version is in view. */
export function leaveStopSelection(base: Draft<AppState>): void {
  if (base.stopWork.versionId !== 0 && presentPlace(base).versionId !== base.stopWork.versionId) base.stopWork = castDraft(NO_STOP_SELECTION);
}

/** The selected stops of the version in view. */
export function selectedStops(view: AppState): readonly string[] {
  return presentPlace(view).versionId === view.stopWork.versionId ? view.stopWork.selected : NONE;
}

const NONE: readonly string[] = [];

/** The documents of the merge; undefined while they are not known. */
export function mergePayload(view: AppState): { keptId: string; goneId: string; users: { kind: StopUser; id: string }[] } | undefined {
  const { merge, users } = view.stopWork;
  return merge && users.value && !users.value.More
    ? { ...merge, users: users.value.Users.map(({ Kind, Id }) => ({ kind: Kind, id: Id })) }
    : undefined;
}

/** Those documents of the merge that are not here yet. */
export function missingOfMerge(view: AppState): readonly DocumentKey[] {
  const payload = mergePayload(view);
  if (!payload) return [];
  return mergeStops.documents(payload).flatMap((ref) => {
    if ('under' in ref) return [];
    const held = heldDocument(view, view.stopWork.versionId, ref.kind, ref.id);
    return held && !held.outdated ? [] : [ref];
  });
}

/** What the merge does to which document, as it will be done; undefined while documents are missing. */
export function mergePreview(view: AppState): readonly DocumentChange[] | undefined {
  const payload = mergePayload(view);
  if (!payload || missingOfMerge(view).length > 0) return undefined;
  try {
    return mergeStops.change(documentsIn(view, view.stopWork.versionId), payload);
  } catch (error) {
    // one of the two was removed by somebody else
    if (error instanceof MissingDocument) return [];
    throw error;
  }
}

/** Whether a version has a stop of an id. */
export function hasStop(table: Table<OverlayStop>, id: string): boolean {
  return getRow(table, id) !== undefined;
}

/** Stops of one type that stand at most `metres` from one another, in groups of two and more. */
export function coincidingStops(table: Table<OverlayStop>, metres: number): readonly (readonly OverlayStop[])[] {
  const size = metres / 111_320;
  const cells = new Map<string, (OverlayStop & { readonly Coordinate: Coordinate })[]>();
  const group = new Map<OverlayStop, OverlayStop[]>();
  const cellOf = ({ Lat, Lng }: Coordinate): [number, number] => {
    const lat = Math.floor(Lat / size);
    return [lat, Math.floor((Lng * Math.cos((lat * size * Math.PI) / 180)) / size)];
  };
  for (const stop of rows(table)) {
    if (!stop.Coordinate) continue;
    const placed = { ...stop, Coordinate: stop.Coordinate };
    const [lat, lng] = cellOf(stop.Coordinate);
    for (const dLat of [-1, 0, 1]) {
      for (const dLng of [-2, -1, 0, 1, 2]) {
        for (const other of cells.get(`${stop.Type} ${lat + dLat} ${lng + dLng}`) ?? []) {
          const together = group.get(other) !== undefined && group.get(other) === group.get(placed);
          if (together || metresBetween(other.Coordinate, placed.Coordinate) > metres) continue;
          const all = [...(group.get(other) ?? [other]), ...(group.get(placed) ?? [placed])];
          for (const one of all) group.set(one, all);
        }
      }
    }
    const key = `${stop.Type} ${lat} ${lng}`;
    cells.set(key, [...(cells.get(key) ?? []), placed]);
  }
  return [...new Set(group.values())];
}

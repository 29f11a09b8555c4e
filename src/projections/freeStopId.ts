/** Ids that people can read for stops made by hand. */
import { latestRevision } from './syncPosition.ts';
import { getRow } from '../kernel/table.ts';
import type { AppState } from './state.ts';

/**
 * `S-0412`: an id that no stop of the version has. It counts from the revision the version would get, which only rises, so
 * that the id of a removed stop is not given again. `taken` are further ids that were given meanwhile. Undefined before the stops are loaded.
 */
export function freeStopId(view: AppState, versionId: number, taken: ReadonlySet<string> = new Set()): string | undefined {
  const data = view.versions[versionId];
  const table = data?.stops.value;
  if (!data || !table) return undefined;
  for (let number = Math.max(data.rev, latestRevision(data.heard)) + 1; ; number++) {
    const id = `S-${String(number).padStart(4, '0')}`;
    if (getRow(table, id) === undefined && !taken.has(id)) return id;
  }
}

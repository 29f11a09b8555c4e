/** What the page of vehicle blocks needs beside the calendars: the trips of its date, which may follow from the calendars. */
import { BLOCKS_PAGE } from '../../domain/locations.ts';
import type { CommandInput } from '../../kernel/command.ts';
import { shownServiceDate } from '../../projections/serviceDay.ts';
import type { AppState } from '../../projections/state.ts';
import { presentPlace } from '../../projections/versions.ts';
import { loadServiceDay } from './loadServiceDay.ts';

export function serviceDayLoads(view: AppState, versionId: number): readonly CommandInput[] {
  const place = presentPlace(view);
  if (place.page !== BLOCKS_PAGE || place.versionId !== versionId) return [];
  const date = shownServiceDate(view, versionId);
  const load = date === undefined ? undefined : view.versions[versionId]?.serviceDays?.[date];
  return date !== undefined && (load === undefined || load.status === 'idle') ? [loadServiceDay({ versionId, date })] : [];
}

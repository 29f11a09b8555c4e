/** Families of schedules in the list: schedules whose ids differ by a trailing `_YYYYMMDD` alone. */
import type { ScheduleRow } from '../domain/scheduleDetails.ts';
import { scheduleFamily } from '../domain/scheduleFamily.ts';
import { queryPairs, queryText, queryValues } from '../domain/queryText.ts';

/** How many schedules each family has. */
export function scheduleFamilies(rows: readonly ScheduleRow[]): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>();
  for (const { Id } of rows) sizes.set(scheduleFamily(Id), (sizes.get(scheduleFamily(Id)) ?? 0) + 1);
  return sizes;
}

/** The family that the address shows alone; empty for all. */
export function shownFamily(search: string): string {
  return queryValues(search, 'Family')[0] ?? '';
}

/** The query that shows a family alone; all schedules where it is empty. */
export function searchWithScheduleFamily(search: string, family: string): string {
  const others = queryPairs(search).filter(([key]) => key !== 'Family');
  return queryText(family === '' ? others : [...others, ['Family', family]]);
}

/** The schedules of the family that the address shows, in their order. */
export function inShownFamily(rows: readonly ScheduleRow[], search: string): readonly ScheduleRow[] {
  const family = shownFamily(search);
  return family === '' ? rows : rows.filter(({ Id }) => scheduleFamily(Id) === family);
}

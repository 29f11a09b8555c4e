/** The schedules of a version narrowed down by the address's query. */
import type { ScheduleRow } from '../domain/scheduleDetails.ts';
import { folded } from './folded.ts';
import { queryPairs, queryText, queryValues } from './queryText.ts';

/** What the list of schedules is narrowed down to. */
export interface ScheduleFilter {
  /** Name or long name holds the text. */
  readonly name: string;
  /** The schedule with this id alone. */
  readonly id: string;
}

/** Reads the filter of a query. */
export function scheduleFilterOf(search: string): ScheduleFilter {
  return { name: queryValues(search, 'Name')[0]?.trim() ?? '', id: queryValues(search, 'Id')[0] ?? '' };
}

/** The query with another text in the search box; what else it holds stays. */
export function searchWithScheduleName(search: string, name: string): string {
  const others = queryPairs(search).filter(([key]) => key !== 'Name' && key !== 'Id');
  return queryText(name.trim() === '' ? others : [...others, ['Name', name.trim()]]);
}

/** Narrows schedules down, keeping their order. */
export function filterSchedules(rows: readonly ScheduleRow[], { name, id }: ScheduleFilter): readonly ScheduleRow[] {
  const wanted = folded(name);
  if (wanted === '' && id === '') return rows;
  return rows.filter(
    (row) => (id === '' || row.Id === id) && (wanted === '' || folded(row.Name).includes(wanted) || folded(row.LongName ?? '').includes(wanted)),
  );
}

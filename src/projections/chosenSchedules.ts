/** What several chosen schedules have in common: forms that change all of them are filled in with it. */
import type { ScheduleField } from '../domain/edits/schedules.ts';
import type { ScheduleRow } from '../domain/scheduleDetails.ts';
import { calendarInterval } from './calendarText.ts';

/** First and last day where all schedules agree, an empty text where they differ. */
export function agreedInterval(rows: readonly ScheduleRow[]): { readonly from: string; readonly to: string } {
  return { from: agreed(rows.map(({ FromDate }) => FromDate)) ?? '', to: agreed(rows.map(({ ToDate }) => ToDate)) ?? '' };
}

/** The validities of the schedules with how many have each, the most frequent first. */
export function intervalsOf(rows: readonly ScheduleRow[]): readonly { readonly text: string; readonly count: number }[] {
  const counts = new Map<string, number>();
  for (const { FromDate, ToDate } of rows) {
    const text = calendarInterval({ fromDate: FromDate, toDate: ToDate });
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return [...counts].map(([text, count]) => ({ text, count })).toSorted((a, b) => b.count - a.count || (a.text < b.text ? -1 : 1));
}

/** The schedules that are valid on at least one day from `from` to `to` (both included, YYYY-MM-DD), and the others. */
export function validOnAny(
  rows: readonly ScheduleRow[],
  from: string,
  to: string,
): { readonly inside: readonly ScheduleRow[]; readonly outside: readonly ScheduleRow[] } {
  const isInside = ({ FromDate, ToDate }: ScheduleRow): boolean => FromDate <= to && from <= ToDate;
  return { inside: rows.filter(isInside), outside: rows.filter((row) => !isInside(row)) };
}

/** The value of a field that all schedules have, as a form writes it; undefined where they differ, or where rows do not hold the field. */
export function agreedText(rows: readonly ScheduleRow[], field: ScheduleField): string | undefined {
  return isInRows(field) ? agreed(rows.map((row) => String(row[field] ?? ''))) : undefined;
}

/** How many different values of a field the schedules have; undefined where rows do not hold the field. */
export function valuesOf(rows: readonly ScheduleRow[], field: ScheduleField): number | undefined {
  return isInRows(field) ? new Set(rows.map((row) => row[field] ?? '')).size : undefined;
}

const IN_ROWS = ['Name', 'LongName', 'ExternalTransportId', 'IsBaseSchedule', 'AgencyId', 'VehicleType', 'Color'] as const satisfies (ScheduleField &
  keyof ScheduleRow)[];

function isInRows(field: ScheduleField): field is (typeof IN_ROWS)[number] {
  return (IN_ROWS as readonly string[]).includes(field);
}

function agreed(values: readonly string[]): string | undefined {
  const [first] = values;
  return values.every((value) => value === first) ? first : undefined;
}

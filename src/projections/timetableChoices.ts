/** The timetables of a track as choices of a picker: a feed that gives each trip its own running times has a hundred of them. */
import { formatDays } from '../domain/days.ts';
import { inOrderOfDays } from '../domain/timetableSheet/stopMatrix.ts';
import type { Timetable } from '../domain/model/timetable.ts';
import { departureCount, departureSpan } from './trackTimetable.ts';

/** Timetables of the same days. */
export interface TimetableGroup {
  readonly group: string;
  readonly items: readonly { readonly value: string; readonly label: string }[];
}

/** Grouped by days, those with the most timetables first; in a group by the first departure. */
export function timetableChoices(timetables: readonly Timetable[]): readonly TimetableGroup[] {
  const byDays = new Map<number, Timetable[]>();
  for (const timetable of inOrderOfDays(timetables)) byDays.set(timetable.Days, [...(byDays.get(timetable.Days) ?? []), timetable]);
  return [...byDays].map(([days, of]) => ({
    group: `${formatDays(days)} (${of.length})`,
    items: of.map((timetable) => ({ value: String(timetable.Number), label: timetableLabel(timetable) })),
  }));
}

/** `12 · Mon-Fri · 07:35, 1 departure` */
export function timetableLabel(timetable: Timetable): string {
  const count = departureCount(timetable);
  const span = departureSpan(timetable);
  const departures = count === 0 ? 'no departure' : `${span}, ${count.toLocaleString('en-GB')} ${count === 1 ? 'departure' : 'departures'}`;
  return `${timetable.Number} · ${formatDays(timetable.Days)} · ${departures}`;
}

/** The first timetable whose words hold a typed text, as the list shows them; undefined where none does. */
export function timetableMeant(choices: readonly TimetableGroup[], text: string): number | undefined {
  const typed = text.trim().toLowerCase();
  const found = choices.flatMap(({ items }) => items).find(({ label }) => label.toLowerCase().includes(typed));
  return found && Number(found.value);
}

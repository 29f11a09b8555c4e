import { addDays } from '../../domain/date.ts';

/** Days that an arrow key goes in a calendar whose weeks are rows. */
const DAYS_OF_ARROW: ReadonlyMap<string, number> = new Map([
  ['ArrowLeft', -1],
  ['ArrowRight', 1],
  ['ArrowUp', -7],
  ['ArrowDown', 7],
]);

/** The date that a key leads to from a date of the calendar, also over the end of a month or a year; none for other keys. */
export function dateReachedBy(key: string, date: string): string | undefined {
  const by = DAYS_OF_ARROW.get(key);
  return by === undefined ? undefined : addDays(date, by);
}

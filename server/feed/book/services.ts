/** The dates on which services run, of calendar.txt and calendar_dates.txt. */
import { weekdayOf } from '../../../src/domain/date.ts';
import type { TableRow } from '../gtfs/read/table.ts';
import type { Days } from './days.ts';

/** Days that are looked at: calendars of some feeds end in 2099. */
const MOST_DAYS = 3660;
const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

type Table = (name: string, columns: readonly string[], onRow: (row: TableRow) => void) => Promise<void>;

export interface Services {
  /** Days since 1970-01-01. */
  readonly firstDay: number;
  readonly services: readonly string[];
  indexOf(id: string): number | undefined;
  datesOf(service: number): Days;
  /** Days from the first one on, as bits in base 64. */
  bits(service: number): string;
}

/** Of a feed that says more than ten years, those from a year before `today` on. */
export async function readServices(table: Table, today: number): Promise<Services> {
  const regular = new Map<string, { from: number; to: number; weekdays: boolean[] }[]>();
  const changed = new Map<string, Map<number, boolean>>();
  let [first, last] = [Infinity, -Infinity];
  const seen = (day: number): void => {
    first = Math.min(first, day);
    last = Math.max(last, day);
  };
  await table('calendar.txt', ['service_id', ...WEEKDAYS, 'start_date', 'end_date'], (row) => {
    const [from, to] = [dayOf(row.text('start_date')), dayOf(row.text('end_date'))];
    const id = row.text('service_id');
    const periods = regular.get(id) ?? [];
    regular.set(id, periods);
    if (from === undefined || to === undefined || to < from) return;
    periods.push({ from, to, weekdays: WEEKDAYS.map((name) => row.text(name) === '1') });
    seen(from);
    seen(to);
  });
  await table('calendar_dates.txt', ['service_id', 'date', 'exception_type'], (row) => {
    const day = dayOf(row.text('date'));
    const id = row.text('service_id');
    const days = changed.get(id) ?? new Map<number, boolean>();
    changed.set(id, days);
    if (day === undefined) return;
    days.set(day, row.text('exception_type') === '1');
    if (row.text('exception_type') === '1') seen(day);
  });
  if (last - first > MOST_DAYS) first = Math.min(Math.max(first, today - 366), last);
  last = Math.min(last, first + MOST_DAYS);
  const services = [...new Set([...regular.keys(), ...changed.keys()])];
  const places = new Map(services.map((id, at) => [id, at]));
  const dates = services.map((id) => {
    const days = new Set<number>();
    for (const { from, to, weekdays } of regular.get(id) ?? [])
      for (let day = Math.max(from, first); day <= Math.min(to, last); day++) if (weekdays[weekdayOf(day)] === true) days.add(day);
    for (const [day, isAdded] of changed.get(id) ?? []) {
      if (!isAdded) days.delete(day);
      else if (day >= first && day <= last) days.add(day);
    }
    return [...days].toSorted((a, b) => a - b);
  });
  const firstDay = Number.isFinite(first) ? first : 0;
  return {
    firstDay,
    services,
    indexOf: (id) => places.get(id),
    datesOf: (service) => dates[service] ?? [],
    bits(service) {
      const days = dates[service] ?? [];
      const bytes = Buffer.alloc(Math.ceil(((days.at(-1) ?? firstDay - 1) - firstDay + 1) / 8));
      for (const day of days) bytes[(day - firstDay) >> 3]! |= 1 << ((day - firstDay) & 7);
      return bytes.toString('base64');
    },
  };
}

/** Days since 1970-01-01 of a GTFS date; undefined where it is none. */
function dayOf(text: string): number | undefined {
  if (!/^\d{8}$/.test(text)) return undefined;
  const days = Date.UTC(Number(text.slice(0, 4)), Number(text.slice(4, 6)) - 1, Number(text.slice(6))) / 86_400_000;
  return Number.isFinite(days) ? days : undefined;
}

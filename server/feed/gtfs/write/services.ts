/** calendar.txt and calendar_dates.txt: the weekdays and exceptions of timetables as services. */
import { createHash } from 'node:crypto';
import { dateOfDays, daysOf, weekdayOf } from '../../../../src/domain/date.ts';
import type { Extra } from '../../../../src/domain/extra.ts';
import type { Calendar } from '../../../../src/domain/model/schedule.ts';
import { compareText } from '../order.ts';
import type { Table } from './table.ts';

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export const CALENDAR_COLUMNS = ['service_id', ...WEEKDAYS, 'start_date', 'end_date'];
export const CALENDAR_DATE_COLUMNS = ['service_id', 'date', 'exception_type'];

/** Further columns that the source had on a row of a service: by service id for calendar.txt, by service id and date for calendar_dates.txt. */
export interface FurtherColumns {
  readonly calendar: Readonly<Record<string, Extra>>;
  readonly dates: Readonly<Record<string, Readonly<Record<string, Extra>>>>;
  /** End dates too far ahead to be read, by service id: what stands for them, and what the source had. */
  readonly ends: Readonly<Record<string, { readonly read: string; readonly source: string }>>;
  /** Services that named each of their dates and no weekday: they are written that way again. */
  readonly byDate: ReadonlySet<string>;
}

/** When a timetable runs, as GTFS says it: weekdays between two dates, dates added and dates removed. */
interface Service {
  readonly from: string;
  readonly to: string;
  readonly mask: number;
  /** `YYYYMMDD`, ascending. */
  readonly exceptions: readonly { readonly date: string; readonly type: 1 | 2 }[];
}

/** The services of the feed: one for each calendar under each name the source had for it. */
export class Services {
  readonly #services = new Map<string, Service>();
  /** Ids by name asked for and calendar, so that timetables that agree in both share one. */
  readonly #ids = new Map<string, string>();
  readonly #projections = new Map<string, { service: Service; key: string }>();
  readonly #dates = new Map<string, ReadonlySet<string>>();

  /**
   * The service of a timetable with these weekdays in this schedule. `wanted` is the id the source had; another calendar
   * under the same id, after an edit, gets `id.2`. Without one the id is made of the calendar.
   */
  idOf(scheduleId: string, calendar: Calendar, days: number, wanted: string | undefined): string {
    const place = `${days} ${scheduleId}`;
    let known = this.#projections.get(place);
    if (known === undefined) {
      const service = serviceOf(calendar, days);
      known = { service, key: JSON.stringify(service) };
      this.#projections.set(place, known);
    }
    const { service, key } = known;
    const asked = `${key} ${wanted ?? ''}`;
    let id = this.#ids.get(asked);
    if (id === undefined) {
      const first = wanted ?? `service-${createHash('sha256').update(key).digest('hex').slice(0, 12)}`;
      id = first;
      for (let k = 2; this.#services.has(id); k++) id = `${first}.${k}`;
      this.#services.set(id, service);
      this.#ids.set(asked, id);
    }
    return id;
  }

  /** Whether a service of that id is written. */
  has(id: string): boolean {
    return this.#services.has(id);
  }

  ids(): readonly string[] {
    return [...this.#services.keys()];
  }

  /** The dates of a service, `YYYYMMDD`. */
  datesOf(id: string): ReadonlySet<string> {
    let dates = this.#dates.get(id);
    if (dates === undefined) {
      const service = this.#services.get(id);
      dates = new Set(service === undefined ? [] : byDate(service).exceptions.map(({ date }) => date));
      this.#dates.set(id, dates);
    }
    return dates;
  }

  /** Writes both files. */
  write(calendar: Table, dates: Table, further: FurtherColumns): void {
    for (const [id, known] of this.#services) {
      const { from, to, mask, exceptions } = further.byDate.has(id) ? byDate(known) : known;
      // What runs on single dates only is all said there; what never runs has to be said somewhere.
      if (mask !== 0 || exceptions.length === 0 || further.calendar[id] !== undefined) {
        const weekdays = Object.fromEntries(WEEKDAYS.map((weekday, i) => [weekday, mask & (1 << i) ? 1 : 0]));
        const end = further.ends[id];
        calendar.add({ service_id: id, ...weekdays, start_date: from, end_date: end?.read === to ? end.source : to }, further.calendar[id]);
      }
      for (const { date, type } of exceptions) dates.add({ service_id: id, date, exception_type: type }, further.dates[id]?.[date]);
    }
  }
}

/** The same service without weekdays: every date on which it runs is one that is added. */
function byDate({ from, to, mask, exceptions }: Service): Service {
  const dates = new Set(exceptions.flatMap(({ date, type }) => (type === 1 ? [date] : [])));
  const removed = new Set(exceptions.flatMap(({ date, type }) => (type === 2 ? [date] : [])));
  for (let day = dayOf(from); day <= dayOf(to); day++) {
    const date = dateOfDays(day).replaceAll('-', '');
    if (mask & (1 << weekdayOf(day)) && !removed.has(date)) dates.add(date);
  }
  return { from, to, mask: 0, exceptions: [...dates].toSorted(compareText).map((date) => ({ date, type: 1 })) };
}

/** Days since 1970-01-01 of `YYYYMMDD`. */
function dayOf(date: string): number {
  return daysOf(`${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}`) ?? NaN;
}

function serviceOf(calendar: Calendar, mask: number): Service {
  const [from, to] = [daysOf(calendar.fromDate) ?? 0, daysOf(calendar.toDate) ?? -1];
  // Where a date is named twice the last says how it is, as in datesOfTimetable.
  const runAs = new Map(calendar.Exceptions.map((exception) => [exception.Date, exception.RunAs]));
  const exceptions: { date: string; type: 1 | 2 }[] = [];
  for (const [date, days] of [...runAs].toSorted(([a], [b]) => compareText(a, b))) {
    const day = daysOf(date);
    if (day === undefined) continue;
    const usual = day >= from && day <= to && (mask & (1 << weekdayOf(day))) !== 0;
    // 127 runs every timetable, also one of no weekday at all.
    const runs = days === 127 || (days & mask) !== 0;
    if (runs !== usual) exceptions.push({ date: date.replaceAll('-', ''), type: runs ? 1 : 2 });
  }
  return { from: calendar.fromDate.replaceAll('-', ''), to: calendar.toDate.replaceAll('-', ''), mask, exceptions };
}

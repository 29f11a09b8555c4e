/** Reads calendar.txt and calendar_dates.txt into services. */
import { dateOfDays, daysOf } from '../../../../src/domain/date.ts';
import type { Extra } from '../../../../src/domain/extra.ts';
import type { SourceService } from './calendars.ts';
import type { FeedNotes } from '../notes.ts';
import { readTable, type OnBytes, type TableRow } from './table.ts';
import type { FeedFile } from './zip.ts';

/** A service with the line that names it first. */
export interface ReadService extends SourceService {
  readonly id: string;
  readonly file: string;
  readonly line: number;
}

/** Services by id, and the column names of the files that were read. */
export interface ReadServices {
  readonly services: ReadonlyMap<string, ReadService>;
  readonly headers: ReadonlyMap<string, readonly string[]>;
  /** Columns that the model does not name: of rows of calendar.txt by service id, of calendar_dates.txt by service id and date as written. */
  readonly further: { readonly calendar: Record<string, Extra>; readonly dates: Record<string, Record<string, Extra>> };
  /** End dates that lie too far ahead, by service id: what is read in their place, and what the source has; both `YYYYMMDD`. */
  readonly ends: Record<string, { readonly read: string; readonly source: string }>;
  /** Ids of services that name every date and no weekday. */
  readonly byDate: readonly string[];
}

const WEEKDAY_COLUMNS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
const CALENDAR = ['service_id', ...WEEKDAY_COLUMNS, 'start_date', 'end_date'];
const CALENDAR_DATES = ['service_id', 'date', 'exception_type'];

/** No service is expanded day by day over more than this: a typed year 20991231 is fine, 9999 is a fault of the source. */
const LONGEST_DAYS = 366 * 150;

/**
 * Reads the services of a feed. A row with a date that is none is left out, as an error that somebody has to look at before the version is
 * used: nobody can say on which days the trips of that service run (docs/decisions/0040).
 */
export async function readServices(
  calendar: FeedFile | undefined,
  calendarDates: FeedFile | undefined,
  notes: FeedNotes,
  onBytes: OnBytes,
): Promise<ReadServices> {
  const services = new Map<
    string,
    { id: string; file: string; line: number; week: SourceService['week']; added: Set<number>; removed: Set<number> }
  >();
  const headers = new Map<string, readonly string[]>();
  const further: ReadServices['further'] = { calendar: {}, dates: {} };
  const ends: ReadServices['ends'] = {};
  if (calendar !== undefined) {
    headers.set(
      calendar.name,
      await readTable(calendar, { columns: CALENDAR, required: CALENDAR }, notes, onBytes, (row) => {
        const id = row.text('service_id');
        if (id === '') return row.reject('service_id is blank');
        if (services.has(id)) return row.reject('service_id is used twice', `The service ${id} has a row already`);
        let mask = 0;
        for (const [day, column] of WEEKDAY_COLUMNS.entries()) if (row.int(column, 0, 1) === 1) mask |= 1 << day;
        const from = readDate(row, 'start_date');
        const to = farDay(row.text('end_date')) ?? readDate(row, 'end_date');
        if (from === undefined || to === undefined) return undefined;
        // a date such as 99991231 says that there is no end
        const end = to - from > LONGEST_DAYS ? from + LONGEST_DAYS : to;
        if (end < to) {
          ends[id] = { read: dateOfDays(end).replaceAll('-', ''), source: row.text('end_date') };
          row.warn(
            'end after 150 years',
            `The service ${id} ends on ${row.text('end_date')}; in DMP it ends on ${dateOfDays(end)}, after 150 years. The export writes ${row.text('end_date')} unless the date is changed`,
            'end_date',
          );
        }
        if (to < from)
          row.warn(
            'end before start',
            `The service ${id} ends on ${row.text('end_date')}, before it starts on ${row.text('start_date')}`,
            'end_date',
          );
        services.set(id, { id, file: row.file, line: row.line, week: { from, to: end, mask }, added: new Set(), removed: new Set() });
        const { Extra } = row.extra();
        if (Extra !== undefined) further.calendar[id] = Extra;
        return undefined;
      }),
    );
  }
  if (calendarDates !== undefined) {
    headers.set(
      calendarDates.name,
      await readTable(calendarDates, { columns: CALENDAR_DATES, required: CALENDAR_DATES }, notes, onBytes, (row) => {
        const id = row.text('service_id');
        if (id === '') return row.reject('service_id is blank');
        const day = readDate(row, 'date');
        if (day === undefined) return undefined;
        const type = row.csv.int(row.place('exception_type'));
        if (type !== 1 && type !== 2)
          return row.reject('exception_type is not 1 or 2', `exception_type "${row.text('exception_type')}" is not 1 (added) or 2 (removed)`);
        let service = services.get(id);
        if (service === undefined) {
          service = { id, file: row.file, line: row.line, week: undefined, added: new Set(), removed: new Set() };
          services.set(id, service);
        }
        if (service.added.has(day) || service.removed.has(day))
          row.warn('date named twice', `The service ${id} has more than one row for ${row.text('date')}; removed goes before added`, 'date');
        (type === 1 ? service.added : service.removed).add(day);
        const { Extra } = row.extra();
        if (Extra !== undefined) (further.dates[id] ??= {})[row.text('date')] = Extra;
        return undefined;
      }),
    );
  }
  const byDate = [...services.values()].flatMap(({ id, week }) => (week === undefined || week.mask === 0 ? [id] : []));
  return { services, headers, further, ends, byDate };
}

/** Days since 1970-01-01 of a `YYYYMMDD` date that lies beyond the dates DMP knows, such as 99991231; undefined for any other text. */
function farDay(text: string): number | undefined {
  const [, year = '', month = '', day = ''] = /^(\d{4})(\d{2})(\d{2})$/.exec(text) ?? [];
  if (year === '' || daysOf(`${year}-${month}-${day}`) !== undefined) return undefined;
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
  return date.toJSON()?.startsWith(`${year}-${month}-${day}`) && Number(year) > 2100 ? date.getTime() / 86_400_000 : undefined;
}

/** Days since 1970-01-01 of a `YYYYMMDD` field; where it is none the row is reported and has to be left out. */
function readDate(row: TableRow, column: string): number | undefined {
  const text = row.text(column);
  const match = /^(\d{4})(\d{2})(\d{2})$/.exec(text);
  const day = match ? daysOf(`${match[1]}-${match[2]}-${match[3]}`) : undefined;
  const reason = `${column} "${text}" is not a date (YYYYMMDD). On which days the service "${row.text('service_id')}" runs cannot be known`;
  if (day === undefined) row.reject('date that is none', reason, column);
  return day;
}

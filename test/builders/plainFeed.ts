/**
 * A GTFS zip read the plain way, whole files into objects, with nothing in common with the product's reader: what the
 * product makes of a feed is compared with this.
 */
import { buffer } from 'node:stream/consumers';
import { openPromise } from 'yauzl';
import { rowsOf, textIn } from '../checks/csvText.ts';

/** All that a trip means, in one comparable form. */
export interface PlainTrip {
  readonly route: string;
  readonly direction: string;
  readonly block: string;
  readonly shortName: string;
  readonly wheelchair: number;
  readonly bikes: number;
  /** Stop, arrival, departure, pickup, drop-off, timepoint, headsign, continuous pickup and drop-off (none at the last). */
  readonly stops: (readonly [string, number | null, number | null, number, number, number | null, string, number | null, number | null])[];
  /** Days from 1970-01-01 on which it runs, by their number in the book. */
  readonly dates: number;
  /** Points in units of 1e-5 degree by their number in the book, null without a way. */
  readonly shape: number | null;
  readonly frequencies: [from: number, to: number, headway: number, exact: number][];
}

/** Gives equal lists one number, so that thousands of trips on one way are compared quickly. */
export class ListBook {
  readonly #numbers = new Map<string, number>();

  numberOf(list: readonly number[]): number {
    const key = list.join(' ');
    const number = this.#numbers.get(key) ?? this.#numbers.size;
    this.#numbers.set(key, number);
    return number;
  }
}

/** A row of a file without its blank fields, by column name in lower case. */
export type Row = Readonly<Record<string, string>>;

/** A file of a zip. */
export interface PlainFile {
  readonly bytes: Buffer;
  /** Column names as they stand there. */
  header(): string[];
  rows(): Row[];
}

/** Every trip of the feed by its id, those that no service ever runs included. */
export async function plainFeed(path: string, book: ListBook): Promise<Map<string, PlainTrip>> {
  return plainTrips(await plainFiles(path), book);
}

/** The same of files that are read already. */
export function plainTrips(files: ReadonlyMap<string, PlainFile>, book: ListBook): Map<string, PlainTrip> {
  const rows = (name: string): Row[] => files.get(name)?.rows() ?? [];
  const services = new Map([...activeDates(rows('calendar.txt'), rows('calendar_dates.txt'))].map(([id, dates]) => [id, book.numberOf(dates)]));
  const never = book.numberOf([]);
  const routes = new Map(rows('routes.txt').map((row) => [row['route_id'], row]));
  const shapes = byId(rows('shapes.txt'), 'shape_id', (row) => Number(row['shape_pt_sequence']));
  const ways = new Map(
    [...shapes].map(([id, points]) => [
      id,
      book.numberOf(points.flatMap((point) => [Math.round(Number(point['shape_pt_lat']) * 1e5), Math.round(Number(point['shape_pt_lon']) * 1e5)])),
    ]),
  );
  const stopTimes = byId(rows('stop_times.txt'), 'trip_id', (row) => Number(row['stop_sequence']));
  const frequencies = byId(rows('frequencies.txt'), 'trip_id', (row) => seconds(row['start_time']) ?? 0);
  const trips = new Map<string, PlainTrip>();
  for (const row of rows('trips.txt')) {
    const id = row['trip_id'] ?? '';
    const route = routes.get(row['route_id']);
    const times = stopTimes.get(id) ?? [];
    trips.set(id, {
      route: row['route_id'] ?? '',
      direction: row['direction_id'] ?? '',
      block: row['block_id'] ?? '',
      shortName: row['trip_short_name'] ?? '',
      wheelchair: Number(row['wheelchair_accessible'] ?? 0),
      bikes: Number(row['bikes_allowed'] ?? 0),
      stops: times.map((time, i) => [
        time['stop_id'] ?? '',
        seconds(time['arrival_time']),
        seconds(time['departure_time']),
        Number(time['pickup_type'] ?? 0),
        Number(time['drop_off_type'] ?? 0),
        (time['timepoint'] ?? '') === '' ? null : Number(time['timepoint']),
        time['stop_headsign'] || (row['trip_headsign'] ?? ''),
        i === times.length - 1 ? null : Number(time['continuous_pickup'] || route?.['continuous_pickup'] || 1),
        i === times.length - 1 ? null : Number(time['continuous_drop_off'] || route?.['continuous_drop_off'] || 1),
      ]),
      dates: services.get(row['service_id'] ?? '') ?? never,
      shape: ways.get(row['shape_id'] ?? '') ?? null,
      frequencies: (frequencies.get(id) ?? []).map((one) => [
        seconds(one['start_time']) ?? 0,
        seconds(one['end_time']) ?? 0,
        Number(one['headway_secs']),
        Number(one['exact_times'] ?? 0),
      ]),
    });
  }
  return trips;
}

/** The files of a zip by their names in lower case; what Macs and Windows leave in zips is passed over. */
export async function plainFiles(path: string): Promise<Map<string, PlainFile>> {
  const zip = await openPromise(path);
  const files = new Map<string, PlainFile>();
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName.includes('/') || /^(\._|desktop\.ini$|thumbs\.db$|\.ds_store$)/i.test(entry.fileName)) continue;
    const bytes = await buffer(await zip.openReadStreamPromise(entry));
    const lines = (): string[][] => linesOf(textIn(bytes).replace(/^\u{feff}/u, ''));
    files.set(entry.fileName.toLowerCase(), { bytes, header: () => (lines()[0] ?? []).map((name) => name.trim()), rows: () => recordsOf(lines()) });
  }
  return files;
}

/** Lines without a quote are split, the others read by csv-parse. */
function linesOf(content: string): string[][] {
  const lines = content.includes('"') ? rowsOf(content) : content.split(/\r?\n/).map((line) => line.split(','));
  return lines.filter((fields) => fields.length > 1 || fields[0]?.trim() !== '');
}

function recordsOf([header = [], ...rest]: string[][]): Row[] {
  const names = header.map((name) => name.trim().toLowerCase());
  return rest.map((fields) =>
    Object.fromEntries(names.flatMap((name, i) => ((fields[i] ?? '').trim() === '' ? [] : [[name, (fields[i] ?? '').trim()]]))),
  );
}

/** Rows of each id, in the order of a number. */
export function byId(rows: readonly Row[], key: string, order: (row: Row) => number): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(row[key] ?? '');
    if (group === undefined) groups.set(row[key] ?? '', [row]);
    else group.push(row);
  }
  for (const group of groups.values()) group.sort((a, b) => order(a) - order(b));
  return groups;
}

/** Days from 1970-01-01 on which each service runs. */
export function activeDates(calendar: readonly Row[], exceptions: readonly Row[]): Map<string, number[]> {
  const services = new Map<string, Set<number>>();
  const names = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
  for (const row of calendar) {
    const dates = new Set<number>();
    for (let day = dayOf(row['start_date']); day <= dayOf(row['end_date']); day++) {
      if (row[names[new Date(day * 86_400_000).getUTCDay()] ?? ''] === '1') dates.add(day);
    }
    services.set(row['service_id'] ?? '', dates);
  }
  for (const type of ['1', '2']) {
    for (const row of exceptions) {
      if (row['exception_type'] !== type) continue;
      const dates = services.get(row['service_id'] ?? '') ?? new Set<number>();
      services.set(row['service_id'] ?? '', dates);
      if (type === '1') dates.add(dayOf(row['date']));
      else dates.delete(dayOf(row['date']));
    }
  }
  return new Map([...services].map(([id, dates]) => [id, [...dates].toSorted((a, b) => a - b)]));
}

function dayOf(date = ''): number {
  return Date.UTC(Number(date.slice(0, 4)), Number(date.slice(4, 6)) - 1, Number(date.slice(6, 8))) / 86_400_000;
}

function seconds(time = ''): number | null {
  const [hours, minutes, rest] = time.split(':').map(Number);
  return hours === undefined || minutes === undefined || rest === undefined ? null : hours * 3600 + minutes * 60 + rest;
}

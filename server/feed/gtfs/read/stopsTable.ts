/** Reads agencies, stops and levels: what lines speak of. */
import type { Entity, EntityKind } from '../../../../src/domain/entities.ts';
import { STOP_TYPES } from '../../../../src/domain/stops.ts';
import type { Stop } from '../../../../src/domain/model/stop.ts';
import { columnsOf, readDocument } from '../columns.ts';
import type { ByteInterner } from './intern.ts';
import type { FeedNotes } from '../notes.ts';
import { FeedRefused } from '../refusal.ts';
import type { SameAddresses } from './sameAddresses.ts';
import { internField } from './shapes.ts';
import type { FeedFacts, FeedSink } from './sink.ts';
import { readTable, type OnBytes, type TableRow } from './table.ts';
import type { FeedFile } from './zip.ts';

/** Passes documents made of rows on to the sink; rows come in a synchronous loop, so the wait for room is between chunks. */
export class RowWriter {
  #waiting: Promise<void> | undefined;
  readonly #sink: FeedSink;

  constructor(sink: FeedSink) {
    this.#sink = sink;
  }

  add<K extends EntityKind>(kind: K, doc: Entity<K>): void {
    const wait = this.#sink.add(kind, doc);
    // Rows come in a synchronous loop; what the sink asks to wait for is awaited by the next flush.
    if (wait !== undefined) this.#waiting = this.#waiting === undefined ? wait : Promise.all([this.#waiting, wait]).then(() => undefined);
  }

  /** What to wait for until the sink has room; undefined where it has. */
  flush(): Promise<void> | undefined {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    return waiting;
  }
}

/** Id of the one agency of a feed that gives it none. */
const INVENTED_AGENCY = '1';

/** An agency in place of a file that is missing, so that the lines belong to somebody; nobody knows in which time zone its times are. */
export function inventAgency(writer: RowWriter, notes: FeedNotes): Awaited<ReturnType<typeof readAgencies>> {
  notes.add(
    'error',
    'agency.txt',
    null,
    'agency.txt is missing',
    'The file is missing. An agency is made up; who runs the lines, and in which time zone the times are, has to be said',
    { result: 'changed' },
  );
  writer.add('Agency', { Id: INVENTED_AGENCY, Name: 'Unknown agency' });
  return { ids: new Set([INVENTED_AGENCY]), only: INVENTED_AGENCY, names: new Set(), facts: { timezone: '', language: '' }, header: [] };
}

/** Reads agency.txt. `only` is the id of the one agency, where there is one. */
export async function readAgencies(
  file: FeedFile,
  addresses: SameAddresses,
  writer: RowWriter,
  notes: FeedNotes,
  onBytes: OnBytes,
): Promise<{
  ids: ReadonlySet<string>;
  only: string | undefined;
  names: ReadonlySet<string>;
  facts: Omit<FeedFacts, 'bounds'>;
  header: readonly string[];
}> {
  const ids = new Set<string>();
  const names = new Set<string>();
  let facts: Omit<FeedFacts, 'bounds'> = { timezone: '', language: '' };
  const header = await readTable(
    file,
    { columns: columnsOf('Agency').known, required: ['agency_name', 'agency_timezone'] },
    notes,
    onBytes,
    (row) => {
      const given = row.text('agency_id');
      const id = given === '' ? INVENTED_AGENCY : given;
      if (ids.has(id))
        return row.reject(
          'agency_id is used twice',
          given === '' ? 'agency_id is blank; only the one agency of a feed may leave it out' : `The agency ${id} has a row already`,
        );
      ids.add(id);
      names.add(row.text('agency_name'));
      if (row.text('agency_url') !== '') addresses.agencies.add(row.text('agency_url'));
      if (ids.size === 1) facts = { timezone: row.text('agency_timezone'), language: row.text('agency_lang') };
      const agency = readDocument('Agency', row, { Id: id });
      if (agency) writer.add('Agency', agency);
      return undefined;
    },
  );
  if (ids.size === 0)
    throw new FeedRefused(`${file.name} names no agency, so the time zone of the feed is not known. Add a row with agency_name and agency_timezone.`);
  return { ids, only: ids.size === 1 ? [...ids][0] : undefined, names, facts, header };
}

/** Numbers of stops by GTFS location_type; Regular with a parent is a Platform. */
const STOP_TYPE_OF_LOCATION = [STOP_TYPES.Regular, STOP_TYPES.Station, STOP_TYPES.Exit, STOP_TYPES.GenericNode, STOP_TYPES.BoardingArea];

/** Names and places of the stops read so far, by the number of the stop. */
export interface StopColumns {
  readonly names: string[];
  readonly lats: number[];
  readonly lngs: number[];
}

/** Reads stops.txt. A place that is none stays out of the coordinate and in Extra, so that it can be given back. */
export async function readStops(
  file: FeedFile,
  ids: ByteInterner,
  columns: StopColumns,
  addresses: SameAddresses,
  writer: RowWriter,
  notes: FeedNotes,
  onBytes: OnBytes,
): Promise<readonly string[]> {
  return readTable(file, { columns: columnsOf('Stop').known, required: ['stop_id'] }, notes, onBytes, (row) => {
    const id = row.text('stop_id');
    if (id === '') return row.reject('stop_id is blank');
    const place = row.place('stop_id');
    if (ids.find(row.csv.bytes, row.csv.startOf(place), row.csv.endOf(place)) >= 0)
      return row.reject('stop_id is used twice', `The stop ${id} has a row already`);
    internField(row, ids, place);
    const coordinate = readCoordinate(row);
    columns.names.push(row.text('stop_name'));
    columns.lats.push(coordinate?.Lat ?? NaN);
    columns.lngs.push(coordinate?.Lng ?? NaN);
    if (row.text('stop_url') !== '') addresses.stops.push({ line: row.line, id, url: row.text('stop_url') });
    const description = row.text('stop_desc');
    if (description !== '' && description === row.text('stop_name'))
      row.warn('stop_desc repeats the name', `stop_desc of the stop ${id} repeats its name`);
    const stop = stopOf(row, id, coordinate);
    if (stop) writer.add('Stop', stop);
    return undefined;
  });
}

function stopOf(row: TableRow, id: string, coordinate: Stop['Coordinate']): Stop | undefined {
  const parent = row.optional('parent_station');
  const location = row.int('location_type', 0) ?? 0;
  const known = STOP_TYPE_OF_LOCATION[location];
  if (known === undefined)
    row.warn('location_type is unknown', `location_type ${location} is unknown; the stop ${id} shows as unknown stop type ${location + 1}`);
  const access = row.text('stop_access');
  if (access !== '' && access !== '0' && access !== '1') row.fault('stop_access is unknown', `stop_access "${access}" is not 0 or 1`);
  else if (access !== '' && (location !== 0 || parent === undefined))
    row.fault(
      location === 0 ? 'stop_access without a station' : 'stop_access is not allowed',
      `stop_access is only for stops and platforms of a station; the stop ${id} is none`,
    );
  const unplaced = coordinate === null && (row.text('stop_lat') !== '' || row.text('stop_lon') !== '');
  const stop = readDocument('Stop', row, {
    Id: id,
    // 5 and above are no location types: one higher they cannot be taken for a Station.
    Type: location === 0 && parent !== undefined ? STOP_TYPES.Platform : (known ?? location + 1),
    Coordinate: coordinate,
  });
  return stop && unplaced ? { ...stop, Extra: { ...stop.Extra, ...row.kept('stop_lat', 'stop_lon') } } : stop;
}

function readCoordinate(row: TableRow): Stop['Coordinate'] {
  const [lat, lng] = [row.csv.float(row.place('stop_lat')), row.csv.float(row.place('stop_lon'))];
  if (Math.abs(lat) <= 90 && Math.abs(lng) <= 180) return { Lat: lat === 0 ? 0 : lat, Lng: lng === 0 ? 0 : lng };
  const [latText, lngText] = [row.text('stop_lat'), row.text('stop_lon')];
  if (latText !== '' || lngText !== '') {
    row.warn(
      'not a place on earth',
      `"${latText}", "${lngText}" is not a place on earth; the stop ${row.text('stop_id')} is kept without a place`,
      'stop_lat',
    );
  }
  return null;
}

/** An object with the one field, or without where there is no value: absent fields are left out, never undefined. */
export function field<K extends string, V>(key: K, value: V | undefined): { [P in K]?: V } {
  const one: { [P in K]?: V } = {};
  if (value !== undefined) one[key] = value;
  return one;
}

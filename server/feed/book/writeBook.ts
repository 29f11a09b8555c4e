/** Reads a GTFS zip and writes its timetable book: line by line, so that memory does not grow with the number of trips. */
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { hexColour } from '../../../src/domain/colours.ts';
import { openFeedTables } from '../gtfs/read/feedTables.ts';
import type { TableRow } from '../gtfs/read/table.ts';
import { ABSENT, MALFORMED } from '../gtfs/read/csv.ts';
import { pack, stopBlock, type BookDeparture, type BookedStop, type BookIndex, type ListedLine, type Place, type StopBlock } from './bookFile.ts';
import { buildLine, type BookTrip, type Call } from './buildLine.ts';
import { MARKS, type BookRun } from './lineBook.ts';
import { inLineOrder } from '../lineOrder.ts';
import { readServices } from './services.ts';
import { Spill } from './spill.ts';

/** Bytes of stop_times.txt whose trips are in memory at once, and departures of a block of stops. */
const BUCKET_BYTES = 24e6;
const BLOCK_DEPARTURES = 20_000;
const NONE = -1;

interface Trip {
  readonly line: number;
  readonly service: number;
  readonly direction: string;
  readonly headsign: number;
  readonly name: string;
  repeats: NonNullable<BookTrip['every']>[] | undefined;
  starts: number[] | undefined;
  onDemand: boolean;
}

/** Writes the book of a zip into the folder and answers its path. `today`: in days since 1970-01-01. */
export async function writeBook(path: string, folder: string, unpackedLimit: number, today: number, signal: AbortSignal): Promise<string> {
  const { zip, table, turn } = await openFeedTables(path, unpackedLimit, signal);
  try {
    let [timezone, language, publisher] = ['', '', ''];
    const agencies = new Map<string, string>();
    await table('agency.txt', ['agency_id', 'agency_name', 'agency_timezone', 'agency_lang'], (row) => {
      timezone ||= row.text('agency_timezone');
      language ||= row.text('agency_lang');
      publisher ||= row.text('agency_name');
      agencies.set(row.text('agency_id'), row.text('agency_name'));
    });
    await table('feed_info.txt', ['feed_lang', 'feed_publisher_name'], (row) => {
      language = row.text('feed_lang') || language;
      publisher = row.text('feed_publisher_name') || publisher;
    });
    const { firstDay, services, indexOf: serviceOf, datesOf, bits } = await readServices(table, today);
    const lines: (ListedLine & { agency: string; onDemand: number; order: number | undefined })[] = [];
    const known = new Set<string>();
    await table('routes.txt', ['route_id', 'agency_id', 'route_short_name', 'route_long_name', 'route_color', 'route_sort_order'], (row) => {
      const id = row.text('route_id');
      if (known.has(id)) return;
      known.add(id);
      lines.push({
        id,
        short: row.text('route_short_name'),
        long: row.text('route_long_name'),
        color: hexColour(row.text('route_color')) ?? '#5c6b73',
        agency: agencies.get(row.text('agency_id')) ?? (agencies.size === 1 ? publisher : ''),
        place: [0, 0],
        onDemand: 0,
        order: row.int('route_sort_order', 0),
      });
    });
    lines.sort(inLineOrder);
    const lineOf = new Map(lines.map(({ id }, at) => [id, at]));
    const headsigns = new Interned();
    const trips: Trip[] = [];
    const tripOf = new Map<string, number>();
    await table('trips.txt', ['route_id', 'service_id', 'trip_id', 'trip_headsign', 'trip_short_name', 'direction_id'], (row) => {
      const line = lineOf.get(row.text('route_id'));
      const service = serviceOf(row.text('service_id'));
      const id = row.text('trip_id');
      if (line === undefined || service === undefined || tripOf.has(id)) return;
      tripOf.set(id, trips.length);
      trips.push({
        line,
        service,
        direction: row.text('direction_id'),
        headsign: headsigns.of(row.text('trip_headsign')),
        name: row.text('trip_short_name'),
        repeats: undefined,
        starts: undefined,
        onDemand: false,
      });
    });
    await table('frequencies.txt', ['trip_id', 'start_time', 'end_time', 'headway_secs', 'exact_times'], (row) => {
      const trip = trips[tripOf.get(row.text('trip_id')) ?? NONE];
      const [start, until] = [timeOf(row, 'start_time'), timeOf(row, 'end_time')];
      const seconds = row.int('headway_secs', 1) ?? 0;
      if (trip === undefined || start === NONE || until === NONE || seconds === 0) return;
      (trip.repeats ??= []).push({ seconds, until, isExact: row.text('exact_times') === '1' });
      (trip.starts ??= []).push(start);
    });
    const stops: Omit<BookedStop, 'departures'>[] = [];
    const parents: string[] = [];
    const stopOf = new Map<string, number>();
    await table('stops.txt', ['stop_id', 'stop_name', 'stop_code', 'platform_code', 'parent_station', 'location_type'], (row) => {
      const id = row.text('stop_id');
      if (stopOf.has(id) || !['', '0', '1'].includes(row.text('location_type'))) return;
      stopOf.set(id, stops.length);
      stops.push({ id, name: row.text('stop_name') || id, code: row.text('stop_code'), platform: row.text('platform_code'), children: [] });
      parents.push(row.text('parent_station'));
    });
    for (const [at, parent] of parents.entries()) stops[stopOf.get(parent) ?? NONE]?.children.push(stops[at]!.id);

    const timesFile = zip.files.get('stop_times.txt');
    const buckets = Math.min(256, Math.max(1, Math.ceil((timesFile?.size ?? 0) / BUCKET_BYTES)));
    const calls = new Spill(folder, 'calls', buckets, 6);
    await table(
      'stop_times.txt',
      ['trip_id', 'stop_sequence', 'stop_id', 'arrival_time', 'departure_time', 'pickup_type', 'drop_off_type', 'timepoint'],
      (row) => {
        const at = tripOf.get(row.text('trip_id'));
        const trip = trips[at ?? NONE];
        if (at === undefined || trip === undefined) return;
        const stop = stopOf.get(row.text('stop_id'));
        if (stop === undefined) {
          trip.onDemand = true;
          return;
        }
        const flags = marksOf(row) | ({ '1': 32, '0': 64 }[row.text('timepoint')] ?? 0);
        calls.add(trip.line % buckets, [
          at,
          row.int('stop_sequence', 0) ?? 0,
          stop,
          timeOf(row, 'arrival_time'),
          timeOf(row, 'departure_time'),
          flags,
        ]);
      },
    );
    calls.close();
    tripOf.clear();

    for (const { onDemand, line } of trips) if (onDemand) lines[line]!.onDemand++;
    const blocks = Math.min(256, Math.max(1, Math.ceil((timesFile?.size ?? 0) / 40 / BLOCK_DEPARTURES)));
    const departures = new Spill(folder, 'departures', blocks, 9);
    const blockOf = stops.map(({ id }) => stopBlock(id, blocks));
    const bookPath = join(folder, 'book');
    const file = await open(bookPath, 'w');
    try {
      let offset = 0;
      const write = async (value: unknown): Promise<Place> => {
        const bytes = pack(value);
        await file.write(bytes);
        offset += bytes.length;
        return [offset - bytes.length, bytes.length];
      };
      for (let bucket = 0; bucket < buckets; bucket++) {
        const rows = await calls.read(bucket);
        const ofLine = groupRows(rows, trips);
        for (let line = bucket; line < lines.length; line += buckets) {
          await turn();
          const listed = lines[line]!;
          const made: BookTrip[] = [];
          for (const [at, tripRows] of ofLine.get(line) ?? []) {
            const trip = trips[at]!;
            const called = callsOf(rows, tripRows);
            if (!called.some(({ arrival, departure }) => arrival >= 0 || departure >= 0)) {
              if (!trip.onDemand) listed.onDemand++;
              continue;
            }
            for (const repeat of repeatsOf(trip, called)) {
              made.push({ ...repeat, direction: trip.direction, headsign: headsigns.text(trip.headsign), name: trip.name, service: trip.service });
              for (const [place, { stop, departure, marks }] of repeat.calls.entries()) {
                // What ends here does not depart.
                if (departure < 0 || place === repeat.calls.length - 1 || (marks & MARKS.noPickup) !== 0) continue;
                const { seconds = 0, until = 0, isExact = false } = repeat.every ?? {};
                const shift = departure - (repeat.calls[0]?.departure ?? 0);
                departures.add(blockOf[stop]!, [stop, departure, trip.service, line, trip.headsign, marks, seconds, until + shift, isExact ? 1 : 0]);
              }
            }
          }
          const { place: _place, ...details } = listed;
          listed.place = await write(buildLine(details, made, (stop) => stops[stop]!, datesOf));
        }
      }
      departures.close();
      const places: Place[] = [];
      for (let block = 0; block < blocks; block++) {
        await turn();
        places.push(
          await write(
            blockOfStops(
              await departures.read(block),
              stops,
              blockOf.flatMap((of, stop) => (of === block ? [stop] : [])),
              headsigns,
            ),
          ),
        );
      }
      const index: BookIndex = {
        form: 1,
        timezone,
        language,
        publisher,
        firstDay,
        services: services.map((_id, at) => bits(at)),
        lines: lines.map(({ id, short, long, color, place }) => ({ id, short, long, color, place })),
        stops: places,
      };
      const [, length] = await write(index);
      await file.write(Buffer.from(String(length).padStart(16, '0')));
    } finally {
      await file.close();
    }
    return bookPath;
  } finally {
    zip.close();
  }
}

function timeOf(row: TableRow, column: string): number {
  const time = row.csv.time(row.place(column));
  return time === ABSENT || time === MALFORMED ? NONE : time;
}

function marksOf(row: TableRow): number {
  const [pickup, dropOff] = [row.text('pickup_type'), row.text('drop_off_type')];
  return (
    (pickup === '1' ? MARKS.noPickup : 0) |
    (dropOff === '1' ? MARKS.noDropOff : 0) |
    (pickup === '2' || dropOff === '2' ? MARKS.phone : 0) |
    (pickup === '3' || dropOff === '3' ? MARKS.driver : 0) |
    (row.text('timepoint') === '0' ? MARKS.approximate : 0)
  );
}

/** Places of the rows of each trip, by line. */
function groupRows(rows: Int32Array, trips: readonly Trip[]): ReadonlyMap<number, Map<number, number[]>> {
  const ofLine = new Map<number, Map<number, number[]>>();
  for (let at = 0; at < rows.length; at += 6) {
    const trip = rows[at]!;
    const { line } = trips[trip]!;
    let ofTrip = ofLine.get(line);
    if (ofTrip === undefined) ofLine.set(line, (ofTrip = new Map<number, number[]>()));
    const places = ofTrip.get(trip);
    if (places === undefined) ofTrip.set(trip, [at]);
    else places.push(at);
  }
  return ofLine;
}

function callsOf(rows: Int32Array, places: readonly number[]): Call[] {
  return places
    .toSorted((a, b) => rows[a + 1]! - rows[b + 1]!)
    .map((at) => {
      const flags = rows[at + 5]!;
      return {
        stop: rows[at + 2]!,
        arrival: rows[at + 3]!,
        departure: rows[at + 4]!,
        marks: flags & 31,
        isTimepoint: (flags & 32) !== 0 ? true : (flags & 64) !== 0 ? false : undefined,
      };
    });
}

/** A trip as often as it is repeated: with the times of the first departure of each period. */
function repeatsOf({ repeats, starts }: Trip, calls: readonly Call[]): readonly { calls: readonly Call[]; every: BookRun['every'] }[] {
  if (repeats === undefined || starts === undefined) return [{ calls, every: undefined }];
  const first = calls[0]!;
  const begin = first.departure >= 0 ? first.departure : first.arrival >= 0 ? first.arrival : 0;
  const moved = (time: number, by: number): number => (time < 0 ? NONE : time + by);
  return repeats.map((every, at) => {
    const by = starts[at]! - begin;
    return { every, calls: calls.map((call) => ({ ...call, arrival: moved(call.arrival, by), departure: moved(call.departure, by) })) };
  });
}

function blockOfStops(rows: Int32Array, stops: readonly Omit<BookedStop, 'departures'>[], here: readonly number[], headsigns: Interned): StopBlock {
  const names = new Interned();
  const found = new Map<number, BookDeparture[]>(here.map((stop) => [stop, []]));
  for (let at = 0; at < rows.length; at += 9) {
    const [stop, time, service, line, headsign, marks, seconds, until, isExact] = rows.subarray(at, at + 9) as unknown as number[];
    found.get(stop!)?.push({
      time: time!,
      service: service!,
      line: line!,
      headsign: names.of(headsigns.text(headsign!)),
      marks: marks!,
      ...(seconds! > 0 ? { every: [seconds!, until!, isExact!] } : {}),
    });
  }
  return {
    stops: here.map((stop) => ({ ...stops[stop]!, departures: (found.get(stop) ?? []).toSorted((a, b) => a.time - b.time) })),
    headsigns: names.all,
  };
}

/** Texts, each once. */
class Interned {
  readonly all: string[] = [];
  readonly #places = new Map<string, number>();

  of(text: string): number {
    const known = this.#places.get(text);
    if (known !== undefined) return known;
    this.#places.set(text, this.all.length);
    return this.all.push(text) - 1;
  }

  text(place: number): string {
    return this.all[place] ?? '';
  }
}

/** Reads a GTFS zip into documents: the order of the files, and what each needs of those before it. */
import { text } from 'node:stream/consumers';
import type { Feed } from '../../../../src/domain/model/feedInfo.ts';
import type { ImportReport } from '../../../../src/domain/importReport.ts';
import { ByteInterner } from './intern.ts';
import { readFares } from './fares.ts';
import { columnsOf } from '../columns.ts';
import { PLAIN_KINDS, readAttributions, readDocuments, readFeedInfo, readTransfers } from './linksTable.ts';
import { ATTRIBUTED_KEPT_TRIPS } from '../extraKeys.ts';
import { FeedNotes } from '../notes.ts';
import { keepRows } from './keepRows.ts';
import { readKeptTables } from './keptTables.ts';
import { NamedRows, reportMixedBlocks } from './namedRows.ts';
import { comparePatterns, reportEqualSequences, reportRejected } from './patterns.ts';
import { lookAtLocations, reportSharedIds } from './locations.ts';
import { keepRawFiles, RAW_FILE_LIMIT } from './rawFiles.ts';
import { FeedRefused, MissingColumns } from '../refusal.ts';
import { readRoutes, type Route } from './routes.ts';
import { SameAddresses } from './sameAddresses.ts';
import { writeSchedules } from './schedules.ts';
import { readServices, type ReadServices } from './services.ts';
import { readShapes, Shapes } from './shapes.ts';
import type { FeedFacts, FeedSink } from './sink.ts';
import { inventAgency, readAgencies, readStops, RowWriter } from './stopsTable.ts';
import { readStopTimes, StopTimes } from './stopTimes.ts';
import type { OnBytes } from './table.ts';
import { TrackBuilder } from './tracks.ts';
import { readTranslations, type TranslatedField } from './translations.ts';
import { unheldOf, reportOf } from './unheld.ts';
import { reportTripDistances } from './tripDistances.ts';
import { readFrequencies, readTrips, Trips } from './trips.ts';
import { readFlexTrips } from './flexTrips.ts';
import { zonesOf } from '../zones.ts';
import { csvLine } from '../write/csvText.ts';
import { openFeedZip, type FeedFile, type FeedZip, type ZipLimits } from './zip.ts';

/** What came of the rows of the feed: trips are in timetables, or kept as rows. */
export interface ReadSummary {
  readonly trips: number;
  /** Trips that form no timetable and are kept as rows. */
  readonly rejectedTrips: number;
  readonly stopTimes: number;
  /** Stop times in timetables, and those kept as rows. */
  readonly stopTimesKept: number;
  readonly stopTimesAsRows: number;
  readonly rawFiles: readonly string[];
  readonly report: ImportReport;
}

/**
 * Reads a GTFS zip. Rows and files that cannot be used are reported as errors. Throws FeedRefused where nothing sensible can come of it;
 * then what the sink was given must be thrown away.
 */
export async function readFeed(path: string, sink: FeedSink, limits?: ZipLimits): Promise<ReadSummary> {
  const zip = await openFeedZip(path, limits);
  try {
    return await readOpenFeed(zip, sink);
  } finally {
    zip.close();
  }
}

async function readOpenFeed(zip: FeedZip, sink: FeedSink): Promise<ReadSummary> {
  const notes = new FeedNotes(
    (note) => sink.note(note),
    (line, kind, rows) => sink.report?.(line, kind, rows),
  );
  const writer = new RowWriter(sink);
  const reading = new Reading(zip, sink, writer, notes);
  const named = new NamedRows();
  const addresses = new SameAddresses();
  refuseMissing(zip);
  const { read, headers } = reading;
  const need = (name: string): FeedFile => reading.need(name);

  let feed: Partial<Feed> = {};
  await read('feed_info.txt', async (file, onBytes) => {
    const info = await readFeedInfo(file, notes, onBytes);
    feed = info.feed;
    return info.header;
  });
  const invented = !zip.files.has('agency.txt');
  const agencies = invented ? inventAgency(writer, notes) : await readAgencies(need('agency.txt'), addresses, writer, notes, reading.onBytes);
  if (!invented) headers.set('agency.txt', agencies.header);
  const services = await readServices(reading.find('calendar.txt'), reading.find('calendar_dates.txt'), notes, reading.onBytes);
  for (const [name, header] of services.headers) headers.set(name, header);

  const stopIds = new ByteInterner();
  const stops = { names: [] as string[], lats: [] as number[], lngs: [] as number[] };
  await read('stops.txt', (file, onBytes) => readStops(file, stopIds, stops, addresses, writer, notes, onBytes));
  sink.facts({ ...agencies.facts, ...boundsOf(stops.lats, stops.lngs) });
  await writer.flush();
  const knownStops = stopIds.size;
  for (const kind of PLAIN_KINDS) await read(columnsOf(kind).file, (file, onBytes) => readDocuments(kind, file, writer, named, notes, onBytes));
  await read('transfers.txt', (file, onBytes) => readTransfers(file, writer, named, notes, onBytes));
  await read('attributions.txt', (file, onBytes) => readAttributions(file, writer, named, notes, onBytes));
  await read('fare_attributes.txt', async (file, onBytes) => {
    const both = await readFares(file, reading.find('fare_rules.txt'), writer, notes, onBytes, agencies.ids.size);
    for (const [name, header] of both) headers.set(name, header);
    return both.get(file.name) ?? [];
  });
  await writer.flush();

  const routeIds = new ByteInterner();
  const { routes, header } = await readRoutes(need('routes.txt'), routeIds, agencies.only, named, addresses, notes, reading.onBytes);
  headers.set('routes.txt', header);
  const shapes = new Shapes();
  await read('shapes.txt', (file, onBytes) => readShapes(file, shapes, notes, onBytes));
  const trips = new Trips(routeIds, shapes.ids);
  await read('trips.txt', (file, onBytes) => readTrips(file, trips, notes, onBytes));
  await read('frequencies.txt', (file, onBytes) => readFrequencies(file, trips, notes, onBytes));
  // About 45 bytes a row in real feeds; the columns grow where that is too few.
  const times = new StopTimes(stopIds, Math.max(1024, Math.ceil(need('stop_times.txt').size / 40)));
  await read('stop_times.txt', (file, onBytes) => readStopTimes(file, times, trips, knownStops, notes, onBytes));
  await read('translations.txt', (file, onBytes) =>
    readTranslations(file, () => translatedFields(agencies.names, stops.names, routes, trips), writer, named, notes, onBytes),
  );
  await writer.flush();

  await readKeptTables(reading.unread(), named, notes);
  const locations = reading.unread().find(({ name }) => name.toLowerCase() === 'locations.geojson');
  const geojson = locations === undefined || locations.size > RAW_FILE_LIMIT ? undefined : await text(await locations.open());
  const areas = geojson === undefined ? [] : lookAtLocations(geojson, notes);
  const zones = locations === undefined || geojson === undefined ? undefined : zonesOf(geojson);
  if (locations !== undefined && zones !== undefined) {
    reading.find(locations.name);
    for (const zone of zones.zones) writer.add('Zone', zone);
    await writer.flush();
  }
  reportSharedIds(stopIds, named.gather('location_groups'), areas, notes);
  times.flex.finish(times, trips, routes, notes);
  named.check({ trips, times, routes: routeIds, stops: stopIds, knownStops, agencies: agencies.ids, services: services.services }, notes);
  addresses.check(notes);
  reportMissing(zip, notes);
  reportNetworks(zip, routes, notes);
  reportMixedBlocks(
    trips,
    routes.map(({ fields }) => fields.VehicleType),
    notes,
  );
  reading.phase('Making schedules');
  reportEqualSequences(trips, times, notes);
  reportTripDistances(trips, times, shapes, notes);
  const patterns = comparePatterns(
    trips,
    times,
    shapes,
    services.services,
    routes.map((route) => route.continuous),
  );
  const flexTrips = await readFlexTrips((name) => reading.again(name), trips, reading.onBytes);
  reportRejected(trips, times, flexTrips, notes);
  const unheld = unheldOf(shapes, trips, times, flexTrips, services.services, notes);
  await writeSchedules(routes, trips, flexTrips, patterns, new TrackBuilder(trips, times, patterns, shapes, stops, notes), sink, notes);

  reading.phase('Keeping other files');
  const keptRows = await keepRows((name) => reading.again(name), unheld, sink, notes, reading.onBytes);
  if (unheld.stopTimeLines.size > 0)
    notes.add(
      'info',
      'stop_times.txt',
      null,
      'stop times without a stop',
      `${unheld.stopTimeLines.size.toLocaleString('en')} stop times name an area or a group of stops in place of a stop; they are not edited in DMP, kept as they are and exported again`,
    );
  const rawFiles = await keepRawFiles(reading.unread(), sink, notes, reading.onBytes);
  for (const name of zip.elsewhere)
    notes.add('warning', name, null, 'file elsewhere', 'The file is in another folder of the zip than the feed and is left out', {
      result: 'refused',
    });
  await sink.add('Feed', {
    ...feed,
    Id: 'feed',
    Extra: { ...feed.Extra, ...zones?.kept, ...columnOrder(headers), ...furtherColumns(services, trips), ...attributedKeptTrips(named, trips) },
  });
  notes.finish();
  return {
    trips: trips.size,
    rejectedTrips: trips.rejected.size - flexTrips.size,
    stopTimes: times.size + times.withoutStop.size,
    stopTimesKept: patterns.stopTimesKept + [...flexTrips.values()].reduce((sum, { lines }) => sum + lines.length, 0),
    stopTimesAsRows: keptRows.get('stop_times.txt') ?? 0,
    rawFiles,
    report: reportOf(notes.files(), trips),
  };
}

/** The files of one reading: which were read, and how far it is. */
class Reading {
  readonly #zip: FeedZip;
  readonly #sink: FeedSink;
  readonly #writer: RowWriter;
  readonly #notes: FeedNotes;
  readonly #read = new Set<string>();
  readonly #total: number;
  #bytes = 0;
  #phase = '';
  #reportedBytes = 0;
  /** Column names by file. */
  readonly headers = new Map<string, readonly string[]>();

  constructor(zip: FeedZip, sink: FeedSink, writer: RowWriter, notes: FeedNotes) {
    this.#zip = zip;
    this.#sink = sink;
    this.#writer = writer;
    this.#notes = notes;
    this.#total = [...zip.files.values()].reduce((sum, file) => sum + file.size, 0);
  }

  readonly onBytes = (bytes: number): Promise<void> | undefined => {
    this.#bytes += bytes;
    // A remark every 2 % is enough for a progress line.
    if (this.#bytes - this.#reportedBytes >= this.#total / 50) {
      this.#reportedBytes = this.#bytes;
      this.#reportProgress();
    }
    return this.#writer.flush();
  };

  /** Reads a file where the feed has it. One that lacks columns is kept as it is where the feed can do without. */
  readonly read = async (name: string, reader: (file: FeedFile, onBytes: OnBytes) => Promise<readonly string[]>): Promise<void> => {
    const before = new Set(this.#read);
    const file = this.find(name);
    if (file === undefined) return;
    try {
      this.headers.set(name, await reader(file, this.onBytes));
    } catch (error) {
      if (!(error instanceof MissingColumns) || name in REQUIRED) throw error;
      this.#notes.add('error', error.file, error.line, 'columns missing', `${sentence(error.reason)} The file is not read`);
      for (const read of this.#read) if (!before.has(read)) this.#read.delete(read);
    }
  };

  /** A file by its name, counted as read. */
  find(name: string): FeedFile | undefined {
    const file = this.#zip.files.get(name);
    if (file === undefined) return undefined;
    this.#read.add(name);
    this.phase(`Reading ${name}`);
    return file;
  }

  /** A file that was read, to be read once more. */
  again(name: string): FeedFile | undefined {
    return this.#read.has(name) ? this.#zip.files.get(name) : undefined;
  }

  need(name: string): FeedFile {
    const file = this.find(name);
    if (file === undefined) throw new FeedRefused(`${name} is missing. Add it to the zip.`);
    return file;
  }

  unread(): FeedFile[] {
    return [...this.#zip.files].flatMap(([name, file]) => (this.#read.has(name) ? [] : [file]));
  }

  phase(phase: string): void {
    this.#phase = phase;
    this.#reportProgress();
  }

  #reportProgress(): void {
    this.#sink.progress({ phase: this.#phase, bytes: this.#bytes, totalBytes: this.#total });
  }
}

const REQUIRED: Readonly<Record<string, string>> = {
  'stops.txt': 'A feed without stops cannot be read.',
  'routes.txt': 'A feed without lines cannot be read.',
  'trips.txt': 'A feed without trips cannot be read.',
  'stop_times.txt': 'A feed without times cannot be read.',
};

function refuseMissing(zip: FeedZip): void {
  const missing = Object.entries(REQUIRED).flatMap(([name, why]) => (zip.files.has(name) ? [] : [`${name} is missing. ${why}`]));
  if (!zip.files.has('calendar.txt') && !zip.files.has('calendar_dates.txt')) {
    missing.push('calendar.txt and calendar_dates.txt are both missing. On which days trips run cannot be known without one of them.');
  }
  if (missing.length > 0) throw new FeedRefused(missing);
}

/** feed_info.txt is recommended, and needed by translations: it says from which language they are. */
function reportMissing(zip: FeedZip, notes: FeedNotes): void {
  const name = 'feed_info.txt';
  if (zip.files.has(name)) return;
  if (zip.files.has('translations.txt')) notes.add('error', name, null, 'file missing', 'The file is missing: translations.txt needs its feed_lang');
  else notes.add('info', name, null, 'file missing', 'The file is missing: nothing says who publishes the feed and until when it holds');
}

/** The networks of routes are given in routes.txt or in route_networks.txt, never in both. */
function reportNetworks(zip: FeedZip, routes: readonly Route[], notes: FeedNotes): void {
  const route = zip.files.has('route_networks.txt') ? routes.find(({ fields }) => fields.Extra?.['network_id'] !== undefined) : undefined;
  if (route === undefined) return;
  const reason = 'route_networks.txt gives the networks of the routes; network_id has to be blank in routes.txt';
  notes.add('error', 'routes.txt', route.line, 'network_id is given twice', reason, {
    column: 'network_id',
    value: route.fields.Extra?.['network_id'] ?? '',
  });
}

function boundsOf(lats: readonly number[], lngs: readonly number[]): Pick<FeedFacts, 'bounds'> {
  let [south, west, north, east] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [i, lat] of lats.entries()) {
    const lng = lngs[i] ?? NaN;
    // 0,0 is what broken exports write where they know no place.
    if (Number.isNaN(lat) || Number.isNaN(lng) || (lat === 0 && lng === 0)) continue;
    [south, west, north, east] = [Math.min(south, lat), Math.min(west, lng), Math.max(north, lat), Math.max(east, lng)];
  }
  return { bounds: south > north ? null : { NorthEast: { Lat: north, Lng: east }, SouthWest: { Lat: south, Lng: west } } };
}

/** What a translation of the old form may name: every name, and the headsigns, which GTFS-JP translates alike. */
function translatedFields(agencyNames: ReadonlySet<string>, stopNames: readonly string[], routes: readonly Route[], trips: Trips): TranslatedField[] {
  const headsigns = new Set(trips.headsigns.texts);
  const ofTrips = new Set(Array.from({ length: trips.size }, (_, trip) => trips.headsigns.texts[trips.headsign.at(trip)] ?? ''));
  return [
    { table: 'agency', field: 'agency_name', values: agencyNames },
    { table: 'stops', field: 'stop_name', values: new Set(stopNames) },
    { table: 'routes', field: 'route_short_name', values: new Set(routes.map((route) => route.fields.Name)) },
    { table: 'routes', field: 'route_long_name', values: new Set(routes.flatMap((route) => route.fields.LongName ?? [])) },
    { table: 'trips', field: 'trip_headsign', values: ofTrips },
    { table: 'stop_times', field: 'stop_headsign', values: new Set([...headsigns].filter((text) => !ofTrips.has(text))) },
  ];
}

/** What there is to know of rows that are no documents, services and intervals, for the export. */
function furtherColumns({ further: { calendar, dates }, ends, byDate }: ReadServices, { furtherFrequencies }: Trips): Record<string, string> {
  const rows = {
    'calendar.txt': calendar,
    'calendar_dates.txt': dates,
    'frequencies.txt': furtherFrequencies,
    'services by date': byDate,
    'end dates': ends,
  };
  return Object.fromEntries(
    Object.entries(rows).flatMap(([name, kept]) => (Object.keys(kept).length === 0 ? [] : [[`rows/${name}`, JSON.stringify(kept)]])),
  );
}

function attributedKeptTrips({ attributedTrips }: NamedRows, trips: Trips): Record<string, string> {
  const kept = [...attributedTrips].filter((id) => trips.rejected.has(trips.ids.findText(id)));
  return kept.length === 0 ? {} : { [ATTRIBUTED_KEPT_TRIPS]: JSON.stringify(kept) };
}

/** Column names of each file in their order, for the export. */
function columnOrder(headers: ReadonlyMap<string, readonly string[]>): Record<string, string> {
  return Object.fromEntries([...headers].map(([name, header]) => [`columns/${name.toLowerCase()}`, csvLine(header)]));
}

/** A clause as a sentence of its own. */
function sentence(clause: string): string {
  return `${clause.slice(0, 1).toUpperCase()}${clause.slice(1)}`;
}

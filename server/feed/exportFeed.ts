/** Writes a version as a GTFS zip: every kind of the model that GTFS has a file for, and the other files of its source as they were. */
import type { Writable } from 'node:stream';
import { z } from 'zod';
import type { Entity, EntityKind } from '../../src/domain/entities.ts';
import { fieldsOf, kindOf } from '../../src/domain/model/catalogue.ts';
import { columnsOf, KINDS_WITH_FILE, rowOf } from './gtfs/columns.ts';
import { Extra } from '../../src/domain/extra.ts';
import type { Store } from '../store/store.ts';
import { editedContent } from './gtfs/keptTable.ts';
import { holdsKeptRows, type KeptRow, keptRowsName, readKeptRows } from './gtfs/keptRows.ts';
import { FeedNotes, type FeedNote } from './gtfs/notes.ts';
import { columnNames } from './gtfs/write/csvText.ts';
import { FARE_RULE_COLUMNS, writeFare } from './gtfs/write/fareTables.ts';
import { Lines } from './gtfs/write/lines.ts';
import { CALENDAR_COLUMNS, CALENDAR_DATE_COLUMNS, Services } from './gtfs/write/services.ts';
import { StopTimeColumns } from './gtfs/write/stopTimeRows.ts';
import { Table } from './gtfs/write/table.ts';
import { FREQUENCY_COLUMNS, TRIP_COLUMNS, TripWriter } from './gtfs/write/trips.ts';
import { GARAGES_FILE } from './gtfs/garages.ts';
import { vehicleWorkTables } from './gtfs/write/vehicleWork.ts';
import type { BlockTrip } from '../../src/domain/service/vehicleWork.ts';
import { SHAPE_COLUMNS, ShapeRows } from './gtfs/write/shapes.ts';
import { collectionText, featureText, ZONE_FILE } from './gtfs/zones.ts';
import { FlexTripWriter } from './gtfs/write/flexTrips.ts';
import { ZipOut } from './gtfs/write/zipOut.ts';

/** What is exported: a store, or a view of one. */
export type FeedSource = Pick<Store, 'readVersion' | 'readEntities' | 'listRawFiles' | 'readRawFile'>;

export interface ExportOptions {
  readonly signal?: AbortSignal;
  /** Called at every file, and at every thousand timetables. */
  readonly onProgress?: (progress: ExportProgress) => void;
  /** Write what GTFS has no column for (direction, signpost, area and group of stops) into columns `ext_*`. */
  readonly extensions?: boolean;
  /** Write depots and dead runs as files of TODS (Transit Operational Data Standard). */
  readonly vehicleWork?: boolean;
}

/** The file that is being written, and how many of its rows are. */
export interface ExportProgress {
  readonly file: string;
  readonly rows: number;
}

export interface ExportedFeed {
  /** The files of the zip in their order. Rows are counted without the header; null for files kept from the source. */
  readonly files: readonly { readonly name: string; readonly rows: number | null }[];
  /** What could not be written, and why. */
  readonly warnings: readonly FeedNote[];
}

/** Why a version cannot be written now, in one sentence for people. */
export class ExportRefused extends Error {
  override readonly name = 'ExportRefused';
}

/**
 * Writes a version into `out` and ends it. The same version gives the same bytes. Memory grows with the trips (about 100
 * bytes each), not with their stop times. Throws ExportRefused where there is no such version, or where it was edited
 * meanwhile, and the signal's reason where that is aborted; `out` is destroyed then, and what is in it is no zip.
 */
export async function exportGtfs(store: FeedSource, versionId: number, out: Writable, options: ExportOptions = {}): Promise<ExportedFeed> {
  const version = await store.readVersion(versionId);
  if (version === undefined || !version.Completed)
    throw new ExportRefused(version === undefined ? `There is no version ${versionId}.` : `The version ${versionId} is still being saved.`);
  const zip = new ZipOut(out, new Date(version.Date));
  try {
    const exporting = new Exporting(store, versionId, zip, options);
    const exported = await exporting.run();
    // Its files are read one after the other; an edit between two of them could leave a trip without its stop times.
    if ((await store.readVersion(versionId))?.Rev !== version.Rev)
      throw new ExportRefused(`The version ${versionId} was edited while it was exported. Export it again.`);
    await zip.end();
    return exported;
  } catch (error) {
    await zip.abort(error instanceof Error ? error : new Error(String(error)));
    throw error;
  }
}

/** Characters of stop times and shapes that go to the zip at a time. */
const CHUNK = 262_144;

class Exporting {
  readonly #store: FeedSource;
  readonly #versionId: number;
  readonly #zip: ZipOut;
  readonly #options: ExportOptions;
  readonly #files: { name: string; rows: number | null }[] = [];
  readonly #warnings: FeedNote[] = [];
  readonly #notes = new FeedNotes((note) => this.#warnings.push(note));
  #feed: Entity<'Feed'> | undefined;

  constructor(store: FeedSource, versionId: number, zip: ZipOut, options: ExportOptions) {
    this.#store = store;
    this.#versionId = versionId;
    this.#zip = zip;
    this.#options = options;
  }

  async run(): Promise<ExportedFeed> {
    for await (const feed of this.#documents('Feed')) this.#feed = feed;
    await this.#writeFeedInfo();
    for (const kind of ['Agency', 'Stop', 'Level'] as const) await this.#writeDocuments(kind);
    await this.#writeTimetables();
    for (const kind of ['Transfer', 'Pathway'] as const) await this.#writeDocuments(kind);
    await this.#writeFares();
    for (const kind of LATER_KINDS) await this.#writeDocuments(kind);
    await this.#writeZones();
    await this.#writeKeptFiles();
    this.#notes.finish();
    return { files: this.#files, warnings: this.#warnings };
  }

  async #writeFeedInfo(): Promise<void> {
    const { file, header } = columnsOf('Feed');
    const table = this.#table(file, header);
    const row = this.#feed === undefined ? {} : rowOf('Feed', this.#feed).values;
    const extra = Object.keys(this.#feed?.Extra ?? {}).some((column) => !column.includes('/'));
    if (extra || Object.values(row).some((value) => value !== undefined)) table.add(row, this.#feed?.Extra);
    await this.#addTable(table);
  }

  /** The file of a kind whose documents are its rows. */
  async #writeDocuments(kind: EntityKind): Promise<void> {
    const { file, header } = columnsOf(kind);
    const table = this.#table(file, header);
    const unsaid = new Map<string, number>();
    for await (const doc of this.#documents(kind)) {
      const { values, usual, extensions } = rowOf(kind, doc);
      table.add({ ...values, ...(this.#options.extensions === true && extensions) }, doc.Extra, { ...usual, ...extensions });
      for (const [column, value] of Object.entries(extensions))
        if (value !== undefined && !table.has(column)) unsaid.set(column, (unsaid.get(column) ?? 0) + 1);
    }
    for (const { gtfs } of fieldsOf(kind)) {
      const count = typeof gtfs === 'object' && 'extension' in gtfs ? unsaid.get(gtfs.extension) : undefined;
      if (count === undefined || typeof gtfs === 'string' || !('extension' in gtfs)) continue;
      const [one, many] = kindOf(kind).words;
      this.#notes.add(
        'warning',
        file,
        null,
        'no column',
        `GTFS has no column for ${gtfs.of}; what ${count.toLocaleString('en')} ${count === 1 ? `${one} says` : `${many} say`} there is not written`,
      );
    }
    await this.#addTable(table, kind === 'Agency' || kind === 'Stop' || this.#columns(file) !== undefined);
  }

  /** Lines, shapes, trips with their times, calendars: they hang together and are made of schedules, tracks and timetables. */
  async #writeTimetables(): Promise<void> {
    const lines = new Lines(this.#notes);
    for await (const schedule of this.#documents('Schedule')) lines.add(schedule);
    const routes = this.#table('routes.txt', columnsOf('Schedule').header);
    lines.write(routes);
    await this.#addTable(routes, true);

    const shapes = new ShapeRows(this.#columns('shapes.txt') ?? SHAPE_COLUMNS, this.#notes);
    await this.#addText(
      'shapes.txt',
      shapes.header(),
      this.#behind(
        this.#textsOf('Track', (track) => shapes.add(track)),
        (await this.#keptRows('shapes.txt')).map((row) => shapes.kept(row)),
      ),
      () => shapes.points,
    );

    const services = new Services();
    const trips = this.#table('trips.txt', TRIP_COLUMNS);
    const frequencies = this.#table('frequencies.txt', FREQUENCY_COLUMNS);
    const columns = new StopTimeColumns(this.#columns('stop_times.txt'));
    const furtherFrequencies = FurtherDates.parse(this.#kept('rows/frequencies.txt'));
    const blockTrips: BlockTrip[] = [];
    const writer = new TripWriter({
      schedules: lines.schedules,
      tracks: shapes.tracks,
      services,
      columns,
      trips,
      frequencies,
      furtherFrequencies,
      notes: this.#notes,
      ...(this.#options.vehicleWork === true && { onBlockTrip: (trip: BlockTrip) => blockTrips.push(trip) }),
    });
    for await (const timetable of this.#documents('Timetable')) writer.look(timetable);
    const flexTrips = new FlexTripWriter({ schedules: lines.schedules, services, trips, notes: this.#notes });
    for await (const trip of this.#documents('FlexTrip')) flexTrips.look(trip);
    const keptTimes = [...flexTrips.stopTimes, ...(await this.#keptRows('stop_times.txt'))];
    for (const row of keptTimes) for (const column of Object.keys(row)) columns.need(column);
    await this.#addText(
      'stop_times.txt',
      columns.header(),
      this.#behind(
        this.#textsOf('Timetable', (timetable) => writer.write(timetable)),
        keptTimes.map((row) => columns.kept(row)),
      ),
      () => writer.stopTimes + keptTimes.length,
      true,
    );
    flexTrips.write((id) => writer.takes(id));
    for (const row of await this.#keptRows('trips.txt')) {
      if (writer.takes(row['trip_id'] ?? '')) trips.add(row);
      else
        this.#notes.add(
          'warning',
          'trips.txt',
          null,
          'trip_id used twice',
          `A departure has the trip id ${row['trip_id']} by now; the trip kept from the source is left out`,
        );
    }
    for (const row of await this.#keptRows('frequencies.txt')) frequencies.add(row);
    await this.#addTable(trips, true);
    await this.#addTable(frequencies);

    const calendar = this.#table('calendar.txt', CALENDAR_COLUMNS);
    const dates = this.#table('calendar_dates.txt', CALENDAR_DATE_COLUMNS);
    services.write(calendar, dates, {
      calendar: z.record(z.string(), Extra).parse(this.#kept('rows/calendar.txt')),
      dates: FurtherDates.parse(this.#kept('rows/calendar_dates.txt')),
      ends: z.record(z.string(), z.object({ read: z.string(), source: z.string() })).parse(this.#kept('rows/end dates')),
      byDate: new Set(z.array(z.string()).parse(this.#kept('rows/services by date', []))),
    });
    for (const row of await this.#keptRows('calendar.txt')) if (!services.has(row['service_id'] ?? '')) calendar.add(row);
    for (const row of await this.#keptRows('calendar_dates.txt')) if (!services.has(row['service_id'] ?? '')) dates.add(row);
    // A feed has one of the two; where no trip is left it is the first.
    await this.#addTable(calendar, dates.rows === 0 || this.#columns('calendar.txt') !== undefined);
    await this.#addTable(dates);
    if (this.#options.vehicleWork === true) {
      const routeIds = new Set([...lines.schedules.values()].map(({ line }) => line.routeId));
      await this.#writeVehicleWork(blockTrips, services, (id) => routeIds.has(id));
    }
  }

  /** Depots and dead runs, as TODS says them. */
  async #writeVehicleWork(trips: readonly BlockTrip[], services: Services, isRoute: (id: string) => boolean): Promise<void> {
    const depots: Entity<'Depot'>[] = [];
    for await (const depot of this.#documents('Depot')) depots.push(depot);
    const places = new Map<string, Entity<'Stop'>['Coordinate']>();
    for await (const { Id, Coordinate } of this.#documents('Stop')) places.set(Id, Coordinate);
    const agencies: string[] = [];
    for await (const { Id } of this.#documents('Agency')) agencies.push(Id);
    const kept = (await this.#store.listRawFiles(this.#versionId)).find(({ name }) => name.toLowerCase() === GARAGES_FILE);
    const keptStops = kept && (await this.#store.readRawFile(this.#versionId, kept.name));
    for (const table of vehicleWorkTables({ trips, services, depots, places, agencyId: agencies[0], isRoute, keptStops }))
      await this.#addTable(table, false);
  }

  async #writeFares(): Promise<void> {
    const attributes = this.#table('fare_attributes.txt', columnsOf('Fare').header);
    const rules = this.#table('fare_rules.txt', FARE_RULE_COLUMNS);
    for await (const fare of this.#documents('Fare')) writeFare(fare, attributes, rules, this.#notes);
    await this.#addTable(attributes);
    await this.#addTable(rules);
  }

  /** Zones, which are no table; one without a border is no feature. */
  async #writeZones(): Promise<void> {
    const features: string[] = [];
    for await (const zone of this.#documents('Zone')) {
      const feature = featureText(zone);
      if (feature !== undefined) features.push(feature);
      else this.#notes.add('warning', ZONE_FILE, null, 'zone without a border', `The zone ${zone.Id} has no border; it is left out`);
    }
    if (features.length === 0) return;
    this.#tell(ZONE_FILE, features.length);
    await this.#zip.add(ZONE_FILE, [Buffer.from(collectionText(features, this.#feed?.Extra))]);
    this.#files.push({ name: ZONE_FILE, rows: features.length });
  }

  /** Files of the source that the model does not name: verbatim, or with the edits of their rows. */
  async #writeKeptFiles(): Promise<void> {
    const edits: Entity<'FileRow'>[] = [];
    for await (const edit of this.#documents('FileRow')) edits.push(edit);
    for (const { name } of await this.#store.listRawFiles(this.#versionId)) {
      if (holdsKeptRows(name)) continue;
      this.#tell(name, 0);
      const safe = safeName(name);
      if (this.#files.some((file) => file.name.toLowerCase() === safe.toLowerCase())) {
        this.#notes.add('warning', name, null, 'name taken', 'A file of this name is written already; the one kept from the source is left out');
        continue;
      }
      const bytes = await this.#store.readRawFile(this.#versionId, name);
      if (bytes === undefined) continue;
      await this.#zip.add(safe, [Buffer.from(editedContent(name, bytes, edits))]);
      this.#files.push({ name: safe, rows: null });
    }
  }

  /** Rows of a file that no document holds. */
  async #keptRows(file: string): Promise<readonly KeptRow[]> {
    const bytes = await this.#store.readRawFile(this.#versionId, keptRowsName(file));
    return bytes === undefined ? [] : readKeptRows(Buffer.from(bytes).toString('utf8'));
  }

  /** Texts, and further ones behind them. */
  async *#behind(texts: AsyncGenerator<string>, further: readonly string[]): AsyncGenerator<string> {
    yield* texts;
    yield* further;
  }

  /** Documents of a kind, until the signal. */
  async *#documents<K extends EntityKind>(kind: K): AsyncGenerator<Entity<K>> {
    for await (const doc of this.#store.readEntities(this.#versionId, kind)) {
      this.#options.signal?.throwIfAborted();
      yield doc;
    }
  }

  async *#textsOf<K extends 'Track' | 'Timetable'>(kind: K, textOf: (doc: Entity<K>) => string): AsyncGenerator<string> {
    for await (const doc of this.#documents(kind)) yield textOf(doc);
  }

  /** A file that is written while its rows are made. Without any row it is written only where the source had it or it `must` be. */
  async #addText(
    name: string,
    header: string,
    texts: AsyncGenerator<string>,
    rows: () => number,
    must = this.#columns(name) !== undefined,
  ): Promise<void> {
    this.#tell(name, 0);
    const chunks = this.#chunksOf(name, texts, rows);
    const first = await chunks.next();
    if (first.done === true && !must) return;
    await this.#zip.add(name, withHeader(header, first, chunks));
    this.#files.push({ name, rows: rows() });
  }

  async *#chunksOf(name: string, texts: AsyncGenerator<string>, rows: () => number): AsyncGenerator<Buffer> {
    let waiting = '';
    for await (const text of texts) {
      waiting += text;
      if (waiting.length < CHUNK) continue;
      yield Buffer.from(waiting);
      waiting = '';
      this.#tell(name, rows());
    }
    if (waiting !== '') yield Buffer.from(waiting);
  }

  async #addTable(table: Table, must = this.#columns(table.name) !== undefined): Promise<void> {
    if (table.rows === 0 && !must) return;
    this.#tell(table.name, table.rows);
    await this.#zip.add(table.name, table.chunks());
    this.#files.push({ name: table.name, rows: table.rows });
  }

  #table(name: string, usual: readonly string[]): Table {
    const given = this.#columns(name);
    // The old form of translations is read into the present one.
    return new Table(name, given === undefined || given.includes('trans_id') ? usual : given);
  }

  /** Columns that the source had in a file. */
  #columns(name: string): readonly string[] | undefined {
    const given = this.#feed?.Extra?.[`columns/${name}`];
    return given === undefined ? undefined : columnNames(given);
  }

  /** What the reading kept of the source beside the documents. */
  #kept(key: string, otherwise: unknown = {}): unknown {
    const text = this.#feed?.Extra?.[key];
    return text === undefined ? otherwise : JSON.parse(text);
  }

  #tell(file: string, rows: number): void {
    this.#options.signal?.throwIfAborted();
    this.#options.onProgress?.({ file, rows });
  }
}

const FurtherDates = z.record(z.string(), z.record(z.string(), Extra));

async function* withHeader(header: string, first: IteratorResult<Buffer, void>, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  yield Buffer.from(header);
  if (first.done !== true) yield first.value;
  yield* rest;
}

/** Kinds whose files follow the others, written alike. */
const LATER_KINDS = KINDS_WITH_FILE.filter((kind) => !['Feed', 'Agency', 'Stop', 'Level', 'Schedule', 'Transfer', 'Pathway', 'Fare'].includes(kind));

/** A name that stays in the folder it is unpacked into, whatever the source was called. */
function safeName(name: string): string {
  // oxlint-disable-next-line no-control-regex -- these are the characters to be replaced
  const plain = name.replaceAll(/[/\\:*?"<>|\u0000-\u001f]/g, '_').replace(/^\.+/, '_');
  return plain === '' ? '_' : plain;
}

/** GTFS zips for tests: a small sound feed, changed file by file. `aFeed().with('stops.txt', ...).write()` answers its path. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import yazl from 'yazl';
import type { Entity, EntityKind } from '../../src/domain/entities.ts';
import { FeedRefused } from '../../server/feed/gtfs/refusal.ts';
import { readFeed, type ReadSummary } from '../../server/feed/gtfs/read/readFeed.ts';
import type { FeedNote, ReportLine } from '../../server/feed/gtfs/notes.ts';
import type { ZipLimits } from '../../server/feed/gtfs/read/zip.ts';

const BASE: Readonly<Record<string, string>> = {
  'agency.txt': 'agency_id,agency_name,agency_url,agency_timezone\nAG,Agency,https://agency.example,Europe/Berlin\n',
  'stops.txt': 'stop_id,stop_name,stop_lat,stop_lon\nA,Alpha,48.00,9.00\nB,Beta,48.00,9.01\nC,Gamma,48.00,9.02\n',
  'routes.txt': 'route_id,agency_id,route_short_name,route_long_name,route_type\nR1,AG,1,Alpha - Gamma,3\n',
  'calendar.txt': 'service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date\nWD,1,1,1,1,1,0,0,20260105,20260201\n',
  'trips.txt': 'route_id,service_id,trip_id,trip_headsign,direction_id\nR1,WD,T1,Gamma,0\nR1,WD,T2,Gamma,0\n',
  'stop_times.txt':
    'trip_id,arrival_time,departure_time,stop_id,stop_sequence\n' +
    'T1,08:00:00,08:00:00,A,1\nT1,08:05:00,08:06:00,B,2\nT1,08:10:00,08:10:00,C,3\n' +
    'T2,09:00:00,09:00:00,A,1\nT2,09:05:00,09:06:00,B,2\nT2,09:10:00,09:10:00,C,3\n',
  'feed_info.txt': 'feed_publisher_name,feed_publisher_url,feed_lang\nAgency,https://agency.example/feed,de\n',
};

/** A sound feed: one line with three stops and two trips on weekdays, 5 January to 1 February 2026. */
export function aFeed(): FeedBuilder {
  return new FeedBuilder(BASE);
}

/** A feed under construction. Each step answers a new builder. */
export class FeedBuilder {
  readonly #files: Readonly<Record<string, string | Uint8Array>>;

  constructor(files: Readonly<Record<string, string | Uint8Array>>) {
    this.#files = files;
  }

  /** Puts a file in place of what was there. */
  with(name: string, content: string | Uint8Array): FeedBuilder {
    return new FeedBuilder({ ...this.#files, [name]: content });
  }

  without(...names: readonly string[]): FeedBuilder {
    return new FeedBuilder(Object.fromEntries(Object.entries(this.#files).filter(([name]) => !names.includes(name))));
  }

  /** Adds rows to a file. */
  withRows(name: string, ...rows: readonly string[]): FeedBuilder {
    return this.with(name, `${this.text(name)}${rows.map((row) => `${row}\n`).join('')}`);
  }

  /** Moves every file into a folder of the zip. */
  inFolder(folder: string): FeedBuilder {
    return new FeedBuilder(Object.fromEntries(Object.entries(this.#files).map(([name, content]) => [`${folder}/${name}`, content])));
  }

  text(name: string): string {
    const content = this.#files[name];
    if (typeof content !== 'string') throw new RangeError(`${name} is no text`);
    return content;
  }

  /** Writes the zip into a temporary folder; `removeFeeds` takes them away. */
  async write(): Promise<string> {
    const zip = new yazl.ZipFile();
    for (const [name, content] of Object.entries(this.#files)) zip.addBuffer(Buffer.from(content), name, { mtime: new Date(0) });
    zip.end();
    const path = join(mkdtempSync(join(folder(), 'feed-')), 'feed.zip');
    writeFileSync(path, await buffer(zip.outputStream));
    return path;
  }

  /** Writes it and reads it. */
  async read(limits?: ZipLimits): Promise<CollectedFeed> {
    return collectFeed(await this.write(), limits);
  }

  /** Writes it, reads it, and answers the sentences it is refused with. */
  async refusal(limits?: ZipLimits): Promise<readonly string[]> {
    return refusalOf(await this.write(), limits);
  }
}

/** What came out of a feed. */
export interface CollectedFeed {
  readonly summary: ReadSummary;
  readonly notes: readonly FeedNote[];
  /** Lines of the report. */
  readonly reported: readonly ReportLine[];
  readonly rawFiles: ReadonlyMap<string, Uint8Array>;
  all<K extends EntityKind>(kind: K): readonly Entity<K>[];
  /** All documents as text, in the order they came. */
  readonly texts: readonly string[];
}

/** Reads a zip into memory. */
export async function collectFeed(path: string, limits?: ZipLimits): Promise<CollectedFeed> {
  const documents: { kind: EntityKind; doc: object }[] = [];
  const notes: FeedNote[] = [];
  const reported: ReportLine[] = [];
  const rawFiles = new Map<string, Uint8Array>();
  const summary = await readFeed(
    path,
    {
      add: (kind, doc) => void documents.push({ kind, doc }),
      addRawFile: (name, bytes) => void rawFiles.set(name, bytes),
      note: (note) => void notes.push(note),
      report: (line) => void reported.push(line),
      progress: () => undefined,
      facts: () => undefined,
    },
    limits,
  );
  return {
    summary,
    notes,
    reported,
    rawFiles,
    all: <K extends EntityKind>(kind: K) => documents.flatMap((known) => (known.kind === kind ? [known.doc as Entity<K>] : [])),
    texts: documents.map(({ kind, doc }) => `${kind} ${JSON.stringify(doc)}`),
  };
}

/** The sentences a file is refused with; fails where it is not. */
export async function refusalOf(path: string, limits?: ZipLimits): Promise<readonly string[]> {
  try {
    await collectFeed(path, limits);
  } catch (error) {
    if (error instanceof FeedRefused) return error.messages;
    throw error;
  }
  throw new Error('The feed was taken');
}

let made: string | undefined;

function folder(): string {
  made ??= mkdtempSync(join(tmpdir(), 'dmp-feeds-'));
  return made;
}

/** Removes every zip written so far; for `afterAll`. */
export function removeFeeds(): void {
  if (made !== undefined) rmSync(made, { recursive: true, force: true });
  made = undefined;
}

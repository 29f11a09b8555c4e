/** Takes a GTFS zip in as a new version: all of it or nothing. */
import { basename } from 'node:path';
import type { FinishedVersion, NewVersionState, Store, VersionWriter } from '../store/store.ts';
import type { FeedNote } from './gtfs/notes.ts';
import type { ReadSummary } from './gtfs/read/readFeed.ts';
import { ensureDatabase, refuseNames, type MadePlaces } from './ensureDatabase.ts';
import { FeedRefused } from './gtfs/refusal.ts';
import type { FeedFacts, ReadProgress } from './gtfs/read/sink.ts';
import type { ImportMessage, ImportWorkerData } from './importMessages.ts';
import { ReadingThread, type Parcel } from './readingThread.ts';
import { rowsTaken } from './rowsTaken.ts';

export interface ImportFeedOptions {
  /** Path of the zip. */
  readonly file: string;
  /** 1 to 8 latin letters, lower case. Made where there is no such database yet. */
  readonly databaseId: string;
  /** Region of a database that is made; `imported` where it is not said. */
  readonly regionKey?: string | undefined;
  /** Name of the version; the file's name where it is not said. */
  readonly name?: string | undefined;
  /** Path of a file to write the report to: CSV with a line for each row that was refused, changed or kept as it is, and each remark. */
  readonly report?: string | undefined;
  /** E-mail address of who imports, or `command line`. */
  readonly author: string;
  readonly state?: NewVersionState;
  /** What lists say of where it came from; the file's name where it is not said. */
  readonly source?: string;
  /** May still be opening: the reading does not wait for it. */
  readonly store: Store | Promise<Store>;
  /** Bytes of all files of the zip, unpacked. */
  readonly unpackedLimit?: number | undefined;
  /** Characters and bytes of documents that wait for the end of the reading; beyond them it is written while it is read. */
  readonly holdBack?: number;
  readonly onProgress?: (progress: ReadProgress) => void;
  readonly signal?: AbortSignal;
}

export interface ImportedFeed extends FinishedVersion, MadePlaces {
  readonly summary: ReadSummary;
  readonly notes: readonly FeedNote[];
}

/** A feed that is read and written, whose version nobody sees yet. */
export interface ReadFeed extends MadePlaces {
  readonly writer: VersionWriter;
  readonly summary: ReadSummary;
  readonly notes: readonly FeedNote[];
}

/** Makes a version of the zip, for everybody to see; see writeFeedVersion. */
export async function importFeed(options: ImportFeedOptions): Promise<ImportedFeed> {
  const { writer, ...read } = await writeFeedVersion(options);
  try {
    options.onProgress?.({ phase: 'Saving the version', bytes: 1, totalBytes: 1 });
    options.signal?.throwIfAborted();
    return { ...(await writer.finish()), ...read };
  } catch (error) {
    await writer.abort();
    throw error;
  }
}

/**
 * Reads the zip in a thread of its own and writes a version, which is still to be shown. Throws FeedRefused where the feed or the database cannot be
 * taken, the signal's reason where it is aborted; then no version is left behind.
 */
export async function writeFeedVersion(options: ImportFeedOptions): Promise<ReadFeed> {
  options.signal?.throwIfAborted();
  const source = options.source ?? basename(options.file);
  const name = options.name ?? source.replace(/\.zip$/i, '');
  refuseNames(options.databaseId, name);

  const data: ImportWorkerData = { file: options.file, report: options.report, unpackedLimit: options.unpackedLimit };
  const parcels = new ReadingThread<ImportMessage>('feed/importWorker', { data, signal: options.signal, youngMegabytes: 12 });
  let writer: VersionWriter | undefined;
  try {
    const notes: FeedNote[] = [];
    let facts: FeedFacts | undefined;
    let summary: ReadSummary | undefined;
    let made: MadePlaces = { madeDatabase: false, madeRegion: false };
    // The version is begun when the feed is read or its documents are many: most feeds are read whole before the database
    // is open, a refused one leaves no trace at all, and the reading's memory is free again before the writing takes some.
    const begin = async (): Promise<VersionWriter> => {
      const store = await options.store;
      made = await ensureDatabase(store, options.databaseId, options.regionKey, facts);
      return store.beginVersion({ databaseId: options.databaseId, name, source, author: options.author, state: options.state ?? 'completed' });
    };
    const early: Parcel[] = [];
    let earlySize = 0;
    for await (const message of parcels) {
      if (message.tell === 'refused') throw new FeedRefused(message.messages);
      if (message.tell === 'progress') options.onProgress?.(message.progress);
      else if (message.tell === 'notes') notes.push(...message.notes);
      else if (message.tell === 'facts') facts = message.facts;
      else if (message.tell === 'done') {
        summary = message.summary;
        rowsTaken.stopTimes += summary.stopTimes;
        await parcels.stop();
        break;
      } else if (writer === undefined && earlySize < (options.holdBack ?? HOLD_BACK)) {
        early.push(message);
        earlySize += sizeOf(message);
        parcels.taken({});
      } else {
        writer ??= await begin();
        for (const before of early.splice(0)) await write(writer, before);
        await parcels.pass(message, writer);
      }
    }
    if (summary === undefined) throw new Error('The reading ended before the feed did');
    writer ??= await begin();
    let written = 0;
    for (const before of early.splice(0)) {
      options.signal?.throwIfAborted();
      await write(writer, before);
      written += sizeOf(before);
      options.onProgress?.({ phase: 'Writing documents', bytes: written, totalBytes: earlySize });
    }
    for (const { result: _, ...note } of notes) writer.reportMessage(note);
    options.signal?.throwIfAborted();
    return { writer, summary, notes, ...made };
  } catch (error) {
    await writer?.abort();
    throw error;
  } finally {
    await parcels.stop();
  }
}

/** A city of 2,000 stops and 13,000 trips makes 4 million. */
const HOLD_BACK = 24_000_000;

function sizeOf(message: Parcel): number {
  return message.tell === 'file' ? message.bytes.byteLength : message.batch.characters;
}

async function write(writer: VersionWriter, message: Parcel): Promise<void> {
  if (message.tell === 'documents') await writer.addBatch(message.batch);
  else await writer.addRawFile(message.name, message.bytes);
}

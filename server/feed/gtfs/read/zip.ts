/** GTFS zips: which files of the feed they hold, and their bytes as a stream, with limits against zip bombs. */
import { pipeline, Transform, type Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import type { Entry, ZipFile } from 'yauzl';
import { openZip } from './openZip.ts';
import { FeedRefused } from '../refusal.ts';

/** Limits of what is unpacked. The largest real feeds unpack to 6 GB, text at most 40 to 1. */
export interface ZipLimits {
  /** Bytes of all files together. */
  readonly totalBytes: number;
  /** Unpacked to packed size of a file above 1 MB. Deflate cannot pass 1032; repetitive stop times reach 40. */
  readonly ratio: number;
  readonly files: number;
}

export const ZIP_LIMITS: ZipLimits = { totalBytes: 9e9, ratio: 250, files: 10_000 };

/** The limits of a command that reads a feed without the settings of a server: UNPACKED_LIMIT_GB of its environment counts. */
export function zipLimitsOf(env: Readonly<Record<string, string | undefined>>): ZipLimits {
  return { ...ZIP_LIMITS, totalBytes: Number(env['UNPACKED_LIMIT_GB']) * 1e9 || ZIP_LIMITS.totalBytes };
}

/** One file of a feed, by its name without folder. */
export interface FeedFile {
  readonly name: string;
  /** Bytes unpacked, as the zip's directory states; the stream fails where it is not true. */
  readonly size: number;
  open(): Promise<Readable>;
}

/** The files of a feed. */
export interface FeedZip {
  readonly files: ReadonlyMap<string, FeedFile>;
  /** Files in other folders of the zip, with their folders: no part of the feed. */
  readonly elsewhere: readonly string[];
  close(): void;
}

/** Opens a zip and finds the folder of it that holds the feed. Throws FeedRefused where there is none or it is unsafe. */
export async function openFeedZip(path: string, limits: ZipLimits = ZIP_LIMITS): Promise<FeedZip> {
  let zip: ZipFile;
  try {
    zip = await openZip(path);
  } catch (error) {
    throw refusalOfZip(path, error);
  }
  try {
    const entries = await listEntries(zip, limits);
    const folder = feedFolder(entries);
    const files = new Map<string, FeedFile>();
    const elsewhere: string[] = [];
    for (const entry of entries) {
      if (folderOf(entry.fileName) !== folder) {
        elsewhere.push(entry.fileName);
        continue;
      }
      const name = entry.fileName.slice(folder.length);
      if (files.has(name.toLowerCase())) throw new FeedRefused(`The zip holds two files named ${name}. Keep one of them.`);
      files.set(name.toLowerCase(), { name, size: entry.uncompressedSize, open: () => openEntry(zip, entry, limits) });
    }
    return { files, elsewhere, close: () => zip.close() };
  } catch (error) {
    zip.close();
    throw error instanceof FeedRefused ? error : refusalOfZip(path, error);
  }
}

async function listEntries(zip: ZipFile, limits: ZipLimits): Promise<Entry[]> {
  if (zip.entryCount > limits.files)
    throw new FeedRefused(`The zip holds ${zip.entryCount} files; a feed has at most ${limits.files}. Take out what is not part of the feed.`);
  const entries: Entry[] = [];
  let total = 0;
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName.endsWith('/') || isClutter(entry.fileName)) continue;
    total += entry.uncompressedSize;
    if (total > limits.totalBytes)
      throw new FeedRefused(`The zip unpacks to more than ${megabytes(limits.totalBytes)} (UNPACKED_LIMIT_GB); it is not read.`);
    if (entry.uncompressedSize > 1e6 && entry.uncompressedSize > entry.compressedSize * limits.ratio) throw bomb(entry, limits);
    if (entry.isEncrypted()) throw new FeedRefused(`${entry.fileName} in the zip is encrypted; make a zip without a password.`);
    if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8) {
      throw new FeedRefused(`${entry.fileName} in the zip is packed by method ${entry.compressionMethod}; only store and deflate can be read.`);
    }
    entries.push(entry);
  }
  return entries;
}

/** What Macs and Windows leave in zips beside the feed. */
function isClutter(name: string): boolean {
  return /(^|\/)(__MACOSX\/|\._|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i.test(name);
}

const FEED_FILES = /^(agency|stops|routes|trips|stop_times|calendar|calendar_dates)\.txt$/i;

/** The folder with the most files of a feed; '' is the top. */
function feedFolder(entries: readonly Entry[]): string {
  const found = new Map<string, number>();
  for (const { fileName } of entries) {
    const folder = folderOf(fileName);
    if (FEED_FILES.test(fileName.slice(folder.length))) found.set(folder, (found.get(folder) ?? 0) + 1);
  }
  const best = [...found].toSorted(([a, x], [b, y]) => y - x || a.length - b.length);
  const [first, second] = best;
  if (first === undefined) {
    const inner = entries.find((entry) => /\.zip$/i.test(entry.fileName));
    throw new FeedRefused(
      inner === undefined
        ? 'The zip holds no GTFS feed: none of agency.txt, stops.txt, routes.txt, trips.txt, stop_times.txt is in it.'
        : `The zip holds no GTFS feed but another zip, ${inner.fileName}; unpack it first.`,
    );
  }
  if (second !== undefined && second[1] === first[1]) {
    throw new FeedRefused(
      `The zip holds more than one feed: in ${best.map(([folder]) => folder || 'the top folder').join(' and in ')}. Make a zip of each.`,
    );
  }
  return first[0];
}

function folderOf(name: string): string {
  return name.slice(0, name.lastIndexOf('/') + 1);
}

async function openEntry(zip: ZipFile, entry: Entry, limits: ZipLimits): Promise<Readable> {
  const raw = await zip.openReadStreamPromise(entry, { decodeFileData: false });
  // Quarter-megabyte chunks: the 16 kB of the default cost a turn of the event loop each.
  const inflated = entry.compressionMethod === 8 ? pipeline(raw, createInflateRaw({ chunkSize: 262_144 }), () => undefined) : raw;
  let size = 0;
  let crc = 0;
  const checked = new Transform({
    transform(chunk: Buffer, _encoding, done): void {
      size += chunk.length;
      crc = crc32(chunk, crc);
      if (size > entry.uncompressedSize) done(bomb(entry, limits));
      else done(null, chunk);
    },
    flush(done): void {
      done(
        size === entry.uncompressedSize && crc === entry.crc32
          ? null
          : new FeedRefused(`The zip is damaged: ${entry.fileName} does not have the content its directory states. Download it or pack it again.`),
      );
    },
  });
  // A broken deflate stream, a short read: whatever fails on the way is one thing to the user.
  return pipeline(inflated, checked, () => undefined);
}

/** The sentence for what a stream of the zip failed with. */
export function refusalOfEntry(name: string, error: unknown): unknown {
  if (error instanceof FeedRefused) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return code.startsWith('Z_') || code === 'ERR_STREAM_PREMATURE_CLOSE'
    ? new FeedRefused(`The zip is damaged: ${name} cannot be unpacked. Download it or pack it again.`)
    : error;
}

function bomb(entry: Entry, limits: ZipLimits): FeedRefused {
  return new FeedRefused(
    `${entry.fileName} in the zip unpacks to more than it states, or to more than ${limits.ratio} times its packed size; it is not read.`,
  );
}

function refusalOfZip(path: string, error: unknown): unknown {
  const text = error instanceof Error ? error.message : String(error);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOENT') return new FeedRefused(`There is no file ${path}.`);
  if (code === 'EISDIR') return new FeedRefused(`${path} is a folder; give the zip file.`);
  if (code === 'EACCES') return new FeedRefused(`${path} may not be read.`);
  if (code !== '') return error;
  if (/end of central directory/i.test(text)) return new FeedRefused(`${path} is not a zip file.`);
  return new FeedRefused(`${path} is not a zip file that can be read: ${text}.`);
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6).toLocaleString('en')} MB`;
}

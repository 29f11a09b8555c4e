/** Takes an upload down to a file of this machine while its bytes come in, and learns what it is. */
import { createHash } from 'node:crypto';
import { mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { addAbortSignal, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { uuidOf } from '../../store/prepare.ts';
import { clearTimeout, randomUUID, setTimeout } from '../../surroundings.ts';
import { FORMAT_VERSION } from '../json/format.ts';
import { FeedFileRefused } from '../json/refusal.ts';

export interface ReceiveOptions {
  readonly folder: string;
  /** Name of this process (Engine.instance): what a process left that was killed is known by it. */
  readonly instance: string;
  /** Bytes of the file, packed or not. */
  readonly limit: number;
  readonly signal: AbortSignal;
  /** Called with the bytes received so far. */
  readonly onProgress: (bytes: number) => void;
}

export interface Received {
  readonly path: string;
  readonly gzip: boolean;
  /** It begins like a zip, as GTFS feeds are. */
  readonly zip: boolean;
  /** Bytes of the file once it is unpacked. */
  readonly size: number;
  /** Of the unpacked bytes and the format they are read by: equal files have equal ones. */
  readonly hash: string;
  remove(): Promise<void>;
}

/** The file is larger than may be. */
export class TooLarge extends Error {
  override readonly name = 'TooLarge';
}

/**
 * Receives a file. Throws TooLarge beyond the limit, FeedFileRefused where it cannot be unpacked or unpacks to more than
 * RATIO times its size, and whatever the source throws; then nothing stays behind.
 */
export async function receive(source: Readable, { folder, instance, limit, signal, onProgress }: ReceiveOptions): Promise<Received> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, `${instance}.${randomUUID()}`);
  const remove = (): Promise<void> => rm(path, { force: true });
  const file = await open(path, 'wx');
  const hash = createHash('sha256').update(`feed file ${FORMAT_VERSION}\n`);
  let packed = 0;
  let size = 0;
  let gzip = false;
  let zip = false;

  // A sender that falls silent, and a server that stops, end the connection.
  const silence = setTimeout(() => source.destroy(new Error('The sender sends nothing')), PATIENCE).unref();
  addAbortSignal(signal, source);
  let unwritten: Uint8Array[] = [];
  let gathered = 0;
  const write = async (): Promise<void> => {
    for (let chunks = unwritten; chunks.length > 0;) {
      const { bytesWritten } = await file.writev(chunks);
      chunks = without(chunks, bytesWritten);
    }
    unwritten = [];
    gathered = 0;
  };
  async function* kept(): AsyncGenerator<Uint8Array> {
    for await (const chunk of startingWith(source, 2)) {
      silence.refresh();
      if (packed === 0) {
        gzip = chunk[0] === 0x1f && chunk[1] === 0x8b;
        zip = chunk[0] === 0x50 && chunk[1] === 0x4b;
      }
      packed += chunk.byteLength;
      if (packed > limit) throw new TooLarge();
      unwritten.push(chunk);
      if ((gathered += chunk.byteLength) >= WRITTEN_AT_A_TIME) await write();
      onProgress(packed);
      yield chunk;
    }
    await write();
  }
  const take = (chunk: Uint8Array): void => {
    hash.update(chunk);
    size += chunk.byteLength;
    if (size > limit) throw new TooLarge();
    if (size > RATIO * packed + RATIO_FROM)
      throw new FeedFileRefused([{ place: '', message: `The file unpacks to more than ${RATIO} times its size` }]);
  };
  try {
    const chunks = kept();
    const first = await chunks.next();
    if (first.done !== true) {
      const all = again(first.value, chunks);
      if (gzip) await unpack(Readable.from(all, { objectMode: false }), take, signal);
      else for await (const chunk of all) take(chunk);
    }
    signal.throwIfAborted();
  } catch (error) {
    await remove();
    signal.throwIfAborted();
    throw error;
  } finally {
    clearTimeout(silence);
    await file.close();
  }
  return { path, gzip, zip, size, hash: uuidOf(hash.digest('hex')), remove };
}

/** Removes what killed processes left in the folder. */
export async function removeLeftUploads(folder: string, isAlive: (instance: string) => Promise<boolean>): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (!(await isAlive(name.replace(/\..*$/, '')))) await rm(join(folder, name), { force: true });
  }
}

/** Bytes that go to the disk together: a write costs as much as the bytes of sixteen packets. */
const WRITTEN_AT_A_TIME = 1_000_000;

/** What is left of chunks when so many bytes of them are done. */
function without(chunks: readonly Uint8Array[], bytes: number): Uint8Array[] {
  return chunks.flatMap((chunk) => {
    const done = Math.min(bytes, chunk.byteLength);
    bytes -= done;
    return done === chunk.byteLength ? [] : [chunk.subarray(done)];
  });
}

/** Milliseconds in which some byte has to come. */
const PATIENCE = 120_000;

/** Feed files pack to a tenth or a twentieth; nothing that is meant well comes near this. */
const RATIO = 200;
/** Below this many bytes nobody minds. */
const RATIO_FROM = 20_000_000;

async function unpack(source: Readable, take: (chunk: Uint8Array) => void, signal: AbortSignal): Promise<void> {
  const plain = createGunzip({ chunkSize: 256 * 1024 });
  // Of the failures that a failure causes up and down the stream, pipeline may tell another one.
  let refused: unknown;
  try {
    await pipeline(source, plain, async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) {
        try {
          take(chunk);
        } catch (error) {
          throw (refused = error);
        }
      }
    });
  } catch (error) {
    signal.throwIfAborted();
    if (refused !== undefined) throw refused;
    const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'Z_BUF_ERROR') throw new FeedFileRefused([{ place: '', message: 'The file ends in the middle: it cannot be unpacked to its end' }]);
    if (typeof code === 'string' && code.startsWith('Z_'))
      throw new FeedFileRefused([{ place: '', message: 'The file cannot be unpacked: it is damaged, or not packed by gzip' }]);
    throw error;
  }
}

/** The same bytes, with at least `least` of them in the first chunk. */
async function* startingWith(source: AsyncIterable<Uint8Array>, least: number): AsyncGenerator<Uint8Array> {
  let held: Uint8Array | undefined;
  for await (const chunk of source) {
    const whole = held === undefined ? chunk : Buffer.concat([held, chunk]);
    if (whole.byteLength < least) {
      held = whole;
      continue;
    }
    held = new Uint8Array();
    least = 0;
    yield whole;
  }
  if (held !== undefined && held.byteLength > 0) yield held;
}

async function* again(first: Uint8Array, rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first;
  yield* rest;
}

/**
 * The book of a release as one file: packed blocks, one for each line and each group of stops, then an index of them, then the length of
 * the index in 16 digits. A page reads the index and the block that it needs, so its memory does not grow with the feed.
 */
import type { FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip, gzipSync } from 'node:zlib';
import { z } from 'zod';
import { LineBook } from './lineBook.ts';

const unpack = promisify(gunzip);

/** Offset and bytes in the file. */
export const Place = z.tuple([z.int().min(0), z.int().min(0)]);
export type Place = z.infer<typeof Place>;

const ListedLine = z.object({
  id: z.string(),
  short: z.string(),
  long: z.string(),
  color: z.string(),
  place: Place,
});
export type ListedLine = z.infer<typeof ListedLine>;

export const BookIndex = z.object({
  form: z.literal(1),
  /** Of the agency; IANA. */
  timezone: z.string(),
  language: z.string(),
  publisher: z.string(),
  /** First day of the bits of a service, in days since 1970-01-01. */
  firstDay: z.int(),
  /** Days on which each service runs: bits, in base 64. */
  services: z.array(z.string()),
  lines: z.array(ListedLine),
  /** A stop is in the block that `stopBlock` names. */
  stops: z.array(Place),
});
export type BookIndex = z.infer<typeof BookIndex>;

/** A departure of a stop: seconds of the service day, index of its service, line and headsign, a sum of MARKS, and where it is repeated, how. */
export const BookDeparture = z.object({
  time: z.int(),
  service: z.int(),
  line: z.int(),
  headsign: z.int(),
  marks: z.int(),
  every: z.tuple([z.int(), z.int(), z.int()]).optional(),
});
export type BookDeparture = z.infer<typeof BookDeparture>;

const BookedStop = z.object({
  id: z.string(),
  name: z.string(),
  code: z.string(),
  platform: z.string(),
  /** Stops of a station. */
  children: z.array(z.string()),
  departures: z.array(BookDeparture),
});
export type BookedStop = z.infer<typeof BookedStop>;

export const StopBlock = z.object({ headsigns: z.array(z.string()), stops: z.array(BookedStop) });
export type StopBlock = z.infer<typeof StopBlock>;

/** The block of a stop, of so many: FNV-1a of its id. */
export function stopBlock(id: string, blocks: number): number {
  let hash = 0x81_1c_9d_c5;
  for (const byte of Buffer.from(id)) hash = Math.imul(hash ^ byte, 0x01_00_01_93) >>> 0;
  return hash % blocks;
}

export function pack(value: unknown): Buffer {
  return gzipSync(JSON.stringify(value));
}

/** Bytes of a block or index, packed and unpacked: none of a real feed comes near. */
const MOST = 256e6;

export async function readBlock(file: FileHandle, [offset, size]: Place): Promise<unknown> {
  if (size > MOST) throw new RangeError('A block of a timetable book is too large');
  const bytes = Buffer.alloc(size);
  await file.read(bytes, 0, size, offset);
  return JSON.parse((await unpack(bytes, { maxOutputLength: MOST })).toString('utf8'));
}

export async function readIndex(file: FileHandle): Promise<BookIndex> {
  return BookIndex.parse(await readTail(file));
}

/** The last block of a file, whose length is in its last 16 bytes. */
export async function readTail(file: FileHandle): Promise<unknown> {
  const { size } = await file.stat();
  const tail = Buffer.alloc(16);
  await file.read(tail, 0, 16, size - 16);
  const length = Number(tail.toString('latin1'));
  return readBlock(file, [size - 16 - length, length]);
}

export async function readLine(file: FileHandle, { place }: ListedLine): Promise<LineBook> {
  return LineBook.parse(await readBlock(file, place));
}

export async function readStops(file: FileHandle, place: Place): Promise<StopBlock> {
  return StopBlock.parse(await readBlock(file, place));
}

/**
 * The overlay of all stops of a version as ready bytes. The base layer never changes, so its stops are read and compressed
 * once, in chunks; a version's body is those chunks with the few replaced that hold edited stops. An edit in 100,000 stops
 * so costs one chunk of 1000 and not the whole list.
 */
import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';
import type { Engine } from '../store/engine.ts';
import { readBriefs, readEditedBriefs } from '../store/stops.ts';
import { readSource } from '../store/versions.ts';
import { noVersion } from './editing.ts';

/** The body of the stops call: `plain` is JSON, `gzip` the same compressed. */
export interface OverlayBody {
  readonly etag: string;
  readonly plain: Buffer;
  readonly gzip: Buffer;
}

/** Keeps the stops of the layers last asked for. */
export interface StopOverlays {
  /** The entity tag that the version's overlay has now. */
  etagOf(versionId: number): Promise<string>;
  read(versionId: number): Promise<OverlayBody>;
}

/** Overlays over a store. `keep` layers and versions stay in memory: 100,000 stops take about 40 MB. */
export function stopOverlays(engine: Engine, keep = 6): StopOverlays {
  const layers = new Map<number, Promise<Layer>>();
  const bodies = new Map<string, Promise<OverlayBody>>();

  const build = async (versionId: number, base: number, rev: number): Promise<OverlayBody> => {
    const layer = await recall(layers, base, keep, () => readLayer(engine, base));
    const edited = await readEditedBriefs(engine.db, versionId);
    // What was edited after `rev` may be among them; the next request has another tag and reads again.
    return assemble(layer, edited, rev, tagOf(versionId, rev));
  };
  const source = async (versionId: number): Promise<{ base: number; rev: number }> => {
    const found = await readSource(engine.db, versionId);
    if (!found) throw noVersion(versionId);
    return found;
  };
  return {
    async etagOf(versionId) {
      return tagOf(versionId, (await source(versionId)).rev);
    },
    async read(versionId) {
      const { base, rev } = await source(versionId);
      const etag = tagOf(versionId, rev);
      for (const known of bodies.keys()) if (known !== etag && known.startsWith(`"${versionId}-`)) bodies.delete(known);
      return recall(bodies, etag, keep, () => build(versionId, base, rev));
    },
  };
}

/** Size of a chunk, about 1000 stops: the smaller, the less is compressed again after an edit, and the worse the compression. */
const CHUNK_BYTES = 128_000;

interface Chunk {
  /** Id of its first stop. */
  readonly first: Buffer;
  /** Overlay rows, separated by a comma and a line feed. */
  readonly plain: Buffer;
  readonly deflated: Buffer;
}

interface Layer {
  readonly chunks: readonly Chunk[];
}

type Edited = Awaited<ReturnType<typeof readEditedBriefs>>[number];

const compress = promisify<Buffer, { level: number; finishFlush: number }, Buffer>(deflateRaw);
/** A full flush ends on a byte and looks back at nothing before: such pieces can be strung together in any order. */
const deflatePiece = (plain: Buffer): Promise<Buffer> => compress(plain, { level: 3, finishFlush: constants.Z_FULL_FLUSH });

async function readLayer(engine: Engine, layerId: number): Promise<Layer> {
  const rows = await readBriefs(engine, layerId);
  const chunks: Promise<Chunk>[] = [];
  for (let from = 0; from < rows.length; ) {
    // JSON text holds no line feed of its own, so each one ends a row: `{...},\n{...}`.
    const end = rows.indexOf(LINE_FEED, from + CHUNK_BYTES);
    chunks.push(chunkOf(rows.subarray(from, end < 0 ? rows.length : end - 1)));
    from = end < 0 ? rows.length : end + 1;
  }
  return { chunks: await Promise.all(chunks) };
}

async function chunkOf(rows: Buffer): Promise<Chunk> {
  const end = rows.indexOf(LINE_FEED);
  const first = Buffer.from(idOf(rows.toString('utf8', 0, end < 0 ? rows.length : end - 1)));
  return { first, plain: rows, deflated: await deflatePiece(rows) };
}

const LINE_FEED = 0x0a;

async function assemble(layer: Layer, edited: readonly Edited[], rev: number, etag: string): Promise<OverlayBody> {
  const byChunk = new Map<number, Edited[]>();
  for (const edit of edited) {
    const at = chunkFor(layer.chunks, Buffer.from(edit.id));
    byChunk.set(at, [...(byChunk.get(at) ?? []), edit]);
  }
  const untouched = layer.chunks.length === 0 ? [{ first: Buffer.alloc(0), plain: Buffer.alloc(0), deflated: Buffer.alloc(0) }] : layer.chunks;
  const pieces = await Promise.all(untouched.map(async (chunk, i) => (byChunk.has(i) ? patch(chunk, byChunk.get(i) ?? []) : chunk)));
  const filled = pieces.filter((piece) => piece.plain.length > 0);

  const [head, comma, tail] = await Promise.all([`{"Rev":${rev},"Stops":[`, ',', ']}'].map(frame));
  const parts = [head, ...filled.flatMap((piece, i) => (i === 0 ? [piece] : [comma, piece])), tail].filter((part) => part !== undefined);
  const plain = Buffer.concat(parts.map((part) => part.plain));
  return { etag, plain, gzip: gzipOf(plain, parts.map((part) => part.deflated)) };
}

async function frame(text: string): Promise<{ plain: Buffer; deflated: Buffer }> {
  const plain = Buffer.from(text);
  return { plain, deflated: await deflatePiece(plain) };
}

/** The chunk an id belongs to: the last one that begins at or before it. */
function chunkFor(chunks: readonly Chunk[], id: Buffer): number {
  let [low, high] = [0, chunks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const chunk = chunks[middle];
    if (chunk && Buffer.compare(chunk.first, id) <= 0) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}

async function patch(chunk: Chunk, edits: readonly Edited[]): Promise<{ plain: Buffer; deflated: Buffer }> {
  const rows: unknown = JSON.parse(`[${chunk.plain.toString('utf8')}]`);
  const texts = new Map((Array.isArray(rows) ? rows : []).map((row: unknown) => [idOfRow(row), JSON.stringify(row)]));
  for (const { id, brief, rev } of edits) {
    if (brief === null) texts.delete(id);
    else texts.set(id, rev === 0 ? brief : `${brief.slice(0, -1)},"Rev":${rev}}`);
  }
  const ordered = [...texts].map(([id, text]) => ({ id: Buffer.from(id), text })).toSorted((a, b) => Buffer.compare(a.id, b.id));
  const plain = Buffer.from(ordered.map(({ text }) => text).join(',\n'));
  return { plain, deflated: await deflatePiece(plain) };
}

/** One gzip file of pieces that were compressed apart (RFC 1952: header, DEFLATE blocks, CRC-32 and length of the whole). */
function gzipOf(plain: Buffer, pieces: readonly Buffer[]): Buffer {
  const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
  const lastBlock = Buffer.from([0x03, 0x00]);
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(plain), 0);
  trailer.writeUInt32LE(plain.length % 2 ** 32, 4);
  return Buffer.concat([header, ...pieces, lastBlock, trailer]);
}

function idOf(text: string): string {
  return idOfRow(JSON.parse(text));
}

function idOfRow(row: unknown): string {
  const id: unknown = typeof row === 'object' && row !== null ? Reflect.get(row, 'Id') : undefined;
  if (typeof id !== 'string') throw new Error('An overlay row has no id');
  return id;
}

function tagOf(versionId: number, rev: number): string {
  return `"${versionId}-${rev}"`;
}

/** A bounded memory of what is dear to make; what failed is forgotten. */
async function recall<Key, T>(memory: Map<Key, Promise<T>>, key: Key, keep: number, make: () => Promise<T>): Promise<T> {
  const known = memory.get(key) ?? make();
  memory.delete(key);
  memory.set(key, known);
  for (const oldest of memory.keys()) if (memory.size > keep) memory.delete(oldest);
  try {
    return await known;
  } catch (error) {
    if (memory.get(key) === known) memory.delete(key);
    throw error;
  }
}

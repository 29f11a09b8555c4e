/**
 * The overlay of all stops of a version as ready bytes: the compressed chunks of its base layer, with the few rebuilt ones that
 * hold edited stops. An edit in 100,000 stops so costs one chunk of 1000 and not the whole list.
 */
import { gunzipSync } from 'node:zlib';
import type { Engine } from '../store/engine.ts';
import { pieceOf, readLayerStops, textOf, type StopsChunk } from '../store/layerStops.ts';
import { readEditedBriefs } from '../store/stops.ts';
import { crcOfParts } from './crcOfParts.ts';
import { readable } from './editing.ts';

/** The body of the stops call, compressed. */
export interface OverlayBody {
  readonly etag: string;
  readonly gzip: Buffer;
}

/** The body for a caller that does not read gzip. */
export function unpacked({ gzip }: OverlayBody): Buffer {
  return gunzipSync(gzip);
}

/** Keeps the stops of the layers last asked for. */
export interface StopOverlays {
  /** The entity tag that the version's overlay has now. */
  etagOf(versionId: number): Promise<string>;
  read(versionId: number): Promise<OverlayBody>;
}

/** Overlays over a store. `keep` layers and versions stay in memory: 100,000 stops take about 2 MB each. */
export function stopOverlays(engine: Engine, keep = 6): StopOverlays {
  const layers = new Map<number, Promise<readonly StopsChunk[]>>();
  const bodies = new Map<string, Promise<OverlayBody>>();

  const build = async (versionId: number, base: number, rev: number): Promise<OverlayBody> => {
    const layer = await recall(layers, base, keep, () => readLayerStops(engine, base));
    const edited = await readEditedBriefs(engine.db, versionId);
    // A version may come to stand on another layer between the two readings (jobs/flatten.ts): what was edited is in that one.
    const now = await readable(engine.db, versionId);
    if (now.base !== base) return build(versionId, now.base, rev);
    // What was edited after `rev` may be among them; the next request has another tag and reads again.
    return assemble(layer, edited, rev, tagOf(versionId, rev));
  };
  return {
    async etagOf(versionId) {
      return tagOf(versionId, (await readable(engine.db, versionId)).rev);
    },
    async read(versionId) {
      const { base, rev } = await readable(engine.db, versionId);
      const etag = tagOf(versionId, rev);
      for (const known of bodies.keys()) if (known !== etag && known.startsWith(`"${versionId}-`)) bodies.delete(known);
      return recall(bodies, etag, keep, () => build(versionId, base, rev));
    },
  };
}

type Edited = Awaited<ReturnType<typeof readEditedBriefs>>[number];

type Piece = Omit<StopsChunk, 'first'>;

async function assemble(layer: readonly StopsChunk[], edited: readonly Edited[], rev: number, etag: string): Promise<OverlayBody> {
  const byChunk = new Map<number, Edited[]>();
  for (const edit of edited) {
    const at = chunkFor(layer, Buffer.from(edit.id));
    byChunk.set(at, [...(byChunk.get(at) ?? []), edit]);
  }
  const untouched: readonly Piece[] = layer.length === 0 ? [await pieceOf(Buffer.alloc(0))] : layer;
  const pieces = await Promise.all(untouched.map(async (chunk, i) => (byChunk.has(i) ? patch(chunk, byChunk.get(i) ?? []) : chunk)));
  const filled = pieces.filter((piece) => piece.size > 0);

  const [head, comma, tail] = await Promise.all([
    pieceOf(Buffer.from(`{"Rev":${rev},"Stops":[`)),
    pieceOf(Buffer.from(',')),
    pieceOf(Buffer.from(']}')),
  ]);
  return { etag, gzip: gzipOf([head, ...filled.flatMap((piece, i) => (i === 0 ? [piece] : [comma, piece])), tail]) };
}

/** The chunk an id belongs to: the last one that begins at or before it. */
function chunkFor(chunks: readonly StopsChunk[], id: Buffer): number {
  let [low, high] = [0, chunks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const chunk = chunks[middle];
    if (chunk && Buffer.compare(chunk.first, id) <= 0) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}

function patch(chunk: Piece, edits: readonly Edited[]): Promise<Piece> {
  const rows: unknown = JSON.parse(`[${textOf(chunk).toString('utf8')}]`);
  const texts = new Map((Array.isArray(rows) ? rows : []).map((row: unknown) => [idOfRow(row), JSON.stringify(row)]));
  for (const { id, brief, rev } of edits) {
    if (brief === null) texts.delete(id);
    else texts.set(id, rev === 0 ? brief : `${brief.slice(0, -1)},"Rev":${rev}}`);
  }
  const ordered = [...texts].map(([id, text]) => ({ id: Buffer.from(id), text })).toSorted((a, b) => Buffer.compare(a.id, b.id));
  return pieceOf(Buffer.from(ordered.map(({ text }) => text).join(',\n')));
}

/** One gzip file of pieces that were compressed apart (RFC 1952: header, DEFLATE blocks, CRC-32 and length of the whole). */
function gzipOf(pieces: readonly Piece[]): Buffer {
  const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
  const lastBlock = Buffer.from([0x03, 0x00]);
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(
    pieces.reduce((crc, piece) => crcOfParts(crc, piece.crc, piece.size), 0),
    0,
  );
  trailer.writeUInt32LE(pieces.reduce((size, piece) => size + piece.size, 0) % 2 ** 32, 4);
  return Buffer.concat([header, ...pieces.map(({ deflated }) => deflated), lastBlock, trailer]);
}

function idOfRow(row: unknown): string {
  const id: unknown = typeof row === 'object' && row !== null ? Reflect.get(row, 'Id') : undefined;
  if (typeof id !== 'string') throw new Error('An overlay row has no id');
  return id;
}

function tagOf(versionId: number, rev: number): string {
  return `"${versionId}-${rev}"`;
}

/** A bounded cache of what is expensive to compute; failures are not cached. */
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

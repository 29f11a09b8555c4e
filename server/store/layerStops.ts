/**
 * The stops of a base layer as the map reads them. A layer never changes, so they are read and compressed once, in chunks,
 * when it is written; a request strings the chunks together. Made on request where a layer has none yet.
 */
import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, inflateRawSync } from 'node:zlib';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Engine } from './engine.ts';
import { readBriefs } from './stops.ts';

/** A run of overlay rows, separated by a comma and a line feed, as a piece of a DEFLATE stream that stands on its own. */
export interface StopsChunk {
  /** Id of its first stop, in bytes. */
  readonly first: Buffer;
  /** Bytes unpacked. */
  readonly size: number;
  /** CRC-32 of the unpacked bytes. */
  readonly crc: number;
  readonly deflated: Buffer;
}

/** Makes and keeps the chunks of a layer unless it has them. */
export async function prepareLayerStops(engine: Engine, layerId: number): Promise<void> {
  if (!(await isReady(engine, layerId))) await makeChunks(engine, layerId);
}

/** The chunks of a layer in the order of their stops' ids. */
export async function readLayerStops(engine: Engine, layerId: number): Promise<readonly StopsChunk[]> {
  if (!(await isReady(engine, layerId))) return makeChunks(engine, layerId);
  const lines = await engine.readText(
    sql`
      select string_agg(json_build_array(first, size, crc, encode(deflated, 'hex'))::text, chr(10) order by seq)
      from layer_stops where layer_id = ${layerId}`.compile(engine.db),
  );
  if (lines.length === 0) return [];
  return lines
    .toString('latin1')
    .split('\n')
    .map((line) => {
      const [first, size, crc, hex] = Row.parse(JSON.parse(Buffer.from(line, 'latin1').toString('utf8')));
      return { first: Buffer.from(first), size, crc, deflated: Buffer.from(hex, 'hex') };
    });
}

/** A piece of JSON text that can be strung together with others. */
export async function pieceOf(plain: Buffer): Promise<Omit<StopsChunk, 'first'>> {
  return { size: plain.length, crc: crc32(plain), deflated: await compress(plain, { level: 3, finishFlush: constants.Z_FULL_FLUSH }) };
}

/** The text of a piece. */
export function textOf({ deflated }: Pick<StopsChunk, 'deflated'>): Buffer {
  // A piece has no last block: what follows it is another.
  return inflateRawSync(deflated, { finishFlush: constants.Z_SYNC_FLUSH });
}

/** A full flush ends on a byte and looks back at nothing before: such pieces can be strung together in any order. */
const compress = promisify<Buffer, { level: number; finishFlush: number }, Buffer>(deflateRaw);

/** Size of a chunk, about 1000 stops: the smaller, the less is compressed again after an edit, and the worse the compression. */
const CHUNK_BYTES = 128_000;
const CHUNKS_AT_A_TIME = 10;
const LINE_FEED = 0x0a;
const Row = z.tuple([z.string(), z.number(), z.number(), z.string()]);

async function isReady(engine: Engine, layerId: number): Promise<boolean> {
  const row = await engine.db.selectFrom('layer').select('stops_ready').where('layer_id', '=', layerId).executeTakeFirst();
  return row?.stops_ready ?? false;
}

/** Makes the chunks; concurrent calls share the result. */
function makeChunks(engine: Engine, layerId: number): Promise<readonly StopsChunk[]> {
  const ofEngine = making.get(engine) ?? new Map<number, Promise<readonly StopsChunk[]>>();
  making.set(engine, ofEngine);
  const chunks = ofEngine.get(layerId) ?? writeChunks(engine, layerId).finally(() => ofEngine.delete(layerId));
  ofEngine.set(layerId, chunks);
  return chunks;
}

const making = new WeakMap<Engine, Map<number, Promise<readonly StopsChunk[]>>>();

async function writeChunks(engine: Engine, layerId: number): Promise<readonly StopsChunk[]> {
  const chunks = await Promise.all(split(await readBriefs(engine, layerId)).map(chunkOf));
  const rows = chunks.map(({ first, size, crc, deflated }, seq) => ({
    s: seq,
    f: first.toString(),
    n: size,
    c: crc,
    d: deflated.toString('base64'),
  }));
  // A few at a time: 100,000 stops at once hold up everybody else on PGlite. Another process that makes the same, or whoever
  // removes the layer meanwhile, does no harm: the chunks of a layer are always the same.
  for (let from = 0; from < rows.length; from += CHUNKS_AT_A_TIME) {
    await sql`
      insert into layer_stops(layer_id, seq, first, size, crc, deflated)
      select l.layer_id, r.s, r.f, r.n, r.c, decode(r.d, 'base64')
      from layer l cross join jsonb_to_recordset(${JSON.stringify(rows.slice(from, from + CHUNKS_AT_A_TIME))}::jsonb) r(s int, f text, n int, c bigint, d text)
      where l.layer_id = ${layerId} and not l.stops_ready on conflict do nothing`.execute(engine.db);
  }
  await sql`update layer set stops_ready = true where layer_id = ${layerId}`.execute(engine.db);
  return chunks;
}

function split(rows: Buffer): Buffer[] {
  const chunks: Buffer[] = [];
  for (let from = 0; from < rows.length;) {
    // JSON text holds no line feed of its own, so each one ends a row: `{...},\n{...}`.
    const end = rows.indexOf(LINE_FEED, from + CHUNK_BYTES);
    chunks.push(rows.subarray(from, end < 0 ? rows.length : end - 1));
    from = end < 0 ? rows.length : end + 1;
  }
  return chunks;
}

async function chunkOf(rows: Buffer): Promise<StopsChunk> {
  const end = rows.indexOf(LINE_FEED);
  const { Id } = FirstRow.parse(JSON.parse(rows.toString('utf8', 0, end < 0 ? rows.length : end - 1)));
  return { first: Buffer.from(Id), ...(await pieceOf(rows)) };
}

const FirstRow = z.object({ Id: z.string() });

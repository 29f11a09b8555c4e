/**
 * A statement as one message to PGlite and its answer. PGlite's own `query` speaks six times with the database for each, and
 * copies large values four times on the way.
 */
import { parse, type PGlite, type Results } from '@electric-sql/pglite';
import { serialize } from 'pg-protocol';
import { arrayLiteral } from './binaryArrays.ts';

/**
 * Runs a statement with its parameters as `pg` takes them: bytes go in the type's binary format, everything else as text.
 * Rows are objects, or arrays where asked for. `prepared`: statements that the database keeps, so that it plans each only once;
 * for few statements over small tables only, because a kept plan does not follow the values. Throws PGlite's DatabaseError.
 */
export async function runStatement(
  pglite: PGlite,
  sql: string,
  params: readonly unknown[],
  rowMode: 'array' | 'object' = 'object',
  prepared?: PreparedStatements,
): Promise<Results> {
  const { name, isKept } = prepared?.of(sql) ?? UNNAMED;
  const first = isKept ? [] : [...(name === '' ? [] : [serialize.close({ type: 'S', name })]), serialize.parse({ text: sql, name })];
  const { messages } = await pglite.execProtocol(joined([...first, ...bind(params.map(asSent), name), ASK]), { syncToFs: false });
  prepared?.kept(sql);
  const [result] = parse.parseResults(messages, pglite.parsers, { rowMode });
  return result ?? { rows: [], fields: [], affectedRows: 0 };
}

const UNNAMED = { name: '', isKept: false };

/** Names of the statements that one database keeps. */
export class PreparedStatements {
  readonly #names = new Map<string, string>();
  readonly #kept = new Set<string>();

  /** The name of a statement, and whether the database has it under that name. */
  of(sql: string): { readonly name: string; readonly isKept: boolean } {
    const name = this.#names.get(sql) ?? `s${this.#names.size}`;
    this.#names.set(sql, name);
    return { name, isKept: this.#kept.has(sql) };
  }

  /** Notes that the database has carried it out, and so keeps it. */
  kept(sql: string): void {
    this.#kept.add(sql);
  }
}

/** What follows the values: tell the columns of the answer, carry it out, end it. */
const ASK = Buffer.concat([serialize.describe({ type: 'P' }), serialize.execute(), serialize.sync()]);

/**
 * The message that gives a statement its values, in pieces. Not pg-protocol's: that one grows towards large values in steps,
 * of which each leaves a copy of a megabyte to the garbage collector.
 */
function bind(values: readonly Value[], statement: string): Uint8Array[] {
  const pieces = [
    Buffer.from(`\0${statement}\0`), // the portal has no name
    int16s([values.length, ...values.map(({ format }) => format), values.length]),
    ...values.flatMap(({ bytes }) => (bytes === null ? [int32(-1)] : [int32(bytes.length), bytes])),
    int16s([0]), // the answer as text
  ];
  return [Buffer.from('B'), int32(4 + lengthOf(pieces)), ...pieces];
}

interface Value {
  readonly format: typeof TEXT | typeof BINARY;
  readonly bytes: Uint8Array | null;
}
const TEXT = 0;
const BINARY = 1;

function asSent(value: unknown): Value {
  if (value instanceof Uint8Array) return { format: BINARY, bytes: value };
  const text = Array.isArray(value) ? arrayLiteral(value.map(textOf)) : textOf(value);
  return { format: TEXT, bytes: text === null ? null : Buffer.from(text) };
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return `${value}`;
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== 'object' || Array.isArray(value) || value instanceof Uint8Array)
    throw new TypeError('A parameter is a text, a number, bytes or a plain list of texts and numbers');
  return JSON.stringify(value);
}

/** The pieces one after the other, to be used before the next are joined: but for very large ones they lie in the same room. */
function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const length = lengthOf(pieces);
  const message = length > ROOM ? Buffer.allocUnsafeSlow(length) : room.subarray(0, length);
  let at = 0;
  for (const piece of pieces) {
    message.set(piece, at);
    at += piece.length;
  }
  return message;
}

/** Bytes of the largest usual message, a batch of documents; what is never written to takes no memory. */
const ROOM = 4_000_000;
const room = Buffer.allocUnsafeSlow(ROOM);

const lengthOf = (pieces: readonly Uint8Array[]): number => pieces.reduce((sum, { length }) => sum + length, 0);

function int32(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(4);
  bytes.writeInt32BE(value);
  return bytes;
}

function int16s(values: readonly number[]): Buffer {
  const bytes = Buffer.allocUnsafe(values.length * 2);
  for (const [i, value] of values.entries()) bytes.writeUInt16BE(value, i * 2);
  return bytes;
}

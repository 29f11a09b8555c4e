/**
 * A statement as one message to PGlite and its answer. PGlite's own `query` speaks six times with the database for each, and
 * copies large values four times on the way.
 */
import { parse, type PGlite, type Results } from '@electric-sql/pglite';
import { serialize } from 'pg-protocol';
import { arrayLiteral } from './binaryArrays.ts';

/**
 * Runs a statement with its parameters as `pg` takes them: bytes go in the type's binary format, everything else as text.
 * Rows are objects, or arrays where asked for. Throws PGlite's DatabaseError.
 */
export async function runStatement(pglite: PGlite, sql: string, params: readonly unknown[], rowMode: 'array' | 'object' = 'object'): Promise<Results> {
  const message = Buffer.concat([
    serialize.parse({ text: sql }),
    serialize.bind({ values: params.map(asSent) }),
    serialize.describe({ type: 'P' }),
    serialize.execute(),
    serialize.sync(),
  ]);
  const { messages } = await pglite.execProtocol(message, { syncToFs: false });
  const [result] = parse.parseResults(messages, pglite.parsers, { rowMode });
  return result ?? { rows: [], fields: [], affectedRows: 0 };
}

function asSent(value: unknown): string | Buffer | null {
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  return Array.isArray(value) ? arrayLiteral(value.map(textOf)) : textOf(value);
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return `${value}`;
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== 'object' || Array.isArray(value) || value instanceof Uint8Array) throw new TypeError('A parameter is a text, a number, bytes or a plain list of texts and numbers');
  return JSON.stringify(value);
}

import { readFeedJson, type ReadFeedOptions } from '../../server/feed/json/readFeed.ts';
import { FeedFileRefused } from '../../server/feed/json/refusal.ts';
import { feedSchema } from '../../server/feed/json/schema.ts';
import type { EntityKind } from '../../src/domain/entities.ts';

/** What a feed file holds, as its reader gives it. */
export interface ReadFile {
  readonly documents: readonly { readonly kind: EntityKind; readonly doc: object }[];
  readonly files: ReadonlyMap<string, string>;
}

/** Reads a feed file in this process; `chunk` bytes come at a time. */
export async function readFile(text: string | Buffer, { chunk = 1000, ...options }: ReadFeedOptions & { readonly chunk?: number } = {}): Promise<ReadFile> {
  const documents: { kind: EntityKind; doc: object }[] = [];
  const files = new Map<string, string>();
  await readFeedJson(
    inChunks(Buffer.from(text), chunk),
    {
      add: (kind, doc) => void documents.push({ kind, doc }),
      addRawFile: (name, bytes) => void files.set(name, Buffer.from(bytes).toString('latin1')),
    },
    options,
  );
  return { documents, files };
}

/** The messages with which a feed file is refused. Throws where it is not. */
export async function refusalOfFile(text: string | Buffer, options: Parameters<typeof readFile>[1] = {}): Promise<readonly string[]> {
  try {
    await readFile(text, options);
  } catch (error) {
    if (error instanceof FeedFileRefused) return error.messages;
    throw error;
  }
  throw new Error('The file was taken');
}

/** A feed file of parts: the value of each member that is not left out. */
export function fileOf(members: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ FormatVersion: 1, ...members });
}

/** A feed file in which every array has one element with every field that the published schema names. Ids are all `x`. */
export function everyField(): Record<string, unknown> {
  const { properties } = feedSchema() as { properties: Record<string, Schema> };
  const file = Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, sampleOf(schema, name)]));
  return { ...file, Files: [{ Name: 'böoking rules.txt', Bytes: Buffer.from('a,b\n1,"2"').toString('base64'), More: false }] };
}

interface Schema {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly minimum?: number;
}

function sampleOf(given: Schema, name: string): unknown {
  const schema = typeof given.type === 'object' ? { ...given, type: given.type[0] ?? '' } : given;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf?.[0]) return sampleOf(schema.anyOf[0], name);
  if (schema.properties) return Object.fromEntries(Object.entries(schema.properties).map(([key, one]) => [key, sampleOf(one, key)]));
  if (schema.type === 'object') return { 'colönne "1"': '=1+1\n\u2028😀', b: '' };
  if (schema.prefixItems) return schema.prefixItems.map((one, i) => sampleOf(one, `${name}${i}`));
  if (schema.items) return [sampleOf(schema.items, name)];
  if (schema.type === 'boolean') return true;
  if (schema.type === 'integer') return Math.max(1, schema.minimum ?? 1);
  if (schema.type === 'number') return 0.000_000_1 + Math.max(0, schema.minimum ?? 0);
  if (/date/i.test(name)) return '2028-02-29';
  return /Id(From|To)?$/.test(name) ? 'x' : `${name} "é" \\ / \t 😀`;
}

async function* inChunks(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

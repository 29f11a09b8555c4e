import type { Chance } from '../../server/feed/demo/chance.ts';
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
export async function readFile(
  text: string | Buffer,
  { chunk = 1000, ...options }: ReadFeedOptions & { readonly chunk?: number } = {},
): Promise<ReadFile> {
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
  readonly oneOf?: readonly Schema[];
  readonly minItems?: number;
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
  const [first] = schema.anyOf ?? schema.oneOf ?? [];
  if (first) return sampleOf(first, name);
  if (schema.properties) return Object.fromEntries(Object.entries(schema.properties).map(([key, one]) => [key, sampleOf(one, key)]));
  if (schema.type === 'object') return { 'colönne "1"': '=1+1\n\u2028😀', b: '' };
  if (schema.prefixItems) return schema.prefixItems.map((one, i) => sampleOf(one, `${name}${i}`));
  const { items, minItems = 1 } = schema;
  if (items) return Array.from({ length: minItems }, () => sampleOf(items, name));
  if (schema.type === 'boolean') return true;
  if (schema.type === 'integer') return Math.max(1, schema.minimum ?? 1);
  if (schema.type === 'number') return 0.000_000_1 + Math.max(0, schema.minimum ?? 0);
  if (/date|^From$|^To$/i.test(name)) return '2028-02-29';
  return /Id(From|To)?$|^FollowsCalendar$/.test(name) ? 'x' : `${name} "é" \\ / \t 😀`;
}

async function* inChunks(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

const SCRAPS = [
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '"',
  '\\',
  '\\u0000',
  '\\ud800',
  'null',
  'true',
  '1e999',
  '-0',
  '99999999999999999999',
  '"Id":',
  '"__proto__":1,',
  '\xff',
  '\0',
  ' ',
  '\n',
  '{}',
  '[]',
  '😀',
  '"FormatVersion":1,',
];

/** A feed file with one to three places damaged: bytes that are gone, come twice, or are others. */
export function damage(file: Buffer, chance: Chance): Buffer {
  let bytes = file;
  for (let n = chance.int(1, 3); n > 0; n--) {
    const at = chance.int(0, bytes.length - 1);
    const to = Math.min(bytes.length, at + chance.pick([1, 1, 5, 60]));
    const scrap = Buffer.from(chance.pick(SCRAPS), chance.next() < 0.5 ? 'latin1' : 'utf8');
    switch (chance.int(0, 5)) {
      case 0:
        bytes = Buffer.concat([bytes.subarray(0, at), scrap, bytes.subarray(at)]);
        break;
      case 1:
        bytes = Buffer.concat([bytes.subarray(0, at), scrap, bytes.subarray(to)]);
        break;
      case 2:
        bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(to)]);
        break;
      case 3:
        bytes = Buffer.concat([bytes.subarray(0, to), bytes.subarray(at)]);
        break;
      case 4:
        bytes = Buffer.from(bytes);
        bytes[at] = chance.int(0, 255);
        break;
      default:
        bytes =
          chance.next() < 0.3
            ? bytes.subarray(0, at)
            : Buffer.concat([bytes.subarray(0, at), Buffer.from([chance.int(32, 126)]), bytes.subarray(at)]);
    }
    if (bytes.length === 0) return bytes;
  }
  return bytes;
}

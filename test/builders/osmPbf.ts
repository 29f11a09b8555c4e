/** Extracts of OpenStreetMap made up by a test (.osm.pbf, zlib, dense nodes). */
import { deflateSync } from 'node:zlib';

export interface OsmData {
  readonly nodes: readonly { readonly id: number; readonly lat: number; readonly lng: number; readonly tags?: Tags }[];
  readonly ways: readonly { readonly id: number; readonly refs: readonly number[]; readonly tags: Tags }[];
  readonly relations?: readonly { readonly id: number; readonly tags: Tags; readonly members: readonly Member[] }[];
}
type Tags = Readonly<Record<string, string>>;
interface Member {
  readonly type: 'node' | 'way' | 'relation';
  readonly ref: number;
  readonly role: string;
}

/** The file with one block. Elements keep the order given: a test of what is not sorted gives them unsorted. */
export function osmPbf(data: OsmData): Buffer {
  return Buffer.concat([osmHeader(), osmBlock(data)]);
}

/** The first block of a file. */
export function osmHeader(): Buffer {
  return blob('OSMHeader', Buffer.concat([bytes(4, 'OsmSchema-V0.6'), bytes(4, 'DenseNodes')]));
}

/** A block of elements; the format allows at most 32 MB before compression. */
export function osmBlock({ nodes, ways, relations = [] }: OsmData): Buffer {
  const strings = new Map([['', 0]]);
  const text = (value: string): number => {
    const known = strings.get(value) ?? strings.size;
    strings.set(value, known);
    return known;
  };
  const tags = (of: Tags): Buffer[] => [packed(2, Object.keys(of).map(text)), packed(3, Object.values(of).map(text))];
  const dense = Buffer.concat([
    packed(1, steps(nodes.map(({ id }) => id))),
    packed(8, steps(nodes.map(({ lat }) => Math.round(lat * 1e7)))),
    packed(9, steps(nodes.map(({ lng }) => Math.round(lng * 1e7)))),
    packed(
      10,
      nodes.flatMap(({ tags: of = {} }) => [...Object.entries(of).flatMap(([key, value]) => [text(key), text(value)]), 0]),
    ),
  ]);
  const groups = [
    ...(nodes.length === 0 ? [] : [bytes(2, dense)]),
    ...ways.map(({ id, refs, tags: of }) => bytes(3, Buffer.concat([number(1, id), ...tags(of), packed(8, steps(refs))]))),
    ...relations.map(({ id, tags: of, members }) =>
      bytes(
        4,
        Buffer.concat([
          number(1, id),
          ...tags(of),
          packed(
            8,
            members.map(({ role }) => text(role)),
          ),
          packed(9, steps(members.map(({ ref }) => ref))),
          packed(
            10,
            members.map(({ type }) => ['node', 'way', 'relation'].indexOf(type)),
          ),
        ]),
      ),
    ),
  ];
  const table = Buffer.concat([...strings.keys()].map((each) => bytes(1, each)));
  return blob('OSMData', Buffer.concat([bytes(1, table), ...groups.map((group) => bytes(2, group))]));
}

function blob(type: string, raw: Buffer): Buffer {
  const data = Buffer.concat([number(2, raw.length), bytes(3, deflateSync(raw))]);
  const head = Buffer.concat([bytes(1, type), number(3, data.length)]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(head.length);
  return Buffer.concat([size, head, data]);
}

function varint(value: number | bigint): Buffer {
  let rest = BigInt.asUintN(64, BigInt(value));
  const out: number[] = [];
  do {
    out.push(Number(rest & 127n) | (rest > 127n ? 128 : 0));
    rest >>= 7n;
  } while (rest > 0n);
  return Buffer.from(out);
}

/** Each number as the difference to the one before, small whether up or down (zigzag). */
function steps(values: readonly number[]): bigint[] {
  return values.map((value, i) => {
    const step = BigInt(value - (values[i - 1] ?? 0));
    return step >= 0n ? step << 1n : (-step << 1n) - 1n;
  });
}

function number(field: number, value: number): Buffer {
  return Buffer.concat([varint(field << 3), varint(value)]);
}

function bytes(field: number, value: Buffer | string): Buffer {
  const content = Buffer.from(value);
  return Buffer.concat([varint((field << 3) | 2), varint(content.length), content]);
}

function packed(field: number, values: readonly (number | bigint)[]): Buffer {
  return bytes(field, Buffer.concat(values.map(varint)));
}

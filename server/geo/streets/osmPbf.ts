/** Reads OpenStreetMap extracts (.osm.pbf, https://wiki.openstreetmap.org/wiki/PBF_Format) block by block. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { inflateSync } from 'node:zlib';

/** An extract that cannot be used. The message says why and what to do. */
export class ExtractRefused extends Error {
  override readonly name = 'ExtractRefused';
}

export type OsmTags = ReadonlyMap<string, string>;

export interface OsmMember {
  readonly type: 'node' | 'way' | 'relation';
  readonly ref: number;
  readonly role: string;
}

/** What is called for each element. Kinds without a handler are not decoded, nor are references that nobody asks for. */
export interface OsmHandlers {
  node?(id: number, lat: number, lng: number, tags: OsmTags): void;
  way?(id: number, tags: OsmTags, nodes: () => readonly number[]): void;
  relation?(id: number, tags: OsmTags, members: () => readonly OsmMember[]): void;
  /** Bytes of the file that have been read. */
  progress?(bytes: number, ofBytes: number): void;
}

/** Blocks are larger than what the format allows only in files that are damaged, or no extracts. */
const LARGEST_HEAD = 64 * 1024;
const LARGEST_BLOCK = 32 * 1024 * 1024;
const READ_FEATURES = new Set(['OsmSchema-V0.6', 'DenseNodes']);

/** Calls back for every element in the order of the file. */
export function readOsm(file: string, handlers: OsmHandlers): void {
  for (const { type, raw, end, size } of blocksOf(file)) {
    if (type === 'OSMHeader') requireKnown(raw);
    else if (type === 'OSMData') readBlock(raw, handlers);
    handlers.progress?.(end, size);
  }
}

/** A reader over protocol buffers. Numbers above 2^53 do not occur in extracts. */
class Cursor {
  constructor(
    readonly bytes: Buffer,
    public at = 0,
    readonly end = bytes.length,
  ) {}

  get more(): boolean {
    return this.at < this.end;
  }

  varint(): number {
    let value = 0;
    let unit = 1;
    for (;;) {
      const byte = this.bytes[this.at++];
      if (byte === undefined || this.at > this.end)
        throw new ExtractRefused('is damaged: a block ends in the middle of a number. Download it again.');
      value += (byte & 127) * unit;
      if (byte < 128) return value;
      unit *= 128;
    }
  }

  zigzag(): number {
    const value = this.varint();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  /** An int64: negative numbers are ten bytes long. */
  int64(): number {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = this.bytes[this.at++] ?? 0;
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return Number(BigInt.asIntN(64, value));
    }
  }

  part(): Cursor {
    const length = this.varint();
    const part = new Cursor(this.bytes, this.at, this.at + length);
    this.at += length;
    return part;
  }

  text(): string {
    const { at, end } = this.part();
    return this.bytes.toString('utf8', at, end);
  }

  skip(wire: number): void {
    if (wire === 0) this.int64();
    else if (wire === 2) this.part();
    else this.at += wire === 5 ? 4 : 8;
  }

  /** Fields by number: what `take` does not read is skipped. */
  fields(take: (field: number) => boolean): void {
    while (this.more) {
      const key = this.varint();
      if (!take(key >> 3)) this.skip(key & 7);
    }
  }

  all(read: (cursor: Cursor) => number): number[] {
    const numbers: number[] = [];
    while (this.more) numbers.push(read(this));
    return numbers;
  }
}

function* blocksOf(file: string): Generator<{ type: string; raw: Buffer; end: number; size: number }> {
  const fd = openSync(file, 'r');
  try {
    const { size } = fstatSync(fd);
    let at = 0;
    const take = (length: number): Buffer => {
      const bytes = Buffer.alloc(length);
      if (readSync(fd, bytes, 0, length, at) < length) throw new ExtractRefused('ends in the middle of a block. Download it again.');
      at += length;
      return bytes;
    };
    while (at < size) {
      const isFirst = at === 0;
      const length = take(4).readUInt32BE(0);
      if (length > LARGEST_HEAD) throw new ExtractRefused(isFirst ? 'is no .osm.pbf file.' : 'is damaged. Download it again.');
      const head = new Cursor(take(length));
      let type = '';
      let bytes = 0;
      head.fields((field) => {
        if (field === 1) type = head.text();
        else if (field === 3) bytes = head.varint();
        else return false;
        return true;
      });
      if (isFirst && type !== 'OSMHeader') throw new ExtractRefused('is no .osm.pbf file.');
      if (bytes > LARGEST_BLOCK) throw new ExtractRefused('is damaged. Download it again.');
      yield { type, raw: unpacked(take(bytes)), end: at, size };
    }
  } finally {
    closeSync(fd);
  }
}

function unpacked(data: Buffer): Buffer {
  const blob = new Cursor(data);
  let raw: Buffer | undefined;
  blob.fields((field) => {
    if (field !== 1 && field !== 3) return false;
    const { at, end } = blob.part();
    const part = data.subarray(at, end);
    raw = field === 1 ? part : inflateSync(part, { maxOutputLength: LARGEST_BLOCK });
    return true;
  });
  if (raw === undefined) throw new ExtractRefused('is compressed in a way that is not read here. Convert it: osmium cat IN.osm.pbf -o OUT.osm.pbf');
  return raw;
}

function requireKnown(raw: Buffer): void {
  const header = new Cursor(raw);
  header.fields((field) => {
    if (field !== 4) return false;
    const feature = header.text();
    if (!READ_FEATURES.has(feature)) throw new ExtractRefused(`needs ${feature}, which is not read here. Use a plain extract without history.`);
    return true;
  });
}

function readBlock(raw: Buffer, handlers: OsmHandlers): void {
  const block = new Cursor(raw);
  const groups: Cursor[] = [];
  const strings: string[] = [];
  let [granularity, latOffset, lngOffset] = [100, 0, 0];
  block.fields((field) => {
    if (field === 1) {
      const table = block.part();
      table.fields((each) => each === 1 && strings.push(table.text()) > 0);
    } else if (field === 2) groups.push(block.part());
    else if (field === 17) granularity = block.varint();
    else if (field === 19) latOffset = block.int64();
    else if (field === 20) lngOffset = block.int64();
    else return false;
    return true;
  });
  const node: OnNode = (id, lat, lng, tags) =>
    handlers.node?.(id, (latOffset + granularity * lat) / 1e9, (lngOffset + granularity * lng) / 1e9, tags);
  for (const group of groups) {
    group.fields((field) => {
      if (field === 1 && handlers.node) readNode(group.part(), strings, node);
      else if (field === 2 && handlers.node) readDense(group.part(), strings, node);
      else if (field === 3 && handlers.way) readWay(group.part(), strings, handlers.way);
      else if (field === 4 && handlers.relation) readRelation(group.part(), strings, handlers.relation);
      else return false;
      return true;
    });
  }
}

type OnNode = (id: number, lat: number, lng: number, tags: OsmTags) => void;

const NO_TAGS: OsmTags = new Map();
const varint = (each: Cursor): number => each.varint();
const zigzag = (each: Cursor): number => each.zigzag();

function readNode(from: Cursor, strings: readonly string[], node: OnNode): void {
  let [id, lat, lng] = [0, 0, 0];
  let [keys, values]: [number[], number[]] = [[], []];
  from.fields((field) => {
    if (field === 1) id = from.zigzag();
    else if (field === 2) keys = from.part().all(varint);
    else if (field === 3) values = from.part().all(varint);
    else if (field === 8) lat = from.zigzag();
    else if (field === 9) lng = from.zigzag();
    else return false;
    return true;
  });
  node(id, lat, lng, tagsOf(strings, keys, values));
}

/** Many nodes at once, each number the difference to that of the node before; keys and values of all in one list, a 0 after each node. */
function readDense(from: Cursor, strings: readonly string[], node: OnNode): void {
  let [ids, lats, lngs, texts]: [number[], number[], number[], number[]] = [[], [], [], []];
  from.fields((field) => {
    if (field === 1) ids = from.part().all(zigzag);
    else if (field === 8) lats = from.part().all(zigzag);
    else if (field === 9) lngs = from.part().all(zigzag);
    else if (field === 10) texts = from.part().all(varint);
    else return false;
    return true;
  });
  let [id, lat, lng, at] = [0, 0, 0, 0];
  for (const [i, step] of ids.entries()) {
    id += step;
    lat += lats[i] ?? 0;
    lng += lngs[i] ?? 0;
    let tags: Map<string, string> | undefined;
    for (let key = texts[at++] ?? 0; key !== 0; key = texts[at++] ?? 0) (tags ??= new Map()).set(strings[key] ?? '', strings[texts[at++] ?? 0] ?? '');
    node(id, lat, lng, tags ?? NO_TAGS);
  }
}

function readWay(from: Cursor, strings: readonly string[], way: NonNullable<OsmHandlers['way']>): void {
  let id = 0;
  let [keys, values]: [number[], number[]] = [[], []];
  let refs: Cursor | undefined;
  from.fields((field) => {
    if (field === 1) id = from.int64();
    else if (field === 2) keys = from.part().all(varint);
    else if (field === 3) values = from.part().all(varint);
    else if (field === 8) refs = from.part();
    else return false;
    return true;
  });
  way(id, tagsOf(strings, keys, values), () => summed(refs));
}

const MEMBER_TYPES = ['node', 'way', 'relation'] as const;

function readRelation(from: Cursor, strings: readonly string[], relation: NonNullable<OsmHandlers['relation']>): void {
  let id = 0;
  let [keys, values]: [number[], number[]] = [[], []];
  let [roles, refs, types]: (Cursor | undefined)[] = [];
  from.fields((field) => {
    if (field === 1) id = from.int64();
    else if (field === 2) keys = from.part().all(varint);
    else if (field === 3) values = from.part().all(varint);
    else if (field === 8) roles = from.part();
    else if (field === 9) refs = from.part();
    else if (field === 10) types = from.part();
    else return false;
    return true;
  });
  relation(id, tagsOf(strings, keys, values), () => {
    const [role, type] = [roles?.all(varint) ?? [], types?.all(varint) ?? []];
    return summed(refs).map((ref, i) => ({ ref, role: strings[role[i] ?? 0] ?? '', type: MEMBER_TYPES[type[i] ?? 0] ?? 'node' }));
  });
}

function tagsOf(strings: readonly string[], keys: readonly number[], values: readonly number[]): OsmTags {
  return keys.length === 0 ? NO_TAGS : new Map(keys.map((key, i) => [strings[key] ?? '', strings[values[i] ?? 0] ?? '']));
}

function summed(steps: Cursor | undefined): number[] {
  let sum = 0;
  return steps?.all((each) => (sum += each.zigzag())) ?? [];
}

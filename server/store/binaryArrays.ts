/** Arrays in PostgreSQL's binary format, which spares both sides the quoting and the parsing of array literals. */

/** One value: a text, the bytes of the type's binary format, or null. */
export type ArrayItem = string | Uint8Array | null;

/** Types by their ids in PostgreSQL's catalogue. */
const TYPES = { int2: 21, text: 25, json: 114, uuid: 2950 } as const;
export type ArrayType = keyof typeof TYPES;

/** An array of one dimension. Texts are sent in UTF-8, as text and json have them. */
export function binaryArray(type: ArrayType, items: readonly ArrayItem[]): Buffer {
  let size = HEAD;
  for (const item of items) size += 4 + (item === null ? 0 : typeof item === 'string' ? Buffer.byteLength(item) : item.byteLength);
  const bytes = Buffer.allocUnsafe(size);
  bytes.writeInt32BE(items.length === 0 ? 0 : 1, 0); // dimensions
  bytes.writeInt32BE(items.includes(null) ? 1 : 0, 4);
  bytes.writeInt32BE(TYPES[type], 8);
  if (items.length === 0) return bytes.subarray(0, 12);
  bytes.writeInt32BE(items.length, 12);
  bytes.writeInt32BE(1, 16); // the index of the first
  let at = HEAD;
  for (const item of items) {
    let length = -1;
    if (typeof item === 'string') length = bytes.write(item, at + 4);
    else if (item !== null) {
      bytes.set(item, at + 4);
      length = item.byteLength;
    }
    bytes.writeInt32BE(length, at);
    at += 4 + Math.max(0, length);
  }
  return bytes;
}

/** A number from -32,768 to 32,767 as smallint has it. */
export function int2(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(2);
  bytes.writeInt16BE(value);
  return bytes;
}

/** A UUID text as uuid has it. */
export function uuid(text: string): Buffer {
  return Buffer.from(text.replaceAll('-', ''), 'hex');
}

/** Texts as the literal of an array of them, for a column of arrays. */
export function arrayLiteral(texts: readonly string[]): string {
  return `{${texts.map((text) => `"${text.replaceAll(/[\\"]/g, String.raw`\$&`)}"`).join(',')}}`;
}

const HEAD = 20;

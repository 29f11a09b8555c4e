/**
 * Arrays in PostgreSQL's binary format, which spares both sides the quoting and the parsing of array literals; record 0017
 * has what that spares the embedded database.
 */

/** Types by their ids in PostgreSQL's catalogue. */
const TYPES = { int2: 21, text: 25, json: 114, uuid: 2950 } as const;
export type ArrayType = keyof typeof TYPES;

/** An array of one dimension that grows item by item and is written out in any order. Its room is used again after `clear`. */
export class GrowingArray {
  readonly #type: ArrayType;
  #bytes = Buffer.allocUnsafeSlow(1024);
  #used = 0;
  /** Where each item begins, and its bytes; null has NULL of them. */
  readonly #begins: number[] = [];
  readonly #lengths: number[] = [];
  #nulls = false;

  constructor(type: ArrayType) {
    this.#type = type;
  }

  /** Bytes that `writeTo` takes. */
  get size(): number {
    return HEAD + this.#lengths.length * 4 + this.#used;
  }

  /** A text or JSON, sent in UTF-8; or null. */
  addText(text: string | null): void {
    this.#nulls ||= text === null;
    this.#add(text === null ? 0 : mostBytes(text), (at) => (text === null ? NULL : this.#bytes.write(text, at)));
  }

  /** A hash, given in 32 hexadecimal digits. */
  addUuid(digits: string): void {
    this.#add(16, (at) => this.#bytes.write(digits, at, 'hex'));
  }

  /** A number from -32,768 to 32,767. */
  addInt2(number: number): void {
    this.#add(2, (at) => this.#bytes.writeInt16BE(number, at) - at);
  }

  /** Writes the items with these indices, in this order. `to` has room for `size` bytes. Returns how many it took. */
  writeTo(to: Buffer, order: readonly number[]): number {
    let at = 0;
    for (const word of [1, this.#nulls ? 1 : 0, TYPES[this.#type], order.length, 1]) at = to.writeInt32BE(word, at);
    for (const index of order) {
      const [begin, length] = [this.#begins[index] ?? 0, this.#lengths[index] ?? NULL];
      at = to.writeInt32BE(length, at);
      if (length > 0) at += this.#bytes.copy(to, at, begin, begin + length);
    }
    return at;
  }

  clear(): void {
    this.#used = 0;
    this.#begins.length = 0;
    this.#lengths.length = 0;
    this.#nulls = false;
  }

  #add(room: number, write: (at: number) => number): void {
    if (this.#used + room > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(this.#used + room, this.#bytes.length * 2));
      this.#bytes.copy(larger, 0, 0, this.#used);
      this.#bytes = larger;
    }
    const length = write(this.#used);
    this.#begins.push(this.#used);
    this.#lengths.push(length);
    this.#used += Math.max(0, length);
  }
}

/** At least the bytes of a text; of a long one they are counted, for three times as many would be much. */
function mostBytes(text: string): number {
  return text.length > 100_000 ? Buffer.byteLength(text) : text.length * 3;
}

/** Of such an array the items with these indices (from 0, rising). */
export function pickItems(array: Uint8Array, indices: readonly number[]): Buffer {
  const from = Buffer.from(array.buffer, array.byteOffset, array.byteLength);
  const parts: Buffer[] = [from.subarray(0, HEAD)];
  let [index, at] = [0, HEAD];
  for (const wanted of indices) {
    for (; index < wanted; index++) at += sizeAt(from, at);
    parts.push(from.subarray(at, at + sizeAt(from, at)));
  }
  const picked = Buffer.concat(parts);
  picked.writeInt32BE(indices.length, COUNT_AT);
  return picked;
}

/** Texts as the literal of an array of them. */
export function arrayLiteral(texts: readonly (string | null)[]): string {
  return `{${texts.map((text) => (text === null ? 'NULL' : `"${SPECIAL.test(text) ? text.replaceAll(/[\\"]/g, String.raw`\$&`) : text}"`)).join(',')}}`;
}

const SPECIAL = /[\\"]/;

/** Number of dimensions, whether there are nulls, the type; of the one dimension its length and the index of its first item. */
const HEAD = 20;
const COUNT_AT = 12;
/** The length of null. */
const NULL = -1;

/** Bytes of an item with its length before it. */
function sizeAt(bytes: Buffer, at: number): number {
  return 4 + Math.max(0, bytes.readInt32BE(at));
}

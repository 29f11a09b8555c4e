/** Gives equal things one number, so that half a million rows are compared as numbers and no text is made twice. */

/** Numbers byte texts (ids) from 0 in the order of their first appearance. */
export class ByteInterner {
  /** The texts by number. */
  readonly texts: string[] = [];
  #table = new Int32Array(2048).fill(-1);
  #hashes = new Int32Array(1024);
  #ends = new Int32Array(1024);
  #arena = Buffer.alloc(16_384);
  #used = 0;
  #last = -1;

  get size(): number {
    return this.texts.length;
  }

  /** The number of a text, or -1 where it was never given one. */
  find(bytes: Uint8Array, start: number, end: number): number {
    // Rows of one trip follow each other in nearly every feed.
    if (this.#last >= 0 && this.#same(this.#last, bytes, start, end)) return this.#last;
    const hash = hashBytes(bytes, start, end);
    const mask = this.#table.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const index = this.#table[slot] ?? -1;
      if (index < 0) return -1;
      if (this.#hashes[index] === hash && this.#same(index, bytes, start, end)) return (this.#last = index);
    }
  }

  /** The number of a text, a new one where it had none. */
  intern(bytes: Buffer, start: number, end: number, text?: string): number {
    const known = this.find(bytes, start, end);
    if (known >= 0) return known;
    const index = this.texts.length;
    this.texts.push(text ?? bytes.toString('utf8', start, end));
    const size = end - start;
    if (this.#used + size > this.#arena.length) {
      const grown = Buffer.alloc(Math.max(this.#arena.length * 2, this.#used + size));
      this.#arena.copy(grown, 0, 0, this.#used);
      this.#arena = grown;
    }
    bytes.copy(this.#arena, this.#used, start, end);
    this.#used += size;
    if (index >= this.#ends.length) {
      this.#ends = widened(this.#ends);
      this.#hashes = widened(this.#hashes);
    }
    this.#ends[index] = this.#used;
    const hash = hashBytes(bytes, start, end);
    this.#hashes[index] = hash;
    if (index * 2 >= this.#table.length) this.#rebuild();
    else place(this.#table, hash, index);
    return (this.#last = index);
  }

  /** The same for a text that is already a string. */
  internText(text: string): number {
    const bytes = Buffer.from(text);
    return this.intern(bytes, 0, bytes.length, text);
  }

  /** The number of a text that is already a string, or -1. */
  findText(text: string): number {
    const bytes = Buffer.from(text);
    return this.find(bytes, 0, bytes.length);
  }

  #same(index: number, bytes: Uint8Array, start: number, end: number): boolean {
    const from = index === 0 ? 0 : (this.#ends[index - 1] ?? 0);
    const size = (this.#ends[index] ?? 0) - from;
    if (size !== end - start) return false;
    const arena = this.#arena;
    for (let i = size - 1; i >= 0; i--) if (arena[from + i] !== bytes[start + i]) return false;
    return true;
  }

  #rebuild(): void {
    this.#table = new Int32Array(this.#table.length * 2).fill(-1);
    for (let index = 0; index < this.texts.length; index++) place(this.#table, this.#hashes[index] ?? 0, index);
  }
}

/** Numbers sequences of whole numbers (stop lists, running times) from 0 in the order of their first appearance. */
export class SequenceInterner {
  readonly #sequences: Int32Array[] = [];
  #table = new Int32Array(1024).fill(-1);
  #hashes = new Int32Array(512);

  get size(): number {
    return this.#sequences.length;
  }

  /** The sequence of a number. */
  at(index: number): Int32Array {
    const sequence = this.#sequences[index];
    if (sequence === undefined) throw new RangeError(`No sequence ${index}`);
    return sequence;
  }

  /** The number of the first `length` entries; the entries are copied where they are new. */
  intern(entries: Int32Array, length: number): number {
    const hash = hashInts(entries, length);
    const mask = this.#table.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const index = this.#table[slot] ?? -1;
      if (index < 0) break;
      if (this.#hashes[index] === hash && sameInts(this.at(index), entries, length)) return index;
    }
    const index = this.#sequences.length;
    this.#sequences.push(entries.slice(0, length));
    if (index >= this.#hashes.length) this.#hashes = widened(this.#hashes);
    this.#hashes[index] = hash;
    if (index * 2 >= this.#table.length) {
      this.#table = new Int32Array(this.#table.length * 2).fill(-1);
      for (let i = 0; i <= index; i++) place(this.#table, this.#hashes[i] ?? 0, i);
    } else place(this.#table, hash, index);
    return index;
  }
}

function place(table: Int32Array, hash: number, index: number): void {
  const mask = table.length - 1;
  let slot = hash & mask;
  while ((table[slot] ?? -1) >= 0) slot = (slot + 1) & mask;
  table[slot] = index;
}

function widened(column: Int32Array): Int32Array<ArrayBuffer> {
  const grown = new Int32Array(column.length * 2);
  grown.set(column);
  return grown;
}

/** FNV-1a with a final mix: ids differ in their last characters only, and the table takes the low bits. */
function hashBytes(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ (bytes[i] ?? 0), 0x01000193);
  return hash ^ (hash >>> 15);
}

function hashInts(entries: Int32Array, length: number): number {
  let hash = 0x811c9dc5 ^ length;
  for (let i = 0; i < length; i++) hash = Math.imul((hash ^ (entries[i] ?? 0)) + (hash >>> 13), 0x5bd1e995);
  return hash ^ (hash >>> 15);
}

function sameInts(a: Int32Array, b: Int32Array, length: number): boolean {
  if (a.length !== length) return false;
  for (let i = 0; i < length; i++) if (a[i] !== b[i]) return false;
  return true;
}

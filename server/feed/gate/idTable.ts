/** A set of ids that numbers them in their order and keeps none of their texts: 64 bits of a hash and 32 of the number for each. */

/** Share of the places that may be taken. */
const FULL = 0.6;

/** Two ids are taken for one with a chance of about n² / 2⁶⁵: of ten million, once in 370,000 feeds. */
export class IdTable {
  #places = 1024;
  #hashes = new Uint32Array(2 * this.#places);
  #numbers = new Uint32Array(this.#places);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Bytes in use. */
  get bytes(): number {
    return this.#hashes.byteLength + this.#numbers.byteLength;
  }

  /** The number of an id, from 0; -1 where it is not there. */
  find(id: string): number {
    const [low, high] = hashOf(id);
    return (this.#numbers[this.#placeOf(low, high)] ?? 0) - 1;
  }

  /** The number of an id, which is taken in where it is new. */
  add(id: string): number {
    if (this.#size >= this.#places * FULL) this.#grow();
    const [low, high] = hashOf(id);
    const place = this.#placeOf(low, high);
    const number = this.#numbers[place] ?? 0;
    if (number > 0) return number - 1;
    this.#put(place, low, high, ++this.#size);
    return this.#size - 1;
  }

  /** Where a hash is, or would be put. */
  #placeOf(low: number, high: number): number {
    const mask = this.#places - 1;
    let place = low & mask;
    while (this.#numbers[place] !== 0 && (this.#hashes[2 * place] !== low || this.#hashes[2 * place + 1] !== high)) place = (place + 1) & mask;
    return place;
  }

  #put(place: number, low: number, high: number, number: number): void {
    this.#hashes[2 * place] = low;
    this.#hashes[2 * place + 1] = high;
    this.#numbers[place] = number;
  }

  #grow(): void {
    const [hashes, numbers] = [this.#hashes, this.#numbers];
    this.#places *= 2;
    this.#hashes = new Uint32Array(2 * this.#places);
    this.#numbers = new Uint32Array(this.#places);
    for (const [at, number] of numbers.entries()) {
      if (number === 0) continue;
      const [low, high] = [hashes[2 * at] ?? 0, hashes[2 * at + 1] ?? 0];
      this.#put(this.#placeOf(low, high), low, high, number);
    }
  }
}

/** Two hashes of 32 bits (cyrb53, public domain, without its last step). */
function hashOf(text: string): [low: number, high: number] {
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 2_654_435_761);
    b = Math.imul(b ^ unit, 1_597_334_677);
  }
  const [x, y] = [a, b];
  a = Math.imul(x ^ (x >>> 16), 2_246_822_507) ^ Math.imul(y ^ (y >>> 13), 3_266_489_909);
  b = Math.imul(y ^ (y >>> 16), 2_246_822_507) ^ Math.imul(a ^ (a >>> 13), 3_266_489_909);
  return [a >>> 0, b >>> 0];
}

/** Numbers by an index that grows. */
export class Column {
  #values: Int32Array;
  readonly #blank: number;

  constructor(blank: number) {
    this.#blank = blank;
    this.#values = new Int32Array(1024).fill(blank);
  }

  get(at: number): number {
    return this.#values[at] ?? this.#blank;
  }

  set(at: number, value: number): void {
    if (at >= this.#values.length) {
      const more = new Int32Array(Math.max(at + 1, 2 * this.#values.length)).fill(this.#blank);
      more.set(this.#values);
      this.#values = more;
    }
    this.#values[at] = value;
  }
}

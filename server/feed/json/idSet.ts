/**
 * A set of ids that takes 8 to 16 bytes an id, however long they are: 64 bits of a hash. Two ids are taken for one with a
 * chance of one in a million where a file has five million; then a file is refused that could have been taken.
 */
export class IdSet {
  #table = new Uint32Array(2048);
  #size = 0;

  /** Adds an id; answers false where it was in the set already. */
  add(id: string): boolean {
    if ((this.#size + 1) * 4 > this.#table.length) this.#grow();
    const [high, low] = hashOf(id);
    const slot = find(this.#table, high, low);
    if (this.#table[slot] !== 0) return false;
    this.#table[slot] = high;
    this.#table[slot + 1] = low;
    this.#size++;
    return true;
  }

  has(id: string): boolean {
    const [high, low] = hashOf(id);
    return this.#table[find(this.#table, high, low)] !== 0;
  }

  #grow(): void {
    const old = this.#table;
    this.#table = new Uint32Array(old.length * 2);
    for (let i = 0; i < old.length; i += 2) {
      const [high = 0, low = 0] = [old[i], old[i + 1]];
      if (high === 0) continue;
      const slot = find(this.#table, high, low);
      this.#table[slot] = high;
      this.#table[slot + 1] = low;
    }
  }
}

/** The slot of a hash, or the empty one where it would go. Half of the table stays empty. */
function find(table: Uint32Array, high: number, low: number): number {
  const mask = table.length - 2;
  for (let slot = (low << 1) & mask; ; slot = (slot + 2) & mask) {
    if (table[slot] === 0 || (table[slot] === high && table[slot + 1] === low)) return slot;
  }
}

/** cyrb53 by bryc (public domain) with all of its 64 bits; the first half is never 0, which marks an empty slot. */
function hashOf(text: string): [number, number] {
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 2654435761);
    b = Math.imul(b ^ unit, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return [b >>> 0 || 1, a >>> 0];
}

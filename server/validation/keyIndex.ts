/** Documents by keys, in the order of their ids. Most keys have one document, which then stands without a list around it. */
export class KeyIndex<T extends { readonly id: string }> {
  readonly #held = new Map<string, T | T[]>();

  add(key: string, item: T): void {
    const held = this.#held.get(key);
    if (held === undefined) this.#held.set(key, item);
    else if (Array.isArray(held)) insert(held, item);
    else this.#held.set(key, held.id <= item.id ? [held, item] : [item, held]);
  }

  remove(key: string, item: T): void {
    const held = this.#held.get(key);
    if (held === item) this.#held.delete(key);
    else if (Array.isArray(held)) {
      const at = held.indexOf(item);
      if (at < 0) return;
      held.splice(at, 1);
      const [only] = held;
      if (held.length === 1 && only !== undefined) this.#held.set(key, only);
    }
  }

  get(key: string): readonly T[] {
    const held = this.#held.get(key);
    return held === undefined ? NONE : Array.isArray(held) ? held : [held];
  }

  has(key: string): boolean {
    return this.#held.has(key);
  }

  keys(): Iterable<string> {
    return this.#held.keys();
  }
}

const NONE: readonly never[] = [];

/** Documents mostly come in the order of their ids. */
function insert<T extends { readonly id: string }>(list: T[], item: T): void {
  let low = 0;
  let high = list.length;
  if ((list.at(-1)?.id ?? '') <= item.id) low = high;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle]?.id ?? '') <= item.id) low = middle + 1;
    else high = middle;
  }
  list.splice(low, 0, item);
}

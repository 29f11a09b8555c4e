/**
 * Documents in pages. Those of a city are kept as they are; beyond a limit of memory the pages that were not read lately are
 * kept as packed JSON, and unpacked when one of their documents is requested.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib';

interface Page<T> {
  /** Undefined while the page is packed only. */
  items: T[] | undefined;
  packed: Uint8Array | undefined;
  /** Read since the hand of the clock passed it. */
  used: boolean;
  bytes: number;
}

export class Pages<T> {
  readonly #limit: number;
  readonly #weightOf: (item: T) => number;
  #filling: Page<T> = emptyPage();
  /** Full pages that are unpacked, in a ring. */
  readonly #ring: Page<T>[] = [];
  #hand = 0;
  #bytes = 0;

  /** `limit` is in bytes as `weightOf` estimates them. */
  constructor(limit: number, weightOf: (item: T) => number) {
    this.#limit = limit;
    this.#weightOf = weightOf;
  }

  /** Adds an item, which must not change from then on. Returns how it is read: at another time it may be another, equal object. */
  add(item: T): () => T {
    const page = this.#filling;
    const at = page.items?.push(item) ?? 0;
    page.bytes += this.#weightOf(item);
    if (page.bytes >= Math.min(BYTES_OF_PAGE, this.#limit / 8)) {
      this.#filling = emptyPage();
      this.#opened(page);
    }
    return () => this.#read(page, at - 1);
  }

  #read(page: Page<T>, at: number): T {
    page.used = true;
    let { items } = page;
    if (items === undefined) {
      // Packed from objects of this type by this class.
      items = page.items = JSON.parse(new TextDecoder().decode(inflateRawSync(page.packed ?? new Uint8Array()))) as T[];
      this.#opened(page);
    }
    return items[at] as T;
  }

  #opened(page: Page<T>): void {
    this.#ring.push(page);
    this.#bytes += page.bytes;
    while (this.#bytes > this.#limit && this.#ring.length > 1) this.#packOne(page);
  }

  /** Packs the first page at the hand that was not read lately. */
  #packOne(opened: Page<T>): void {
    for (;;) {
      if (this.#hand >= this.#ring.length) this.#hand = 0;
      const page = this.#ring[this.#hand];
      if (page === undefined) return;
      if (page === opened || page.used) {
        page.used = page === opened;
        this.#hand++;
        continue;
      }
      // Copied: what zlib answers is a part of a larger buffer.
      page.packed ??= new Uint8Array(deflateRawSync(JSON.stringify(page.items), { level: 1 }));
      page.items = undefined;
      this.#bytes -= page.bytes;
      const last = this.#ring.pop();
      if (last !== undefined && last !== page) this.#ring[this.#hand] = last;
      return;
    }
  }
}

/** So small that reading one item of it takes half a millisecond. */
const BYTES_OF_PAGE = 64_000;

function emptyPage<T>(): Page<T> {
  return { items: [], packed: undefined, used: true, bytes: 0 };
}

/** Documents on their way into the store, many together, column by column as its statements take them. */
import { kindOfNumber } from '../../src/domain/entities.ts';
import { arrayLiteral, GrowingArray, pickItems } from './binaryArrays.ts';
import type { PreparedDocument } from './prepare.ts';

/** Plain data in memory that threads share: made by the one that reads a feed, read by the one of the database. */
export interface DocumentBatch {
  readonly size: number;
  /** Characters of their JSON. */
  readonly characters: number;
  /** How many there are of each kind. */
  readonly counts: ReadonlyMap<number, number>;
  /** Each an array in PostgreSQL's binary format. */
  readonly columns: Columns;
  /** Where the columns lie. Once the batch is written the next one may lie there. */
  readonly memory: SharedArrayBuffer;
}

type Column = 'kind' | 'id' | 'hash' | 'doc' | 'refs' | 'brief' | 'trips';
export type Columns = Readonly<Record<Column, Uint8Array>>;

/** How many documents and characters of JSON go to the database at a time: more only costs memory. */
const FULL = { documents: 2000, characters: 1_000_000 };

/** Gathers documents into batches. Keeps bytes, not the documents: those would be moved about by each garbage collection. */
export class BatchBuilder {
  readonly #columns = {
    kind: new GrowingArray('int2'),
    id: new GrowingArray('text'),
    hash: new GrowingArray('uuid'),
    doc: new GrowingArray('json'),
    refs: new GrowingArray('text'),
    brief: new GrowingArray('text'),
    trips: new GrowingArray('text'),
  };
  #keys: { readonly kind: number; readonly id: string; readonly index: number }[] = [];
  #characters = 0;

  get isEmpty(): boolean {
    return this.#keys.length === 0;
  }

  get isFull(): boolean {
    return this.#keys.length >= FULL.documents || this.#characters >= FULL.characters;
  }

  add({ kind, id, hash, json, refs, brief, trips }: PreparedDocument): void {
    this.#keys.push({ kind, id, index: this.#keys.length });
    this.#characters += json.length;
    this.#columns.kind.addInt2(kind);
    this.#columns.id.addText(id);
    this.#columns.hash.addUuid(hash);
    this.#columns.doc.addText(json);
    this.#columns.refs.addText(refs.length === 0 ? null : arrayLiteral(refs));
    this.#columns.brief.addText(brief);
    this.#columns.trips.addText(trips);
  }

  /** Takes out what was gathered, into this memory where it is large enough. Throws where two documents have one kind and id. */
  take(memory?: SharedArrayBuffer): DocumentBatch {
    // All writers in the same order, so that two of the same documents do not wait for each other in a circle; this one suits
    // the index of the layer.
    const keys = this.#keys.toSorted((a, b) => a.kind - b.kind || (a.id < b.id ? -1 : 1));
    const counts = new Map<number, number>();
    for (const [i, { kind, id }] of keys.entries()) {
      if (keys[i - 1]?.kind === kind && keys[i - 1]?.id === id) throw new Error(`Two documents of ${kindOfNumber(kind)} have the id ${id}`);
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }
    const order = keys.map(({ index }) => index);
    const needed = Object.values(this.#columns).reduce((sum, column) => sum + column.size, 0);
    const room = memory !== undefined && memory.byteLength >= needed ? memory : new SharedArrayBuffer(Math.ceil(needed * SPARE));
    let end = 0;
    const columns = eachColumn((name) => {
      const begin = end;
      end += this.#columns[name].writeTo(Buffer.from(room, begin), order);
      this.#columns[name].clear();
      return new Uint8Array(room, begin, end - begin);
    });
    const characters = this.#characters;
    this.#keys = [];
    this.#characters = 0;
    return { size: keys.length, characters, counts, columns, memory: room };
  }
}

/** Room beyond what a batch needs, so that the next one, which may be a little larger, finds place in it too. */
const SPARE = 1.25;

/** Of the columns of a batch the documents with these indices (from 0, rising). */
export function pickColumns(columns: Columns, indices: readonly number[]): Columns {
  return eachColumn((name) => pickItems(columns[name], indices));
}

function eachColumn(make: (name: Column) => Uint8Array): Columns {
  return { kind: make('kind'), id: make('id'), hash: make('hash'), doc: make('doc'), refs: make('refs'), brief: make('brief'), trips: make('trips') };
}

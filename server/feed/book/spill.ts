/** Rows of whole numbers that do not fit into memory: written to files by bucket, and read bucket by bucket. */
import { closeSync, openSync, writeSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Rows that are held for each bucket before they are written. */
const HELD = 1024;

export class Spill {
  readonly #columns: number;
  readonly #paths: string[] = [];
  readonly #files: number[] = [];
  readonly #held: Int32Array[] = [];
  readonly #filled: number[] = [];

  /** At most 256 buckets: each is an open file. */
  constructor(folder: string, name: string, buckets: number, columns: number) {
    this.#columns = columns;
    for (let bucket = 0; bucket < buckets; bucket++) {
      this.#paths.push(join(folder, `${name}-${bucket}`));
      this.#files.push(openSync(this.#paths[bucket]!, 'w'));
      this.#held.push(new Int32Array(HELD * columns));
      this.#filled.push(0);
    }
  }

  get buckets(): number {
    return this.#paths.length;
  }

  add(bucket: number, row: readonly number[]): void {
    const at = this.#filled[bucket]!;
    this.#held[bucket]!.set(row, at);
    this.#filled[bucket] = at + this.#columns;
    if (at + this.#columns === HELD * this.#columns) this.#write(bucket);
  }

  #write(bucket: number): void {
    const rows = this.#held[bucket]!.subarray(0, this.#filled[bucket]);
    writeSync(this.#files[bucket]!, rows);
    this.#filled[bucket] = 0;
  }

  /** Ends the writing. */
  close(): void {
    for (const [bucket, file] of this.#files.entries()) {
      this.#write(bucket);
      closeSync(file);
    }
    this.#files.length = 0;
    this.#held.length = 0;
  }

  /** All rows of a bucket, one after the other. */
  async read(bucket: number): Promise<Int32Array> {
    const bytes = await readFile(this.#paths[bucket]!);
    return new Int32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  }
}

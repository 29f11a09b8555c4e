/** A zip that is written while its files are made: at no time more than a few chunks of one file are in memory. */
import { Readable, type Writable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import yazl from 'yazl';

export class ZipOut {
  readonly #zip = new yazl.ZipFile();
  readonly #mtime: Date;
  readonly #written: Promise<void>;

  /** Writes into `out`, which is ended with the zip. All files carry `mtime`, so that the same content is the same zip. */
  constructor(out: Writable, mtime: Date) {
    this.#mtime = mtime;
    this.#written = pipeline(this.#zip.outputStream, out);
    // Whoever waits below hears of it.
    this.#written.catch(() => undefined);
  }

  /** Writes a file. Throws what the making of its content throws, or what the output fails with. */
  async add(name: string, content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<void> {
    const source = Readable.from(content, { objectMode: false });
    this.#zip.addReadStream(source, name, { mtime: this.#mtime, mode: 0o100644 });
    try {
      await Promise.race([finished(source, { writable: false }), this.#written]);
    } finally {
      source.destroy();
    }
  }

  /** Ends the zip and waits until all of it is in the output. */
  async end(): Promise<void> {
    this.#zip.end();
    await this.#written;
  }

  /** Gives the zip up: the output is destroyed, half a zip stays in it. */
  async abort(reason: Error): Promise<void> {
    if (this.#zip.outputStream instanceof Readable) this.#zip.outputStream.destroy(reason);
    await this.#written.catch(() => undefined);
  }
}

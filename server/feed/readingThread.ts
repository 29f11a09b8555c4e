/** A thread that reads a feed and tells what it finds; it waits for `taken` when it is ahead of who writes. */
import type { DocumentBatch } from '../store/documentBatch.ts';
import { startWorker } from '../workerUrl.ts';
import type { Taken } from './documentParcels.ts';

/** Takes what is read; a VersionWriter is one. */
export interface BatchTaker {
  addBatch(batch: DocumentBatch): Promise<void>;
  addRawFile(name: string, bytes: Uint8Array): Promise<void>;
}

/** Documents and kept files, which every reading thread tells in the order of its file. */
export type Parcel =
  | { readonly tell: 'documents'; readonly batch: DocumentBatch }
  | { readonly tell: 'file'; readonly name: string; readonly bytes: Uint8Array };

interface ReadingThreadOptions {
  readonly data: unknown;
  readonly signal?: AbortSignal | undefined;
  /** MB of young values; most die at once, and the engine would let 48 MB of them gather. */
  readonly youngMegabytes: number;
  /** MB of everything else; no limit of its own where it is not given. */
  readonly oldMegabytes?: number;
  /** What to throw in place of an error of the thread. */
  readonly errorOf?: (error: unknown) => unknown;
}

/**
 * Iterates over the thread's messages. Throws what the thread failed with or the signal's reason; call `stop` in a `finally`.
 * `name` is the worker's file, see startWorker.
 */
export class ReadingThread<Message extends { readonly tell: string }> implements AsyncIterable<Message> {
  readonly #worker;
  readonly #waiting: Message[] = [];
  readonly #signal: AbortSignal | undefined;
  #failure: unknown;
  #wake: () => void = () => undefined;

  constructor(name: string, { data, signal, youngMegabytes, oldMegabytes, errorOf = (error) => error }: ReadingThreadOptions) {
    signal?.throwIfAborted();
    this.#signal = signal;
    const old = oldMegabytes === undefined ? {} : { maxOldGenerationSizeMb: oldMegabytes };
    this.#worker = startWorker(name, { workerData: data, resourceLimits: { maxYoungGenerationSizeMb: youngMegabytes, ...old } });
    this.#worker.on('message', (message: Message) => {
      this.#waiting.push(message);
      this.#wake();
    });
    this.#worker.on('error', (error: unknown) => this.fail(errorOf(error)));
    this.#worker.on('exit', () => this.fail(new Error('The reading thread ended')));
    signal?.addEventListener('abort', this.#abort);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Message> {
    for (;;) {
      // The thread may have ended well with its last messages still here; the reason is that they are not wanted.
      this.#signal?.throwIfAborted();
      const next = this.#waiting.shift();
      if (next !== undefined) yield next;
      else if (this.#failure !== undefined) throw this.#failure;
      else {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    }
  }

  /** Gives a parcel to the taker. Documents are not awaited: the next batch is to be there when the database has written this one. */
  async pass(parcel: Parcel, taker: BatchTaker): Promise<void> {
    if (parcel.tell === 'documents') {
      const { memory } = parcel.batch;
      taker.addBatch(parcel.batch).then(() => this.taken({ memory }), this.fail);
    } else {
      await taker.addRawFile(parcel.name, parcel.bytes);
      this.taken({});
    }
  }

  /** Says that a parcel has been dealt with. */
  taken(what: Taken): void {
    this.#worker.postMessage(what);
  }

  async stop(): Promise<void> {
    this.#signal?.removeEventListener('abort', this.#abort);
    await this.#worker.terminate();
  }

  readonly #abort = (): void => this.#wake();

  readonly fail = (error: unknown): void => {
    this.#failure ??= error;
    this.#wake();
  };
}

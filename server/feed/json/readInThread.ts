import type { Worker } from 'node:worker_threads';
import type { DocumentBatch } from '../../store/documentBatch.ts';
import { startWorker } from '../../workerUrl.ts';
import type { Taken } from '../documentParcels.ts';
import type { ReadMessage, ReadWorkerData } from './readMessages.ts';
import { FeedFileRefused } from './refusal.ts';

/** Takes what is read; a VersionWriter is one. */
export interface BatchTaker {
  addBatch(batch: DocumentBatch): Promise<void>;
  addRawFile(name: string, bytes: Uint8Array): Promise<void>;
}

/**
 * Reads a feed file in a thread of its own, so that calls are answered meanwhile, and gives its documents to the taker.
 * Throws FeedFileRefused where it cannot be taken, the signal's reason where it is aborted.
 */
export async function readInThread(
  file: ReadWorkerData,
  taker: BatchTaker,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (bytes: number) => void },
): Promise<void> {
  signal.throwIfAborted();
  const worker = startWorker('feed/json/readWorker', { workerData: file, resourceLimits: LIMITS });
  const messages = new Inbox(worker, signal);
  const taken = (what: Taken): void => worker.postMessage(what);
  try {
    for (;;) {
      const message = await messages.next();
      if (message.tell === 'done') return;
      if (message.tell === 'refused') throw new FeedFileRefused(message.problems);
      if (message.tell === 'progress') onProgress(message.bytes);
      else if (message.tell === 'documents') {
        const { memory } = message.batch;
        // Not awaited: the next one is to be there when the database has written this one.
        taker.addBatch(message.batch).then(() => taken({ memory }), messages.fail);
      } else {
        await taker.addRawFile(message.name, message.bytes);
        taken({});
      }
    }
  } finally {
    messages.close();
    await worker.terminate();
  }
}

/** Beyond this a file is made to fill the memory. Young values die at once; the engine would let 48 MB of them gather. */
const LIMITS = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 600 };

/** What a thread has told and nobody has taken yet. */
class Inbox {
  readonly #waiting: ReadMessage[] = [];
  readonly #signal: AbortSignal;
  #failure: unknown;
  #wake: () => void = () => undefined;

  constructor(worker: Worker, signal: AbortSignal) {
    this.#signal = signal;
    worker.on('message', (message: ReadMessage) => {
      this.#waiting.push(message);
      this.#wake();
    });
    worker.on('error', (error: unknown) =>
      this.fail(outOfMemory(error) ? new FeedFileRefused([{ place: '', message: 'The file takes too much memory to be read' }]) : error),
    );
    worker.on('exit', () => this.fail(new Error('The reading thread ended')));
    signal.addEventListener('abort', this.#abort);
  }

  async next(): Promise<ReadMessage> {
    for (;;) {
      this.#signal.throwIfAborted();
      const next = this.#waiting.shift();
      if (next !== undefined) return next;
      if (this.#failure !== undefined) throw this.#failure;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  close(): void {
    this.#signal.removeEventListener('abort', this.#abort);
  }

  readonly #abort = (): void => this.#wake();

  readonly fail = (error: unknown): void => {
    this.#failure ??= error;
    this.#wake();
  };
}

function outOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

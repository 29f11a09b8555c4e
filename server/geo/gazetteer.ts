/** The gazetteer as the server speaks to it: a thread that starts at the first search and ends when it was idle for long. */
import type { Worker } from 'node:worker_threads';
import type { FoundLocation } from '../../src/domain/regions.ts';
import { clearTimeout, setTimeout } from '../surroundings.ts';
import { startWorker } from '../workerUrl.ts';

/** Finds places by their names. */
export interface Geocoder {
  /** At most 10 places whose name begins with the text, the likeliest first. Nothing for a text shorter than 3 characters. */
  search(name: string): Promise<readonly FoundLocation[]>;
}

/** Milliseconds without a search after which the thread ends and gives its memory (some 60 MB) back. */
const IDLE = 900_000;

/** The places of the GeoNames gazetteer with more than 1,000 inhabitants, without a network. The first search takes a second or two. */
export function offlineGeocoder(): Geocoder {
  const waiting = new Map<number, { readonly done: (found: readonly FoundLocation[]) => void; readonly failed: (error: Error) => void }>();
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let nextId = 1;

  const stop = (): void => {
    const ended = worker;
    worker = undefined;
    void ended?.terminate();
  };
  const start = (): Worker => {
    const started = startWorker('geo/gazetteerWorker');
    started.on('message', ({ id, found }: { readonly id: number; readonly found: readonly FoundLocation[] }) => {
      waiting.get(id)?.done(found);
      waiting.delete(id);
    });
    const gone = (error: Error): void => {
      if (worker !== started) return;
      worker = undefined;
      for (const { failed } of waiting.values()) failed(error);
      waiting.clear();
    };
    started.on('error', gone);
    started.on('exit', (code) => gone(new Error(`The gazetteer's thread ended with code ${code}`)));
    // a server that is done need not wait for it
    started.unref();
    return started;
  };
  return {
    search(name) {
      if (name.trim().length < 3) return Promise.resolve([]);
      clearTimeout(idle);
      idle = setTimeout(() => waiting.size === 0 && stop(), IDLE).unref();
      worker ??= start();
      const thread = worker;
      const id = nextId++;
      return new Promise((done, failed) => {
        waiting.set(id, { done, failed });
        thread.postMessage({ id, name });
      });
    },
  };
}

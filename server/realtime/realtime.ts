/** The reading of vehicle positions, with that of the demo's simulated feed where the product shows a demo. */
import type { Engine } from '../store/engine.ts';
import { demoRealtimeFeed, readDemoPast } from './demoFeed.ts';
import { createPoller, type Poller, type PollerOptions } from './poller.ts';

interface RealtimeOptions extends Omit<PollerOptions, 'db'> {
  readonly engine: Engine;
  /** Address of the product itself, where its demo feed is read; undefined without a demo. */
  readonly demoOrigin: string | undefined;
}

export type Realtime = Pick<Poller, 'start' | 'read' | 'stop'>;

/** Prepares the reading of all feeds; nothing happens before `start`. */
export function createRealtime({ engine, demoOrigin, ...options }: RealtimeOptions): Realtime {
  const demo = demoOrigin === undefined ? undefined : demoRealtimeFeed(demoOrigin);
  const poller = createPoller({ ...options, db: engine.db, feeds: [...options.feeds, ...(demo ? [demo] : [])] });
  const stopping = new AbortController();
  let past: Promise<void> = Promise.resolve();
  return {
    read: poller.read,
    start() {
      const begin = (): void => {
        if (!stopping.signal.aborted) poller.start();
      };
      if (demo === undefined) return begin();
      past = readDemoPast(engine, poller, stopping.signal)
        .catch((error: unknown) => options.log.warn(`The past of the demo's vehicles could not be made: ${String(error)}`))
        .finally(begin);
    },
    async stop() {
      stopping.abort();
      await poller.stop();
      await past;
    },
  };
}

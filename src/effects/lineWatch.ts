/** Finds out when a server that could not be reached can be reached again. */

export interface LineWatchPorts {
  fetch: typeof fetch;
  /** Waits so many milliseconds, or until the signal. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
  /** Tells `online` events; a window. */
  readonly page: EventTarget;
  returned(): void;
}

/** Milliseconds between two tries: the first, and the longest that doubling leads to. */
const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 15_000;

/**
 * What waits: reads that nothing answered, or a proxy alone (`line`); reads that were answered that server or database are away (`server`); or
 * nothing. The second may as well be the fault of one call, so `returned` is emitted only after the server was seen to be away.
 */
export type Awaited = 'line' | 'server' | 'nothing';

/**
 * Call the answer whenever it is known what waits. While something does, `/readyz` is asked until it says that server and database are there,
 * at once when the browser says that it is online; then `returned` is called. Pauses keep growing while the calls keep failing.
 */
export function watchLine(ports: LineWatchPorts): (awaited: Awaited) => void {
  let watching: AbortController | undefined;
  let wasAway = false;
  let pause = FIRST_PAUSE;

  const watch = async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      await waitOrOnline(ports, pause, signal);
      pause = Math.min(pause * 2, LONGEST_PAUSE);
      if (signal.aborted) return;
      const ready = await isReady(ports, signal);
      if (!ready) wasAway = true;
      else if (wasAway) {
        watching = undefined;
        wasAway = false;
        return ports.returned();
      }
    }
  };

  return (awaited) => {
    if (awaited === 'nothing') {
      watching?.abort();
      watching = undefined;
      wasAway = false;
      pause = FIRST_PAUSE;
      return;
    }
    wasAway ||= awaited === 'line';
    if (watching !== undefined) return;
    watching = new AbortController();
    void watch(watching.signal);
  };
}

async function waitOrOnline({ wait, page }: LineWatchPorts, ms: number, signal: AbortSignal): Promise<void> {
  const waiting = new AbortController();
  const end = (): void => waiting.abort();
  page.addEventListener('online', end);
  signal.addEventListener('abort', end);
  await wait(ms, waiting.signal);
  page.removeEventListener('online', end);
  signal.removeEventListener('abort', end);
}

async function isReady({ fetch: get }: LineWatchPorts, signal: AbortSignal): Promise<boolean> {
  try {
    return (await get('/readyz', { signal, cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}

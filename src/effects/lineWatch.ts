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
 * Call the answer whenever it is known whether something waits for the server. While something does, `/readyz` is asked until it says that
 * server and database are there, at once when the browser says that it is online; then `returned` is called.
 */
export function watchLine(ports: LineWatchPorts): (isAwaited: boolean) => void {
  let watching: AbortController | undefined;

  const watch = async (signal: AbortSignal): Promise<void> => {
    for (let pause = FIRST_PAUSE; !signal.aborted; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
      await waitOrOnline(ports, pause, signal);
      if (signal.aborted || !(await isReady(ports, signal))) continue;
      watching = undefined;
      return ports.returned();
    }
  };

  return (isAwaited) => {
    if (!isAwaited) {
      watching?.abort();
      watching = undefined;
    } else if (watching === undefined) {
      watching = new AbortController();
      void watch(watching.signal);
    }
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

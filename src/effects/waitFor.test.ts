import { getEventListeners } from 'node:events';
import { expect, test, vi } from 'vitest';
import { waitFor } from './waitFor.ts';

test('a wait ends with its time or with the signal, and leaves nothing on the signal', async () => {
  vi.useFakeTimers();
  const stopping = new AbortController();
  const waited = waitFor(1000, stopping.signal);
  await vi.advanceTimersByTimeAsync(1000);
  await waited;
  expect(getEventListeners(stopping.signal, 'abort')).toEqual([]);
  const cut = waitFor(1000, stopping.signal);
  stopping.abort();
  await cut;
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

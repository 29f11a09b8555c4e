import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchSize } from './watchSize.ts';

let observed: () => void = () => undefined;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => void) {
        observed = callback;
      }
      observe = (): void => observed();
      disconnect = (): void => undefined;
    },
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** An element of that size. */
function sized(width: number): { clientWidth: number; clientHeight: number } {
  return { clientWidth: width, clientHeight: 100 };
}

it('tells of a new size once it has been the same for 300 ms [R350]', () => {
  const element = sized(100);
  const resized = vi.fn<() => void>();
  const stop = watchSize(element as HTMLElement, resized);
  vi.advanceTimersByTime(1000);
  expect(resized).not.toHaveBeenCalled();
  for (const width of [120, 140, 160]) {
    element.clientWidth = width;
    observed();
    vi.advanceTimersByTime(299);
  }
  expect(resized).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(resized).toHaveBeenCalledTimes(1);
  element.clientWidth = 180;
  observed();
  stop();
  vi.advanceTimersByTime(1000);
  expect(resized).toHaveBeenCalledTimes(1);
});

it('tells of the size of a map that was hidden until now at once', () => {
  const element = sized(0);
  const resized = vi.fn<() => void>();
  watchSize(element as HTMLElement, resized);
  element.clientWidth = 100;
  observed();
  expect(resized).toHaveBeenCalledTimes(1);
});

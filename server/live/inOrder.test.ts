import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { inOrder, type InOrder } from './inOrder.ts';

let order: InOrder;
let delivered: number[];
const take = (rev: number, from: string): void => order.take(7, rev, from, () => delivered.push(rev));

beforeEach(() => {
  vi.useFakeTimers();
  order = inOrder();
  delivered = [];
});
afterEach(() => {
  order.close();
  vi.useRealTimers();
});

it('delivers what one process tells at once, with gaps', () => {
  for (const rev of [3, 4, 9]) take(rev, 'a');
  expect(delivered).toEqual([3, 4, 9]);
});

it('holds a message until the one before it is there', () => {
  take(1, 'a');
  take(3, 'b');
  take(4, 'b');
  expect(delivered).toEqual([1]);
  take(2, 'a');
  expect(delivered).toEqual([1, 2, 3, 4]);
});

it('delivers after 200 ms without the one that is missing, and drops it when it comes late', () => {
  take(1, 'a');
  take(3, 'b');
  vi.advanceTimersByTime(199);
  expect(delivered).toEqual([1]);
  vi.advanceTimersByTime(1);
  expect(delivered).toEqual([1, 3]);
  take(2, 'a');
  take(4, 'a');
  expect(delivered).toEqual([1, 3, 4]);
});

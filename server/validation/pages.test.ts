import { expect, test } from 'vitest';
import { Pages } from './pages.ts';

const item = (n: number) => ({ n, text: `item ${n} Ålesund` });

test('items are read as they were added, whether their page is packed or not', () => {
  for (const limit of [0, 1000, 1e9]) {
    const pages = new Pages<ReturnType<typeof item>>(limit, () => 100);
    const reads = Array.from({ length: 100 }, (_, n) => pages.add(item(n)));
    for (const n of [99, 0, 50, 51, 7, 0, 98, 7]) expect(reads[n]?.(), `${n} within ${limit}`).toEqual(item(n));
  }
});

test('items within the limit are not packed: each reading answers the same object', () => {
  const pages = new Pages<object>(10_000, () => 100);
  const reads = Array.from({ length: 100 }, (_, n) => pages.add(item(n)));
  const first = reads.map((read) => read());
  expect(reads.every((read, n) => read() === first[n])).toBe(true);
});

test('beyond the limit what was read last stays unpacked', () => {
  const pages = new Pages<object>(1000, () => 100);
  const reads = Array.from({ length: 100 }, (_, n) => pages.add(item(n)));
  const last = reads[3]?.();
  expect(reads[3]?.()).toBe(last);
  for (const read of reads) read();
  expect(reads[3]?.()).not.toBe(last);
});

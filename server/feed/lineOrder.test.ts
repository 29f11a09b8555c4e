import { expect, test } from 'vitest';
import { inLineOrder } from './lineOrder.ts';

const line = (short: string, order?: number, long = '') => ({ short, long, order });

test('numbers stand in their order, after lines whose place the feed gives', () => {
  const lines = [line('10'), line('2'), line('N1'), line('1'), line('', undefined, 'Airport'), line('Tram', 2), line('Metro', 1)];
  expect(lines.toSorted(inLineOrder).map(({ short, long }) => short || long)).toEqual(['Metro', 'Tram', '1', '2', '10', 'Airport', 'N1']);
});

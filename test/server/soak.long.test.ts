import { expect, test } from 'vitest';
import { run } from '../bench/soak.ts';

test('ten minutes beside abusive clients: ordinary reads stay quick, none fails, and the memory comes back', async () => {
  const { p95_ms, failed, before_mb, after_mb } = (await run(['10'])) as Record<string, number>;
  expect(failed).toBe(0);
  expect(p95_ms).toBeLessThan(300);
  expect((after_mb ?? 0) - (before_mb ?? 0)).toBeLessThan(100);
});

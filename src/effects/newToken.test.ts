import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { newToken } from './newToken.ts';

test('a token has 256 random bits, its prefix, and the hash of its text', async () => {
  const made = await Promise.all([newToken('dmp_'), newToken('dmp_')]);
  for (const { text, hash } of made) {
    expect(text).toMatch(/^dmp_[\w-]{43}$/);
    expect(hash).toBe(createHash('sha256').update(text).digest('hex'));
  }
  expect(made[0]?.text).not.toBe(made[1]?.text);
});

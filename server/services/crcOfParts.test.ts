import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { crcOfParts } from './crcOfParts.ts';

test('the checksum of parts put together is that of the whole, whatever their sizes', () => {
  const whole = Buffer.from(Array.from({ length: 70_000 }, (_, n) => (n * 31 + (n >> 5)) & 0xff));
  for (const at of [0, 1, 2, 7, 64, 255, 4096, 65_537, 69_999, 70_000]) {
    const [first, second] = [whole.subarray(0, at), whole.subarray(at)];
    expect(crcOfParts(crc32(first), crc32(second), second.length), `cut at ${at}`).toBe(crc32(whole));
  }
});

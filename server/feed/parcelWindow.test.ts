import { expect, test } from 'vitest';
import { ParcelWindow } from './parcelWindow.ts';

test('every sender that waits for room goes on when there is room, however many wait', async () => {
  const window = new ParcelWindow(2);
  for (let i = 0; i < 10; i++) window.sent();
  let gone = 0;
  const senders = Array.from({ length: 10 }, () => window.room().then(() => gone++));
  for (let i = 0; i < 8; i++) window.taken();
  await Promise.resolve();
  expect(gone).toBe(0);
  window.taken();
  await Promise.all(senders);
  expect(gone).toBe(10);
});

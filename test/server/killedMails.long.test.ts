import { expect, test } from 'vitest';
import { mailsOverKills } from './killedMails.ts';

test('10,000 events over 100 kills mail nobody twice', async () => {
  const { received, statuses } = await mailsOverKills({ events: 10_000, kills: 100 });
  expect(received.length - new Set(received).size).toBe(0);
  const { sent = 0, unknown = 0, ...others } = statuses;
  expect([others, sent + unknown]).toEqual([{}, 20_000]);
  expect(unknown).toBeLessThanOrEqual(100);
  expect(received.length).toBeGreaterThanOrEqual(sent);
});

import { expect, test } from 'vitest';
import { mailsOverKills } from './killedMails.ts';

test('a server that is killed while it sends mails nobody twice; by the hundred in killedMails.long.test.ts', { timeout: 240_000 }, async () => {
  const { received, statuses } = await mailsOverKills({ events: 20, kills: 1 });
  expect(received.filter((mail, i) => received.indexOf(mail) !== i)).toEqual([]);
  const { sent = 0, unknown = 0, ...others } = statuses;
  expect([others, sent + unknown]).toEqual([{}, 40]);
  expect(unknown).toBeLessThanOrEqual(1);
  // one that was caught on its way may have come or not
  expect(received.length - sent).toBeGreaterThanOrEqual(0);
  expect(received.length - sent).toBeLessThanOrEqual(unknown);
});

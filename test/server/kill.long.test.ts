/** Kills of the server and losses of its database by the hundred; `DMP_TEST_DATABASE=postgres` for those of PostgreSQL. */
import { expect, test } from 'vitest';
import { killBeforeAnswer, killWhileEditing, loseDatabase } from './killsOfEdits.ts';

test('100 kills while two people edit lose no acknowledged edit', async () => {
  await expect(killWhileEditing(100)).resolves.toBeUndefined();
});

test('100 kills between commit and answer leave each edit done once', async () => {
  await expect(killBeforeAnswer(100)).resolves.toBeUndefined();
});

test.skipIf((process.env['DATABASE_URL'] ?? '') === '')('a database lost 200 times ends no server and loses no edit', async () => {
  await expect(loseDatabase(200)).resolves.toBeUndefined();
});

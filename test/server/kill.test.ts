/** What a kill of the server, or the loss of its database, leaves of edits. The long forms are in `kill.long.test.ts`. */
import { describe, expect, it } from 'vitest';
import { killBeforeAnswer, killBeforeCheck, killWhileEditing, loseDatabase } from './killsOfEdits.ts';

describe('a server that is killed', () => {
  it('loses no acknowledged edit while two people edit', { timeout: 240_000 }, async () => {
    await expect(killWhileEditing(3)).resolves.toBeUndefined();
  });

  it('between commit and answer has done the edit once, and answers its repeat', { timeout: 120_000 }, async () => {
    await expect(killBeforeAnswer(1)).resolves.toBeUndefined();
  });

  it('between commit and check leaves a version that the next start checks', { timeout: 120_000 }, async () => {
    await expect(killBeforeCheck()).resolves.toBeUndefined();
  });
});

describe.skipIf((process.env['DATABASE_URL'] ?? '') === '')('a database that is lost', () => {
  it('ends no server: edits are answered 503 with Retry-After, and are done once when sent again', { timeout: 120_000 }, async () => {
    await expect(loseDatabase(6)).resolves.toBeUndefined();
  });
});

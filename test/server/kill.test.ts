/** What a kill of the server, or the loss of its database, leaves of edits. The long forms are in `kill.long.test.ts`. */
import { describe, expect, it } from 'vitest';
import { killBeforeAnswer, killBeforeCheck, killWhileEditing, loseDatabase } from './killsOfEdits.ts';

/** The worlds of `npm run simulate` kill a server between any two statements and judge what is left: here is one kill of a real process. */
const SHORT = process.env['DMP_LONG'] === undefined;

describe('a server that is killed', () => {
  it('loses no acknowledged edit while two people edit', { timeout: 240_000 }, async () => {
    await expect(killWhileEditing(1)).resolves.toBeUndefined();
  });

  // as a take-over in killedTakeOver.test.ts, and each edit of the worlds
  it.skipIf(SHORT)('between commit and answer has done the edit once, and answers its repeat', { timeout: 120_000 }, async () => {
    await expect(killBeforeAnswer(1)).resolves.toBeUndefined();
  });

  it.skipIf(SHORT)('between commit and check leaves a version that the next start checks', { timeout: 120_000 }, async () => {
    await expect(killBeforeCheck()).resolves.toBeUndefined();
  });
});

describe.skipIf((process.env['DATABASE_URL'] ?? '') === '')('a database that is lost', () => {
  it('ends no server: edits are answered 503 with Retry-After, and are done once when sent again', { timeout: 120_000 }, async () => {
    await expect(loseDatabase(6)).resolves.toBeUndefined();
  });
});

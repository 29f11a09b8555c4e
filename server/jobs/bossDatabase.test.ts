import { expect, test } from 'vitest';
import type { Engine } from '../store/engine.ts';
import { bossDatabase } from './bossDatabase.ts';

test('statements that come after it rests reach no database; a count of jobs is 0', async () => {
  const asked: string[] = [];
  const run = (text: string): Promise<{ rows: readonly unknown[] }> => {
    asked.push(text);
    return Promise.resolve({ rows: [{ id: 1 }] });
  };
  const database = bossDatabase({ run } as Partial<Engine> as Engine);
  expect(await database.executeSql('select 1')).toEqual({ rows: [{ id: 1 }] });
  await database.rest();
  expect(await database.executeSql('select 1')).toEqual({ rows: [] });
  // what pg-boss says of a job that is done, whose answer it reads although it does not wait for it
  expect(await database.executeSql('WITH results AS (UPDATE job SET state = $1 RETURNING 1) SELECT COUNT(*) FROM results')).toEqual({
    rows: [{ count: '0' }],
  });
  expect(asked).toEqual(['select 1']);
});

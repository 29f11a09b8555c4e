/** What housekeeping removes while people write without a pause, and in which portions. */
import { sql } from 'kysely';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { collect } from '../../server/store/cleaning.ts';
import { forgetOldKeys } from '../../server/store/idempotency.ts';
import { DOCUMENT_LOCK } from '../../server/store/locks.ts';
import { startTestProduct, type TestProduct } from './product.ts';
import { stopDoc } from './smallFeed.ts';

let product: TestProduct;
beforeAll(async () => (product = await startTestProduct()));
afterAll(() => product.close());

it('documents that nothing points at go also while writers hold the lock one after the other without a gap', async () => {
  const { db } = product.store.sql;
  const versionId = await product.version([stopDoc('lonely')]);
  const { rows } = await sql<{
    bid: number;
  }>`select bid from layer_row l join version v on v.base = l.layer_id where v.version_id = ${versionId}`.execute(db);
  await sql`delete from version where version_id = ${versionId}`.execute(db);
  let over = false;
  // Each lets go when the next has the lock, or has waited for it: it is never free of itself.
  const write = async (): Promise<void> => {
    if (over) return;
    let next: Promise<void> | undefined;
    await db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock_shared(${DOCUMENT_LOCK})`.execute(tx);
      has.splice(0).forEach((tell) => tell());
      const taken = new Promise<void>((resolve) => has.push(resolve));
      next = write();
      await Promise.race([taken, pause(60)]);
    });
    await next;
  };
  const has: (() => void)[] = [];
  const writing = write();
  await pause(50);
  const collected = await Promise.race([collect(product.store.sql), pause(40_000).then(() => undefined)]);
  over = true;
  await writing;
  expect(collected?.layers).toBe(1);
  const left = await sql<{ n: number }>`select count(*)::int as n from blob where bid = any(${rows.map(({ bid }) => bid)}::bigint[])`.execute(db);
  expect([rows.length > 0, left.rows[0]?.n]).toEqual([true, 0]);
});

it('keys of commands older than a week are forgotten some at a time, until none is left', async () => {
  const { db } = product.store.sql;
  await sql`
    insert into idempotency(subject, key, fingerprint, at)
    select 'someone', n::text, '', now() - (case when n <= 25 then 8 else 6 end) * interval '1 day' from generate_series(1, 30) n`.execute(db);
  await forgetOldKeys(db, undefined, 10);
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from idempotency where subject = 'someone'`.execute(db);
  expect(rows).toEqual([{ n: 5 }]);
});

/** What goes on while the disk of the database is full: people are still let in, and what was carried out before is not said to have failed. */
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readAccount } from '../../src/contract/account.ts';
import { listEdits } from '../../src/contract/versions.ts';
import { startTestProduct, type CallOptions, type TestProduct } from './product.ts';
import { stopDoc } from './smallFeed.ts';
import { editStopField } from './stopCalls.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
  await sql`
    create function refuse_full() returns trigger language plpgsql as
    $$begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end$$`.execute(product.store.sql.db);
});
afterAll(() => product.close());
afterEach(async () => {
  for (const table of TABLES) await sql`drop trigger if exists full_disk on ${sql.table(table)}`.execute(product.store.sql.db);
});

const TABLES = ['person', 'idempotency'] as const;

/** Refuses every new row, also one that is there already. */
async function fill(): Promise<void> {
  for (const table of TABLES)
    await sql`create trigger full_disk before insert on ${sql.table(table)} for each row execute function refuse_full()`.execute(
      product.store.sql.db,
    );
}

const rename = (versionId: number, value: string, options: CallOptions) =>
  product.call(editStopField, { params: { versionId, field: 'name' }, body: { stopId: 'a', value } }, options);
const revisions = async (versionId: number): Promise<unknown> =>
  (await product.call(listEdits, { params: { versionId }, query: { since: 0 } })).body['Rev'];

describe('on a full disk', () => {
  it('an account is read though it cannot be noted, and is noted once there is room', async () => {
    const noted = async (): Promise<number> =>
      (await product.store.sql.db.selectFrom('person').select('name').where('name', 'like', 'viewer%').execute()).length;
    await fill();
    expect(await product.call(readAccount, {}, { as: 'viewer' })).toMatchObject({ status: 200, body: { permissions: { readOnly: true } } });
    expect(await noted()).toBe(0);
    await sql`drop trigger full_disk on person`.execute(product.store.sql.db);
    await product.call(readAccount, {}, { as: 'viewer' });
    expect(await noted()).toBe(1);
  });

  it('an edit is refused, changes nothing, and is carried out under the same key once there is room', async () => {
    const versionId = await product.version([stopDoc('a')], 'editable');
    await fill();
    expect(await rename(versionId, 'Mine', { key: 'full-1', ifMatch: 0 })).toMatchObject({ status: 507, body: { code: 'disk_full' } });
    expect(await revisions(versionId)).toBe(0);
    await sql`drop trigger full_disk on idempotency`.execute(product.store.sql.db);
    expect((await rename(versionId, 'Mine', { key: 'full-1', ifMatch: 0 })).status).toBe(200);
    expect(await revisions(versionId)).toBe(1);
  });

  it('a repeat of an edit is answered as the first time, and nothing is changed or told again', async () => {
    const versionId = await product.version([stopDoc('a')], 'editable');
    const first = await rename(versionId, 'Mine', { key: 'full-2', ifMatch: 0 });
    const told = product.told.length;
    await fill();
    const again = await rename(versionId, 'Mine', { key: 'full-2', ifMatch: 1 });
    expect([first.status, again.status, again.text]).toEqual([200, 200, first.text]);
    expect(again.headers).toMatchObject({ 'answer-repeated': 'yes' });
    expect([await revisions(versionId), product.told.length]).toEqual([1, told]);
  });

  it('a repeat of a refused edit is refused as the first time', async () => {
    const versionId = await product.version([stopDoc('a')], 'editable');
    await rename(versionId, 'Theirs', { as: 'otherEditor', ifMatch: 0 });
    const first = await rename(versionId, 'Mine', { key: 'full-3', ifMatch: 0 });
    await fill();
    const again = await rename(versionId, 'Mine', { key: 'full-3', ifMatch: 1 });
    expect([first.status, again.status, again.text]).toEqual([412, 412, first.text]);
  });

  it('the key of another request, and of another person, gets no answer of the first', async () => {
    const versionId = await product.version([stopDoc('a')], 'editable');
    await rename(versionId, 'Mine', { key: 'full-4', ifMatch: 0 });
    await fill();
    for (const [value, as] of [
      ['Other', 'editor'],
      ['Mine', 'otherEditor'],
    ] as const)
      expect((await rename(versionId, value, { key: 'full-4', as, ifMatch: 1 })).status).toBe(507);
    expect(await revisions(versionId)).toBe(1);
  });
});

/** Corrections are rebased however many they are: 50,402 of them. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { rebaseCorrections } from '../../src/contract/changes.ts';
import { beginEdit } from '../../src/contract/versions.ts';
import { startTestProduct } from './product.ts';
import { smallFeed } from './smallFeed.ts';
import { editStopField } from './stopCalls.ts';

it('more than 50,000 corrections are rebased', async () => {
  const product = await startTestProduct();
  try {
    const base = await product.version(smallFeed());
    const draft = (await product.call(beginEdit, { params: { databaseId: 'test', versionId: base } })).body['EditableDbVersionId'] ?? 0;
    const rename = async (value: string): Promise<void> => {
      const call = { params: { versionId: draft, field: 'name' }, body: { stopId: 'a', value } };
      expect((await product.call(editStopField, call, { ifMatch: '*' })).status).toBe(200);
    };
    const { db } = product.store.sql;
    await rename('Harbour');
    // the same again in 60 sets of 840
    await sql`
      insert into changeset(version_id, rev, author, subject, call, label)
      select ${draft}::int, r, 'editor', 'editor', 'test', 'Rename' from generate_series(2, 61) r`.execute(db);
    await sql`
      insert into change(version_id, rev, seq, kind, id, before_bid, after_bid)
      select version_id, r, n, kind, id, before_bid, after_bid from change, generate_series(2, 61) r, generate_series(0, 839) n
      where version_id = ${draft}`.execute(db);
    await sql`update version set rev = 61 where version_id = ${draft}`.execute(db);
    await rename('Port');
    const made = await product.call(rebaseCorrections, { params: { versionId: draft }, body: { Onto: base, Name: 'Many' } });
    expect(made.body).toMatchObject({ Applied: 2, AlreadySo: 50_400, KeptBack: 0 });
    expect((await product.store.getEntity(made.body['EditableDbVersionId'] ?? 0, 'Stop', 'a'))?.doc.Name).toBe('Port');
  } finally {
    await product.close();
  }
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from 'kysely';
import { ensureDemo } from '../../server/demoData.ts';
import { listPipelines, readPipeline } from '../../server/store/pipelines.ts';
import { pipelineFaults } from '../../src/domain/pipelineForm.ts';
import type { PipelineInput } from '../../src/domain/pipelines.ts';
import type { OpenedStore } from '../../server/store/openStore.ts';
import { startTestProduct, type TestProduct } from './product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
  // As empty as at a first start.
  await sql`delete from database`.execute(product.store.sql.db);
  await sql`delete from region`.execute(product.store.sql.db);
});
afterAll(() => product.close());

it('a first start that ends over the demo region is completed by the next one, and only once', { timeout: 120_000 }, async () => {
  const { store } = product;
  let begun = 0;
  const dying: OpenedStore = {
    ...store,
    beginVersion: (input) => {
      begun += 1;
      if (begun === 3) throw new Error('killed');
      return store.beginVersion(input);
    },
  };
  await expect(ensureDemo(dying, () => undefined)).rejects.toThrow('killed');
  expect(await store.isEmpty()).toBe(false);

  expect(await ensureDemo(store, () => undefined, 'http://demo.example')).toBe(true);
  const pipelines = await Promise.all((await listPipelines(store.sql.db, {})).map(({ id }) => readPipeline(store.sql.db, id)));
  expect(pipelines.map((one) => one?.name)).toEqual([
    'Harbour buses',
    'Harbour buses, every night',
    'Harbour buses, with faults',
    'Island ferries, address gone',
  ]);
  for (const one of pipelines)
    expect(pipelineFaults({ ...one, schedule: one?.schedule ?? null, tasks: one?.tasks ?? [] } as PipelineInput)).toEqual([]);
  expect(pipelines[1]).toMatchObject({ schedule: { times_of_day: [expect.stringMatching(/^(03|23):30$/)], days_of_week: '1111100' } });
  const databases = await store.listDatabases();
  const versions = (await Promise.all(databases.map(({ Id }) => store.listVersions(Id)))).flat();
  expect(new Set(versions.map(({ DatabaseId, Version }) => `${DatabaseId} ${Version}`)).size).toBe(versions.length);
  expect(versions.every(({ Completed }) => Completed)).toBe(true);
  expect(databases.map(({ Permissions }) => Permissions.ReadOnly)).toContain(true);

  expect(await ensureDemo(store, () => undefined)).toBe(false);
});

import { sql } from 'kysely';
import { percentiles } from '../server/bigVersion.ts';
import { startTestProduct } from '../server/product.ts';
import { smallFeed } from '../server/smallFeed.ts';
import { listDatabases, listRegions } from '../../src/contract/regions.ts';
import { urlOf } from '../../src/contract/route.ts';

const [REGIONS, DATABASES] = [1000, 20];

/** Time of the lists of 1,000 regions and of their 20,000 databases over HTTP, each database with a published version. */
export async function run(): Promise<Record<string, unknown>> {
  const product = await startTestProduct();
  try {
    const first = await product.version(smallFeed(), 'published');
    const { db } = product.store.sql;
    await sql`
      insert into region(key, name, country_code, language_code, timezone, currency, read_only)
      select 'region-' || n, 'Region ' || n, country_code, language_code, timezone, currency, false
      from region, generate_series(1, ${REGIONS}) n where key = 'testland'`.execute(db);
    await sql`
      insert into database(id, name, region_key, read_only)
      select 'd' || n || '-' || m, 'Database ' || m, 'region-' || n, false from generate_series(1, ${REGIONS}) n, generate_series(1, ${DATABASES}) m`.execute(
      db,
    );
    await sql`
      insert into version(database_id, name, source, author, base, editable, completed, published, published_at, valid_from, valid_to, rev)
      select d.id, 'Summer', 'feed.zip', 'editor', v.base, false, true, true, now(), v.valid_from, v.valid_to, 1
      from version v, database d where v.version_id = ${first} and d.region_key <> 'testland'`.execute(db);
    await sql`analyze`.execute(db);
    const url = await product.app.listen({ host: '127.0.0.1', port: 0 });
    const authorization = `Bearer ${await product.token('editor')}`;
    const times = async (path: string): Promise<{ p50_ms: number; p95_ms: number; bytes: number }> => {
      const all: number[] = [];
      let bytes = 0;
      for (let n = -3; n < 20; n++) {
        const began = performance.now();
        const answer = await fetch(url + path, { headers: { authorization } });
        const text = await answer.text();
        if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${text.slice(0, 200)}`);
        bytes = Buffer.byteLength(text);
        if (n >= 0) all.push(performance.now() - began);
      }
      return { ...percentiles(all), bytes };
    };
    const regions = await times(urlOf(listRegions, {}));
    const databases = await times(urlOf(listDatabases, {}));
    return {
      name: 'regions',
      value: databases.p50_ms,
      unit: 'ms',
      databases_p50_ms: databases.p50_ms,
      databases_p95_ms: databases.p95_ms,
      databases_bytes: databases.bytes,
      regions_p50_ms: regions.p50_ms,
      regions_bytes: regions.bytes,
      regions: REGIONS,
      databases: REGIONS * DATABASES,
    };
  } finally {
    await product.close();
  }
}

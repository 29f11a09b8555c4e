import { sql } from 'kysely';
import { startPostgres } from '../drivers/postgres.ts';
import { percentiles } from '../server/bigVersion.ts';
import { startTestProduct } from '../server/product.ts';
import { smallFeed } from '../server/smallFeed.ts';
import { listDatabases, listRegions } from '../../src/contract/regions.ts';
import { urlOf } from '../../src/contract/route.ts';

const [REGIONS, DATABASES] = [1000, 20];

/**
 * `npm run bench -- regions [postgres]`: time of the lists of 1,000 regions and of their 20,000 databases over HTTP, each database with a
 * published version; `cpu` is what all threads of this process took for one, whatever else the machine does.
 */
export async function run([database]: string[]): Promise<Record<string, unknown>> {
  if (database !== 'postgres') return measure();
  const postgres = await startPostgres();
  process.env['DATABASE_URL'] = postgres.url;
  try {
    return await measure();
  } finally {
    delete process.env['DATABASE_URL'];
    await postgres.stop();
  }
}

async function measure(): Promise<Record<string, unknown>> {
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
    const times = async (path: string): Promise<{ p50_ms: number; p95_ms: number; cpu_ms: number; bytes: number }> => {
      const all: number[] = [];
      let bytes = 0;
      let cpu = process.cpuUsage();
      for (let n = -3; n < 20; n++) {
        if (n === 0) cpu = process.cpuUsage();
        const began = performance.now();
        const answer = await fetch(url + path, { headers: { authorization } });
        const text = await answer.text();
        if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${text.slice(0, 200)}`);
        bytes = Buffer.byteLength(text);
        if (n >= 0) all.push(performance.now() - began);
      }
      const { user, system } = process.cpuUsage(cpu);
      return { ...percentiles(all), cpu_ms: Math.round((user + system) / 1000 / all.length), bytes };
    };
    const regions = await times(urlOf(listRegions, {}));
    const databases = await times(urlOf(listDatabases, {}));
    return {
      name: 'regions',
      value: databases.p50_ms,
      unit: 'ms',
      databases_p50_ms: databases.p50_ms,
      databases_p95_ms: databases.p95_ms,
      databases_cpu_ms: databases.cpu_ms,
      databases_bytes: databases.bytes,
      regions_p50_ms: regions.p50_ms,
      regions_cpu_ms: regions.cpu_ms,
      regions_bytes: regions.bytes,
      regions: REGIONS,
      databases: REGIONS * DATABASES,
    };
  } finally {
    await product.close();
  }
}

import { sql } from 'kysely';
import { percentiles } from '../server/bigVersion.ts';
import { startTestProduct } from '../server/product.ts';
import { smallFeed } from '../server/smallFeed.ts';

const VERSIONS = 500;

/** Time of the list of 500 versions over HTTP, half of them published, each with the documents and history of an edit. */
export async function run(): Promise<Record<string, unknown>> {
  const product = await startTestProduct();
  try {
    const first = await product.version(smallFeed(), 'published');
    await sql`
      insert into version(database_id, name, source, author, base, parent, editable, completed, published, published_at, valid_from, valid_to, rev)
      select 'test', 'Version ' || n, 'feed.zip', 'editor', v.base, v.version_id, n % 2 = 1, true, n % 2 = 0,
        case when n % 2 = 0 then now() - make_interval(days => ${VERSIONS} - n) end, v.valid_from, v.valid_to, 1
      from version v, generate_series(2, ${VERSIONS}) n where v.version_id = ${first}`.execute(product.store.sql.db);
    const url = await product.app.listen({ host: '127.0.0.1', port: 0 });
    const authorization = `Bearer ${await product.token('editor')}`;
    const list = async (path: string): Promise<{ ms: number; count: number; more: boolean }> => {
      const began = performance.now();
      const answer = await fetch(`${url}/storage/ui/db/test/${path}`, { headers: { authorization } });
      const { Versions, More } = (await answer.json()) as { Versions: unknown[]; More: boolean };
      return { ms: performance.now() - began, count: Versions.length, more: More };
    };
    const times = async (path: string, expected: number): Promise<number[]> => {
      const all: number[] = [];
      for (let n = -10; n < 100; n++) {
        const { ms, count } = await list(path);
        if (count !== expected) throw new Error(`${path} answered ${count} versions and not ${expected}`);
        if (n >= 0) all.push(ms);
      }
      return all;
    };
    const all = percentiles(await times('versions', VERSIONS));
    const published = percentiles(await times('versions/published', VERSIONS / 2 + 1));
    const page = percentiles(await times('versions?limit=50&before=200', 50));
    return { value: all.p50_ms, unit: 'ms', p95_ms: all.p95_ms, published_ms: published.p50_ms, page_of_50_ms: page.p50_ms, n: 100 };
  } finally {
    await product.close();
  }
}

import { sql } from 'kysely';
import { collect } from '../../server/store/cleaning.ts';
import { flatten } from '../../server/store/layers.ts';
import type { TestProduct } from '../server/product.ts';
import { percentiles, startBigProduct } from '../server/bigVersion.ts';

/**
 * How long edits over HTTP wait while a version of 200,000 entities gets a layer of its own (flatten) and while as many
 * documents are removed (collect): medians and the worst, in milliseconds, and how long each takes in seconds.
 */
export async function run(): Promise<Record<string, unknown>> {
  const { product, url, versionId, authorization, close } = await startBigProduct({ stops: 100_000, transfers: true }, console.error);
  try {
    const call = async (method: string, path: string, key: string, body?: object, ifMatch?: number): Promise<Record<string, number>> => {
      const answer = await fetch(`${url}/storage/ui/db/${path}`, {
        method,
        headers: {
          authorization,
          'idempotency-key': key,
          ...(body ? { 'content-type': 'application/json' } : {}),
          ...(ifMatch === undefined ? {} : { 'if-match': `"${ifMatch}"` }),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
      return (await answer.json()) as Record<string, number>;
    };
    const draftOf = async (source: number, key: string): Promise<number> =>
      (await call('POST', `test/versions/${source}/begin-edit`, key))['EditableDbVersionId'] ?? 0;

    const heavy = await draftOf(versionId, 'heavy');
    await makeHeavy(product, heavy, versionId);
    await call('POST', `test/versions/${heavy}/finish-edit`, 'finish');
    const draft = await draftOf(versionId, 'draft');

    let rev = 0;
    let n = 0;
    const edit = async (): Promise<number> => {
      const began = performance.now();
      const answer = await call('POST', `version/${draft}/edit/stop/name`, `edit-${n}`, { stopId: 'NL:S:10000500', value: `Name ${n++}` }, rev);
      rev = answer['Rev'] ?? 0;
      return performance.now() - began;
    };
    const quiet: number[] = [];
    for (let i = 0; i < 100; i++) quiet.push(await edit());

    const beside = async (work: Promise<unknown>): Promise<{ seconds: number; times: number[] }> => {
      const began = performance.now();
      let seconds = 0;
      let done = false;
      void work.finally(() => {
        done = true;
        seconds = (performance.now() - began) / 1000;
      });
      const times: number[] = [];
      while (!done) {
        times.push(await edit());
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      await work;
      return { seconds, times };
    };
    const flattening = await beside(flatten(product.store.sql, heavy));
    console.error(`flatten: ${flattening.seconds.toFixed(1)} s, ${flattening.times.length} edits`, percentiles(flattening.times));

    // The big version goes: what only it had are the documents that were edited in the heavy one, and a layer.
    await sql`delete from version where version_id = ${heavy}`.execute(product.store.sql.db);
    const collecting = await beside(collect(product.store.sql).then((collected) => console.error('collected', collected)));
    console.error(`collect: ${collecting.seconds.toFixed(1)} s, ${collecting.times.length} edits`, percentiles(collecting.times));
    product.store.sql.afterBulkLoad();
    const upkeep = await beside(new Promise((resolve) => setTimeout(resolve, 8000)));
    console.error(`upkeep: ${upkeep.times.length} edits`, percentiles(upkeep.times));

    const worst = (times: readonly number[]): number => Math.round(Math.max(...times));
    return {
      value: worst([...flattening.times, ...collecting.times]),
      unit: 'ms',
      quiet_p50_ms: percentiles(quiet).p50_ms,
      quiet_worst_ms: worst(quiet),
      flatten_s: round(flattening.seconds),
      flatten_p50_ms: percentiles(flattening.times).p50_ms,
      flatten_worst_ms: worst(flattening.times),
      collect_s: round(collecting.seconds),
      collect_p50_ms: percentiles(collecting.times).p50_ms,
      collect_worst_ms: worst(collecting.times),
      upkeep_worst_ms: worst(upkeep.times),
      n: flattening.times.length + collecting.times.length,
    };
  } finally {
    await close();
  }
}

/** Gives a draft 60,000 edited transfers, as a bulk edit would. */
async function makeHeavy(product: TestProduct, draft: number, source: number): Promise<void> {
  await sql`
    with fresh as (
      insert into blob(hash, kind, id, doc, refs)
      select md5('heavy' || b.id)::uuid, b.kind, b.id, b.doc::jsonb || '{"Time": 90}'::jsonb, b.refs from blob b
        join layer_row l on l.bid = b.bid and l.layer_id = (select base from version where version_id = ${source}) and l.kind = 8
      order by b.id limit 60000 returning bid, kind, id)
    insert into overlay_row(version_id, kind, id, bid, rev) select ${draft}::int, kind, id, bid, 0 from fresh`.execute(product.store.sql.db);
}

const round = (seconds: number): number => Math.round(seconds * 10) / 10;

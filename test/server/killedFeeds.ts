/** A public feed that is published and switched while the server is killed, and somebody who fetches it all the time. */
import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { createPipeline, listPipelineRuns, runPipeline } from '../../src/contract/pipelines.ts';
import { createPublicFeed, listPublicFeeds, publishRelease, switchRelease } from '../../src/contract/publicFeeds.ts';
import type { PublicFeed } from '../../src/domain/publicFeeds.ts';
import type { PipelineRun } from '../../src/domain/taskRuns.ts';
import { Chance } from '../../server/feed/demo/chance.ts';
import type { KilledProduct } from './killedRuns.ts';

export interface KilledFeeds {
  /** Zips that were fetched whole, and how many different ones. */
  readonly fetched: number;
  readonly different: number;
  /** What is wrong, in words; empty where all is well. */
  readonly wrong: readonly string[];
}

/** Publishes and switches without pause, kills the server so many times meanwhile, and looks at every zip that is fetched. */
export async function switchWhileKilling(product: KilledProduct, { kills, seed }: { kills: number; seed: number }): Promise<KilledFeeds> {
  const chance = new Chance(seed);
  const zips = [await zipOf(product, 'as it is'), await zipOf(product, 'a', 'Another name')];
  const hashes = new Set(zips.map(({ sha256 }) => sha256));
  const wrong: string[] = hashes.size === 2 ? [] : ['The two zips are the same'];
  const first = zips[0]?.taskRunId ?? 0;
  await product.call(createPublicFeed, { body: { slug: 'city', license: '', contact: '', taskRunId: first, at: null } });
  const now = async (): Promise<PublicFeed> => {
    const [feed] = (await product.call<{ feeds: PublicFeed[] }>(listPublicFeeds)).feeds;
    if (feed === undefined) throw new Error('The feed is gone');
    return feed;
  };
  while ((await now()).current === null) await pause(50);
  /** Waits for a release to be read and checked, as people do: another one in its place would be read from the start. */
  const untilServed = async (): Promise<void> => {
    for (let waited = 0; waited < 10_000 && (await now()).next !== null; waited += 50) await pause(50);
  };
  const begun = await now();
  await product.call(publishRelease, { params: { id: begun.id }, body: { taskRunId: zips[1]?.taskRunId ?? 0, at: null } }, randomUUID(), begun.rev);
  await untilServed();

  let isOver = false;
  let fetched = 0;
  const seen = new Set<string>();
  const fetching = (async () => {
    while (!isOver) {
      // A connection that is cut is no zip; one that ends well has to be one.
      const answer = await fetch(`${product.url}/feeds/city/gtfs.zip`).catch(() => undefined);
      const bytes = await answer?.arrayBuffer().catch(() => undefined);
      if (answer === undefined || bytes === undefined || answer.status === 503) {
        await pause(5);
        continue;
      }
      const sha256 = createHash('sha256').update(new Uint8Array(bytes)).digest('hex');
      if (answer.status !== 200) wrong.push(`The feed was answered ${answer.status}`);
      else if (!hashes.has(sha256) || answer.headers.get('etag') !== `"${sha256}"`) wrong.push(`${bytes.byteLength} bytes are neither zip`);
      seen.add(sha256);
      fetched += 1;
    }
  })();
  const act = async (n: number): Promise<void> => {
    const feed = await now();
    const params = { id: feed.id };
    const other = feed.releases.find(({ id, date }) => id !== feed.current && date !== null);
    if (other === undefined || n % 5 === 0) {
      await product.call(publishRelease, { params, body: { taskRunId: zips[n % 2]?.taskRunId ?? 0, at: null } }, randomUUID(), feed.rev);
      await untilServed();
    } else await product.call(switchRelease, { params, body: { release: other.id, at: null } }, randomUUID(), feed.rev);
    await pause(chance.next() * 60);
  };
  const switching = (async () => {
    for (let n = 0; !isOver; n++) {
      // A call that a kill cuts off may have been carried out: the next one reads how things are.
      await act(n).catch(() => pause(20));
    }
  })();
  for (let n = 0; n < kills; n++) {
    await pause(300 + chance.next() * 900);
    await product.killServer();
  }
  // after the last kill the switching goes on: both zips are seen at last
  for (let waited = 0; waited < 20_000 && seen.size < hashes.size; waited += 100) await pause(100);
  isOver = true;
  await Promise.all([fetching, switching]);
  const feed = await now();
  if (feed.trouble !== null) wrong.push(feed.trouble);
  if (new Set(feed.releases.map(({ date }) => date)).size !== feed.releases.length) wrong.push('Two releases have the same name');
  return { fetched, different: seen.size, wrong };
}

/** The zip of the newest version; `name`: of one in which every stop is called so. */
export async function zipOf(product: KilledProduct, label: string, name?: string): Promise<{ taskRunId: number; sha256: string }> {
  const task = { name: label, input_version_id: null, notes: '' };
  const program = `export default (docs) => docs.map((doc) => ({ ...doc, Name: ${JSON.stringify(name)} }))`;
  const tasks = [
    ...(name === undefined
      ? []
      : [{ ...task, original_name: 'script', s3_url: 'builtin:script', task_type: 2, command: { program, kinds: ['Stop'] } }]),
    { ...task, original_name: 'export-gtfs', s3_url: 'builtin:export-gtfs', task_type: 3, command: { file_name: 'city' } },
  ];
  const { pipeline_id: id } = await product.call<{ pipeline_id: number }>(createPipeline, {
    body: { name: label, db_id: 'kill', tags: [], schedule: null, tasks },
  });
  await product.call(runPipeline, { body: { pipeline_id: id } });
  for (let waited = 0; waited < 60_000; waited += 100) {
    const [run] = (await product.call<{ runs: PipelineRun[] }>(listPipelineRuns, { params: { id }, query: {} })).runs;
    const last = run?.tasks.at(-1);
    if (run?.status === 2 && last !== undefined) return { taskRunId: last.task.id, sha256: last.files?.[0]?.sha256 ?? '' };
    if (run?.status === 3) throw new Error(`The run failed: ${JSON.stringify(run.tasks.map(({ last_result }) => last_result.message))}`);
    await pause(100);
  }
  throw new Error('The zip was not made');
}

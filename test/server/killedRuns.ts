/** Runs of pipelines while the processes that carry them out are killed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Chance } from '../../server/feed/demo/chance.ts';
import { openStore } from '../../server/store/openStore.ts';
import { listPublications } from '../../server/store/publishing.ts';
import { downloadLog } from '../../src/contract/logs.ts';
import { createPipeline, listPipelineRuns, runPipeline } from '../../src/contract/pipelines.ts';
import { type CallInput, isWrite, type Route, urlOf } from '../../src/contract/route.ts';
import { listTasks } from '../../src/contract/tasks.ts';
import { listVersions } from '../../src/contract/versions.ts';
import type { PipelineTask } from '../../src/domain/pipelines.ts';
import type { PipelineRun, TaskRun } from '../../src/domain/taskRuns.ts';
import { addressFor, freshDatabase, untilGone } from '../drivers/postgres.ts';
import { type RunningServer, startProduct } from '../drivers/server.ts';
import { signInByHttp } from '../drivers/signInByHttp.ts';
import { stopDoc } from './smallFeed.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const ENV = { DEMO_DATA: 'no', LOG_LEVEL: 'error', TASKS_AT_ONCE: '1' };

/** A process of `npm run worker`. */
interface Worker {
  kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
}

/** A product on a database of its own: a server, and on PostgreSQL one worker beside it. Each takes one task at a time. */
export class KilledProduct {
  readonly #dataDir = mkdtempSync(join(tmpdir(), 'dmp-runs-'));
  #database: { readonly url: string; drop(): Promise<void> } | undefined;
  #server: RunningServer | undefined;
  #worker: Worker | undefined;
  #token = '';
  readonly #env: Readonly<Record<string, string>>;

  private constructor(env: Readonly<Record<string, string>>) {
    this.#env = { ...ENV, ...env };
  }

  /** `worker`: false leaves the tasks to the server until `startWorker`. */
  static async start({ env = {}, worker = true }: { env?: Readonly<Record<string, string>>; worker?: boolean } = {}): Promise<KilledProduct> {
    const product = new KilledProduct(env);
    const given = process.env['DATABASE_URL'];
    product.#database = given === undefined || given === '' ? undefined : await freshDatabase(given, 'runs');
    await product.#prepare();
    await product.startServer();
    if (worker && product.hasWorker) await product.startWorker();
    return product;
  }

  get hasWorker(): boolean {
    return this.#database !== undefined;
  }

  async startServer(): Promise<void> {
    this.#server = await startProduct({ dataDir: this.#dataDir, databaseUrl: this.#database?.url, env: this.#env });
    this.#token = (await signInByHttp(this.#server.url, 'editor')).access_token;
  }

  async killServer(): Promise<void> {
    await this.#server?.kill();
    await this.startServer();
  }

  async startWorker(): Promise<void> {
    const url = this.#database?.url;
    if (url === undefined) throw new Error('On the embedded database there is one process');
    this.#worker = await startWorker(url, this.#dataDir, this.#env);
  }

  async killWorker(): Promise<void> {
    await this.#worker?.kill('SIGKILL');
    await this.startWorker();
  }

  /** Where the server answers. */
  get url(): string {
    return this.#server?.url ?? '';
  }

  async call<T>(route: Route, input: CallInput = {}, key: string = randomUUID(), ifMatch?: number): Promise<T> {
    const write = isWrite(route) ? { 'idempotency-key': key } : {};
    const answer = await fetch(`${this.#server?.url}${urlOf(route, input)}`, {
      method: route.method,
      headers: {
        authorization: `Bearer ${this.#token}`,
        'content-type': 'application/json',
        ...write,
        ...(ifMatch === undefined ? {} : { 'if-match': `"${ifMatch}"` }),
      },
      ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${route.name} is answered ${answer.status}: ${text}`);
    return (answer.headers.get('content-type')?.includes('json') === true ? JSON.parse(text) : text) as T;
  }

  /** Makes a pipeline of one Import from an address, and runs it; answers its id. */
  async beginImport(name: string, url: string): Promise<number> {
    const task = {
      name,
      original_name: name,
      s3_url: 'builtin:import-url',
      task_type: 1,
      command: { url },
      input_version_id: null,
      notes: '',
    } as const;
    return this.#begin(name, [task]);
  }

  /** Makes a pipeline of two tasks, the first of which takes about a second, and runs it; answers its id. */
  async begin(name: string): Promise<number> {
    const task = (id: string, command: object): PipelineTask => ({
      name: `${name} ${id}`,
      original_name: id,
      s3_url: `builtin:${id}`,
      task_type: 2,
      command: command as never,
      input_version_id: null,
      notes: '',
    });
    const program = 'export default (docs) => { let n = 0; for (let i = 0; i < 4e6; i++) n += i; console.log(n); return docs; }';
    const tasks = [task('script', { program, kinds: ['Stop'] }), task('replace-texts', { kind: 'Stop', field: 'Name', find: 'a', replace: 'b' })];
    return this.#begin(name, tasks);
  }

  /** Makes a pipeline that moves the stops by so many degrees and publishes, which waits for approval; runs it and answers its id. */
  async beginDoubtful(name: string, degrees: number): Promise<number> {
    const program = `export default (docs) => docs.map((doc) => ({ ...doc, Coordinate: { ...doc.Coordinate, Lng: doc.Coordinate.Lng + ${degrees} } }))`;
    const task = { name, command: {} as PipelineTask['command'], input_version_id: null, notes: '' };
    return this.#begin(name, [
      { ...task, original_name: 'script', s3_url: 'builtin:script', task_type: 2, command: { program, kinds: ['Stop'] } },
      { ...task, original_name: 'publish', s3_url: 'builtin:publish', task_type: 3 },
    ]);
  }

  async #begin(name: string, tasks: readonly PipelineTask[]): Promise<number> {
    const body = { name, db_id: 'kill', tags: [], schedule: null, tasks };
    const { pipeline_id } = await this.call<{ pipeline_id: number }>(createPipeline, { body });
    await this.call(runPipeline, { body: { pipeline_id } });
    return pipeline_id;
  }

  async runsOf(id: number): Promise<readonly PipelineRun[]> {
    return (await this.call<{ runs: PipelineRun[] }>(listPipelineRuns, { params: { id }, query: {} })).runs;
  }

  /** How many tasks run at this moment. */
  async running(): Promise<number> {
    return (await this.call<{ tasks: TaskRun[] }>(listTasks, { query: { status: 1 } })).tasks.length;
  }

  async logOf(taskRunId: number): Promise<string> {
    return this.call<string>(downloadLog, { params: { id: taskRunId } });
  }

  async countVersions(): Promise<number> {
    return (await this.call<{ Versions: unknown[] }>(listVersions, { params: { databaseId: 'kill' }, query: {} })).Versions.length;
  }

  /** Ids of the versions in the audit of publications, in their order. The server is stopped for it and does not come back. */
  async publications(): Promise<readonly number[]> {
    await this.#worker?.kill('SIGTERM');
    this.#worker = undefined;
    await this.#server?.kill();
    const store = await openStore({ dataDir: this.#dataDir, databaseUrl: this.#database?.url });
    try {
      return (await listPublications(store.sql.db, 'kill')).map(({ versionId }) => versionId);
    } finally {
      await store.close();
    }
  }

  async close(): Promise<void> {
    await this.#worker?.kill('SIGTERM');
    await this.#server?.stop();
    await this.#database?.drop();
    rmSync(this.#dataDir, { recursive: true, force: true });
  }

  async #prepare(): Promise<void> {
    const store = await openStore({ dataDir: this.#dataDir, databaseUrl: this.#database?.url });
    const region = { Name: 'K', CountryCode: 'NL', LanguageCode: 'nl', Timezone: 'Europe/Amsterdam', Currency: 'EUR', Bounds: null };
    await store.createRegion({ Key: 'k', ...region });
    await store.createDatabase({ Id: 'kill', Name: 'Kill', RegionKey: 'k' });
    const writer = await store.beginVersion({ databaseId: 'kill', name: 'k', source: 'test', author: 'test', state: 'published' });
    for (const { kind, doc } of [stopDoc('a'), stopDoc('b')]) await writer.add(kind, doc);
    await writer.finish();
    await store.close();
  }
}

async function startWorker(databaseUrl: string, dataDir: string, settings: Readonly<Record<string, string>>): Promise<Worker> {
  const name = `dmp ${randomUUID()}`;
  // what `npm run worker` runs
  const child: ChildProcess = spawn(process.execPath, ['tools/command.mjs', 'jobs/workerCommand'], {
    cwd: ROOT,
    env: {
      ...process.env,
      ...settings,
      DATA_DIR: dataDir,
      DATABASE_URL: addressFor(databaseUrl, name),
      PUBLIC_URL: '',
      PORT: '',
      DMP_SKIP_BUILD: '1',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const gone = new Promise<void>((done) => child.once('close', () => done()));
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  for (let waited = 0; !output.includes('A worker takes up to 1 tasks'); waited += 50) {
    if (child.exitCode !== null || waited > 60_000) throw new Error(`The worker did not start:\n${output}`);
    await pause(50);
  }
  return {
    async kill(signal) {
      child.kill(signal);
      await gone;
      if (signal === 'SIGKILL') await untilGone(databaseUrl, name);
    },
  };
}

export interface KilledRuns {
  /** Runs that were completed, and those that gave up after the process under them was killed three times. */
  readonly completed: number;
  readonly givenUp: number;
  /** What is wrong, in words: a run that is lost, ends twice, or has done a task twice. Empty where all is well. */
  readonly wrong: readonly string[];
}

/** Begins so many runs and kills processes in the middle of them: the worker and the server in turn, where there is a worker. */
export async function runWhileKilling(
  product: KilledProduct,
  { runs, kills, seed }: { runs: number; kills: number; seed: number },
): Promise<KilledRuns> {
  const chance = new Chance(seed);
  const ids: number[] = [];
  for (let n = 0; n < runs; n++) ids.push(await product.begin(`run ${n}`));
  for (let n = 0; n < kills; n++) {
    await pause(chance.next() * 2500);
    if (product.hasWorker && n % 2 === 0) await product.killWorker();
    else await product.killServer();
  }
  const wrong: string[] = [];
  let [completed, givenUp, made] = [0, 0, 0];
  for (const id of ids) {
    const ended = await endOf(product, id);
    if (ended.length !== 1) wrong.push(`pipeline ${id} has ${ended.length} runs`);
    for (const run of ended) {
      if (run.status === 2) completed++;
      else if (run.tasks.some(({ last_result }) => /ended 3 times/.test(last_result.message ?? ''))) givenUp++;
      else wrong.push(`run ${run.id} ended with ${run.status}: ${run.tasks.map(({ last_result }) => last_result.message).join()}`);
      for (const { task, last_result } of run.tasks) {
        if (last_result.type !== 2) continue;
        made++;
        const times = (await product.logOf(task.id)).split('Made version').length - 1;
        if (times !== 1) wrong.push(`task run ${task.id} says ${times} times that it made a version`);
      }
    }
  }
  const versions = (await product.countVersions()) - 1;
  if (versions !== made) wrong.push(`${made} tasks were completed, and there are ${versions} versions`);
  return { completed, givenUp, wrong };
}

async function endOf(product: KilledProduct, id: number): Promise<readonly PipelineRun[]> {
  for (let waited = 0; waited < 120_000; waited += 200) {
    const runs = await product.runsOf(id);
    if (runs.every(({ status }) => status === 2 || status === 3)) return runs;
    await pause(200);
  }
  return product.runsOf(id);
}

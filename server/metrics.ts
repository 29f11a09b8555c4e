/** What the product tells Prometheus: calls, event loop, connections, queue, runs, checks. Made only where METRICS_TOKEN is set. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { RUN_STATUS_WORDS, type RunStatus } from '../src/domain/runs.ts';
import { rowsTaken } from './feed/rowsTaken.ts';
import { freeBytes } from './health.ts';
import { Refusal } from './refusal.ts';
import type { Engine } from './store/engine.ts';

interface MetricsOptions {
  readonly engine: Engine;
  /** What a reader sends as `Authorization: Bearer ...`; without it there are no metrics. */
  readonly token: string | undefined;
  readonly dataDir: string;
  /** What the process cannot do at the moment, as `/readyz` says. */
  readonly missing: () => Promise<readonly string[]>;
}

/** Serves `/metrics`: 404 without a token in the settings, 401 for a caller without it. To be put on a server before its routes. */
export function serveMetrics(app: FastifyInstance, { engine, token, dataDir, missing }: MetricsOptions): void {
  const registry = token === undefined ? undefined : registryOf(app, engine, dataDir, missing);
  app.get('/metrics', async (request, reply) => {
    if (registry === undefined || token === undefined) throw new Refusal(404, 'not_found', 'There are no metrics: METRICS_TOKEN is not set.');
    if (!isSame(request.headers.authorization ?? '', `Bearer ${token}`)) {
      void reply.header('www-authenticate', 'Bearer');
      throw new Refusal(401, 'no_token', 'Send the METRICS_TOKEN of this installation as a bearer token.');
    }
    return reply
      .header('cache-control', 'no-store')
      .type(registry.contentType)
      .send(await registry.metrics());
  });
}

function registryOf(app: FastifyInstance, engine: Engine, dataDir: string, missing: () => Promise<readonly string[]>): Registry {
  const registry = new Registry();
  const registers = [registry];
  // Event loop lag, memory, garbage collection, file descriptors.
  collectDefaultMetrics({ register: registry });
  const calls = new Histogram({
    name: 'dmp_http_request_duration_seconds',
    help: 'Calls by route and status, from the first byte of the request to the last of the answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.3, 0.5, 1, 2, 5, 10, 60],
    registers,
  });
  app.addHook('onResponse', async (request, reply) => {
    // The pattern of the route, not the address: ids would make a series of their own each.
    calls.observe({ method: request.method, route: request.routeOptions.url ?? 'none', status: reply.statusCode }, reply.elapsedTime / 1000);
  });
  gauge('dmp_database_connections', 'Connections of this process to the database, by pool and state.', ['pool', 'state'], (set) => {
    for (const { name, open, idle } of engine.pools()) {
      set({ pool: name, state: 'busy' }, open - idle);
      set({ pool: name, state: 'idle' }, idle);
    }
  });
  gauge('dmp_database_waiting', 'Statements that wait for a connection, by pool.', ['pool'], (set) => {
    for (const { name, waiting } of engine.pools()) set({ pool: name }, waiting);
  });
  gauge('dmp_live_connections', 'Open live connections of this process.', [], (set) => {
    set({}, app.hasDecorator('liveConnections') ? app.liveConnections() : 0);
  });
  gauge('dmp_imported_stop_times_total', 'Rows of stop_times that this process has taken in since its start.', [], (set) =>
    set({}, rowsTaken.stopTimes),
  );
  gauge('dmp_disk_free_bytes', 'Space left where DATA_DIR lies.', [], async (set) => set({}, (await freeBytes(dataDir)) ?? Number.NaN));
  gauge('dmp_missing', 'What this process cannot do at the moment, as /readyz says.', ['what'], async (set) => {
    for (const what of await missing()) set({ what }, 1);
  });
  gauge('dmp_runs', 'Runs that have not ended, by state.', ['state'], async (set) => {
    const { rows } = await sql<{ status: number; n: number }>`
      select status, count(*)::int as n from pipeline_run where ended is null group by status`.execute(engine.aside);
    for (const { status, n } of rows) set({ state: RUN_STATUS_WORDS[status as RunStatus] ?? String(status) }, n);
  });
  gauge('dmp_queue', 'Work that waits: tasks, mails, and versions to be archived, stored or brought back.', ['queue'], async (set) => {
    for (const { queue, n } of await queues(engine)) set({ queue }, n);
  });
  gauge('dmp_queue_age_seconds', 'How long the oldest of it has waited.', ['queue'], async (set) => {
    for (const { queue, age } of await queues(engine)) if (age !== null) set({ queue }, age);
  });
  gauge(
    'dmp_validation_behind',
    'Versions with edits that are not checked yet, and the edits of the one that is furthest behind.',
    ['what'],
    async (set) => {
      const { rows } = await sql<{ versions: number; edits: number }>`
      select count(*)::int as versions, coalesce(max(v.rev - c.validated_rev), 0)::int as edits
      from version v join validation c on c.version_id = v.version_id where v.completed and not v.archived and v.rev > c.validated_rev`.execute(
        engine.aside,
      );
      set({ what: 'versions' }, rows[0]?.versions ?? 0);
      set({ what: 'edits' }, rows[0]?.edits ?? 0);
    },
  );
  return registry;

  function gauge(
    name: string,
    help: string,
    labelNames: readonly string[],
    collect: (set: (labels: Readonly<Record<string, string>>, value: number) => void) => void | Promise<void>,
  ): void {
    const made = new Gauge({
      name,
      help,
      labelNames,
      registers,
      async collect() {
        made.reset();
        // The other metrics are reported when one fails.
        await Promise.resolve(collect((labels, value) => made.set(labels, value))).catch(() => undefined);
      },
    });
  }
}

async function queues({ aside }: Engine): Promise<{ queue: string; n: number; age: number | null }[]> {
  const { rows } = await sql<{ queue: string; n: number; age: number | null }>`
    select 'tasks' as queue, count(*)::int as n, extract(epoch from now() - min(t.created))::float8 as age
    from task_run t join pipeline_run r on r.run_id = t.run_id where r.ended is null and t.started is null and t.resulted is null and not t.replaced
    union all
    select 'mails', count(*)::int, extract(epoch from now() - min(next_at))::float8 from notice_mail where status = 'queued'
    union all
    select 'versions', count(*)::int, null from version where saving is not null`.execute(aside);
  return rows;
}

/** Takes as long whatever differs. */
function isSame(a: string, b: string): boolean {
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(a), hash(b));
}

import fastify, { type FastifyInstance } from 'fastify';
import type { ProductState } from './app.ts';
import type { Config } from './config.ts';
import { serveHealth } from './health.ts';
import { serveMetrics } from './metrics.ts';
import { answerErrors } from './routes/errors.ts';
import type { OpenedStore } from './store/openStore.ts';

interface Process {
  readonly state: () => ProductState;
  readonly isWorking: () => boolean;
}

/** Serves `/healthz`, `/readyz` and `/metrics` of a process. To be put on a server before its routes. */
export function serveMonitoring(app: FastifyInstance, config: Config, store: OpenedStore, { state, isWorking }: Process): void {
  const health = serveHealth(app, {
    dataDir: config.dataDir,
    state,
    isWorking,
    isFanoutUp: () => store.fanout.isUp?.() ?? true,
    askDatabase: () => store.isEmpty(),
  });
  serveMetrics(app, {
    engine: store.sql,
    token: config.metricsToken,
    dataDir: config.dataDir,
    missing: async () => Object.keys(await health.reasons()),
  });
}

/** Serves the same for a worker at WORKER_PORT, and nothing else; without that setting nothing. Returns a function that ends it. */
export async function serveWorkerMonitoring(config: Config, store: OpenedStore, isWorking: () => boolean): Promise<() => Promise<void>> {
  if (config.workerPort === undefined) return async () => undefined;
  const app = fastify();
  answerErrors(app);
  serveMonitoring(app, config, store, { state: () => 'ready', isWorking });
  await app.listen({ host: config.host, port: config.workerPort });
  return () => app.close();
}

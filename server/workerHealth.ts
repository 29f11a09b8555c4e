import fastify from 'fastify';
import type { Config } from './config.ts';
import { serveHealth } from './health.ts';
import { serveMetrics } from './metrics.ts';
import { answerErrors } from './routes/errors.ts';
import type { OpenedStore } from './store/openStore.ts';

/** Serves `/healthz`, `/readyz` and `/metrics` of a worker at WORKER_PORT, and nothing else; without that setting nothing. Answers what ends it. */
export async function serveWorkerHealth(config: Config, store: OpenedStore, isWorking: () => boolean): Promise<() => Promise<void>> {
  if (config.workerPort === undefined) return async () => undefined;
  const app = fastify();
  answerErrors(app);
  const health = serveHealth(app, {
    dataDir: config.dataDir,
    state: () => 'ready',
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
  await app.listen({ host: config.host, port: config.workerPort });
  return () => app.close();
}

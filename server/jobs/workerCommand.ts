/** `npm run worker`: runs tasks and other background jobs in its own process. Any number on one PostgreSQL. */
import { join } from 'node:path';
import { ConfigError, readConfig } from '../config.ts';
import { livePlaces } from '../live/places.ts';
import { workerLive } from '../live/workerLive.ts';
import { fileTransport, smtpTransport } from '../mail/transport.ts';
import { openObjects } from '../objects/openObjects.ts';
import { requireSameObjects } from './sameObjects.ts';
import { openStore } from '../store/openStore.ts';
import { BrokerUnreachable } from '../store/broker.ts';
import { DatabaseUnreachable } from '../store/postgres.ts';
import { databaseSecrets } from '../store/secrets.ts';
import { textOfBuild } from '../../src/domain/build.ts';
import { readBuild } from '../build.ts';
import { startTracing } from '../tracing.ts';
import { serveWorkerMonitoring } from '../monitoring.ts';
import { createJobs } from './jobs.ts';
import { openTaskSecrets } from './taskSecrets.ts';

async function work(): Promise<number> {
  // Files are for the account that runs the product alone.
  process.umask(0o077);
  const config = readConfig(process.env);
  if (config.databaseUrl === undefined) {
    console.error(
      'A worker of its own needs a PostgreSQL that it shares with the server: set DATABASE_URL. On the embedded database the server runs all tasks itself.',
    );
    return 2;
  }
  const warn = (message: string, ...error: unknown[]): void => console.warn(message, ...error);
  const stopTracing =
    config.tracing && startTracing({ ...config.tracing, version: textOfBuild(readBuild(join(import.meta.dirname, '..'), process.cwd())) });
  const store = await openStore({
    dataDir: config.dataDir,
    databaseUrl: config.databaseUrl,
    directUrl: config.directUrl,
    brokerUrl: config.brokerUrl,
    traced: config.tracing !== undefined,
    connections: config.connections,
    events: { onWarning: warn },
  });
  const objects = openObjects(config.dataDir, config.objectStore);
  await requireSameObjects(store, objects);
  const jobs = createJobs(
    {
      store,
      objects,
      live: workerLive(store.fanout, livePlaces(store.sql.db), config.azureSignalR, warn),
      dataDir: config.dataDir,
      uploadLimit: config.uploadLimit,
      unpackedLimit: config.unpackedLimit,
      chromium: config.chromium,
      addresses: { allowed: config.allowedAddresses },
      secrets: await openTaskSecrets(store.sql.db, databaseSecrets(store.sql.db, config.secretsKey), config.secretsKey),
      warn,
    },
    config,
    config.tasks,
    {
      publicUrl: config.publicUrl,
      transport:
        config.smtpUrl === undefined
          ? fileTransport(join(config.dataDir, 'outbox'), config.mailFrom)
          : smtpTransport(config.smtpUrl, config.mailFrom),
    },
  );
  const stopped = new Promise<void>((done) => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => done());
  });
  const stopServing = await serveWorkerMonitoring(config, store, () => jobs.isWorking());
  await jobs.start();
  console.log(`A worker takes up to ${config.tasks.atOnce} tasks at a time.`);
  await stopped;
  await stopServing();
  await jobs.stop();
  await store.close();
  await stopTracing?.();
  return 0;
}

try {
  process.exit(await work());
} catch (error) {
  console.error(
    [ConfigError, DatabaseUnreachable, BrokerUnreachable].some((known) => error instanceof known) && error instanceof Error ? error.message : error,
  );
  process.exit(1);
}

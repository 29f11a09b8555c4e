import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createApp, type ProductState } from './app.ts';
import { DEMO_ACCOUNTS } from './auth/demoAccounts.ts';
import { textOfBuild } from '../src/domain/build.ts';
import { readBuild } from './build.ts';
import { isLoopback, ownAddress, readConfig, type Config } from './config.ts';
import { ensureDemo } from './demoData.ts';
import { makeStreets } from './streetsAtStart.ts';
import { requireFreePort, troubleOf } from './startTrouble.ts';
import { answerCopyRequests } from './store/copyRequests.ts';
import { openStore, type OpenedStore } from './store/openStore.ts';
import { pause, setTimeout } from './surroundings.ts';
import { startTracing } from './tracing.ts';

// Files are for the account that runs the server alone.
process.umask(0o077);
try {
  await start(readConfig(process.env));
} catch (error) {
  console.error(troubleOf(error));
  process.exit(1);
}

async function start(config: Config): Promise<void> {
  const root = productRoot();
  const build = readBuild(import.meta.dirname, root);
  console.log(
    `DMP ${textOfBuild(build)} is starting; data in ${config.databaseUrl === undefined ? config.dataDir : 'PostgreSQL, keys in ' + config.dataDir}`,
  );
  await requireFreePort(config.host, config.port);
  const stopTracing = config.tracing && startTracing({ ...config.tracing, version: textOfBuild(build) });
  const store = await openStore({
    dataDir: config.dataDir,
    databaseUrl: config.databaseUrl,
    directUrl: config.directUrl,
    brokerUrl: config.brokerUrl,
    traced: config.tracing !== undefined,
    connections: config.connections,
    events: {
      onCrash: (error) => {
        console.error(`The database failed, the server stops: ${troubleOf(error)}`);
        process.exit(1);
      },
      onWarning: (message, error) => console.warn(error === undefined ? message : `${message}: ${troubleOf(error)}`),
    },
  });
  let state: ProductState = 'starting';
  const app = await createApp({ config, store, build, clientDir: join(root, 'dist', 'client'), documentsDir: root, state: () => state });
  if (stopTracing) app.addHook('onClose', stopTracing);
  answerCopyRequests(store.sql, config.dataDir);
  const stop = stopper(app, store, async () => {
    if (state === 'ready') {
      state = 'stopping';
      await pause(config.drainSeconds * 1000);
    }
  });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stop());

  // Before the demo is made, so that a port in use is reported at once; until `ready` calls answer 503.
  await app.listen({ host: config.host, port: config.port });
  if (config.demoData) await ensureDemo(store, () => console.log('First start: making the demo region ...'), ownAddress(config));

  if (state === 'starting') state = 'ready';
  announce(config);
  // After that, so that nobody waits for it.
  app.jobs.start().catch((error: unknown) => app.log.error({ err: error }, 'the background jobs could not be started'));
  app.validator.catchUp().catch((error: unknown) => app.log.error({ err: error }, 'versions edited before the start could not be checked'));
  app.realtime.start();
  if (config.streetExtracts.length > 0) makeStreets(config, app);
}

/** Serves until the proxy has noticed, lets running requests end, then writes everything to disk. A second signal, or 15 seconds, ends the wait. */
function stopper(app: Awaited<ReturnType<typeof createApp>>, store: OpenedStore, drained: () => Promise<void>): () => Promise<void> {
  let stopping = false;
  return async () => {
    if (stopping) process.exit(1);
    stopping = true;
    await drained();
    setTimeout(() => {
      console.error('The server did not come to rest within 15 seconds.');
      process.exit(1);
    }, 15_000).unref();
    try {
      await app.close();
      await store.close();
      process.exit(0);
    } catch (error) {
      console.error(troubleOf(error));
      process.exit(1);
    }
  };
}

function announce(config: Config): void {
  if (config.oidc === undefined) {
    console.log('Demo accounts (pick one on the sign-in page):');
    for (const account of DEMO_ACCOUNTS) console.log(`  ${account.email.padEnd(34)} ${account.can}`);
    if (!isLoopback(config.host)) console.log(`WARNING: anybody who reaches ${config.host}:${config.port} can sign in with the demo accounts.`);
  }
  console.log(`DMP is ready at ${config.publicUrl}`);
}

/** The folder of package.json: the same for the sources and for what is built from them. */
function productRoot(): string {
  for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json')) || folder === dirname(folder)) return folder;
  }
}

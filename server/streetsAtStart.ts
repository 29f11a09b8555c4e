import { fork } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import { environmentOf, processFile } from './workerUrl.ts';

/** Builds the streets of STREETS_PBF where the extracts changed: `npm run streets` in a process of its own, which ends with the server. */
export function makeStreets({ dataDir, streetExtracts }: Config, app: FastifyInstance): void {
  const { file, execArgv } = processFile('geo/streets/streetsCommand');
  const child = fork(file, [...streetExtracts, '--if-changed'], {
    execArgv: [...execArgv],
    // npm, which installs the engine, needs its settings; nothing needs those of the server.
    env: { ...environmentOf(/^(PATH|HOME|LANG|npm_config_.*|https?_proxy|no_proxy)$/i), DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  for (const stream of [child.stdout, child.stderr]) {
    if (stream) createInterface(stream).on('line', (line) => app.log.info(`streets: ${line}`));
  }
  child.on('error', (error) => app.log.error({ err: error }, 'the streets could not be built'));
  child.on('exit', (code) => {
    if (code !== 0) app.log.error(`the streets of STREETS_PBF were not built (ended with ${code}); what was in use stays in use`);
  });
}

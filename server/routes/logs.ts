import { Readable } from 'node:stream';
import * as contract from '../../src/contract/logs.ts';
import * as service from '../services/runLogs.ts';
import { registerRead, type Ground } from './register.ts';

/** Serves the logs of task runs. */
export function registerLogs(ground: Ground): void {
  const { db } = ground.engine;
  registerRead(ground, contract.readLogTask, ({ params }) => service.readLogTask(db, params.id));
  registerRead(ground, contract.readLogLevels, ({ params }) => service.readLogLevels(db, params.id));
  registerRead(ground, contract.listLogs, ({ params, query }) => service.listLogs(db, params.id, query));
  registerRead(ground, contract.downloadLog, async ({ params, reply }) => {
    const text = await service.logText(db, params.id);
    void reply
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="log-${params.id}.txt"`)
      .type('text/plain; charset=utf-8')
      .send(Readable.from(text));
    return undefined;
  });
}

import { Readable } from 'node:stream';
import * as contract from '../../src/contract/logs.ts';
import * as service from '../services/runLogs.ts';
import { registerRead, type RouteContext } from './register.ts';

/** Serves the logs of task runs. */
export function registerLogs(context: RouteContext): void {
  const { db } = context.engine;
  registerRead(context, contract.readLogTask, ({ params }) => service.readLogTask(db, params.id));
  registerRead(context, contract.readLogLevels, ({ params }) => service.readLogLevels(db, params.id));
  registerRead(context, contract.listLogs, ({ params, query }) => service.listLogs(db, params.id, query));
  registerRead(context, contract.downloadLog, async ({ params, reply }) => {
    const text = await service.logText(db, params.id);
    void reply
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="log-${params.id}.txt"`)
      .type('text/plain; charset=utf-8')
      .send(Readable.from(text));
    return undefined;
  });
}

import * as contract from '../../src/contract/tasks.ts';
import type { TaskSecrets } from '../jobs/taskSecrets.ts';
import { BadInput, Refusal } from '../refusal.ts';
import * as service from '../services/tasks.ts';
import { readTaskFile } from '../store/taskFiles.ts';
import { dispositionOf } from './download.ts';
import { registerRead, registerUpload, registerWrite, type RouteContext } from './register.ts';

/** Serves the calls about tasks. */
export function registerTasks(context: RouteContext, secrets: TaskSecrets, uploadLimit: number): void {
  const { db } = context.engine;
  registerRead(context, contract.listTasks, ({ query }, { regions }) => service.listTasks(db, query, regions));
  registerRead(context, contract.listDocumentation, async () => service.listDocumentation());
  registerRead(context, contract.readDocumentation, async ({ params }) => service.readDocumentation(params.id));
  registerUpload(context, contract.uploadTaskFile, async ({ params, request }) => {
    const { 'content-length': said } = request.headers;
    const key = await service.keepTaskFile(db, context.objects, params.name, { body: request.raw, length: Number(said ?? 0), limit: uploadLimit });
    return { status: 200, body: JSON.stringify({ key }) };
  });
  registerRead(context, contract.listSecrets, async (_call, { regions }) => ({
    // Secrets belong to the whole installation.
    secrets: regions === 'all' ? await secrets.list() : [],
  }));
  registerWrite(context, contract.writeSecret, async ({ params, body }, write) => {
    // Clients of before it was requested do not say it: they reload and ask.
    if (body.servers === undefined) throw new BadInput([{ Field: 'servers', Message: 'Say the servers that the secret may be sent to' }]);
    await secrets.write(write.db, params.name, body.value, write.caller.account.name, body.servers);
    return { name: params.name };
  });
  registerWrite(context, contract.deleteSecret, async ({ params }, write) => {
    await secrets.remove(write.db, params.name);
    return {};
  });
  registerRead(context, contract.readTask, ({ params }) => service.readTask(db, params.id));
  registerRead(context, contract.downloadTaskFile, async ({ params, reply }) => {
    const file = await readTaskFile(db, params.id, params.name);
    if (file === undefined) throw new Refusal(404, 'not_found', `Task run ${params.id} has made no file ${params.name}.`);
    const body = await context.objects.get(file.key);
    void reply
      .header('cache-control', 'no-store')
      .header('content-disposition', dispositionOf(params.name))
      .header('digest', `sha-256=${Buffer.from(file.sha256, 'hex').toString('base64')}`)
      .type('application/octet-stream');
    if (file.size !== null) void reply.header('content-length', file.size);
    void reply.send(body);
    return undefined;
  });
  registerRead(context, contract.readTaskRuns, ({ body }, { regions }) => service.lookUpTasks(db, body.task_run_ids, regions));
  registerWrite(context, contract.runTask, ({ body }, write) => {
    write.afterCommit(() => context.jobs.runTasks());
    return service.runTask(write, body);
  });
  registerWrite(context, contract.stopTask, ({ params }, write) => {
    write.afterCommit(() => context.jobs.runTasks());
    return service.stopTask(write, params.id);
  });
}

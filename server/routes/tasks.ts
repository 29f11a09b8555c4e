import * as contract from '../../src/contract/tasks.ts';
import type { TaskSecrets } from '../jobs/taskSecrets.ts';
import { Refusal } from '../refusal.ts';
import * as service from '../services/tasks.ts';
import { readTaskFile } from '../store/taskFiles.ts';
import { dispositionOf } from './download.ts';
import { registerRead, registerUpload, registerWrite, type Ground } from './register.ts';

/** Serves the calls about tasks. */
export function registerTasks(ground: Ground, secrets: TaskSecrets, uploadLimit: number): void {
  const { db } = ground.engine;
  registerRead(ground, contract.listTasks, ({ query }, { regions }) => service.listTasks(db, query, regions));
  registerRead(ground, contract.listDocumentation, async () => service.listDocumentation());
  registerRead(ground, contract.readDocumentation, async ({ params }) => service.readDocumentation(params.id));
  registerUpload(ground, contract.uploadTaskFile, async ({ params, request }) => {
    const { 'content-length': said } = request.headers;
    const key = await service.keepTaskFile(db, ground.objects, params.name, { body: request.raw, length: Number(said ?? 0), limit: uploadLimit });
    return { status: 200, body: JSON.stringify({ key }) };
  });
  registerRead(ground, contract.listSecrets, async (_call, { regions }) => ({
    // Secrets belong to the whole installation.
    secrets: regions === 'all' ? await secrets.list() : [],
  }));
  registerWrite(ground, contract.writeSecret, async ({ params, body }, write) => {
    await secrets.write(write.db, params.name, body.value, write.caller.account.name);
    return { name: params.name };
  });
  registerWrite(ground, contract.deleteSecret, async ({ params }, write) => {
    await secrets.remove(write.db, params.name);
    return {};
  });
  registerRead(ground, contract.readTask, ({ params }) => service.readTask(db, params.id));
  registerRead(ground, contract.downloadTaskFile, async ({ params, reply }) => {
    const file = await readTaskFile(db, params.id, params.name);
    if (file === undefined) throw new Refusal(404, 'not_found', `Task run ${params.id} has made no file ${params.name}.`);
    const body = await ground.objects.get(file.key);
    void reply
      .header('cache-control', 'no-store')
      .header('content-disposition', dispositionOf(params.name))
      .header('digest', `sha-256=${Buffer.from(file.sha256, 'hex').toString('base64')}`)
      .type('application/octet-stream');
    if (file.size !== null) void reply.header('content-length', file.size);
    void reply.send(body);
    return undefined;
  });
  registerRead(ground, contract.readTaskRuns, ({ body }, { regions }) => service.lookUpTasks(db, body.task_run_ids, regions));
  registerWrite(ground, contract.runTask, ({ body }, write) => {
    write.afterCommit(() => ground.jobs.runTasks());
    return service.runTask(write, body);
  });
  registerWrite(ground, contract.stopTask, ({ params }, write) => {
    write.afterCommit(() => ground.jobs.runTasks());
    return service.stopTask(write, params.id);
  });
}

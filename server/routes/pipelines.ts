import * as contract from '../../src/contract/pipelines.ts';
import { listRegionsOfPipelines, listTags } from '../store/pipelines.ts';
import * as service from '../services/pipelines.ts';
import type { ValidationPlace } from '../services/validation.ts';
import { registerRead, registerWrite, type Ground } from './register.ts';

/** Serves the calls about pipelines and their runs. */
export function registerPipelines(ground: Ground, findings: ValidationPlace): void {
  const { db } = ground.engine;
  const wake = (): void => ground.jobs.runTasks();
  registerRead(ground, contract.listPipelineRegions, async (_call, { regions }) => ({ regions: await listRegionsOfPipelines(db, regions) }));
  registerRead(ground, contract.listPipelines, ({ query }, caller) => service.listPipelines(db, caller, query));
  registerRead(ground, contract.listPipelinesWithRuns, ({ query }, caller) => service.listPipelinesWithRuns(db, caller, query));
  registerRead(ground, contract.listPipelineTags, async ({ query }, { regions }) => ({ tags: await listTags(db, query.filter, regions) }));
  registerRead(ground, contract.readRunCounts, ({ query }, { regions }) => service.readRunCounts(db, query.run_ids, regions));
  registerRead(ground, contract.readPipelineRun, ({ params }) => service.readRun(db, params.id));
  registerRead(ground, contract.readPipeline, ({ params }, caller) => service.readPipeline(db, caller, params.id));
  registerRead(ground, contract.listPipelineRuns, ({ params, query }, { regions }) => service.listRuns(db, params.id, regions, query));
  registerWrite(ground, contract.createPipeline, ({ body }, write) => service.createPipeline(write, body));
  registerWrite(ground, contract.makePipeline, ({ body }, write) => service.createPipeline(write, body));
  registerWrite(ground, contract.clonePipeline, ({ body }, write) => service.clonePipeline(write, body.pipeline_id));
  registerWrite(ground, contract.updatePipeline, ({ params, body }, write, rev) => service.updatePipeline(write, params.id, rev, body));
  registerWrite(ground, contract.deletePipeline, ({ params }, write) => service.deletePipeline(write, params.id));
  registerWrite(ground, contract.runPipeline, ({ body }, write) => {
    write.afterCommit(wake);
    return service.runPipeline(write, body.pipeline_id);
  });
  registerWrite(ground, contract.stopRun, ({ params }, write) => {
    write.afterCommit(wake);
    return service.stopRun(write, params.id);
  });
  registerWrite(ground, contract.resumeRun, ({ params, body }, write) => {
    write.afterCommit(wake);
    return service.resumeRun(write, params.id, body.from_task_id, body.superseded);
  });
  registerWrite(ground, contract.repeatRun, ({ params, body }, write) => {
    write.afterCommit(wake);
    return service.repeatRun(write, params.id, body.from_task_id);
  });
  registerWrite(ground, contract.approveRun, ({ params, body }, write) => {
    write.afterCommit(wake);
    return service.approveRun(write, findings, params.id, body.superseded);
  });
}

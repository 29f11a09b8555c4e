import * as contract from '../../src/contract/pipelines.ts';
import { listRegionsOfPipelines, listTags } from '../store/pipelines.ts';
import * as service from '../services/pipelines.ts';
import type { ValidationPlace } from '../services/validation.ts';
import { registerRead, registerWrite, type RouteContext } from './register.ts';

/** Serves the calls about pipelines and their runs. */
export function registerPipelines(context: RouteContext, findings: ValidationPlace): void {
  const { db } = context.engine;
  const wake = (): void => context.jobs.runTasks();
  registerRead(context, contract.listPipelineRegions, async (_call, { regions }) => ({ regions: await listRegionsOfPipelines(db, regions) }));
  registerRead(context, contract.listPipelines, ({ query }, caller) => service.listPipelines(db, caller, query));
  registerRead(context, contract.listPipelinesWithRuns, ({ query }, caller) => service.listPipelinesWithRuns(db, caller, query));
  registerRead(context, contract.listPipelineTags, async ({ query }, { regions }) => ({ tags: await listTags(db, query.filter, regions) }));
  registerRead(context, contract.readRunCounts, ({ query }, { regions }) => service.readRunCounts(db, query.run_ids, regions));
  registerRead(context, contract.readPipelineRun, ({ params }) => service.readRun(db, params.id));
  registerRead(context, contract.readPipeline, ({ params }, caller) => service.readPipeline(db, caller, params.id));
  registerRead(context, contract.listPipelineRuns, ({ params, query }, { regions }) => service.listRuns(db, params.id, regions, query));
  registerWrite(context, contract.createPipeline, ({ body }, write) => service.createPipeline(write, body));
  registerWrite(context, contract.makePipeline, ({ body }, write) => service.createPipeline(write, body));
  registerWrite(context, contract.clonePipeline, ({ body }, write) => service.clonePipeline(write, body.pipeline_id));
  registerWrite(context, contract.updatePipeline, ({ params, body }, write, rev) => service.updatePipeline(write, params.id, rev, body));
  registerWrite(context, contract.deletePipeline, ({ params }, write) => service.deletePipeline(write, params.id));
  registerWrite(context, contract.runPipeline, ({ body }, write) => {
    write.afterCommit(wake);
    return service.runPipeline(write, body.pipeline_id);
  });
  registerWrite(context, contract.stopRun, ({ params }, write) => {
    write.afterCommit(wake);
    return service.stopRun(write, params.id);
  });
  registerWrite(context, contract.resumeRun, ({ params, body }, write) => {
    write.afterCommit(wake);
    return service.resumeRun(write, params.id, body.from_task_id, body.superseded);
  });
  registerWrite(context, contract.repeatRun, ({ params, body }, write) => {
    write.afterCommit(wake);
    return service.repeatRun(write, params.id, body.from_task_id);
  });
  registerWrite(context, contract.approveRun, ({ params, body }, write) => {
    write.afterCommit(wake);
    return service.approveRun(write, findings, params.id, body.superseded);
  });
}

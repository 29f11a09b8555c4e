import type { RunTold } from '../../src/contract/notifications.ts';
import type { PipelineRun } from '../../src/domain/taskRuns.ts';
import { readRuns } from '../store/taskRuns.ts';
import type { Db } from '../store/tables.ts';
import type { Write } from './editing.ts';
import { Refusal } from '../refusal.ts';

/** Tells everybody of a run once the write is committed, and answers the run. */
export async function tellRun(write: Write, runId: number): Promise<PipelineRun> {
  const [run] = await readRuns(write.db, [runId]);
  if (run === undefined) throw new Refusal(404, 'not_found', `There is no run ${runId}.`);
  write.tell({ target: 'runChanged', message: toldOf(run) });
  return run;
}

/** What is told of a run that is there. */
export async function readTold(db: Db, runId: number): Promise<RunTold | undefined> {
  const [run] = await readRuns(db, [runId]);
  return run && toldOf(run);
}

/** Small enough to be sent to every process: no parameters, no notes. */
function toldOf(run: PipelineRun): RunTold {
  return {
    run_id: run.id,
    pipeline_id: run.pipeline_id,
    ...(run.export_id == null ? {} : { export_id: run.export_id }),
    db_id: run.tasks[0]?.task.db_id ?? '',
    caused_by: run.caused_by,
    status: run.status,
    tasks: run.tasks.map(({ task, last_result, progress, approved, level_summary }) => ({
      task_run_id: task.id,
      last_result: { ...last_result, message: last_result.message?.slice(0, 100) ?? null },
      input_version_id: task.input_version_id,
      progress,
      approved,
      level_summary,
    })),
  };
}

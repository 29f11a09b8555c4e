import type { RunChanged } from '../../src/contract/notifications.ts';
import type { PipelineRun } from '../../src/domain/taskRuns.ts';
import { readRuns } from '../store/taskRuns.ts';
import type { Db } from '../store/tables.ts';
import type { Write } from './editing.ts';
import { Refusal } from '../refusal.ts';

/** Publishes the state of a run once the write is committed. Returns the run. */
export async function publishRun(write: Write, runId: number): Promise<PipelineRun> {
  const [run] = await readRuns(write.db, [runId]);
  if (run === undefined) throw new Refusal(404, 'not_found', `There is no run ${runId}.`);
  write.publish({ target: 'runChanged', message: runChangedOf(run) });
  return run;
}

/** The live message of a run; undefined for an unknown run. */
export async function readRunChanged(db: Db, runId: number): Promise<RunChanged | undefined> {
  const [run] = await readRuns(db, [runId]);
  return run && runChangedOf(run);
}

/** Without parameters and notes, so that it fits into the message to other processes. */
function runChangedOf(run: PipelineRun): RunChanged {
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

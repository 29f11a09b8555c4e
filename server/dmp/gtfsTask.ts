/** The task that writes a version as a GTFS zip. */
import { readTask, runTask } from '../../src/contract/tasks.ts';
import { RUN_STATUS, RUN_STATUS_WORDS, type RunStatus } from '../../src/domain/runs.ts';
import type { TaskDetail } from '../../src/domain/taskRuns.ts';
import { exportGtfsFile } from '../../src/domain/taskTemplates/exports.ts';
import { pause } from '../surroundings.ts';
import { CallFailed, POLL_MS, type Client } from './client.ts';

/** States in which nothing more happens to a run by itself. */
export function hasEnded(status: RunStatus): boolean {
  return status === RUN_STATUS.Completed || status === RUN_STATUS.Failed || status === RUN_STATUS.FailedWarning || status === RUN_STATUS.Stopped;
}

/** Runs the task to its end, and answers its number and the name of the zip. */
export async function makeGtfs(client: Client, databaseId: string, versionId: number): Promise<{ readonly id: number; readonly name: string }> {
  const { name, s3_url, task_type } = exportGtfsFile;
  const task = { name, original_name: name, s3_url, task_type, command: {}, input_version_id: versionId, notes: 'dmp' };
  const { task_run_id: id } = await client.call(runTask, { body: { ...task, db_id: databaseId } });
  let detail: TaskDetail;
  do {
    await pause(POLL_MS);
    detail = await client.call(readTask, { params: { id } });
  } while (!hasEnded(detail.last_result.type));
  const file = detail.files?.find((one) => one.name.toLowerCase().endsWith('.zip'));
  if (detail.last_result.type !== RUN_STATUS.Completed || file === undefined)
    throw new CallFailed(`The task ${id} that writes the feed has ended: ${RUN_STATUS_WORDS[detail.last_result.type]}. Its log says why.`);
  return { id, name: file.name };
}

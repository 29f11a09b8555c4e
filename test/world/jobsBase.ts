/** What a world with background jobs begins with besides the draft: a finished version, pipelines and an export of it, who is mailed. */
import { check } from '../../src/domain/taskTemplates/gates.ts';
import { exportGtfsFile } from '../../src/domain/taskTemplates/exports.ts';
import type { PipelineTask, PipelineSchedule } from '../../src/domain/pipelines.ts';
import { insertLocation } from '../../server/store/deliveryLocations.ts';
import { insertExport } from '../../server/store/exports.ts';
import { replaceRules } from '../../server/store/notificationRules.ts';
import type { OpenedStore } from '../../server/store/openStore.ts';
import { insertPipeline } from '../../server/store/pipelines.ts';

/** The database of the jobs. */
export const JOBS_DATABASE = 'night';

/** Who is mailed when a pipeline or an export fails, or waits for somebody. */
export const RECIPIENTS = ['night@world.example', 'desk@world.example'] as const;

/** The folder of the export, below that of all deliveries. */
export const DELIVERED = 'partner';

export async function makeJobs(store: OpenedStore): Promise<void> {
  const { db } = store.sql;
  await insertPipeline(db, pipeline('Night', daily(times(1)), [checking('continue'), EXPORT]), 'world');
  await insertPipeline(db, pipeline('Strict', daily(times(2).slice(0, 6)), [checking('fail'), EXPORT]), 'world');
  await insertPipeline(db, pipeline('Asked', null, [checking('approval'), EXPORT]), 'world');
  const location = await insertLocation(db, { region: 'demoland', name: 'Partner', settings: { kind: 'folder', path: DELIVERED } }, 'world');
  if (location === undefined) throw new Error('The delivery location could not be made');
  await insertExport(
    db,
    {
      name: 'Feed',
      region: 'demoland',
      DbId: JOBS_DATABASE,
      scope: 'Database',
      schedule: { timeOfDay: '09:02' },
      deliveryLocation: { fileName: '{db}.zip', location },
      feedInfo: { url: '', contactUrl: '' },
      agencyMergingRules: [],
    },
    'world',
  );
  const conditions = {
    pipelineHasFailedOnAScheduledExecution: true,
    pipelineHasFailedOnAManualExecution: true,
    pipelineHasFailedOnPublishTask: true,
    pipelineNeedsApprovalAfterAScheduledExecution: true,
    pipelineNeedsApprovalAfterAManualExecution: true,
    exportHasFailedOnAScheduledExecution: true,
    exportHasFailedOnAManualExecution: true,
  };
  await replaceRules(db, 'demoland', [{ name: 'Everything', enabled: true, recipients: [...RECIPIENTS], dbIds: null, conditions }]);
}

function pipeline(name: string, schedule: PipelineSchedule | null, tasks: PipelineTask[]) {
  return { name, db_id: JOBS_DATABASE, tags: [], schedule, tasks };
}

function daily(times_of_day: string[]): PipelineSchedule {
  return { times_of_day, days_of_week: '1111111' };
}

/** Every second minute from the beginning of the world, which is 9 o'clock there; at most 48 times fit in a schedule. */
function times(first: number): string[] {
  return Array.from({ length: 48 }, (_, i) => first + 2 * i).map(
    (minute) => `${String(9 + Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`,
  );
}

function checking(on: 'continue' | 'fail' | 'approval'): PipelineTask {
  return task(check, { errors_allowed: 0, on_errors: on, warnings_allowed: 0, on_warnings: on, rules: [], only_more: false });
}

const EXPORT = task(exportGtfsFile, { file_name: '', extensions: false });

function task({ name, s3_url, task_type }: Pick<PipelineTask, 'name' | 's3_url' | 'task_type'>, command: PipelineTask['command']): PipelineTask {
  return { name, original_name: name, s3_url, command, task_type, input_version_id: null, notes: '' };
}

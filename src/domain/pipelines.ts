/** Pipelines: which tasks a database goes through, one after the other, and when. */
import { z } from 'zod';
import { RunStatus, TASK_NAME_LIMIT, TASK_NAME_TOO_LONG, TASK_TYPES, TaskType } from './runs.ts';
import { VersionId } from './versions.ts';

export const TaskName = z
  .string()
  .transform((text) => text.trim())
  .pipe(z.string().min(1, 'The Task Name field is required').max(TASK_NAME_LIMIT, TASK_NAME_TOO_LONG));

/** Parameters of a task by their names; the schema of its template says which (taskTemplates.ts). */
export const TaskCommand = z.record(z.string(), z.json());
export type TaskCommand = z.infer<typeof TaskCommand>;

/** One task of a pipeline. `original_name` is its template's, `s3_url` where the template's program is kept. */
export const PipelineTask = z.object({
  name: TaskName,
  original_name: z.string(),
  s3_url: z.string().min(1),
  command: TaskCommand,
  task_type: TaskType,
  /** The version that a Transform or Export at the beginning takes; null: the current one, else the newest. */
  input_version_id: VersionId.nullable(),
  notes: z.string().max(2000),
});
export type PipelineTask = z.infer<typeof PipelineTask>;

/** When a pipeline runs by itself, in the time zone of its region. Days begin with Monday. */
export const PipelineSchedule = z.object({
  times_of_day: z.array(z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'A time is written as HH:mm')).max(48),
  days_of_week: z.string().regex(/^[01]{7}$/, 'Days are seven characters, 0 or 1, Monday first'),
});
export type PipelineSchedule = z.infer<typeof PipelineSchedule>;

export const PIPELINE_NAME_LIMIT = 128;
/** Recently used tags that a search offers. */
export const RECENT_TAGS = 5;
/** Milliseconds for which the regions of pipelines are not requested again. */
export const PIPELINE_REGIONS_FRESH = 5000;
/** Runs of a pipeline on one page. */
export const PIPELINE_RUNS_PAGE = 15;

/** What a person says of a pipeline. */
export const PipelineInput = z.object({
  name: z
    .string()
    .transform((text) => text.trim())
    .pipe(
      z
        .string()
        .min(1, 'The Pipeline Name field is required')
        .max(PIPELINE_NAME_LIMIT, `The Pipeline Name field cannot exceed ${PIPELINE_NAME_LIMIT} characters`),
    ),
  db_id: z.string().min(1, 'The Database field is required'),
  tags: z.array(z.string().trim().min(1).max(40)).max(20),
  schedule: PipelineSchedule.nullable(),
  tasks: z.array(PipelineTask).max(50),
});
export type PipelineInput = z.infer<typeof PipelineInput>;

export const Pipeline = PipelineInput.extend({
  id: z.int().positive(),
  region: z.string(),
  /** Time zone in which the schedule is meant. */
  timezone: z.string(),
  permissions: z.object({ read_only: z.boolean() }),
  /** NotRun (-1) where it never ran. Running where any of its runs is. */
  last_run_status: RunStatus,
  last_run_id: z.int().nullable(),
  last_task_run_id: z.int().nullable(),
  /** Unix seconds at which the last run was made, and why it failed or waits; null where there is none. */
  last_run_created: z.int().nullable().optional(),
  last_run_message: z.string().nullable().optional(),
  current_db_version: VersionId.nullable(),
  /** Where no version is current: the one published last whose dates are over, and its last day (YYYY-MM-DD). */
  expired_db_version: VersionId.nullable().optional(),
  expired_on: z.string().nullable().optional(),
  /** What a publication would take: the output of the last completed run, where it is not published yet. */
  publishable_db_version: VersionId.nullable(),
  /** Unix seconds of the next run by schedule; null where none is planned. */
  next_run: z.int().nullable(),
  /** Rises with every change; `If-Match` of a PUT. */
  rev: z.int().min(0),
});
export type Pipeline = z.infer<typeof Pipeline>;

/** A pipeline as lists show it: without its tasks. */
export const PipelineSummary = Pipeline.omit({ tasks: true }).extend({ task_count: z.int().min(0) });
export type PipelineSummary = z.infer<typeof PipelineSummary>;

/** What is to be known of a pipeline at once: why its last run failed or waits, or that its feed is out of date; '' where nothing is. */
export function pipelineNote({
  last_run_message,
  expired_db_version,
  expired_on,
}: Pick<Pipeline, 'last_run_message' | 'expired_db_version' | 'expired_on'>): string {
  if (last_run_message != null) return last_run_message;
  return expired_db_version == null ? '' : `No version is current: the dates of version ${expired_db_version} ended on ${expired_on ?? ''}.`;
}

/** Minutes before a run by schedule in which another one asks for confirmation. */
export const SCHEDULED_SOON_MINUTES = 15;

/** A run as far as it says whether it waits for approval. */
interface Waiting {
  readonly status: RunStatus;
  readonly superseded?: object | null | undefined;
}

/** Why a run has to be confirmed before it is begun; undefined where nothing speaks against it. `now` in unix seconds. */
export function confirmationOfRun(
  { last_run_status, next_run, runs = [] }: Pick<Pipeline, 'last_run_status' | 'next_run'> & { readonly runs?: readonly Waiting[] },
  now: number,
): 'Approval' | 'Running' | 'Pending' | 'Scheduled' | undefined {
  if (runs.some(({ status, superseded }) => status === 4 && superseded == null)) return 'Approval';
  if (last_run_status === 1 || last_run_status === 5) return 'Running';
  if (last_run_status === 0) return 'Pending';
  return next_run !== null && next_run - now <= SCHEDULED_SOON_MINUTES * 60 ? 'Scheduled' : undefined;
}

/** Sentences on tasks that cannot be in that order; none where they can. */
export function orderFaults(tasks: readonly Pick<PipelineTask, 'name' | 'task_type'>[]): string[] {
  return tasks.flatMap(({ name, task_type }, i) =>
    task_type === TASK_TYPES.Import && i > 0 ? [`The Import task "${name}" can only be the first task of a pipeline`] : [],
  );
}

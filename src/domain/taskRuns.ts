/** Task runs as the scheduler tells of them, and the rules of their links to versions. */
import { z } from 'zod';
import { TaskCommand } from './pipelines.ts';
import { LogCounts } from './runLogs.ts';
import { RunStatus, TaskType } from './runs.ts';
import { VersionId } from './versions.ts';

/** Task runs of one page of the Tasks screen. */
export const TASKS_PAGE = 200;
/** Other versions that a link to a version offers. */
export const ALTERNATIVE_VERSIONS = 5;

export const TaskProgress = z.object({ phase: z.string(), done: z.number().min(0), total: z.number().min(0) });
export type TaskProgress = z.infer<typeof TaskProgress>;

/** What came of a task so far. `created` in unix seconds. */
export const TaskResult = z.object({
  type: RunStatus,
  created: z.int(),
  output_version_id: VersionId.nullable(),
  /** Why it failed, or waits for approval; null otherwise. */
  message: z.string().nullable(),
});
export type TaskResult = z.infer<typeof TaskResult>;

/** A file that a task made. `size` in bytes; null where an older build did not note it. `deleted`: it is too old to be downloaded. */
export const TaskFile = z.object({ name: z.string(), size: z.int().min(0).nullable(), sha256: z.string(), deleted: z.boolean().optional() });
export type TaskFile = z.infer<typeof TaskFile>;

/** Whether the versions of a task run can be opened. */
const VersionStates = z.object({
  input_version_exists: z.boolean(),
  output_version_exists: z.boolean(),
  input_version_archived: z.boolean(),
  output_version_archived: z.boolean(),
  output_version_id: VersionId.nullable(),
});

/** One run of a task, by hand or in a pipeline. Its `task.id` is the id of the run: every attempt has its own. */
export const TaskRun = VersionStates.extend({
  task: z.object({
    id: z.int().positive(),
    /** Unix seconds. */
    created: z.int(),
    name: z.string(),
    original_name: z.string(),
    s3_url: z.string(),
    command: TaskCommand,
    task_type: TaskType,
    db_id: z.string(),
    input_version_id: VersionId.nullable(),
    notes: z.string(),
    /** Who began it: a name, or `schedule`. */
    caused_by: z.string(),
    run_id: z.int().positive(),
    pipeline_id: z.int().positive().nullable(),
    pipeline_name: z.string().nullable(),
  }),
  last_result: TaskResult,
  progress: TaskProgress.nullable(),
  approved: z.boolean(),
  /** Who approved it, and when (unix seconds). */
  approved_by: z.string().nullable().optional(),
  approved_at: z.int().nullable().optional(),
  /** Unix seconds at which a worker first took it; null while it waits. */
  started: z.int().nullable().optional(),
  /** Files that it made, kept in the object store. */
  files: z.array(TaskFile).optional(),
  level_summary: LogCounts,
});
export type TaskRun = z.infer<typeof TaskRun>;

/** A page of the Tasks screen. */
export const TaskPage = z.object({ tasks: z.array(TaskRun), has_more: z.boolean() });
export type TaskPage = z.infer<typeof TaskPage>;

/** A task run with versions of its database that can be opened in place of those it names. */
export const TaskDetail = TaskRun.extend({ alternative_versions: z.array(z.object({ id: VersionId, name: z.string(), date: z.string() })) });
export type TaskDetail = z.infer<typeof TaskDetail>;

/** What a kind of task does. */
export const TaskDocumentation = z.object({
  id: z.string(),
  name: z.string(),
  s3_url: z.string(),
  task_type: TaskType,
  summary: z.string(),
  /** Markdown. */
  docs: z.string(),
});
export type TaskDocumentation = z.infer<typeof TaskDocumentation>;

/**
 * What has overtaken a run that has not come to its end: a later run of its pipeline that got further, and the version that is current
 * since, which the rest of this run would replace.
 */
export const Superseded = z.object({
  run_id: z.int().positive().nullable(),
  version_id: VersionId.nullable(),
  version_name: z.string().nullable(),
});
export type Superseded = z.infer<typeof Superseded>;

/** Why a run is superseded, in words without a full stop. */
export function supersededWords({ run_id, version_id, version_name }: Superseded): string {
  const run = run_id === null ? [] : [`run ${run_id} overtook it`];
  const version = version_id === null ? [] : [`version ${version_id}${version_name ? `, "${version_name}",` : ''} is current since`];
  return [...run, ...version].join(', and ');
}

/** A run of a pipeline. */
export const PipelineRun = z.object({
  id: z.int().positive(),
  /** Null where a task was run by hand. */
  pipeline_id: z.int().positive().nullable(),
  /** The export that it is a run of. */
  export_id: z.int().positive().nullable().optional(),
  /** Unix seconds. */
  created: z.int(),
  ended: z.int().nullable(),
  caused_by: z.string(),
  status: RunStatus,
  /** Null where nothing has overtaken it. */
  superseded: Superseded.nullable().optional(),
  tasks: z.array(TaskRun),
  level_summary: z.object({ errors: z.int().min(0), warnings: z.int().min(0) }),
});
export type PipelineRun = z.infer<typeof PipelineRun>;

/** Why a link to the input or output version of a task run cannot be followed; undefined where it can, or where there is none. */
export function versionLinkRefusal(run: TaskRun, which: 'input' | 'output'): string | undefined {
  const processing = run.last_result.type === 0 || run.last_result.type === 1 || run.last_result.type === 5;
  if (which === 'output') {
    if (processing) return 'Pipeline run is still processing';
    if (run.output_version_id === null) return undefined;
    if (!run.output_version_exists) return 'Version no longer exists';
    return run.output_version_archived ? 'This version is archived' : undefined;
  }
  if (run.task.input_version_id === null) return undefined;
  if (!run.input_version_exists) return 'The previous version is unavailable';
  return run.input_version_archived ? 'This version is archived' : undefined;
}

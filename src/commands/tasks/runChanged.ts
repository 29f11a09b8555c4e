import { castDraft, type Draft } from 'immer';
import { RunChanged, TaskProgressed } from '../../contract/notifications.ts';
import { placeOf } from '../../domain/locations.ts';
import { isEnded, laterResult, RUN_STATUS_WORDS } from '../../domain/runs.ts';
import type { CommandInput } from '../../kernel/command.ts';
import type { LogRecord } from '../../kernel/record.ts';
import { pipelineLoads } from '../pipelines/pipelineLoads.ts';
import { dropRunPages, foldChangedRun, isNewRun, pipelineViewOf } from '../../projections/pipelineState.ts';
import { changeExportRun, exportIn, exportViewOf, foldExportRun } from '../../projections/exportState.ts';
import type { TaskRun } from '../../domain/taskRuns.ts';
import type { AppState } from '../../projections/state.ts';
import { logViewOf, taskViewOf } from '../../projections/taskAddress.ts';
import { changeTaskRun } from '../../projections/taskState.ts';
import { defineEvent } from '../define.ts';
import { askedAgain } from '../defineLoad.ts';
import { loadLogCounts, loadLogGroup, loadLogRows, loadLogTask, logQuery } from '../logs/loadLogs.ts';
import { loadPipeline, loadPipelineRuns, loadPipelines } from '../pipelines/loadPipelines.ts';
import { loadExportHistory, loadExports } from '../exports/loadExports.ts';
import { loadTasks } from './loadTasks.ts';

const counts = { information: 1, warnings: 0, errors: 0 };

/** A run has begun, moved on or ended. The last result of a task is replaced by one with a higher code only. */
export const runChanged = defineEvent('live.runChanged', {
  payload: RunChanged,
  samples: () => [
    {
      run_id: 1,
      pipeline_id: null,
      db_id: 'demo',
      caused_by: 'Erin Editor',
      status: 2 as const,
      tasks: [
        {
          task_run_id: 1,
          last_result: { type: 2 as const, created: 1_800_000_000, output_version_id: 4, message: null },
          input_version_id: null,
          progress: null,
          approved: false,
          level_summary: counts,
        },
      ],
    },
  ],
  apply: (base, changed) => {
    for (const task of changed.tasks) changeTaskRun(base.tasks, task.task_run_id, (run) => moveTask(run, task));
    if (changed.pipeline_id !== null && isNewRun(base.pipelines, changed)) dropRunPages(base.pipelines, changed.pipeline_id);
    foldChangedRun(base.pipelines, changed, moveTask);
    if (changed.export_id !== undefined) foldExportRun(base.exports, { exportId: changed.export_id, runId: changed.run_id, status: changed.status });
    noticeEnd(base, changed);
  },
  next: (changed, view): readonly CommandInput[] => {
    const place = placeOf(view.location.path);
    const { tasks } = view;
    const pipelines = [...followPipeline(changed, view), ...followExport(changed, view), ...underWay(changed, view)];
    if (place.section === 'log')
      return changed.tasks.some(({ task_run_id }) => task_run_id === tasks.log.id)
        ? [...pipelines, ...followLog(view, true), ...readEnd(changed, view)]
        : pipelines;
    if (place.section !== 'tasks' || tasks.list.value === null) return pipelines;
    const known = new Set(tasks.list.value.tasks.map(({ task }) => task.id));
    const isNew = changed.tasks.some(({ task_run_id, last_result }) => last_result.type >= 0 && !known.has(task_run_id));
    return isNew && taskViewOf(view.location.search).page === 0 ? [...pipelines, loadTasks({ search: view.location.search })] : pipelines;
  },
  keep: 'all',
});

function moveTask(run: Draft<TaskRun>, { last_result, ...rest }: RunChanged['tasks'][number]): void {
  const later = laterResult(run.last_result, last_result);
  run.approved = rest.approved;
  run.progress = rest.progress;
  run.level_summary = rest.level_summary;
  if (rest.input_version_id !== null) Object.assign(run, { input_version_exists: true }).task.input_version_id = rest.input_version_id;
  if (later === run.last_result) return;
  run.last_result = later;
  run.output_version_id = later.output_version_id;
  run.output_version_exists = later.output_version_id !== null;
}

/** Readings that are under way may be of before: in their answers a run that has ended would go on for ever. */
function underWay(
  { tasks, pipeline_id, export_id }: RunChanged,
  { tasks: { list, details, log }, pipelines, exports }: AppState,
): readonly CommandInput[] {
  const isLogged = tasks.some(({ task_run_id }) => task_run_id === log.id);
  return askedAgain([
    list,
    ...tasks.map(({ task_run_id }) => details[String(task_run_id)]),
    ...(isLogged ? [log.task, log.counts] : []),
    ...(pipeline_id === null ? [] : [pipelines.list, pipelines.details[String(pipeline_id)], ...Object.values(pipelines.runPages)]),
    ...(export_id === undefined ? [] : [exports.list, exports.details[String(export_id)], exports.history[String(export_id)]?.load]),
  ]);
}

/** A new run has tasks that are not known yet; the end of one changes the versions and the next run of its pipeline. */
function followPipeline(changed: RunChanged, view: AppState): readonly CommandInput[] {
  const { pipeline_id, status } = changed;
  const { pipelines } = view;
  if (pipeline_id === null) return [];
  const isOver = isEnded(status) || status === 4;
  const isLoaded = (pipelines.details[String(pipeline_id)]?.value ?? null) !== null;
  return [
    ...(isOver && pipelines.list.value !== null ? [loadPipelines({})] : []),
    ...(isLoaded && (isOver || isNewRun(pipelines, changed)) ? [loadPipeline({ id: pipeline_id })] : []),
    // pages of older runs that were dropped
    ...pipelineLoads(view).filter(({ type }) => type === loadPipelineRuns.type),
  ];
}

/** A run that is not in the history yet, or has ended: the list tells of the next run too. */
function followExport({ export_id, run_id, status }: RunChanged, { exports: state }: AppState): readonly CommandInput[] {
  if (export_id === undefined) return [];
  const history = state.history[String(export_id)];
  const known = history?.load.value?.exportRuns.some(({ RunId }) => RunId === run_id) === true;
  const isOver = isEnded(status);
  return [
    ...(isOver && state.list.value !== null ? [loadExports({})] : []),
    ...(history !== undefined && (isOver || (!known && history.page === 0)) ? [loadExportHistory({ id: export_id, page: history.page })] : []),
  ];
}

/** A task has come further, or has logged more. */
export const taskProgressed = defineEvent('live.taskProgressed', {
  payload: TaskProgressed,
  samples: () => [
    {
      run_id: 1,
      task_run_id: 1,
      pipeline_id: null,
      db_id: 'demo',
      progress: { phase: 'Reading stops.txt', done: 10, total: 40 },
      level_summary: counts,
    },
  ],
  apply: (base, { run_id, task_run_id, progress, level_summary }) => {
    changeTaskRun(base.tasks, task_run_id, (run) => Object.assign(run, { progress, level_summary }));
    changeExportRun(base.exports, run_id, (run) => Object.assign(run, { progress, levelSummary: level_summary }));
  },
  next: ({ task_run_id }, view): readonly CommandInput[] => (view.tasks.log.id === task_run_id ? followLog(view) : []),
  keep: 'all',
});

/** The counts again, and what was added to the rows and to the groups that are open. */
function followLog(view: AppState, isOver = false): readonly CommandInput[] {
  const { id, rows, more, groups, query } = view.tasks.log;
  const run = view.tasks.log.task.value;
  if (id === 0 || !run) return [];
  // the first rows are on their way, perhaps without the last ones: a count is followed by its rows
  if (rows.value === null) return isOver && rows.status === 'loading' ? [loadLogCounts({ id })] : [];
  const asked = logQuery(logViewOf(view.location.search), run.level_summary);
  // Another level has its first row: the whole is requested again.
  if (asked.key !== query) return [loadLogCounts({ id })];
  const page = { id, levels: asked.levels, message: asked.message };
  return [
    ...(more ? [] : [loadLogRows({ ...page, offset: rows.value.length })]),
    ...Object.entries(groups).flatMap(([groupId, group]) =>
      group.open && !group.more && group.rows.value ? [loadLogGroup({ ...page, groupId: Number(groupId), offset: group.rows.value.length })] : [],
    ),
  ];
}

/** A task that has ended has files and a report, which no message tells. */
function readEnd({ tasks }: RunChanged, { tasks: { log } }: AppState): readonly CommandInput[] {
  const task = tasks.find(({ task_run_id }) => task_run_id === log.id);
  const isOver = task !== undefined && (isEnded(task.last_result.type) || task.last_result.type === 4);
  return isOver && log.task.status === 'succeeded' ? [loadLogTask({ id: log.id })] : [];
}

/** Notifies the person who started a run that it has ended, unless its screen is open. */
function noticeEnd(base: Draft<AppState>, changed: RunChanged): void {
  const end = endOf(changed, base);
  if (end === undefined || isInSight(changed, base) || base.notices.some((notice) => notice.id === end.id)) return;
  const { status } = changed;
  base.notices.push(castDraft({ id: end.id, kind: status === 2 ? 'done' : status === 3 ? 'failed' : 'info', text: `${end.name}: ${end.words}` }));
}

/** Whether the screen shows that run. */
function isInSight({ pipeline_id, export_id, tasks }: RunChanged, { location, ...view }: AppState): boolean {
  const place = placeOf(location.path);
  if (place.section === 'log') return tasks.some(({ task_run_id }) => task_run_id === place.taskRunId);
  if (place.section === 'exports') return export_id !== undefined && exportViewOf(location.search).exportId === export_id;
  if (place.section === 'pipelines') return pipeline_id !== null && pipelineViewOf(location.search).pipeline === pipeline_id;
  return place.section === 'tasks' && view.tasks.list.value?.tasks.some(({ task }) => tasks.some((one) => one.task_run_id === task.id)) === true;
}

interface RunEnd {
  /** The same for every message of this end. */
  readonly id: string;
  readonly name: string;
  readonly words: string;
}

function endOf({ run_id, status, caused_by, pipeline_id, export_id }: RunChanged, view: AppState): RunEnd | undefined {
  if (!(isEnded(status) || status === 4) || caused_by !== view.session.account?.name) return undefined;
  const pipeline = view.pipelines.list.value?.find(({ id }) => id === pipeline_id)?.name ?? exportIn(view.exports, export_id)?.name;
  return {
    id: `run-${run_id}-${status}`,
    name: pipeline === undefined ? `Run ${run_id}` : `${pipeline}, run ${run_id}`,
    words: RUN_STATUS_WORDS[status],
  };
}

/** The end of a run that the user began, where a record tells one. */
export function endOfOwnRun(record: LogRecord, view: AppState): RunEnd | undefined {
  return record.type === runChanged.type ? endOf(record.payload as RunChanged, view) : undefined;
}

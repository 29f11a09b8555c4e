/** What is loaded of pipelines, how their lists are put together, and what runs change in them. */
import { castDraft, type Draft } from 'immer';
import type { Pipeline, PipelineSummary } from '../domain/pipelines.ts';
import type { RunStatus } from '../domain/runs.ts';
import type { PipelineRun, TaskRun } from '../domain/taskRuns.ts';
import type { Load } from './state.ts';
import { queryValues } from './queryText.ts';

/** A pipeline with its newest runs, newest first. */
export type PipelineDetail = Pipeline & { readonly runs: readonly PipelineRun[] };

export interface PipelinesState {
  readonly list: Load<readonly PipelineSummary[]>;
  readonly details: Readonly<Record<string, Load<PipelineDetail>>>;
  /** Runs whose data changes the user has opened: they may be approved. */
  readonly reviewed: readonly number[];
}

export const NO_PIPELINES: PipelinesState = { list: { status: 'idle', value: null, messages: [] }, details: {}, reviewed: [] };

/** What the query of the Pipelines screen says. */
export interface PipelineView {
  readonly pipeline: number | undefined;
  readonly filter: string;
  /** Whether a run has to be confirmed. */
  readonly ask: boolean;
}

/** Reads the query of the Pipelines screen. */
export function pipelineViewOf(search: string): PipelineView {
  const one = (name: string): string => queryValues(search, name)[0] ?? '';
  const id = one('pipeline');
  return { pipeline: /^[1-9]\d{0,8}$/.test(id) ? Number(id) : undefined, filter: one('filter'), ask: one('ask') === 'run' };
}

/** Pipelines of one region. */
export interface PipelineGroup {
  readonly region: string;
  readonly pipelines: readonly PipelineSummary[];
}

/** Pipelines whose name, database or a tag contains the text: by region, then by name, both ascending. */
export function pipelineGroups(pipelines: readonly PipelineSummary[], filter: string): readonly PipelineGroup[] {
  const text = filter.trim().toLowerCase();
  const matches = ({ name, db_id, tags }: PipelineSummary): boolean => [name, db_id, ...tags].some((one) => one.toLowerCase().includes(text));
  const groups = new Map<string, PipelineSummary[]>();
  for (const pipeline of pipelines.filter(matches)) groups.set(pipeline.region, [...(groups.get(pipeline.region) ?? []), pipeline]);
  return [...groups]
    .map(([region, own]) => ({ region, pipelines: own.toSorted((a, b) => compare(a.name, b.name) || a.id - b.id) }))
    .toSorted((a, b) => compare(a.region, b.region));
}

/** A run as a live message tells of it. */
interface ToldRun<T> {
  readonly run_id: number;
  readonly pipeline_id: number | null;
  readonly status: RunStatus;
  readonly tasks: readonly T[];
}

/** Changes every copy of a run that is loaded; `change` moves one of its tasks. */
export function foldToldRun<T extends { readonly task_run_id: number }>(
  state: Draft<PipelinesState>,
  told: ToldRun<T>,
  change: (run: Draft<TaskRun>, told: T) => void,
): void {
  const { pipeline_id, run_id, status } = told;
  if (pipeline_id === null) return;
  const run = state.details[String(pipeline_id)]?.value?.runs.find(({ id }) => id === run_id);
  if (run) {
    run.status = status;
    for (const one of told.tasks) {
      const task = run.tasks.find((known) => known.task.id === one.task_run_id);
      if (task) change(task, one);
    }
  }
  showStatus(state, pipeline_id, run_id, status);
}

/** Puts a run that the server answered with into its pipeline. */
export function putRun(state: Draft<PipelinesState>, run: PipelineRun): void {
  if (run.pipeline_id === null) return;
  const detail = state.details[String(run.pipeline_id)]?.value;
  if (detail) {
    const others = detail.runs.filter(({ id }) => id !== run.id);
    detail.runs = [...others, castDraft(run)].toSorted((a, b) => b.id - a.id);
  }
  showStatus(state, run.pipeline_id, run.id, run.status);
}

/** Whether a message tells of a run, or of an attempt of a task, that the loaded pipeline does not have. */
export function isNewRun(state: PipelinesState, told: ToldRun<{ readonly task_run_id: number }>): boolean {
  const detail = state.details[String(told.pipeline_id)]?.value;
  const run = detail?.runs.find(({ id }) => id === told.run_id);
  return run === undefined || told.tasks.some(({ task_run_id }) => !run.tasks.some(({ task }) => task.id === task_run_id));
}

/** Removes a pipeline. */
export function dropPipeline(state: Draft<PipelinesState>, id: number): void {
  if (state.list.value) state.list.value = state.list.value.filter((pipeline) => pipeline.id !== id);
  delete state.details[String(id)];
}

/** The state of a pipeline is that of its newest run; Running where any run is. */
function showStatus(state: Draft<PipelinesState>, pipelineId: number, runId: number, status: RunStatus): void {
  const detail = state.details[String(pipelineId)]?.value;
  const otherRuns = detail?.runs.some((run) => run.id !== runId && run.status === 1) === true;
  const summary = state.list.value?.find(({ id }) => id === pipelineId);
  for (const shown of [detail, summary]) {
    if (!shown) continue;
    const isNewest = runId >= (shown.last_run_id ?? 0);
    if (isNewest) shown.last_run_id = runId;
    if (otherRuns || status === 1) shown.last_run_status = 1;
    else if (isNewest) shown.last_run_status = status;
  }
}

function compare(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}

/** The run that Stop, Resume and Approve mean: the oldest that has not ended, else the newest. Runs are newest first. */
export function runToAct(runs: readonly PipelineRun[]): PipelineRun | undefined {
  return runs.findLast(({ status }) => status === 1 || status === 4 || status === 5) ?? runs[0];
}

/** The first task of a run that was not completed; undefined where all were. */
export function firstToResume(run: PipelineRun): TaskRun | undefined {
  return run.tasks.find((task) => !isDone(task));
}

/** Whether all tasks before one were completed. */
export function mayResumeFrom(run: PipelineRun, taskId: number): boolean {
  const at = run.tasks.findIndex(({ task }) => task.id === taskId);
  return run.tasks.slice(0, at).every(isDone);
}

/** `1111100` as words: Monday is first. */
export function scheduleDays(days: string): string {
  const names = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
  return names.filter((_, i) => days[i] === '1').join(', ') || 'No day';
}

function isDone({ last_result: { type }, approved }: TaskRun): boolean {
  return type === 2 || (type === 4 && approved);
}

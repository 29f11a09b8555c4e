/** What is loaded of pipelines, how their lists are put together, and what runs change in them. */
import { castDraft, type Draft } from 'immer';
import { timeOfDay } from '../domain/pipelineForm.ts';
import { type Pipeline, PIPELINE_RUNS_PAGE, type PipelineSummary, RECENT_TAGS } from '../domain/pipelines.ts';
import type { RunStatus } from '../domain/runs.ts';
import type { PipelineRun, Superseded, TaskRun } from '../domain/taskRuns.ts';
import type { LogRow } from '../domain/runLogs.ts';
import type { Load } from './state.ts';
import { queryValues } from '../domain/queryText.ts';

/** A pipeline with its newest runs, newest first. */
export type PipelineDetail = Pipeline & { readonly runs: readonly PipelineRun[] };

/** A page of the runs of a pipeline. */
export interface RunPage {
  readonly runs: readonly PipelineRun[];
  readonly has_more: boolean;
}

/** A tag with how many pipelines have it. */
export interface TagCount {
  readonly tag: string;
  readonly count: number;
}

export interface PipelinesState {
  readonly list: Load<readonly PipelineSummary[]>;
  readonly details: Readonly<Record<string, Load<PipelineDetail>>>;
  /** Further pages of runs, and those that a version narrows, by `runPageKey`. */
  readonly runPages: Readonly<Record<string, Load<RunPage>>>;
  readonly tags: Load<readonly TagCount[]>;
  /** The first errors, or warnings, that tasks logged, by task run; absent where none were requested. */
  readonly failing?: Readonly<Record<string, Load<readonly LogRow[]>>>;
  /** Regions that have pipelines. */
  readonly regions: Load<readonly PipelineRegion[]>;
  /** When the regions were requested last, in unix milliseconds; 0: never. */
  readonly regionsAt: number;
}

/** A region with how many pipelines it has, and how many of them have a run under way. */
interface PipelineRegion {
  readonly region: string;
  readonly name: string;
  readonly count: number;
  readonly running: number;
}

const idle = { status: 'idle', value: null, messages: [] } as const;

export const NO_PIPELINES: PipelinesState = { list: idle, details: {}, runPages: {}, tags: idle, regions: idle, regionsAt: 0 };

/** How the list can be sorted; by region, ascending, where nothing is said. */
export const PIPELINE_SORTS = {
  region: 'Region, A to Z',
  '-region': 'Region, Z to A',
  name: 'Name, A to Z',
  '-name': 'Name, Z to A',
  status: 'Last status',
  next: 'Next run',
} as const;
export type PipelineSort = keyof typeof PIPELINE_SORTS;

/** What the query of the Pipelines screen says. */
export interface PipelineView {
  readonly pipeline: number | undefined;
  readonly filter: string;
  /** A pipeline that is listed has all of them. */
  readonly tags: readonly string[];
  /** The run that is pointed at. */
  readonly run: number | undefined;
  /** A time of the schedule as it is typed. */
  readonly time: string;
  readonly sort: PipelineSort;
  /** Page of its runs, from 0. */
  readonly runs: number;
  /** The version that runs are looked for by, as it is typed. */
  readonly version: string;
}

/** Reads the query of the Pipelines screen. */
export function pipelineViewOf(search: string): PipelineView {
  const one = (name: string): string => queryValues(search, name)[0] ?? '';
  const id = one('pipeline');
  const sort = one('sort');
  const run = one('run');
  return {
    run: /^[1-9]\d{0,8}$/.test(run) ? Number(run) : undefined,
    pipeline: /^[1-9]\d{0,8}$/.test(id) ? Number(id) : undefined,
    filter: one('filter'),
    tags: queryValues(search, 'tag'),
    time: one('time'),
    sort: sort in PIPELINE_SORTS ? (sort as PipelineSort) : 'region',
    runs: Math.max(0, Math.floor(Number(one('runs')) || 1) - 1),
    version: one('version'),
  };
}

/** Why the typed time of a schedule cannot be searched by; undefined where it can, or where there is none. */
export function timeError(time: string): string | undefined {
  return time.trim() === '' || timeOfDay(time) !== undefined ? undefined : 'Enter a time such as 3:30 or 330';
}

/** The page of runs that is requested; undefined for the newest runs, which come with the pipeline. */
export function runPageOf({ pipeline, runs, version }: PipelineView): { id: number; offset: number; version: number | null } | undefined {
  const usable = /^[1-9]\d{0,8}$/.test(version.trim()) ? Number(version) : null;
  if (pipeline === undefined || (runs === 0 && usable === null)) return undefined;
  return { id: pipeline, offset: runs * PIPELINE_RUNS_PAGE, version: usable };
}

/** Name of a page of runs in the state. */
export function runPageKey({ id, offset, version }: { id: number; offset: number; version: number | null }): string {
  return `${id}/${offset}/${version ?? ''}`;
}

/** Pipelines of one region. */
export interface PipelineGroup {
  readonly region: string;
  readonly pipelines: readonly PipelineSummary[];
}

/**
 * Pipelines whose name, database or a tag contains the text, that have all of the tags and, where a time is given, run at it by
 * schedule: by region, in the order of their names, and in it in the order asked for.
 */
export function pipelineGroups(
  pipelines: readonly PipelineSummary[],
  { filter, tags, time, sort }: Pick<PipelineView, 'filter' | 'tags' | 'time' | 'sort'>,
  regionName: (region: string) => string = (region) => region,
): readonly PipelineGroup[] {
  const text = filter.trim().toLowerCase();
  const at = timeOfDay(time);
  const matches = (one: PipelineSummary): boolean =>
    [one.name, one.db_id, ...one.tags].some((words) => words.toLowerCase().includes(text)) &&
    tags.every((tag) => one.tags.includes(tag)) &&
    (at === undefined || one.schedule?.times_of_day.includes(at) === true);
  const groups = new Map<string, PipelineSummary[]>();
  for (const pipeline of pipelines.filter(matches)) groups.set(pipeline.region, [...(groups.get(pipeline.region) ?? []), pipeline]);
  return [...groups]
    .map(([region, own]) => ({ region, pipelines: own.toSorted((a, b) => ORDERS[sort](a, b) || compare(a.name, b.name) || a.id - b.id) }))
    .toSorted((a, b) => (sort === '-region' ? -1 : 1) * compare(regionName(a.region), regionName(b.region)));
}

type Order = (a: PipelineSummary, b: PipelineSummary) => number;
/** What needs a person comes first. */
const URGENCY: Readonly<Record<RunStatus, number>> = { 4: 0, 3: 1, 1: 2, 5: 3, 0: 4, 6: 5, 2: 6, [-1]: 7 };
const ORDERS: Readonly<Record<PipelineSort, Order>> = {
  region: () => 0,
  '-region': () => 0,
  name: () => 0,
  '-name': (a, b) => compare(b.name, a.name),
  status: (a, b) => URGENCY[a.last_run_status] - URGENCY[b.last_run_status],
  next: (a, b) => (a.next_run ?? Infinity) - (b.next_run ?? Infinity) || 0,
};

/** The tags last searched by, the newest first, after one more search. */
export function recentTagsAfter(recent: readonly string[], tag: string): readonly string[] {
  return [tag, ...recent.filter((one) => one !== tag)].slice(0, RECENT_TAGS);
}

/** A run as a live message tells of it. */
interface ChangedRun<T> {
  readonly run_id: number;
  readonly pipeline_id: number | null;
  readonly status: RunStatus;
  readonly tasks: readonly T[];
}

/** Changes every copy of a run that is loaded; `change` moves one of its tasks. */
export function foldChangedRun<T extends { readonly task_run_id: number }>(
  state: Draft<PipelinesState>,
  changed: ChangedRun<T>,
  change: (run: Draft<TaskRun>, changed: T) => void,
): void {
  const { pipeline_id, run_id, status } = changed;
  if (pipeline_id === null) return;
  const pages = Object.values(state.runPages).map((page) => page?.value?.runs ?? []);
  for (const run of [state.details[String(pipeline_id)]?.value?.runs ?? [], ...pages].flat()) {
    if (run.id !== run_id) continue;
    run.status = status;
    for (const one of changed.tasks) {
      const task = run.tasks.find((known) => known.task.id === one.task_run_id);
      if (task) change(task, one);
    }
    run.level_summary = levelsOf(run);
  }
  showStatus(state, pipeline_id, run_id, status);
}

/** Errors and warnings of a run as its tasks tell them. */
export function levelsOf({ tasks }: Pick<PipelineRun, 'tasks'>): { errors: number; warnings: number } {
  const sum = (level: 'errors' | 'warnings'): number => tasks.reduce((all, { level_summary }) => all + level_summary[level], 0);
  return { errors: sum('errors'), warnings: sum('warnings') };
}

/** Lets the further pages of runs of a pipeline go: a new run moves all of them. */
export function dropRunPages(state: Draft<PipelinesState>, id: number): void {
  for (const key of Object.keys(state.runPages)) if (key.startsWith(`${id}/`)) delete state.runPages[key];
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
export function isNewRun(state: PipelinesState, changed: ChangedRun<{ readonly task_run_id: number }>): boolean {
  const detail = state.details[String(changed.pipeline_id)]?.value;
  const run = detail?.runs.find(({ id }) => id === changed.run_id);
  return run === undefined || changed.tasks.some(({ task_run_id }) => !run.tasks.some(({ task }) => task.id === task_run_id));
}

/** Puts a pipeline that the server answered with into the list and the details; its runs are as they were loaded. */
export function putPipeline(state: Draft<PipelinesState>, pipeline: Draft<Pipeline>): void {
  const { tasks, ...rest } = pipeline;
  const summary = { ...rest, task_count: tasks.length };
  if (state.list.value) state.list.value = [...state.list.value.filter(({ id }) => id !== pipeline.id), summary];
  const runs = state.details[String(pipeline.id)]?.value?.runs ?? [];
  state.details[String(pipeline.id)] = { status: 'succeeded', value: { ...pipeline, runs }, messages: [] };
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

/** The run that Stop, Resume and Approve mean: the oldest that has not ended nor been overtaken, else the newest. Runs are newest first. */
export function runToAct(runs: readonly PipelineRun[]): PipelineRun | undefined {
  return runs.findLast(({ status, superseded }) => status === 1 || status === 5 || (status === 4 && superseded == null)) ?? runs[0];
}

/** A run that is loaded, with the newest runs of a pipeline or with others. */
export function runIn({ details, runPages }: PipelinesState, runId: number): PipelineRun | undefined {
  const loads = [...Object.values(details), ...Object.values(runPages)];
  return loads.flatMap((load) => load?.value?.runs ?? []).find(({ id }) => id === runId);
}

/** What has overtaken a run, as far as it is loaded. */
export function supersededIn(state: PipelinesState, runId: number): Superseded | null {
  return runIn(state, runId)?.superseded ?? null;
}

/** The loaded pipeline of a run. */
export function pipelineOfRun(state: PipelinesState, runId: number): PipelineDetail | undefined {
  return state.details[String(runIn(state, runId)?.pipeline_id)]?.value ?? undefined;
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

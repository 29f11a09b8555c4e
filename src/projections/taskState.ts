/** What is loaded of tasks and their logs. */
import type { Draft } from 'immer';
import type { ImportReport } from '../domain/importReport.ts';
import type { LogCounts, LogRow } from '../domain/runLogs.ts';
import type { TaskDetail, TaskDocumentation, TaskPage, TaskRun } from '../domain/taskRuns.ts';
import type { Load } from './state.ts';

/** A group of a log that was opened. */
export interface LogGroup {
  readonly open: boolean;
  readonly rows: Load<readonly LogRow[]>;
  readonly more: boolean;
}

/** The log in view; another one lets all of it go. */
export interface LogState {
  /** 0 where none is in view. */
  readonly id: number;
  readonly task: Load<TaskRun>;
  /** What an import did with its feed; null for other tasks. */
  readonly report?: ImportReport | null;
  readonly counts: Load<LogCounts>;
  /** Levels and search that the rows belong to. */
  readonly query: string;
  readonly rows: Load<readonly LogRow[]>;
  /** Whether a full page came last. */
  readonly more: boolean;
  readonly groups: Readonly<Record<string, LogGroup>>;
}

export interface TasksState {
  /** The filter that the list belongs to, as it is in the address. */
  readonly query: string;
  readonly list: Load<TaskPage>;
  readonly details: Readonly<Record<string, Load<TaskDetail>>>;
  readonly documentation: Load<readonly TaskDocumentation[]>;
  readonly log: LogState;
  /** Names of the secrets that tasks can use; never what they are. */
  readonly secrets: Load<
    readonly { readonly name: string; readonly author: string; readonly created: number; readonly servers?: readonly string[] | null | undefined }[]
  >;
  /** Keys in the object store of files that were sent for tasks, by the id that the file had here. */
  readonly files: Readonly<Record<string, Load<string>>>;
}

const idle = { status: 'idle', value: null, messages: [] } as const;

export const NO_LOG: LogState = { id: 0, task: idle, counts: idle, query: '', rows: idle, more: false, groups: {} };
export const NO_TASKS: TasksState = { query: '', list: idle, details: {}, documentation: idle, log: NO_LOG, secrets: idle, files: {} };

/** Changes every copy of a task run that is loaded. */
export function changeTaskRun(state: Draft<TasksState>, id: number, change: (run: Draft<TaskRun>) => void): void {
  for (const run of state.list.value?.tasks ?? []) if (run.task.id === id) change(run);
  const detail = state.details[String(id)]?.value;
  if (detail) change(detail);
  const { log } = state;
  if (log.id !== id || !log.task.value) return;
  change(log.task.value);
  if (log.counts.value) log.counts.value = { ...log.task.value.level_summary };
}

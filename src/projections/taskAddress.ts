/** Tasks and logs as their addresses have them. */
import { LOG_LEVELS, type LogCounts, type LogLevel } from '../domain/runLogs.ts';
import { TASKS_PAGE } from '../domain/taskRuns.ts';
import { queryPairs, queryText, queryValues } from '../domain/queryText.ts';

/** Names of the filter in the address, and of the call. */
export const TASK_FILTERS = ['filter', 'db_id', 'input_version', 'output_version', 'db_version_id', 'change_id', 'set_id', 'type', 'status'] as const;
/** Those that take an integer. */
export const INTEGER_FILTERS = ['input_version', 'output_version', 'db_version_id', 'change_id', 'set_id'] as const satisfies TaskFilterName[];
export type TaskFilterName = (typeof TASK_FILTERS)[number];

/** What the Tasks screen asks for. Texts as they are typed; a number that is none is not asked for. */
export interface TaskView {
  readonly filter: Readonly<Record<TaskFilterName, string>>;
  /** From 0. */
  readonly page: number;
  /** The task run whose details are shown. */
  readonly task: number | undefined;
  /** The dialog that is open: running a task by hand (a template's id may be chosen), or the documentation. */
  readonly dialog: 'run' | 'docs' | undefined;
  readonly template: string | undefined;
}

/** Reads the query of the Tasks screen. */
export function taskViewOf(search: string): TaskView {
  const one = (name: string): string => queryValues(search, name)[0] ?? '';
  const dialog = one('dialog');
  return {
    filter: {
      filter: one('filter'),
      db_id: one('db_id'),
      input_version: one('input_version'),
      output_version: one('output_version'),
      db_version_id: one('db_version_id'),
      change_id: one('change_id'),
      set_id: one('set_id'),
      type: one('type'),
      status: one('status'),
    },
    page: Math.max(0, Math.floor(Number(one('page')) || 1) - 1),
    task: Number(one('task')) || undefined,
    dialog: dialog === 'run' || dialog === 'docs' ? dialog : undefined,
    template: one('template') || undefined,
  };
}

/** The query with some names set, and taken away where they are empty. */
export function searchWith(search: string, change: Readonly<Record<string, string | undefined>>): string {
  const kept = queryPairs(search).filter(([name]) => !Object.hasOwn(change, name));
  const set = Object.entries(change).flatMap(([name, value]) => (value === undefined || value === '' ? [] : [[name, value] as const]));
  return queryText([...kept, ...set]);
}

/** Why a filter that takes an integer cannot be used; undefined where it can. */
export function integerError(text: string): string | undefined {
  return text === '' || /^\d{1,9}$/.test(text.trim()) ? undefined : 'Enter an integer';
}

/** What the call is asked. */
export function taskQueryOf({ filter, page }: TaskView): Record<string, string | number> {
  const numbers = new Set<string>([...INTEGER_FILTERS, 'type', 'status']);
  const set = Object.entries(filter).flatMap(([name, text]): [string, string | number][] => {
    const value = text.trim();
    if (value === '') return [];
    if (!numbers.has(name)) return [[name, value]];
    return /^-?\d{1,9}$/.test(value) ? [[name, Number(value)]] : [];
  });
  return { ...Object.fromEntries(set), limit: TASKS_PAGE, offset: page * TASKS_PAGE };
}

/** What the log in view shows. */
export interface LogView {
  /** Undefined: all that have rows. */
  readonly levels: readonly LogLevel[] | undefined;
  readonly message: string;
  readonly row: number | undefined;
}

/** Reads the query of a log. */
export function logViewOf(search: string): LogView {
  const [levels] = queryValues(search, 'levels');
  return {
    levels: levels === undefined ? undefined : ALL.filter((level) => levels.split(',').includes(String(level))),
    message: queryValues(search, 'message')[0] ?? '',
    row: Number(queryValues(search, 'row')[0]) || undefined,
  };
}

/** The levels that are requested: those with rows, limited to the ones the address names. */
export function levelsShown({ levels }: LogView, counts: LogCounts | null): readonly LogLevel[] {
  const has = { 1: counts?.information ?? 0, 2: counts?.warnings ?? 0, 3: counts?.errors ?? 0 };
  return ALL.filter((level) => has[level] > 0 && (levels === undefined || levels.includes(level)));
}

const ALL: readonly LogLevel[] = Object.values(LOG_LEVELS);

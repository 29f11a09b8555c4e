import { LOG_LEVELS, type LogCounts, type LogLevel } from '../../src/domain/runLogs.ts';
import type { Engine } from '../store/engine.ts';
import { appendLog, readLogEnd, replaceRow, type NewLogRow } from '../store/runLogs.ts';
import type { Db } from '../store/tables.ts';
import { clearTimeout, setTimeout, timeNow } from '../surroundings.ts';

/** What a task says while it runs. Rows are written in batches, in their order. */
export interface TaskLog {
  info(message: string, group?: number): void;
  warn(message: string, group?: number): void;
  error(message: string, group?: number): void;
  /** The number of the group with that title; it is created at its first use. */
  group(title: string): number;
  /** Rows of each level so far. */
  readonly counts: LogCounts;
  /** Waits where more rows wait to be written than one batch. */
  room(): Promise<void>;
  /** Writes what is left. Throws where the log cannot be written. */
  flush(): Promise<void>;
  /** The first row of the log, a warning, whenever it is found; in place of the one of an earlier attempt. */
  headline(message: string): Promise<void>;
  /** The last row, written in the transaction of what it tells. Nothing may wait to be written, and after its commit nothing follows. */
  last(tx: Db, message: string): Promise<void>;
}

/** Rows that are written at once, and milliseconds after which fewer are. */
/** Place of the first row, which is kept free. */
const HEADLINE = 1;
const BATCH = 2000;
const PAUSE = 400;

/** Opens the log of a task; continues after what an earlier attempt of it has written. */
export async function openTaskLog(engine: Engine, taskRunId: number): Promise<TaskLog> {
  const end = await readLogEnd(engine.db, taskRunId);
  const counts = { information: 0, warnings: 0, errors: 0 };
  const groups = new Map<string, number>();
  let [seq, lastGroup] = [Math.max(end.seq, HEADLINE), end.group];
  let waiting: NewLogRow[] = [];
  let writing: Promise<void> = Promise.resolve();
  let failure: unknown;
  let timer: NodeJS.Timeout | undefined;

  const write = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (waiting.length === 0) return;
    const rows = waiting;
    waiting = [];
    const first = seq + 1;
    seq += rows.length;
    writing = writing.then(async () => {
      if (failure === undefined) await appendLog(engine.db, taskRunId, first, rows).catch((error: unknown) => (failure = error));
    });
  };
  const push = (row: NewLogRow): void => {
    waiting.push(row);
    if (waiting.length >= BATCH) write();
    else timer ??= setTimeout(write, PAUSE).unref();
  };
  const add = (level: LogLevel, message: string, group = 0): void => {
    counts[NAMES[level]]++;
    push({ level, at: timeNow(), message, group });
  };
  return {
    counts,
    info: (message, group) => add(LOG_LEVELS.Information, message, group),
    warn: (message, group) => add(LOG_LEVELS.Warning, message, group),
    error: (message, group) => add(LOG_LEVELS.Error, message, group),
    group(title) {
      let group = groups.get(title);
      if (group === undefined) {
        group = ++lastGroup;
        groups.set(title, group);
        push({ level: LOG_LEVELS.Information, at: timeNow(), message: title, group: 0, opens: group });
      }
      return group;
    },
    room: () => writing,
    async flush() {
      write();
      await writing;
      if (failure !== undefined) throw failure;
    },
    async headline(message) {
      counts.warnings++;
      await replaceRow(engine.db, taskRunId, HEADLINE, { level: LOG_LEVELS.Warning, at: timeNow(), message, group: 0 });
    },
    last: (tx, message) => appendLog(tx, taskRunId, seq + 1, [{ level: LOG_LEVELS.Information, at: timeNow(), message, group: 0 }]),
  };
}

const NAMES = { 1: 'information', 2: 'warnings', 3: 'errors' } as const;

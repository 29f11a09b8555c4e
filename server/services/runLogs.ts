import type { ReplyOf } from '../../src/contract/route.ts';
import type * as contract from '../../src/contract/logs.ts';
import { isLogExpired, type LogCounts } from '../../src/domain/runLogs.ts';
import { readImportReport } from '../store/taskFiles.ts';
import { countLevels, readLogs, readWholeLog, type LogQuery } from '../store/runLogs.ts';
import type { Db } from '../store/tables.ts';
import { Refusal } from '../refusal.ts';
import { timeNow } from '../surroundings.ts';
import { readTaskRun } from './tasks.ts';

/** The task of a log. */
export async function readLogTask(db: Db, id: number): Promise<ReplyOf<typeof contract.readLogTask>> {
  const run = await readTaskRun(db, id);
  return { task: run.task, last_result: run.last_result, run, import_report: await readImportReport(db, id) };
}

/** How many rows of each level a log has. */
export async function readLogLevels(db: Db, id: number): Promise<LogCounts> {
  const counts = await countLevels(db, id);
  if (counts === undefined) throw new Refusal(404, 'not_found', `There is no task run ${id}.`);
  return counts;
}

/** Rows of a log; none where it has expired. */
export async function listLogs(db: Db, id: number, query: LogQuery): Promise<ReplyOf<typeof contract.listLogs>> {
  return { logs: await readLogs(db, id, query) };
}

const WORDS: Readonly<Record<string, string>> = { '0': '       ', '1': 'INFO   ', '2': 'WARNING', '3': 'ERROR  ' };

/** A whole log as lines of text. Refuses one that has expired. */
export async function logText(db: Db, id: number): Promise<AsyncGenerator<string>> {
  const { task } = await readTaskRun(db, id);
  if (isLogExpired(task.created, timeNow() / 1000)) throw new Refusal(410, 'expired', 'The log of this task has expired.');
  return linesOf(db, id, `${task.name}, database ${task.db_id}, run ${task.run_id}\n`);
}

async function* linesOf(db: Db, id: number, title: string): AsyncGenerator<string> {
  yield title;
  for await (const rows of readWholeLog(db, id)) {
    yield rows
      .map(
        ({ at, level, group, opens, message }) =>
          `${new Date(at).toISOString()} ${WORDS[level] ?? ''} ${group > 0 ? '  ' : ''}${message}${opens > 0 ? ':' : ''}\n`,
      )
      .join('');
  }
}

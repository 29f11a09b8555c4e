/** Runs tasks: takes those that are ready, sees that they come to one end, and finds those whose worker has gone. */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type PgBoss from 'pg-boss';
import { z } from 'zod';
import { readRunCommand } from '../../src/domain/taskTemplates/catalogue.ts';
import type { TaskProgress } from '../../src/domain/taskRuns.ts';
import { notifyOfTask } from '../services/notices.ts';
import { newsOfRun, newsMessage } from '../services/news.ts';
import { newsOfEnteringPublication } from '../services/savedSearches.ts';
import { readRunChanged } from '../services/runMessages.ts';
import {
  beat,
  ClaimLost,
  claimTask,
  endTask,
  giveBack,
  letGoOfTask,
  readEndedTask,
  listHeld,
  listReady,
  takeFromWorker,
  type Claim,
  type ClaimedTask,
  type Held,
  type TaskEnd,
} from '../store/runs.ts';
import type { AddressedNews } from '../store/news.ts';
import { settleLogs } from '../store/runLogs.ts';
import { inSpan } from '../store/spans.ts';
import { readVersion } from '../store/versions.ts';
import { clearInterval, elapsed, setInterval, timeUp } from '../surroundings.ts';
import { runnerOf } from './runners/catalogue.ts';
import type { TaskOutcome, TaskPlace } from './runners/runner.ts';
import { TaskFailed } from '../taskFailed.ts';
import { openTaskLog, type TaskLog } from './taskLog.ts';

/** How tasks are run in this process. */
export interface TaskLimits {
  /** Tasks at a time. */
  readonly atOnce: number;
  /** Megabytes that the thread of a task may take. */
  readonly memory: number;
  /** Minutes that a task may take. */
  readonly minutes: number;
}

export interface TaskQueue {
  /** Begins to take tasks. */
  start(boss: PgBoss): Promise<void>;
  /** Something may be ready, or to be stopped: looks now, here and in the other processes. */
  wake(): void;
  /** Lets go of what runs here: it is gone on with elsewhere, or at the next start. */
  stop(): Promise<void>;
}

/** A queue of tasks over a store; nothing happens before `start`. */
export function createTaskQueue(place: TaskPlace, limits: TaskLimits, stopping: AbortSignal): TaskQueue {
  const engine = place.store.sql;
  const running = new Map<number, { readonly claim: ClaimedTask; readonly stop: AbortController; beat(): Promise<void> }>();
  const timers: NodeJS.Timeout[] = [];
  let workers: string[] = [];
  let boss: PgBoss | undefined;
  let unlisten: (() => Promise<void>) | undefined;

  const quietly = (act: () => Promise<unknown>): void =>
    void act().catch((error: unknown) => {
      if (!stopping.aborted) place.warn('Tasks could not be looked for', error);
    });
  const notify = (): void => workers.forEach((worker) => boss?.notifyWorker(worker));

  /** A job for each task that is ready. The task itself says whether it is; the queue only says who looks. */
  const send = async (): Promise<void> => {
    if (boss === undefined || stopping.aborted) return;
    const ready = await listReady(engine.db);
    if (ready.length === 0) return;
    for (const taskRunId of ready.slice(0, SENT_AT_ONCE)) await boss.send(TASKS, { taskRunId }, { singletonKey: String(taskRunId) });
    notify();
  };
  const look = async (): Promise<void> => {
    await Promise.all([...running.values()].map((one) => one.beat()));
    await send();
  };
  const tell = async (runId: number): Promise<void> => {
    const message = await readRunChanged(engine.db, runId);
    if (message) await place.live.publish({ target: 'runChanged', message });
  };

  /** Tasks whose worker has gone are run again; after the last attempt they fail. */
  const sweep = async (): Promise<void> => {
    for (const held of await listHeld(engine.db, PATIENCE)) {
      if (running.has(held.taskRunId) || stopping.aborted) continue;
      if (!held.silent && held.worker !== '' && (await engine.isAlive(held.worker))) continue;
      await rescue(held);
      await tell(held.runId);
    }
    await send();
  };
  const rescue = async (held: Held): Promise<void> => {
    if (held.status === 5) {
      await letGo(held);
      return;
    }
    const log = await openTaskLog(engine, held.taskRunId);
    if (held.attempt >= ATTEMPTS) {
      const message = `The process that ran this task ended ${ATTEMPTS} times before the task did.`;
      await engine.db
        .transaction()
        .execute(async (tx) => {
          const { status, after } = await endTask(tx, held, { status: 3, message });
          const task = await readEndedTask(tx, held);
          if (task) await notifyOfTask(tx, task, { status: 3, message }, after);
          return newsOfRun(tx, held, status);
        })
        .then(publishNews, ignoreLost);
      log.error(message);
    } else if (await takeFromWorker(engine.db, held)) {
      log.warn('The process that ran this task has ended. The task begins again.');
    }
    await log.flush();
  };

  const work = async (data: unknown): Promise<void> => {
    const { taskRunId } = Job.parse(data);
    if (stopping.aborted) return;
    try {
      const claim = await engine.db.transaction().execute((tx) => claimTask(tx, taskRunId, engine.instance));
      if (claim !== undefined) await inSpan('task', { 'dmp.task_run': claim.taskRunId, 'dmp.run': claim.runId }, () => carryOut(claim), true);
    } finally {
      await send().catch(() => undefined);
      // Without this it would look only after its pause.
      notify();
    }
  };

  const carryOut = async (claim: ClaimedTask): Promise<void> => {
    const stop = new AbortController();
    let progress: TaskProgress | null = null;
    let toldAt = 0;
    const log = await openTaskLog(engine, claim.taskRunId);
    const heart = async (): Promise<void> => {
      const status = await beat(engine.aside, claim, progress);
      if (status === undefined) stop.abort(new ClaimLost('The task is no longer ours'));
      else if (status === 5) stop.abort(STOPPED);
    };
    const pulse = setInterval(() => void heart().catch((error: unknown) => place.warn('A task could not say that it runs', error)), BEAT).unref();
    running.set(claim.taskRunId, { claim, stop, beat: heart });
    const reportProgress = (now: TaskProgress): void => {
      progress = now;
      if (elapsed() - toldAt < 500) return;
      toldAt = elapsed();
      const { runId: run_id, taskRunId: task_run_id, pipelineId: pipeline_id, databaseId: db_id } = claim;
      void place.live.publish({
        target: 'taskProgressed',
        message: { run_id, task_run_id, pipeline_id, db_id, progress, level_summary: { ...log.counts } },
      });
    };
    await tell(claim.runId);
    const folder = join(place.dataDir, 'tasks', String(claim.taskRunId));
    try {
      await mkdir(folder, { recursive: true });
      const late = timeUp(limits.minutes * 60_000);
      const signal = AbortSignal.any([stop.signal, stopping, late]);
      let outcome: TaskOutcome;
      try {
        outcome = await outcomeOf(claim, log, folder, signal, reportProgress);
        await log.flush();
      } catch (error) {
        if (stop.signal.aborted || stopping.aborted) throw error;
        const message = late.aborted ? `The task took longer than ${limits.minutes} minutes and was ended.` : sentenceOf(error, place, claim);
        log.error(message);
        await log.flush();
        outcome = { end: { status: 3, message } };
      }
      try {
        await complete(claim, log, outcome);
      } catch (error) {
        const message = reasonOf(error);
        if (message === undefined) throw error;
        log.error(message);
        await log.flush();
        await complete(claim, log, { end: { status: 3, message } });
      }
    } catch (error) {
      if (stop.signal.reason === STOPPED) {
        log.info('Stopped');
        await log.flush().catch(() => undefined);
        await letGo(claim);
      } else if (stopping.aborted) await giveBack(engine.db, claim);
      else ignoreLost(error);
    } finally {
      clearInterval(pulse);
      running.delete(claim.taskRunId);
      const { information, warnings, errors } = log.counts;
      if (information + warnings + errors >= LONG_LOG)
        await settleLogs(engine.db).catch((error: unknown) => place.warn('Logs could not be settled', error));
      await rm(folder, { recursive: true, force: true }).catch(() => undefined);
    }
    if (!stopping.aborted) await tell(claim.runId);
  };

  const outcomeOf = async (
    claim: ClaimedTask,
    log: TaskLog,
    folder: string,
    signal: AbortSignal,
    reportProgress: (progress: TaskProgress) => void,
  ): Promise<TaskOutcome> => {
    const read = readRunCommand(claim);
    if ('faults' in read) throw new TaskFailed(read.faults.map(({ field, message }) => (field === '' ? message : `${field}: ${message}`)).join('. '));
    return runnerOf(claim.s3_url)({
      task: claim,
      values: read.values,
      place,
      log,
      folder,
      memory: limits.memory,
      signal,
      progress: (phase, done, total) => reportProgress({ phase, done, total }),
    });
  };

  const publishVersion = async (versionId: number): Promise<void> => {
    const version = await readVersion(engine.db, versionId);
    if (version) await place.live.publish({ target: 'versionListed', message: { DatabaseId: version.DatabaseId, Version: version } });
  };

  const publishNews = async (news: readonly AddressedNews[]): Promise<void> => {
    for (const one of news) await place.live.publish(...newsMessage(one));
  };
  const letGo = async (claim: Claim): Promise<void> => {
    await publishNews(
      await engine.db.transaction().execute(async (tx) => {
        const moved = await letGoOfTask(tx, claim);
        return moved ? newsOfRun(tx, claim, moved.status) : [];
      }),
    );
  };

  /** The version appears and the task ends, both or neither. */
  const complete = async (claim: ClaimedTask, log: TaskLog, { end, writer, says, also, publishes, versions = [] }: TaskOutcome): Promise<void> => {
    let news: readonly AddressedNews[] = [];
    const finish = async (tx: Parameters<typeof endTask>[0], begun: TaskEnd): Promise<TaskEnd> => {
      const whole = { ...begun, ...(await also?.(tx)) };
      const { status, after } = await endTask(tx, claim, whole);
      if (says !== undefined) await log.last(tx, says);
      await notifyOfTask(tx, claim, whole, after);
      news = await newsOfRun(tx, claim, status);
      if (publishes) news = [...news, ...(await newsOfEnteringPublication(tx, publishes.versionId, publishes.before))];
      return whole;
    };
    if (writer === undefined) {
      const { outputVersionId } = await engine.db.transaction().execute((tx) => finish(tx, end));
      const made = outputVersionId == null || versions.includes(outputVersionId) ? [] : [outputVersionId];
      for (const versionId of [...versions, ...made]) await publishVersion(versionId);
      await publishNews(news);
      return;
    }
    try {
      await writer.show(async (tx) => void (await finish(tx, { ...end, outputVersionId: writer.versionId })));
    } catch (error) {
      await writer.abort();
      throw error;
    }
    await writer.settle();
    await publishVersion(writer.versionId);
    await publishNews(news);
  };

  return {
    async start(next) {
      await next.createQueue(TASKS, { name: TASKS, policy: 'short', retryLimit: 0, expireInSeconds: (limits.minutes + 10) * 60 });
      boss = next;
      for (let i = 0; i < limits.atOnce; i++) {
        workers = [...workers, await next.work(TASKS, { batchSize: 1, pollingIntervalSeconds: 5 }, ([job]) => work(job?.data))];
      }
      unlisten = await place.store.fanout.listen((payload) => {
        if (payload === WAKE) quietly(look);
      });
      timers.push(setInterval(() => quietly(sweep), SWEEP).unref());
      await sweep();
    },
    wake: () => quietly(() => place.store.fanout.notify(WAKE)),
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await unlisten?.();
    },
  };
}

const TASKS = 'tasks';
const Job = z.object({ taskRunId: z.int() });

/** What wakes the other processes; the live hub takes no notice of it. */
const WAKE = 'tasks';

/** Milliseconds between two signs of life, and between two looks for tasks whose worker gives none. */
const BEAT = 3000;
const SWEEP = 5000;
/** Seconds without a sign of life after which a worker counts as gone. */
const PATIENCE = 30;
/** How often a task is begun. */
const ATTEMPTS = 3;
const SENT_AT_ONCE = 50;
/** Rows of a log after which the database looks at its statistics again. */
const LONG_LOG = 10_000;

const STOPPED = new Error('The run was stopped');

function ignoreLost(error: unknown): void {
  if (!(error instanceof ClaimLost)) throw error;
}

/** The message of an error that is written for users; undefined for others. */
function reasonOf(error: unknown): string | undefined {
  return error instanceof Error && USER_ERRORS.has(error.name) ? error.message : undefined;
}

const USER_ERRORS = new Set(['TaskFailed', 'FeedRefused', 'FeedFileRefused', 'ObjectTrouble', 'ObjectLost', 'Refusal']);

/** The message for users. Details of unexpected errors go to the server log only. */
function sentenceOf(error: unknown, place: TaskPlace, claim: ClaimedTask): string {
  const reason = reasonOf(error);
  if (reason !== undefined) return reason;
  place.warn(`Task run ${claim.taskRunId} (${claim.name}) has failed`, error);
  return "Something went wrong. It's not your fault.";
}

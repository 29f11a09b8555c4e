import PgBoss from 'pg-boss';
import { z } from 'zod';
import type { Retention } from '../config.ts';
import { listVersionJobs } from '../store/saving.ts';
import { clearInterval, pause, setInterval, timeNow } from '../surroundings.ts';
import { bossDatabase } from './bossDatabase.ts';
import { keepHouse } from './housekeeping.ts';
import { createMailQueue, type MailPlace } from './mailQueue.ts';
import { publishWaiting } from './publications.ts';
import { runDue } from './schedules.ts';
import { createTaskQueue, type TaskLimits } from './taskQueue.ts';
import type { TaskPlace } from './runners/runner.ts';
import { runVersionJob } from './versionJobs.ts';
import { createWebhookQueue } from './webhookQueue.ts';

/** Background jobs. Of any number of processes on one database, one runs each job. */
export interface Jobs {
  /** Starts the queue, and retries until it can. Until then marked versions wait. */
  start(): Promise<void>;
  /** Whether it has begun. */
  isWorking(): boolean;
  /** Starts the jobs of marked versions (store/versions.ts, markSaving). */
  runVersionJobs(): void;
  /** Says that tasks were made, or are to be stopped. */
  runTasks(): void;
  /** Says that a release of a public feed is to be made ready, or to be served. */
  publish(): void;
  /** Has the house kept now, not only every hour. */
  keepHouse(): Promise<void>;
  /** Stops what can continue later, and waits for the rest. */
  stop(): Promise<void>;
}

/** Jobs over a store; nothing happens before `start`. */
export function createJobs(
  place: TaskPlace,
  {
    retention,
    taskFileDays,
    problemReports,
  }: { readonly retention: Retention | undefined; readonly taskFileDays: number; readonly problemReports: { readonly days: number } },
  limits: TaskLimits,
  mail: Omit<MailPlace, 'engine' | 'inHand' | 'warn'>,
): Jobs {
  const engine = place.store.sql;
  const database = bossDatabase(engine);
  const stopping = new AbortController();
  const tasks = createTaskQueue(place, limits, stopping.signal);
  const mails = createMailQueue({ ...mail, engine, warn: place.warn }, stopping.signal);
  const { addresses, secrets, live, warn } = place;
  const hooks = createWebhookQueue({ engine, addresses, secrets, live, warn, publicUrl: mail.publicUrl }, stopping.signal);
  const failures = new Map<number, number>();
  let boss: PgBoss | undefined;
  let worker = '';
  let starting: Promise<void> | undefined;
  let working = false;
  const timers: NodeJS.Timeout[] = [];
  const quietly = (what: string, act: () => Promise<unknown>) => (): void =>
    void act().catch((error: unknown) => {
      if (!stopping.signal.aborted) place.warn(what, error);
    });

  /** A job for each version that is marked and that nobody works on: new marks, and those of processes that were killed. */
  const sendMarked = async (): Promise<void> => {
    if (boss === undefined || stopping.signal.aborted) return;
    for (const { versionId, saving } of await listVersionJobs(engine)) {
      // What has failed here comes again by the queue itself, later each time.
      if (failures.has(versionId)) continue;
      // People wait for a version to come back; they can do without one that goes.
      await boss.send(VERSIONS, { versionId }, { singletonKey: String(versionId), priority: saving === 'archiving' ? 0 : 1 });
    }
    boss.notifyWorker(worker);
  };
  const sendHousekeeping = async (): Promise<void> => void (await boss?.send(HOUSE, {}, { singletonSeconds: 3600 }));

  const work = async (data: unknown): Promise<void> => {
    const { versionId } = Job.parse(data);
    const failed = failures.get(versionId) ?? 0;
    try {
      await runVersionJob(place, versionId, failed >= RETRIES, stopping.signal);
      failures.delete(versionId);
    } catch (error) {
      if (!stopping.signal.aborted) failures.set(versionId, failed + 1);
      throw error;
    } finally {
      // There may be more; without this it would look only after its pause.
      boss?.notifyWorker(worker);
    }
  };
  const dueSeen = new Map<string, number>();
  /** One after the other: a release that is being read is not read twice by a process. */
  let published: Promise<void> = Promise.resolve();
  const publish = (): Promise<void> => (published = published.catch(() => undefined).then(() => publishWaiting(place, stopping.signal)));
  const publishQuietly = quietly('Public feeds could not be switched', publish);
  const lookAtClock = async (): Promise<void> => {
    publishQuietly();
    if ((await runDue(place, timeNow(), dueSeen)) > 0) tasks.wake();
  };
  /** One at a time: two would take each other's half-made layers for leftovers. */
  let tidied: Promise<void> = Promise.resolve();
  const tidy = (): Promise<void> =>
    (tidied = tidied.then(async () => {
      if ((await keepHouse(place, retention, stopping.signal, taskFileDays, problemReports.days)) > 0) await sendMarked();
    }));

  const start = async (): Promise<void> => {
    const next = new PgBoss({
      db: database,
      schema: 'jobs',
      schedule: false,
      maintenanceIntervalSeconds: 600,
      archiveCompletedAfterSeconds: 7200,
      deleteAfterDays: 1,
    });
    next.on('error', (error) => place.warn('The jobs have trouble', error));
    try {
      await next.start();
    } catch (error) {
      await next.stop({ graceful: false }).catch(() => undefined);
      throw error;
    }
    await next.createQueue(VERSIONS, {
      name: VERSIONS,
      policy: 'short',
      retryLimit: RETRIES,
      retryDelay: 2,
      retryBackoff: true,
      expireInSeconds: HOURS * 3600,
    });
    await next.createQueue(HOUSE, { name: HOUSE, policy: 'short', retryLimit: 0, expireInSeconds: HOURS * 3600 });
    if (stopping.signal.aborted) return void (await next.stop({ graceful: false }));
    boss = next;
    worker = await next.work(VERSIONS, { batchSize: 1, pollingIntervalSeconds: 5 }, ([job]) => work(job?.data));
    await next.work(HOUSE, { batchSize: 1, pollingIntervalSeconds: 60 }, tidy);
    timers.push(setInterval(quietly('Version jobs could not be found', sendMarked), SWEEP).unref());
    timers.push(setInterval(quietly('Housekeeping could not be begun', sendHousekeeping), 600_000).unref());
    await tasks.start(next);
    await mails.start(next);
    await hooks.start(next);
    await lookAtClock();
    timers.push(setInterval(quietly('Pipelines and exports that are due could not be begun', lookAtClock), CLOCK).unref());
    await sendMarked();
    await sendHousekeeping();
  };
  /** Processes that start together on an empty database stand in each other's way. */
  const untilStarted = async (): Promise<void> => {
    for (let wait = 500; !working && !stopping.signal.aborted; wait = Math.min(wait * 2, 30_000)) {
      try {
        await start();
        working = true;
      } catch (error) {
        place.warn('The background jobs could not be started; DMP retries', error);
        for (const timer of timers.splice(0)) clearInterval(timer);
        await pause(wait, undefined, { ref: false, signal: stopping.signal }).catch(() => undefined);
      }
    }
  };
  return {
    start: () => (starting ??= untilStarted()),
    isWorking: () => working,
    runVersionJobs: quietly('Version jobs could not be begun', sendMarked),
    runTasks: tasks.wake,
    publish: publishQuietly,
    keepHouse: tidy,
    async stop() {
      stopping.abort(new Error('The server stops'));
      for (const timer of timers) clearInterval(timer);
      await starting?.catch(() => undefined);
      await tasks.stop();
      await published.catch(() => undefined);
      await mails.stop();
      await hooks.stop();
      await boss?.stop({ graceful: true, timeout: 10_000 });
      await database.rest();
      mail.transport.close();
    },
  };
}

const VERSIONS = 'versions';
const HOUSE = 'housekeeping';

/** Further attempts after the first, 2, 4 and 8 seconds apart or more. */
const RETRIES = 3;
/** Milliseconds after which another process finds the jobs of a killed one. */
const SWEEP = 20_000;
/** Milliseconds between two looks at the schedules of pipelines. */
const CLOCK = 15_000;
/** After this time a job of a process that hangs is given to another. */
const HOURS = 6;

const Job = z.object({ versionId: z.int() });

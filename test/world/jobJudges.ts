/** What has to be true of runs, mails and delivered files in a world that has come to rest. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { dueTimes } from '../../src/domain/pipelineTimes.ts';
import { PipelineSchedule } from '../../src/domain/pipelines.ts';
import { noticeMail } from '../../server/mail/noticeMail.ts';
import { NoticeEvent } from '../../src/domain/notices.ts';
import { BEGINNING, worldTime } from './clock.ts';
import { DELIVERED, JOBS_DATABASE, RECIPIENTS } from './jobsBase.ts';
import { dataDirOf } from './server.ts';
import { ORIGIN } from './network.ts';
import type { World } from './world.ts';

const Task = z.object({
  id: z.int(),
  run: z.int(),
  name: z.string(),
  status: z.int(),
  worker: z.string().nullable(),
  attempt: z.int(),
  files: z.record(z.string(), z.string()).nullable(),
});
const Move = z.object({ task: z.int(), was: z.int(), became: z.int() });
const Run = z.object({ id: z.int(), pipeline: z.int().nullable(), export: z.int().nullable(), status: z.int(), due: z.string().nullable() });
const KeptMail = z.object({
  id: z.int(),
  recipient: z.string(),
  rule: z.string(),
  status: z.string(),
  error: z.string().nullable(),
  doc: NoticeEvent,
});

const RUNS = `select run_id as id, pipeline_id as pipeline, export_id as export, status,
  to_char(due at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as due from pipeline_run order by run_id`;
const TASKS = `select task_run_id as id, run_id as run, name, status, worker, attempt, output_files as files from task_run order by task_run_id`;
const MAILS = `select mail_id as id, recipient, rule, status, error, doc from notice_mail join notice_event using (event_id) order by mail_id`;

/** Whether nothing is under way, nor waits to be sent. */
export async function jobsAtRest(world: World): Promise<boolean> {
  return (await jobsUnderWay(world)).length === 0;
}

/** What is under way still, in sentences. */
export async function jobsUnderWay({ database }: World): Promise<readonly string[]> {
  const runs = z.array(Run).parse(await database.peek(RUNS));
  const mails = z.array(KeptMail).parse(await database.peek(MAILS));
  return [
    ...runs.filter(({ status }) => UNDER_WAY.has(status)).map(({ id, status }) => `Run ${id} never ends, its status is ${status}`),
    ...mails.filter(({ status }) => status === 'queued' || status === 'sending').map(({ id, status }) => `Mail ${id} never leaves, it is ${status}`),
  ];
}

const UNDER_WAY = new Set([-1, 0, 1, 5]);
/** States of a task in which its worker is done with it. */
const ENDS = new Set([2, 3, 4, 6]);

export async function judgeJobs(world: World): Promise<readonly string[]> {
  const { database } = world;
  const runs = z.array(Run).parse(await database.peek(RUNS));
  const tasks = z.array(Task).parse(await database.peek(TASKS));
  const moves = z.array(Move).parse(await database.peek('select task_run_id as task, was, became from base.moved order by id'));
  const mails = z.array(KeptMail).parse(await database.peek(MAILS));
  return [
    ...tasks.flatMap((task) => endedOnce(task, moves)),
    ...(await writtenOnce(world)),
    ...(await takenFromTheDead(world)),
    ...oneAfterTheOther(runs, tasks, moves),
    ...mailsOnce(world, mails),
    ...failuresMailed(tasks, moves, mails),
    ...(await schedulesKept(world, runs)),
    ...tasks.flatMap((task) => filesKept(world, task)),
    ...(await deliveredWhole(world, tasks)),
  ];
}

/** A task ends once, and nobody has it then. */
function endedOnce({ id, name, status, worker }: z.infer<typeof Task>, moves: readonly z.infer<typeof Move>[]): readonly string[] {
  const ends = moves.filter(({ task, was, became }) => task === id && ENDS.has(became) && !ENDS.has(was)).length;
  return [
    ...(ends > 1 ? [`Task ${id} (${name}) ended ${ends} times`] : []),
    ...(ENDS.has(status) && worker !== null ? [`Task ${id} (${name}) has ended and ${worker} has it still`] : []),
  ];
}

/** What a task came to is written once: by a worker that still has it. */
async function writtenOnce({ database }: World): Promise<readonly string[]> {
  const rows = await database.peek('select task, count(*)::int as times from base.ended group by task having count(*) > 1 order by task');
  return z
    .array(Written)
    .parse(rows)
    .map(({ task, times }) => `What task ${task} came to was written ${times} times`);
}

const Written = z.object({ task: z.int(), times: z.int() });

/** A task is taken only from a server that is gone, or that gave no sign of life for half a minute. */
async function takenFromTheDead({ database, gone }: World): Promise<readonly string[]> {
  const taken = z.array(Taken).parse(await database.peek('select task, worker, at, silent from base.taken'));
  return taken
    .filter(({ worker, at, silent }) => (gone.get(worker) ?? Infinity) > at + 1 && (silent ?? 0) < 30)
    .map(({ task, worker, silent }) => `Task ${task} was taken from ${worker}, which was there and gave a sign of life ${silent ?? ''} s before`);
}

const Taken = z.object({ task: z.int(), worker: z.string(), at: z.number(), silent: z.number().nullable() });

/** Of a pipeline and of an export one task runs at a time. */
function oneAfterTheOther(
  runs: readonly z.infer<typeof Run>[],
  tasks: readonly z.infer<typeof Task>[],
  moves: readonly z.infer<typeof Move>[],
): readonly string[] {
  const of = new Map(tasks.map(({ id, run }) => [id, runs.find((one) => one.id === run)]));
  const running = new Map<string, number>();
  const told: string[] = [];
  for (const { task, became } of moves) {
    const run = of.get(task);
    const whose = run?.pipeline != null ? `pipeline ${run.pipeline}` : `export ${run?.export ?? ''}`;
    const other = running.get(whose);
    if (became === 1 && other !== undefined && other !== task) told.push(`Task ${task} of ${whose} began while task ${other} ran`);
    if (became === 1) running.set(whose, task);
    else if (ENDS.has(became) && other === task) running.delete(whose);
  }
  return told;
}

/** No mail twice; what the database says was sent was taken by the mail server. */
function mailsOnce({ post }: World, mails: readonly z.infer<typeof KeptMail>[]): readonly string[] {
  const taken = new Map<string, number>();
  for (const { messageId } of post.mails) taken.set(messageId, (taken.get(messageId) ?? 0) + 1);
  const told = [...taken].filter(([, times]) => times > 1).map(([id, times]) => `The mail ${id} went out ${times} times`);
  for (const { id, recipient, rule, status, doc } of mails) {
    const { messageId } = noticeMail(doc, recipient, rule, ORIGIN);
    if (status === 'sent' && !taken.has(messageId)) told.push(`Mail ${id} counts as sent and never was`);
    if (status === 'failed') told.push(`Mail ${id} was given up`);
    taken.delete(messageId);
  }
  return [...told, ...[...taken.keys()].map((id) => `The mail ${id} went out and the database does not know it`)];
}

/** Of each task that failed or waits for somebody each recipient has one mail, and of nothing else. */
function failuresMailed(
  tasks: readonly z.infer<typeof Task>[],
  moves: readonly z.infer<typeof Move>[],
  mails: readonly z.infer<typeof KeptMail>[],
): readonly string[] {
  const wanted = new Set(
    moves
      .filter(({ was, became }) => (became === 3 || became === 4) && !ENDS.has(was))
      .flatMap(({ task, became }) => RECIPIENTS.map((recipient) => `task-run/${task}/${became} ${recipient}`)),
  );
  const told: string[] = [];
  for (const { doc, recipient } of mails)
    if (!wanted.delete(`${doc.id} ${recipient}`)) told.push(`Nothing happened that ${doc.id} tells ${recipient}`);
  const names = new Map(tasks.map(({ id, name }) => [`${id}`, name]));
  return [...told, ...[...wanted].map((one) => `Nobody is mailed about ${one} (${names.get(one.split('/')[1] ?? '') ?? ''})`)];
}

/** A run by schedule began at a time of its schedule, once; since the faults are over none was left out, and the last one before is made up for. */
async function schedulesKept({ database, quietSince = 0 }: World, runs: readonly z.infer<typeof Run>[]): Promise<readonly string[]> {
  const rows = await database.peek(`
    select 'pipeline' as kind, pipeline_id as id, schedule from pipeline where schedule is not null union all
    select 'export', export_id, jsonb_build_object('times_of_day', jsonb_build_array(time_of_day), 'days_of_week', '1111111') from export`);
  const told: string[] = [];
  for (const { kind, id, schedule } of z.array(Scheduled).parse(rows)) {
    const due = dueTimes(schedule, 'Europe/Amsterdam', BEGINNING, worldTime() - LOOKED_WITHIN);
    const began = runs.flatMap((run) => (run[kind] === id && run.due !== null ? [Date.parse(run.due)] : []));
    for (const at of began)
      if (!due.includes(at) && at < worldTime() - LOOKED_WITHIN)
        told.push(`A run of ${kind} ${id} was due at ${new Date(at).toISOString()}, which is no time of its schedule`);
    if (new Set(began).size < began.length) told.push(`A run of ${kind} ${id} that was due began twice`);
    const before = due.filter((at) => at < quietSince).at(-1);
    for (const at of due)
      if ((at >= quietSince || at === before) && !began.includes(at))
        told.push(`The run of ${kind} ${id} that was due at ${new Date(at).toISOString()} never began`);
  }
  return told;
}

const Scheduled = z.object({ kind: z.enum(['pipeline', 'export']), id: z.int(), schedule: PipelineSchedule });
/** Milliseconds within which a server looks at the schedules. */
const LOOKED_WITHIN = 20_000;

/** A file that a task names is in the object store, with the bytes that its checksum tells of. */
function filesKept({ objects }: World, { id, name, status, files }: z.infer<typeof Task>): readonly string[] {
  if (status !== 2 || files?.key === undefined)
    return status === 2 && /export|feed/i.test(name) ? [`Task ${id} (${name}) is done and made no file`] : [];
  const bytes = objects.files.get(files.key);
  if (bytes === undefined) return [`Task ${id} (${name}) names ${files.key}, which is not in the object store`];
  const is = createHash('sha256').update(bytes).digest('hex');
  return is === files.sha256 && String(bytes.length) === files.size ? [] : [`${files.key} is not the file that task ${id} tells of`];
}

/** What lies in the folder of the partner is a whole file of a task, or nothing does. */
async function deliveredWhole({ dataDir, objects }: World, tasks: readonly z.infer<typeof Task>[]): Promise<readonly string[]> {
  const done = tasks.some(({ status, files }) => status === 2 && files?.delivered !== undefined);
  const paths = [0, 1].map((place) => join(dataDirOf(dataDir, place), 'deliveries', DELIVERED, `${JOBS_DATABASE}.zip`));
  const delivered = (await Promise.all(paths.map((path) => readFile(path).catch(() => undefined)))).filter((bytes) => bytes !== undefined);
  if (delivered.length === 0) return done ? ['An export was delivered and its file is not there'] : [];
  const areWhole = delivered.every((bytes) => [...objects.files.values()].some((kept) => kept.equals(bytes)));
  return areWhole ? [] : ['The delivered file is none that a task has made'];
}

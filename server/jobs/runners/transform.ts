import { text } from 'node:stream/consumers';
import { VERSION_NAME_LIMIT } from '../../../src/domain/versions.ts';
import { timeNow } from '../../surroundings.ts';
import { startWorker } from '../../workerUrl.ts';
import { readPageText } from '../../store/entities.ts';
import { readDatabase, regionTimezone } from '../../store/regions.ts';
import type { VersionWriter } from '../../store/store.ts';
import { readCurrent } from '../../store/versions.ts';
import type { TransformAnswer, TransformData, TransformMessage } from '../transformMessages.ts';
import { counted } from '../transforms/transform.ts';
import { readableVersion } from './readableVersion.ts';
import type { TaskOutcome, TaskContext } from './runner.ts';
import { TaskFailed } from '../../taskFailed.ts';

/** Makes a version of another one in a thread of its own, by the transform that the template names. */
export async function runTransform(context: TaskContext): Promise<TaskOutcome> {
  const { task, place, log, signal } = context;
  const inputId = task.inputVersionId;
  if (inputId === null) throw new TaskFailed(`The database ${task.databaseId} has no version that this task could begin with.`);
  const input = await readableVersion(context, inputId);
  const otherId = await otherVersion(context);
  log.info(`Beginning with version ${inputId}, "${input.Version}"${otherId === undefined ? '' : `, and version ${otherId} of another database`}`);
  const name = `${input.Version.replace(/ · [^·]*$/, '')} · ${task.name}`.slice(0, VERSION_NAME_LIMIT);
  const writer = await place.store.beginVersion({ databaseId: task.databaseId, name, source: task.name, author: task.causedBy, state: 'completed' });
  try {
    const data: TransformData = {
      s3_url: task.s3_url,
      values: context.values,
      today: todayIn(await regionTimezone(place.store.sql.db, task.databaseId)),
      hasOther: otherId !== undefined,
      program: await programOf(context),
    };
    const written = await passThrough(context, data, { input: inputId, other: otherId }, writer);
    for (const file of await place.store.listRawFiles(inputId)) {
      const bytes = await place.store.readRawFile(inputId, file.name);
      if (bytes !== undefined) await writer.addRawFile(file.name, bytes);
    }
    // A version that was removed meanwhile reads as an empty one.
    await readableVersion(context, inputId);
    signal.throwIfAborted();
    return { end: { status: 2 }, writer, says: `Made version ${writer.versionId}, "${name}", of ${counted(written, 'document')}` };
  } catch (error) {
    await writer.abort();
    throw error;
  }
}

async function passThrough(
  { place, log, signal, progress, memory }: TaskContext,
  data: TransformData,
  versions: { input: number; other: number | undefined },
  writer: VersionWriter,
): Promise<number> {
  const engine = place.store.sql;
  signal.throwIfAborted();
  const worker = startWorker('jobs/transformWorker', {
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: memory, maxYoungGenerationSizeMb: 32 },
  });
  const answer = (message: TransformAnswer): void => worker.postMessage(message);
  let [written, read] = [0, 0];
  try {
    await new Promise<void>((done, fail) => {
      signal.addEventListener('abort', () => fail(signal.reason), { once: true });
      worker.on('error', (error: Error & { code?: string }) =>
        fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new TaskFailed(`The task took more than ${memory} MB of memory and was ended.`) : error),
      );
      worker.on('exit', () => fail(new Error('The thread of the task ended')));
      worker.on('message', (message: TransformMessage) => {
        switch (message.tell) {
          case 'page': {
            const versionId = message.of === 'input' ? versions.input : versions.other;
            readPageText(engine, versionId ?? 0, message.kind, message.after ?? undefined, PAGE[message.kind] ?? 1000).then((page) => {
              read += page.length;
              progress(`Reading ${message.kind}`, read, read);
              answer({ ask: message.ask, text: page });
            }, fail);
            break;
          }
          case 'documents': {
            const { memory: freed } = message.batch;
            for (const [, n] of message.batch.counts) written += n;
            writer.addBatch(message.batch).then(() => answer({ ask: null, memory: freed }), fail);
            break;
          }
          case 'log':
            for (const { level, message: words, group } of message.rows) {
              const at = group === '' ? undefined : log.group(group);
              if (level === 3) log.error(words, at);
              else if (level === 2) log.warn(words, at);
              else log.info(words, at);
            }
            break;
          case 'done':
            done();
            break;
          case 'failed':
            fail(new TaskFailed(message.message));
        }
      });
    });
  } finally {
    await worker.terminate();
  }
  return written;
}

const PAGE: Readonly<Record<string, number>> = { Timetable: 200, Track: 500 };

async function otherVersion({ values, place, task }: TaskContext): Promise<number | undefined> {
  const database = values['database'];
  if (typeof database !== 'string') return undefined;
  if (database === task.databaseId) throw new TaskFailed('A database cannot be merged with itself.');
  const { db } = place.store.sql;
  if ((await readDatabase(db, database)) === undefined) throw new TaskFailed(`There is no database ${database}.`);
  const current = await readCurrent(db, database);
  if (current === undefined) throw new TaskFailed(`The database ${database} has no current version.`);
  return current.Id;
}

/** A user's program: as it is written in the task, or from the object store. */
async function programOf({ values, place }: TaskContext): Promise<string | null> {
  const { program } = values;
  if (typeof program !== 'string') return null;
  const key = /^s3:(\S+)$/.exec(program.trim())?.[1];
  return key === undefined ? program : text(await place.objects.get(key));
}

function todayIn(timeZone: string): string {
  try {
    return new Intl.DateTimeFormat('en-CA', {
      timeZone: timeZone === '' ? 'UTC' : timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    }).format(timeNow());
  } catch {
    return new Date(timeNow()).toISOString().slice(0, 10);
  }
}

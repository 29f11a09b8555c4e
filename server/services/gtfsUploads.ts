/**
 * Uploaded GTFS feeds. A feed is imported by a run of the Import task, like one that a person starts on the Tasks page: it has a
 * log, is listed with the runs of its database, and a run whose process was killed is taken up again.
 */
import { createReadStream } from 'node:fs';
import { isEnded } from '../../src/domain/runs.ts';
import { importUpload } from '../../src/domain/taskTemplates/imports.ts';
import { LOG_LEVELS } from '../../src/domain/runLogs.ts';
import type { TaskRun } from '../../src/domain/taskRuns.ts';
import type { UploadImport } from '../../src/domain/uploads.ts';
import type { Caller } from '../auth/auth.ts';
import type { Live } from '../live/live.ts';
import type { ObjectStore } from '../objects/objects.ts';
import type { Engine } from '../store/engine.ts';
import { readLogs } from '../store/runLogs.ts';
import { createRun, moveRun } from '../store/runs.ts';
import { readRuns } from '../store/taskRuns.ts';
import type { Db } from '../store/tables.ts';
import { linkRun, readLinkedRun, type UploadKey } from '../store/uploads.ts';
import { BadInput } from '../refusal.ts';
import { pause } from '../surroundings.ts';
import { keepTaskFile } from './tasks.ts';
import { readRunChanged } from './runMessages.ts';

/** What a feed is imported with. */
export interface GtfsUploadPlace {
  readonly engine: Engine;
  readonly objects: ObjectStore;
  readonly live: Live;
  /** Tells the task queue that a run was made, or is to be stopped. */
  readonly runTasks: () => void;
}

/** A GTFS feed that was received whole. Sizes in bytes. */
export interface GtfsUpload {
  readonly databaseId: string;
  readonly name: string;
  /** Name of the zip at its sender. */
  readonly fileName: string;
  readonly caller: Caller;
  readonly upload: UploadKey;
  readonly path: string;
  readonly size: number;
}

/** What came of the import: the version, and the task whose log says what was not taken over. */
export interface ImportedFeed {
  readonly versionId: number;
  readonly task: TaskRun;
}

interface Watch {
  /** Aborted when the sender cancels: the run is stopped. */
  readonly cancelled: AbortSignal;
  /** Aborted when this process ends: the run continues in another process, or after the restart. */
  readonly stopping: AbortSignal;
  readonly onProgress: (done: number, total: number) => void;
}

/**
 * Imports a feed and waits for the end of its run. An upload that comes again under the same key waits for the run it has.
 * Throws BadInput with the reason and the first errors of the log where no version was made.
 */
export async function importGtfsUpload(place: GtfsUploadPlace, feed: GtfsUpload, watch: Watch): Promise<ImportedFeed> {
  const { engine } = place;
  const runId = (await readLinkedRun(engine.db, feed.upload)) ?? (await beginRun(place, feed));
  for (;;) {
    const task = await readImportTask(engine.db, runId);
    if (task === undefined) throw new BadInput([{ Field: '', Message: 'The run that imports the feed was removed.' }]);
    const { type, output_version_id: versionId } = task.last_result;
    if (isImported(task) && versionId !== null) return { versionId, task };
    if (isEnded(type)) {
      const messages = await failureOfImport(engine.db, task);
      throw new BadInput(messages.map((Message) => ({ Field: '', Message })));
    }
    if (task.progress !== null) watch.onProgress(task.progress.done, task.progress.total);
    watch.stopping.throwIfAborted();
    if (watch.cancelled.aborted) await stopImport(place, runId, watch.cancelled);
    await pause(ASK_EVERY_MS, undefined, { signal: AbortSignal.any([watch.stopping, watch.cancelled]) }).catch(() => undefined);
  }
}

/** What became of the run of an upload: `running`, the version it made, or why it made none. */
export async function readImportRun(db: Db, runId: number): Promise<ImportedFeed | { readonly messages: readonly string[] } | 'running'> {
  const task = await readImportTask(db, runId);
  if (task === undefined) return { messages: ['The run that imports the feed was removed.'] };
  const { type, output_version_id: versionId } = task.last_result;
  if (isImported(task) && versionId !== null) return { versionId, task };
  if (!isEnded(type)) return 'running';
  // A run that its sender stopped was cancelled: nobody asks why.
  return { messages: type === STOPPED ? [] : await failureOfImport(db, task) };
}

/** How a feed was imported, as the answer of its upload says it. */
export function importOf({ task: { task, level_summary } }: ImportedFeed): UploadImport {
  return { TaskRunId: task.id, Errors: level_summary.errors, Warnings: level_summary.warnings };
}

const ASK_EVERY_MS = 200;
const STOPPED = 6;
/** Errors of the log that an answer repeats; the log has all of them. */
const ERRORS_SHOWN = 20;

async function beginRun({ engine, objects, live, runTasks }: GtfsUploadPlace, feed: GtfsUpload): Promise<number> {
  const file = await keepTaskFile(engine.db, objects, feed.fileName, { body: createReadStream(feed.path), length: feed.size, limit: feed.size });
  const runId = await engine.db.transaction().execute(async (tx) => {
    const made = await createRun(tx, {
      pipelineId: null,
      pipelineName: null,
      databaseId: feed.databaseId,
      causedBy: feed.caller.account.name,
      subject: feed.caller.subject,
      tasks: [
        {
          name: importUpload.name,
          original_name: importUpload.name,
          s3_url: importUpload.s3_url,
          task_type: importUpload.task_type,
          command: { file, version_name: feed.name, on_errors: 'continue' },
          input_version_id: null,
          notes: '',
        },
      ],
    });
    if (made === undefined) throw new Error('The run could not be made');
    await linkRun(tx, feed.upload, made.runId);
    return made.runId;
  });
  runTasks();
  const message = await readRunChanged(engine.db, runId);
  if (message !== undefined) void live.publish({ target: 'runChanged', message });
  return runId;
}

async function stopImport({ engine, live, runTasks }: GtfsUploadPlace, runId: number, cancelled: AbortSignal): Promise<never> {
  await engine.db.transaction().execute((tx) => moveRun(tx, runId, { type: 'stop' }));
  runTasks();
  const message = await readRunChanged(engine.db, runId);
  if (message !== undefined) void live.publish({ target: 'runChanged', message });
  throw cancelled.reason;
}

async function readImportTask(db: Db, runId: number): Promise<TaskRun | undefined> {
  const [run] = await readRuns(db, [runId]);
  return run?.tasks[0];
}

/** Also one that waits for approval has made its version. */
function isImported({ last_result: { type } }: TaskRun): boolean {
  return type === 2 || type === 4;
}

async function failureOfImport(db: Db, { task, last_result: { type, message } }: TaskRun): Promise<readonly string[]> {
  const errors = await readLogs(db, task.id, { offset: 0, limit: ERRORS_SHOWN, levels: [LOG_LEVELS.Error], message: '' });
  const first = message ?? (type === STOPPED ? 'The import was stopped.' : 'The feed could not be imported.');
  return [first, ...errors.map((row) => row.message).filter((text) => text !== first)];
}

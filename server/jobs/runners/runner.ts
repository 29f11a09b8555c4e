import type { TaskCommand } from '../../../src/domain/pipelines.ts';
import type { ClaimedTask, TaskEnd } from '../../store/runs.ts';
import type { VersionWriter } from '../../store/store.ts';
import type { startChecking } from '../../validation/thread.ts';
import type { Db } from '../../store/tables.ts';
import type { TaskLog } from '../taskLog.ts';
import type { AddressRules } from '../../addresses.ts';
import type { TaskSecrets } from '../taskSecrets.ts';
import type { JobPlace } from '../versionJobs.ts';

/** What the reading of GTFS zips needs. */
export interface FeedPlace extends JobPlace {
  /** Folder of this installation, for files that are only needed for a while. */
  readonly dataDir: string;
  /** Bytes of all files of a GTFS zip, unpacked. */
  readonly unpackedLimit: number;
  /** Starts the thread that checks a version; that of the platform where it is not given. */
  readonly startChecking?: typeof startChecking | undefined;
}

/** What tasks need. */
export interface TaskPlace extends FeedPlace {
  /** Bytes of a file that is fetched or uploaded. */
  readonly uploadLimit: number;
  /** Path of a Chromium that prints PDF files; undefined where there is none. */
  readonly chromium: string | undefined;
  readonly addresses: AddressRules;
  readonly secrets: TaskSecrets;
}

/** Input of a runner: the task, its working folder, its log and progress. */
export interface TaskContext {
  readonly task: ClaimedTask;
  /** The parameters, read by the schema of the template. */
  readonly values: TaskCommand;
  readonly place: TaskPlace;
  readonly log: TaskLog;
  /** A folder of its own, removed at the end. */
  readonly folder: string;
  /** Megabytes that a thread may take. */
  readonly memory: number;
  /** Aborted when the task is stopped, its time is up, or the process ends. */
  readonly signal: AbortSignal;
  progress(phase: string, done: number, total: number): void;
}

/** What a runner has made. It becomes visible in one transaction with the end of the task. */
export interface TaskOutcome {
  readonly end: TaskEnd;
  /** A version that is written and not shown yet. */
  readonly writer?: VersionWriter;
  /** What the log says of it; an attempt that ends before the version is shown has not said so. */
  readonly says?: string;
  /** Further versions to publish a live message about at the end of the task. */
  readonly versions?: readonly number[];
  /** The version that `also` publishes, and the one that was current before. */
  readonly publishes?: { readonly versionId: number; readonly before: number | undefined };
  /** What else happens in that transaction; what it answers becomes part of the end. */
  readonly also?: (tx: Db) => Promise<Partial<TaskEnd> | void>;
}

export type TaskRunner = (context: TaskContext) => Promise<TaskOutcome>;

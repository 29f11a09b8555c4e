/** Uploads: a feed file is received, read and made a version, or nothing at all; a GTFS zip is handed to an import task. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { ReplyOf } from '../../src/contract/route.ts';
import { uploadSource, type readUpload } from '../../src/contract/upload.ts';
import type { UploadProgress } from '../../src/contract/notifications.ts';
import { READ_ONLY } from '../../src/domain/versions.ts';
import type { Caller } from '../auth/auth.ts';
import { FeedFileRefused } from '../feed/json/refusal.ts';
import { readInThread } from '../feed/json/readInThread.ts';
import { receive, removeLeftUploads, TooLarge, type Received } from '../feed/uploads/receive.ts';
import { TurnTaker } from '../feed/uploads/turnTaker.ts';
import type { Live } from '../live/live.ts';
import type { ObjectStore } from '../objects/objects.ts';
import { claimKey, readAnswer, recordAnswer, type CommandKey, type RecordedAnswer } from '../store/idempotency.ts';
import type { OpenedStore } from '../store/openStore.ts';
import { canonicalJson } from '../store/prepare.ts';
import { readDatabase } from '../store/regions.ts';
import type { Db } from '../store/tables.ts';
import type { AddressedNews } from '../store/news.ts';
import * as store from '../store/uploads.ts';
import { readVersion } from '../store/versions.ts';
import { elapsed } from '../surroundings.ts';
import { importGtfsUpload, importOf, readImportRun } from './gtfsUploads.ts';
import { newsOfUpload, newsMessage } from './news.ts';
import { BadInput, Refusal, tooLarge } from '../refusal.ts';

/** One call of uploadSource. */
export interface UploadCall {
  readonly databaseId: string;
  readonly versionName: string;
  /** Name of the file at its sender, where it was said. */
  readonly fileName: string | undefined;
  readonly caller: Caller;
  /** Its Idempotency-Key. */
  readonly key: string;
  readonly body: Readable;
  /** Bytes that are to come, where the sender says it. */
  readonly length: number | undefined;
  /** Aborted when the caller has gone. */
  readonly gone: AbortSignal;
}

export interface Uploads {
  /** Carries an upload out and answers it; a repeat under the same key is answered as the first time. */
  upload(call: UploadCall): Promise<RecordedAnswer>;
  /** What became of an upload of the caller. */
  read(caller: Caller, uploadId: string): Promise<ReplyOf<typeof readUpload>>;
  /** Ends the uploads that are under way; what they had begun is removed. */
  stop(): Promise<void>;
}

export interface UploadsOptions {
  readonly store: OpenedStore;
  readonly objects: ObjectStore;
  readonly live: Live;
  /** Tells the task queue that a run was made, or is to be stopped. */
  readonly runTasks: () => void;
  readonly dataDir: string;
  /** Bytes of a file, packed or not. */
  readonly limit: number;
  /** Called with errors that do not fail the upload. */
  readonly warn: (message: string, error: unknown) => void;
}

/** Uploads on a store. Files that a killed process left half received are removed. */
export function createUploads({ store: opened, objects, live, runTasks, dataDir, limit, warn }: UploadsOptions): Uploads {
  const engine = opened.sql;
  const folder = join(dataDir, 'uploads');
  const tidied = removeLeftUploads(folder, (instance) => engine.isAlive(instance));
  const running = new Map<string, Running>();
  const settling = new Set<Promise<void>>();
  const turns = new TurnTaker(READ_AT_ONCE);
  const stopping = new AbortController();

  const upload = async (call: UploadCall): Promise<RecordedAnswer> => {
    await tidied;
    await requireWritable(engine.db, call.databaseId);
    if ((call.length ?? 0) > limit) throw tooLarge(limit);
    const own = { subject: call.caller.subject, key: call.key };
    await store.markRunning(engine, own);
    const tell = progressTeller(live, call.key, call.caller.subject);
    try {
      const signal = AbortSignal.any([call.gone, stopping.signal]);
      const file = await receive(call.body, {
        folder,
        instance: engine.instance,
        limit,
        signal,
        onProgress: (bytes) => tell('receiving', bytes, Math.max(bytes, call.length ?? 0)),
      });
      try {
        return await once(call, file, tell);
      } finally {
        await file.remove();
      }
    } catch (error) {
      const refusal = call.gone.aborted
        ? new Refusal(499, 'cancelled', 'The upload was cancelled.')
        : stopping.signal.aborted
          ? new Refusal(503, 'stopping', 'The server is stopping.')
          : refusalOf(error, limit);
      // Why it was broken off its sender knows best: a reload, a lost connection.
      // Another upload of that key is none of ours.
      if (!(refusal instanceof Refusal && refusal.code === 'key_reused')) {
        await store.markFailed(engine.db, own, call.gone.aborted ? [] : messagesOf(refusal));
        // The run of a GTFS feed tells its end itself.
        if (!call.gone.aborted && (await store.readLinkedRun(engine.db, own)) === undefined)
          await publishNews(
            await newsOfUpload(engine.db, own, { databaseId: call.databaseId, name: call.versionName }, { messages: messagesOf(refusal) }),
          );
      }
      throw refusal;
    }
  };

  const publishNews = async (news: readonly AddressedNews[]): Promise<void> => {
    for (const one of news) await live.publish(...newsMessage(one));
  };

  /** An upload that comes twice at a time under one key is carried out once; each gets the answer. */
  const once = async (call: UploadCall, file: Received, tell: Teller): Promise<RecordedAnswer> => {
    const { databaseId, versionName, caller } = call;
    const asked = canonicalJson([uploadSource.name, { databaseId, versionName }, file.hash]);
    const command: CommandKey = { subject: caller.subject, key: call.key, fingerprint: createHash('sha256').update(asked).digest('hex') };
    const name = `${command.subject} ${command.key}`;
    let work = running.get(name);
    if (work !== undefined && work.fingerprint !== command.fingerprint) throw keyReused();
    if (work === undefined) {
      const cancel = new AbortController();
      const answer = carryOut(call, command, file, tell, AbortSignal.any([cancel.signal, stopping.signal])).finally(() => running.delete(name));
      answer.catch(() => undefined);
      work = { fingerprint: command.fingerprint, answer, cancel, waiting: 0 };
      running.set(name, work);
    }
    const { answer, cancel } = work;
    const present = work;
    present.waiting++;
    // Goes on while anybody waits for it.
    const leave = (): void => void (--present.waiting === 0 && cancel.abort(new Error('The sender has gone')));
    call.gone.addEventListener('abort', leave, { once: true });
    if (call.gone.aborted) leave();
    try {
      return await answer;
    } finally {
      call.gone.removeEventListener('abort', leave);
    }
  };

  const carryOut = async (call: UploadCall, command: CommandKey, file: Received, tell: Teller, signal: AbortSignal): Promise<RecordedAnswer> => {
    const { databaseId, versionName: name, caller } = call;
    const known = await readAnswer(engine.db, command);
    if (known.kind === 'reused') throw keyReused();
    if (known.kind === 'answered') return known.answer;
    if (file.zip) return importZip(call, command, file, tell, signal);
    const input = { databaseId, name, source: SOURCE, author: caller.account.name, sourceHash: file.hash };
    const made = new Made();
    const record = async (tx: Db, versionId: number): Promise<void> => {
      const claim = await claimKey(tx, command);
      if (claim.kind === 'reused') throw keyReused();
      if (claim.kind === 'answered') throw new AnsweredElsewhere(claim.answer);
      await requireWritable(tx, databaseId);
      const version = await readVersion(tx, versionId);
      if (version === undefined) throw new Error(`There is no version ${versionId}`);
      made.answer = { status: 200, body: JSON.stringify(uploadSource.reply.parse({ DbVersionId: versionId, Version: version })) };
      made.message = { target: 'versionListed', message: { DatabaseId: databaseId, Version: version } };
      await recordAnswer(tx, command, made.answer);
      await store.markDone(tx, command, versionId);
      made.news = await newsOfUpload(tx, command, input, { versionId });
    };
    try {
      const repeated = await engine.db.transaction().execute(async (tx) => {
        const versionId = await store.repeatVersion(tx, input);
        if (versionId !== undefined) await record(tx, versionId);
        return versionId;
      });
      if (repeated === undefined) await turns.take(signal, () => write(input, file, tell, signal, record));
    } catch (error) {
      if (error instanceof AnsweredElsewhere) return error.answer;
      throw error;
    }
    if (made.answer === undefined || made.message === undefined) throw new Error('The upload ended without an answer');
    void live.publish(made.message);
    await publishNews(made.news);
    return made.answer;
  };

  const importZip = async (call: UploadCall, command: CommandKey, file: Received, tell: Teller, cancelled: AbortSignal): Promise<RecordedAnswer> => {
    const { databaseId, versionName: name, fileName = 'feed.zip', caller } = call;
    const feed = { databaseId, name, fileName, caller, upload: command, path: file.path, size: file.size };
    tell('reading', 0, file.size);
    const imported = await importGtfsUpload({ engine, objects, live, runTasks }, feed, {
      cancelled,
      stopping: stopping.signal,
      onProgress: (done, total) => tell('reading', done, total),
    });
    const { versionId } = imported;
    return engine.db.transaction().execute(async (tx) => {
      const claim = await claimKey(tx, command);
      if (claim.kind === 'reused') throw keyReused();
      if (claim.kind === 'answered') return claim.answer;
      const version = await readVersion(tx, versionId);
      if (version === undefined) throw new Refusal(404, 'not_found', `Version ${versionId} was deleted meanwhile.`);
      const reply = { DbVersionId: versionId, Version: version, Import: importOf(imported) };
      const answer = { status: 200, body: JSON.stringify(uploadSource.reply.parse(reply)) };
      await recordAnswer(tx, command, answer);
      await store.markDone(tx, command, versionId);
      return answer;
    });
  };

  const write = async (
    input: { databaseId: string; name: string; source: string; author: string; sourceHash: string },
    file: Received,
    tell: Teller,
    signal: AbortSignal,
    record: (tx: Db, versionId: number) => Promise<void>,
  ): Promise<void> => {
    tell('reading', 0, file.size);
    const writer = await opened.beginVersion({ ...input, state: 'completed' });
    try {
      await readInThread({ path: file.path, gzip: file.gzip }, writer, { signal, onProgress: (bytes) => tell('reading', bytes, file.size) });
      signal.throwIfAborted();
      tell('saving', file.size, file.size);
      await writer.show(async (tx) => {
        // The last moment at which it can be called off.
        signal.throwIfAborted();
        await record(tx, writer.versionId);
      });
      // The sender need not wait for this. What fails of it is made up for by the first who reads the version.
      const settled = writer.settle().catch((error: unknown) => warn('A version is read slowly at first', error));
      settling.add(settled);
      void settled.finally(() => settling.delete(settled));
    } catch (error) {
      await writer.abort();
      throw error;
    }
  };

  return {
    upload,
    async read(caller, uploadId) {
      const state = await store.readUpload(engine, { subject: caller.subject, key: uploadId });
      if (state?.runId != null) return replyOfRun(await readImportRun(engine.db, state.runId));
      return { Status: state?.status ?? 'unknown', DbVersionId: state?.versionId ?? null, Messages: [...(state?.messages ?? [])] };
    },
    async stop() {
      stopping.abort(new Error('The server is stopping'));
      await Promise.allSettled([...running.values()].map(({ answer }) => answer));
      await Promise.allSettled(settling);
    },
  };
}

function replyOfRun(end: Awaited<ReturnType<typeof readImportRun>>): ReplyOf<typeof readUpload> {
  if (end === 'running') return { Status: 'running', DbVersionId: null, Messages: [] };
  return 'versionId' in end
    ? { Status: 'done', DbVersionId: end.versionId, Messages: [], Import: importOf(end) }
    : { Status: 'failed', DbVersionId: null, Messages: [...end.messages] };
}

/** What lists say of where the version came from. */
const SOURCE = 'upload';

/** Files read at a time; the others wait. Each takes about 100 MB of memory. */
const READ_AT_ONCE = 2;

interface Running {
  readonly fingerprint: string;
  readonly answer: Promise<RecordedAnswer>;
  readonly cancel: AbortController;
  /** Callers who wait for the answer. */
  waiting: number;
}

/** What came of the transaction. */
class Made {
  answer: RecordedAnswer | undefined;
  message: Parameters<Live['publish']>[0] | undefined;
  news: readonly AddressedNews[] = [];
}

/** Another process on the database has carried out the same command meanwhile. */
class AnsweredElsewhere extends Error {
  readonly answer: RecordedAnswer;

  constructor(answer: RecordedAnswer) {
    super('Answered by another process');
    this.answer = answer;
  }
}

type Teller = (phase: UploadProgress['Phase'], done: number, total: number) => void;

/** Sends progress to the uploader at most four times a second, and at every change of phase. */
function progressTeller(live: Live, uploadId: string, subject: string): Teller {
  let lastPhase = '';
  let lastSent = 0;
  return (Phase, Done, Total) => {
    const now = elapsed();
    if (Phase === lastPhase && now - lastSent < 300) return;
    lastPhase = Phase;
    lastSent = now;
    void live.publish({ target: 'uploadProgress', message: { UploadId: uploadId, Phase, Done, Total } }, subject);
  };
}

async function requireWritable(db: Db, databaseId: string): Promise<void> {
  const database = await readDatabase(db, databaseId);
  if (database === undefined) throw new Refusal(404, 'not_found', `There is no database ${databaseId}.`);
  if (database.Permissions.ReadOnly) throw new Refusal(403, 'read_only', READ_ONLY);
}

function refusalOf(error: unknown, limit: number): unknown {
  if (error instanceof FeedFileRefused) return new BadInput(error.problems.map(({ place, message }) => ({ Field: place, Message: message })));
  return error instanceof TooLarge ? tooLarge(limit) : error;
}

/** The words a client makes of the refusal itself (src/domain/errors.ts), so that the same upload fails in the same words when asked for later. */
function messagesOf(error: unknown): readonly string[] {
  if (error instanceof BadInput) return error.fields.map(({ Field, Message }) => (Field === '' ? Message : `${Field}. ${Message}`));
  return error instanceof Refusal ? error.messages : ["Something went wrong. It's not your fault."];
}

function keyReused(): Refusal {
  return new Refusal(422, 'key_reused', 'This Idempotency-Key was used for another request.');
}

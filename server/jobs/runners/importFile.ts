import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { dropWords, fileWords } from '../../../src/domain/importReport.ts';
import { VERSION_NAME_LIMIT } from '../../../src/domain/versions.ts';
import { readInThread } from '../../feed/json/readInThread.ts';
import { writeFeedVersion } from '../../feed/importFeed.ts';
import { isDiskFull } from '../../store/engine.ts';
import { keepImportSource, type ImportSource } from '../../store/importSources.ts';
import type { TaskEnd } from '../../store/runs.ts';
import type { VersionWriter } from '../../store/store.ts';
import { timeNow } from '../../surroundings.ts';
import { keepFile } from './exports.ts';
import type { TaskOutcome, TaskContext } from './runner.ts';
import { TaskFailed } from '../../taskFailed.ts';

/** A received file. */
export interface ReceivedFile {
  readonly path: string;
  readonly size: number;
  /** SHA-256 in hexadecimal digits. */
  readonly hash: string;
}

/** Receives a file into the folder of the task. Throws TaskFailed where it is too large, or the connection breaks. */
export async function receiveFile(
  { folder, place, log, signal, progress }: TaskContext,
  source: Readable,
  { total, from }: { readonly total: number; readonly from: string },
): Promise<ReceivedFile> {
  const path = join(folder, 'received');
  const hash = createHash('sha256');
  let size = 0;
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      hash.update(chunk);
      progress('Fetching', size, Math.max(total, size));
      done(
        size > place.uploadLimit
          ? new TaskFailed(`The file is larger than ${Math.round(place.uploadLimit / 1e6)} MB. It was not fetched to its end.`)
          : null,
        chunk,
      );
    },
  });
  try {
    await pipeline(source, count, createWriteStream(path), { signal });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof TaskFailed) throw error;
    if (isDiskFull(error)) throw new TaskFailed('The disk of the server is full. Nothing was imported.');
    throw new TaskFailed(
      `The connection to ${from} broke after ${megabytes(size)}${total > 0 ? ` of ${megabytes(total)}` : ''}. Nothing was imported.`,
    );
  }
  if (total > 0 && size !== total) throw new TaskFailed(`${from} sent ${megabytes(size)} of ${megabytes(total)}. Nothing was imported.`);
  log.info(`Received ${megabytes(size)}`);
  return { path, size, hash: hash.digest('hex') };
}

/** Options of importFile. */
export interface ImportAsked {
  readonly databaseId: string;
  readonly version_name: string;
  readonly on_errors: 'approval' | 'continue' | 'fail';
  /** Trips in percent that may be in no timetable without a question. */
  readonly drop_limit: number;
  /** What lists say of where the version came from. */
  readonly fileName: string;
  readonly source?: Omit<ImportSource, 'versionId'>;
}

/** Makes a version of a GTFS zip or a feed file, packed or not; what it is shows in its first bytes. */
export async function importFile(context: TaskContext, file: ReceivedFile, asked: ImportAsked): Promise<TaskOutcome> {
  const { log } = context;
  const kind = await kindOf(file);
  const name = versionName(asked);
  const { writer, ...imported } =
    kind === 'zip'
      ? await readZip(context, file, asked, name)
      : { writer: await readFeedFile(context, file, asked, name, kind === 'gzip'), end: {}, errors: 0, dropped: undefined };
  const { errors } = imported;
  if (errors > 0 && asked.on_errors === 'fail') {
    await writer.abort();
    const rows = errors === 1 ? 'One row' : `${errors} rows`;
    const message = `${rows} could not be read, and the task is set to fail then. No version was made.`;
    log.error(message);
    return { end: { status: 3, message, ...imported.end } };
  }
  const { source, databaseId } = asked;
  const doubts = [
    // nobody approves what was run by hand
    ...(imported.dropped === undefined || context.task.pipelineId === null ? [] : [imported.dropped]),
    ...(errors > 0 && asked.on_errors === 'approval' ? [`${errors === 1 ? 'One error' : `${errors} errors`} in the feed.`] : []),
  ];
  return {
    end: {
      status: doubts.length > 0 ? 4 : 2,
      message: doubts.length > 0 ? `${doubts.join(' ')} Look at the log, then approve the run or stop it.` : null,
      ...imported.end,
    },
    writer,
    says: `Made version ${writer.versionId}, "${name}"`,
    ...(source === undefined ? {} : { also: (tx) => keepImportSource(tx, databaseId, { ...source, versionId: writer.versionId }) }),
  };
}

/** What a zip makes beside the version: its report, and what it drops beyond the limit. */
interface ReadZip {
  readonly writer: VersionWriter;
  readonly end: Pick<TaskEnd, 'outputFiles' | 'importReport'>;
  /** What could not be read; a fault of a row that is taken as it is does not count. */
  readonly errors: number;
  readonly dropped: string | undefined;
}

async function readZip(context: TaskContext, file: ReceivedFile, { databaseId, fileName, drop_limit }: ImportAsked, name: string): Promise<ReadZip> {
  const { log, place, signal, progress, task, folder } = context;
  const report = join(folder, REPORT_NAME);
  const imported = await writeFeedVersion({
    file: file.path,
    databaseId,
    name,
    source: fileName.slice(0, 200),
    author: task.causedBy,
    store: place.store,
    report,
    unpackedLimit: place.unpackedLimit,
    signal,
    onProgress: ({ phase, bytes, totalBytes }) => progress(phase, bytes, totalBytes),
  }).catch((error: unknown) => {
    throw inWordsOfPeople(error, file, fileName);
  });
  const { notes, summary, writer } = imported;
  const dropped = dropWords(summary.report.trips, drop_limit);
  if (dropped !== undefined) await log.headline(dropped);
  for (const note of notes) {
    const group = log.group(note.file);
    const text = `${note.line === null ? '' : `line ${note.line}: `}${note.reason}`;
    if (note.severity === 'error') log.error(text, group);
    else if (note.severity === 'warning') log.warn(text, group);
    else log.info(text, group);
  }
  const { trips, rejectedTrips, stopTimes, stopTimesKept, stopTimesAsRows } = summary;
  log.info(`${of(trips, trips)} trips and ${of(stopTimesKept + stopTimesAsRows, stopTimes)} stop times were kept`);
  if (rejectedTrips + stopTimesAsRows > 0)
    log.info(
      `${rejectedTrips.toLocaleString('en')} trips and ${stopTimesAsRows.toLocaleString('en')} stop times form no timetable: they are not edited in DMP, kept as rows and exported again`,
    );
  const group = log.group('Rows of each file');
  for (const one of summary.report.files) log.info(fileWords(one), group);
  const outputFiles = await keepFile(context, REPORT_NAME, createReadStream(report));
  const errors = notes.filter(({ severity, result }) => severity === 'error' && result !== 'said').length;
  return { writer, dropped, errors, end: { outputFiles, importReport: summary.report } };
}

const REPORT_NAME = 'import-report.csv';

function of(part: number, whole: number): string {
  return `${part.toLocaleString('en')} of ${whole.toLocaleString('en')}`;
}

/** Error messages name the requested file and its size, not the temporary path on the server. */
function inWordsOfPeople(error: unknown, file: ReceivedFile, fileName: string): unknown {
  if (!(error instanceof Error) || !error.message.includes(file.path)) return error;
  const cut = error.message.includes('is not a zip file') ? ' It may be cut off: compare its size with that of the original.' : '';
  return new TaskFailed(`${error.message.replaceAll(file.path, `${fileName} (${file.size.toLocaleString('en')} bytes)`)}${cut}`);
}

async function readFeedFile(
  { place, signal, progress, task }: TaskContext,
  file: ReceivedFile,
  { databaseId, fileName }: ImportAsked,
  name: string,
  gzip: boolean,
): Promise<VersionWriter> {
  const writer = await place.store.beginVersion({ databaseId, name, source: fileName.slice(0, 200), author: task.causedBy, state: 'completed' });
  try {
    await readInThread({ path: file.path, gzip }, writer, { signal, onProgress: (bytes) => progress('Reading', bytes, file.size) });
    return writer;
  } catch (error) {
    await writer.abort();
    throw error;
  }
}

async function kindOf({ path, size }: ReceivedFile): Promise<'zip' | 'gzip' | 'json'> {
  const file = await open(path);
  const head = Buffer.alloc(512);
  const { bytesRead } = await file.read(head, 0, 512, 0);
  await file.close();
  const bytes = head.subarray(0, bytesRead);
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return 'zip';
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return 'gzip';
  const text = bytes
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart();
  if (text.startsWith('{')) return 'json';
  if (/^<(!doctype|html|\?xml|head|body)/i.test(text))
    throw new TaskFailed('The file is a web page, not a GTFS zip or a feed file. Nothing was imported.');
  throw new TaskFailed(
    size === 0 ? 'The file is empty. Nothing was imported.' : 'The file is neither a GTFS zip nor a feed file. Nothing was imported.',
  );
}

function versionName({ version_name, fileName }: ImportAsked): string {
  const now = new Date(timeNow()).toISOString();
  const pattern = version_name === '' ? `${fileName.replace(/\.(zip|json|gz)+$/i, '')} {date}` : version_name;
  return pattern.replaceAll('{date}', now.slice(0, 10)).replaceAll('{time}', now.slice(11, 16)).trim().slice(0, VERSION_NAME_LIMIT);
}

function megabytes(bytes: number): string {
  return bytes < 100_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

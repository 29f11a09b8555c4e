/** The timetable book of a version as a file: HTML, or PDF printed by a Chromium of the server. */
import { spawn } from 'node:child_process';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { exportTimetableBook } from '../../../src/domain/taskTemplates/exports.ts';
import { readIndex, readLine, type BookIndex } from '../../feed/book/bookFile.ts';
import { writeBook } from '../../feed/book/writeBook.ts';
import { exportGtfs } from '../../feed/exportFeed.ts';
import { bookPage } from '../../services/timetables/book.ts';
import { tongueOf } from '../../services/timetables/words.ts';
import { readDatabase } from '../../store/regions.ts';
import { timeNow, timeUp } from '../../surroundings.ts';
import { TaskFailed } from '../../taskFailed.ts';
import { keepFile, versionToWrite, wrote } from './exports.ts';
import type { TaskContext, TaskOutcome } from './runner.ts';

/** Milliseconds that a Chromium may take to print. */
const PRINT_LIMIT = 15 * 60_000;

/** Writes the timetables of the chosen lines of a version as a book to print. */
export async function runExportTimetableBook(context: TaskContext): Promise<TaskOutcome> {
  const values = exportTimetableBook.parameters.parse(context.values);
  const { place, log, progress, signal, task, folder } = context;
  if (values.format === 'pdf' && place.chromium === undefined)
    throw new TaskFailed('This server has no Chromium to print PDF files with (setting CHROMIUM_PATH). Choose HTML, and print it with a browser.');
  const versionId = await versionToWrite(context);
  const zip = join(folder, 'feed.zip');
  progress('Reading the version', 0, 0);
  await exportGtfs(place.store, versionId, createWriteStream(zip), { signal });
  const database = await readDatabase(place.store.sql.db, task.databaseId);
  const book = await open(await writeBook(zip, folder, place.unpackedLimit, Math.floor(timeNow() / 86_400_000), signal));
  try {
    const index = await readIndex(book);
    const lines = chosenLines(index, values.lines);
    log.info(`${lines.length.toLocaleString('en')} of ${index.lines.length.toLocaleString('en')} lines`);
    let done = 0;
    const { pieces } = bookPage({
      page: {
        title: database?.Name || task.databaseId,
        index,
        tongue: tongueOf(index.language, index.timezone, values.language === 'feed' ? undefined : values.language),
        isEmbedded: false,
        kept: '',
      },
      lines,
      paper: values.paper,
      allStops: values.all_stops,
      read: (line) => {
        signal.throwIfAborted();
        progress('Writing lines', done++, lines.length);
        return readLine(book, line);
      },
    });
    const name = `${values.file_name || task.databaseId}.${values.format}`;
    const html = join(folder, 'book.html');
    await writeFile(html, Readable.from(pieces), { signal });
    const made = values.format === 'html' ? html : await printed(html, place.chromium ?? '', context);
    const outputFiles = await keepFile(context, name, createReadStream(made));
    log.info(wrote(versionId, outputFiles));
    return { end: { status: 2, outputFiles } };
  } finally {
    await book.close();
  }
}

/** The lines of these short names or ids, in the order of the book; all where none is named. Throws TaskFailed for one that is not there. */
function chosenLines({ lines }: BookIndex, wanted: readonly string[]): BookIndex['lines'] {
  if (lines.length === 0) throw new TaskFailed('This version has no lines.');
  if (wanted.length === 0) return lines;
  const missing = wanted.filter((one) => !lines.some(({ id, short }) => one === id || one === short));
  if (missing.length > 0) throw new TaskFailed(`There is no line ${missing.join(', ')} in this version.`);
  return lines.filter(({ id, short }) => wanted.includes(id) || wanted.includes(short));
}

/**
 * Prints an HTML file as PDF and answers the path of the PDF. The page has no script and reaches no network. As root, which
 * Chromium refuses to sandbox, it runs without a sandbox: the page is made by the product alone.
 */
async function printed(html: string, chromium: string, { folder, signal, progress }: TaskContext): Promise<string> {
  progress('Printing', 0, 0);
  const pdf = join(folder, 'book.pdf');
  const flags = [
    '--headless',
    '--disable-gpu',
    '--disable-extensions',
    '--disable-background-networking',
    '--no-first-run',
    '--no-pdf-header-footer',
    '--host-resolver-rules=MAP * ~NOTFOUND',
    `--user-data-dir=${join(folder, 'chromium')}`,
    `--print-to-pdf=${pdf}`,
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    pathToFileURL(html).href,
  ];
  const ended = await new Promise<string>((resolve) => {
    const child = spawn(chromium, flags, {
      signal: AbortSignal.any([signal, timeUp(PRINT_LIMIT)]),
      killSignal: 'SIGKILL',
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => (said = `${said}${chunk.toString('utf8')}`.slice(-2000)));
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, by) => resolve(code === 0 ? '' : said.trim().split('\n').at(-1) || (by ?? `exit code ${code}`)));
  });
  signal.throwIfAborted();
  if (ended === '' && (await stat(pdf).catch(() => undefined))) return pdf;
  throw new TaskFailed(
    `The Chromium at ${chromium} could not print the book: ${ended || 'it wrote no file'}. Choose HTML, and print it with a browser.`,
  );
}

/** `npm run export -- --database ID --version V --out FILE.zip`: writes a version as a GTFS zip. */
import { open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { openStore, type OpenedStore } from '../store/openStore.ts';
import type { Store } from '../store/store.ts';
import { exportGtfs, ExportRefused, type ExportedFeed } from './exportFeed.ts';
import { ProgressLine } from './progressLine.ts';

const USAGE = `Usage: npm run export -- --database ID --version V --out FILE.zip [--extensions] [--tods]

  --database ID    the database of the version
  --version V      the version's number, its name, or "current"
  --out FILE.zip   written whole or not at all; a file of that name is replaced
  --extensions     direction, signpost, area and group of stops into columns ext_*, which GTFS does not know
  --tods           depots and dead runs of vehicle blocks as files of TODS (Transit Operational Data Standard)
  --verbose        a line for each step instead of one that is written over

DATA_DIR (default .data) or DATABASE_URL say where the data is kept.`;

async function run(args: string[]): Promise<number> {
  const asked = readArguments(args);
  if (typeof asked === 'number') return asked;
  const abort = new AbortController();
  const stop = (): void => abort.abort(new ExportRefused('Stopped. Nothing was written.'));
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  const line = new ProgressLine(asked.verbose);
  let store: OpenedStore | undefined;
  try {
    const dataDir = resolve(process.env['DATA_DIR'] ?? '.data');
    const from = (store = await openStore({
      dataDir,
      databaseUrl: process.env['DATABASE_URL'] || undefined,
      events: { onWarning: (text) => console.error(text) },
    }));
    const versionId = await findVersion(from, asked.database, asked.version);
    const exported = await writeWhole(asked.out, (out) =>
      exportGtfs(from, versionId, out, {
        signal: abort.signal,
        extensions: asked.extensions,
        vehicleWork: asked.tods,
        onProgress: ({ file, rows }) => line.show(`Writing ${file}${rows === 0 ? '' : `, ${rows.toLocaleString('en')} rows`}`),
      }),
    );
    line.clear();
    report(asked.out, exported);
    return 0;
  } catch (error) {
    line.clear();
    if (error instanceof ExportRefused) console.error(error.message);
    else if (error instanceof Error && ['FolderInUse', 'DatabaseUnreachable'].includes(error.name))
      console.error(`${error.message} Nothing was written.`);
    else if (isOfFile(error)) console.error(`${asked.out} cannot be written: ${error.message}`);
    else throw error;
    return 1;
  } finally {
    await store?.close();
  }
}

/**
 * Writes beside the file and puts it in its place when all of it is on the disk: a process that is killed leaves the
 * previous file unchanged. Temporary files of earlier processes are removed.
 */
async function writeWhole<T>(out: string, write: (into: Writable) => Promise<T>): Promise<T> {
  const folder = dirname(out);
  const prefix = `.${basename(out)}.`;
  for (const name of await readdir(folder)) {
    const holder = name.startsWith(prefix) ? /^(\d+)\.partial$/.exec(name.slice(prefix.length))?.[1] : undefined;
    if (holder !== undefined && !isRunning(Number(holder))) await rm(join(folder, name), { force: true });
  }
  const path = join(folder, `${prefix}${process.pid}.partial`);
  try {
    const result = await write((await open(path, 'wx')).createWriteStream());
    const file = await open(path, 'r+');
    await file.sync();
    await file.close();
    await rename(path, out);
    return result;
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

/** Whether the file or its folder refused: a path that cannot be opened, a full disk. */
function isOfFile(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && ('path' in error || ('syscall' in error && error.syscall === 'write'));
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

async function findVersion(store: Store, database: string, version: string): Promise<number> {
  if ((await store.readDatabase(database)) === undefined) throw new ExportRefused(`There is no database ${database}.`);
  const versions = await store.listVersions(database);
  const found =
    versions.find(({ Id }) => String(Id) === version) ??
    versions.find((known) => (version === 'current' ? known.Current : known.Version === version));
  if (found === undefined) throw new ExportRefused(`The database ${database} has no version ${version}.`);
  return found.Id;
}

interface Asked {
  readonly database: string;
  readonly version: string;
  readonly out: string;
  readonly extensions: boolean;
  readonly tods: boolean;
  readonly verbose: boolean;
}

function readArguments(args: string[]): Asked | number {
  try {
    const text = { type: 'string' } as const;
    const flag = { type: 'boolean' } as const;
    const { values } = parseArgs({
      args,
      options: { database: text, version: text, out: text, extensions: flag, tods: flag, verbose: flag, help: { ...flag, short: 'h' } },
    });
    if (values.help === true) {
      console.log(USAGE);
      return 0;
    }
    if (values.database === undefined) throw new TypeError('Say of which database: --database ID');
    if (values.version === undefined) throw new TypeError('Say which version: --version V');
    if (values.out === undefined) throw new TypeError('Say into which file: --out FILE.zip');
    return {
      database: values.database.toLowerCase(),
      version: values.version,
      out: resolve(values.out),
      extensions: values.extensions === true,
      tods: values.tods === true,
      verbose: values.verbose === true,
    };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    console.error(`${error.message}\n\n${USAGE}`);
    return 2;
  }
}

function report(out: string, { files, warnings }: ExportedFeed): void {
  for (const { name, rows } of files) console.log(`${name.padEnd(28)}${(rows === null ? 'unchanged' : rows.toLocaleString('en')).padStart(12)}`);
  for (const { severity, file, reason } of warnings.slice(0, SHOWN)) console.log(`${severity} ${file}: ${reason}`);
  if (warnings.length > SHOWN) console.log(`... and ${(warnings.length - SHOWN).toLocaleString('en')} more`);
  console.log(`\nWritten to ${out}`);
}

/** Messages that are printed. */
const SHOWN = 50;

process.exitCode = await run(process.argv.slice(2));

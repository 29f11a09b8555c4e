/** `npm run import -- FILE.zip --database ID [--region KEY] [--name NAME]`: takes a GTFS zip, or a generated network, in as a new version. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { DROP_LIMIT, dropWords, fileWords } from '../../src/domain/importReport.ts';
import { writeNetwork } from './demo/writeNetwork.ts';
import type { MadePlaces } from './ensureDatabase.ts';
import { zipLimitsOf } from './gtfs/read/zip.ts';
import { FeedRefused } from './gtfs/refusal.ts';
import { importFeed, type ImportedFeed } from './importFeed.ts';
import type { FinishedVersion } from '../store/store.ts';
import { ProgressLine } from './progressLine.ts';

const USAGE = `Usage: npm run import -- FILE.zip --database ID [--region KEY] [--name NAME]
       npm run import -- --generate --database ID [--stops N] [--seed N] [--region KEY] [--name NAME]

  FILE.zip         a GTFS feed
  --database ID    1 to 8 latin letters; made where there is no such database
  --region KEY     region of a database that is made, letters only (default: imported)
  --name NAME      name of the version (default: the file's name)
  --report FILE    write a CSV file with every row that was refused, changed or kept as it is: file, line, column, value, reason
  --generate       a made-up network instead of a feed, of N stops (default 400); the same for the same seed
  --verbose        a line for each step instead of one that is written over

DATA_DIR (default .data) or DATABASE_URL say where the data is kept.`;

async function run(args: string[]): Promise<number> {
  const asked = readArguments(args);
  if (typeof asked === 'number') return asked;
  const abort = new AbortController();
  const stop = (): void => abort.abort(new FeedRefused('Stopped. Nothing was imported.'));
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  const dataDir = resolve(process.env['DATA_DIR'] ?? '.data');
  // The reading starts first: the store's own modules load while its thread starts.
  const opening = import('../store/openStore.ts').then(({ openStore }) =>
    openStore({ dataDir, databaseUrl: process.env['DATABASE_URL'] || undefined, events: { onWarning: (text) => console.error(text) } }),
  );
  // Whoever waits for it below hears of a failure; a refusal of the feed may come first.
  opening.catch(() => undefined);
  const line = new ProgressLine(asked.verbose);
  try {
    if (asked.network !== undefined) {
      const { stops } = asked.network;
      const place = { databaseId: asked.database, regionKey: asked.region, name: asked.name ?? `Generated, ${stops} stops`, author: 'command line' };
      const written = await writeNetwork(await opening, place, asked.network, {
        onProgress: (made) => made % 500 === 0 && line.show('Generating', made / stops),
        signal: abort.signal,
      });
      line.clear();
      reportVersion(asked.database, written);
    } else {
      const imported = await importFeed({
        file: asked.file,
        databaseId: asked.database,
        regionKey: asked.region,
        name: asked.name,
        author: 'command line',
        report: asked.report,
        unpackedLimit: zipLimitsOf(process.env).totalBytes,
        store: opening,
        onProgress: ({ phase, bytes, totalBytes }) => line.show(phase, totalBytes === 0 ? 1 : bytes / totalBytes),
        signal: abort.signal,
      });
      line.clear();
      reportFeed(asked.database, imported);
    }
    return 0;
  } catch (error) {
    line.clear();
    if (error instanceof FeedRefused)
      console.error([`${asked.network === undefined ? asked.file : 'The network'} was not imported:`, ...error.messages].join('\n  '));
    // The class itself would bring the store's modules with it before they are needed.
    else if (error instanceof Error && ['FolderInUse', 'DatabaseUnreachable'].includes(error.name))
      console.error(`${error.message} Nothing was imported.`);
    else throw error;
    return 1;
  } finally {
    await (await opening.catch(() => undefined))?.close();
  }
}

interface Asked {
  readonly file: string;
  readonly network: { readonly stops: number; readonly seed: number } | undefined;
  readonly database: string;
  readonly region: string | undefined;
  readonly name: string | undefined;
  readonly verbose: boolean;
  readonly report: string | undefined;
}

function readArguments(args: string[]): Asked | number {
  try {
    const text = { type: 'string' } as const;
    const flag = { type: 'boolean' } as const;
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        database: text,
        region: text,
        name: text,
        stops: text,
        seed: text,
        generate: flag,
        report: text,
        verbose: flag,
        help: { ...flag, short: 'h' },
      },
    });
    if (values.help === true) {
      console.log(USAGE);
      return 0;
    }
    const generate = values.generate === true;
    const [file = '', ...more] = positionals;
    if (generate && positionals.length > 0) throw new TypeError('Give a file or --generate, not both.');
    if (!generate && (file === '' || more.length > 0)) throw new TypeError(file === '' ? 'Say which file to import.' : 'Give one file at a time.');
    if (values.database === undefined) throw new TypeError('Say into which database: --database ID');
    const network = generate
      ? { stops: wholeNumber('stops', values.stops ?? '400', 40), seed: wholeNumber('seed', values.seed ?? '1', 0) }
      : undefined;
    return {
      file,
      network,
      database: values.database.toLowerCase(),
      region: values.region,
      name: values.name,
      verbose: values.verbose === true,
      report: values.report === undefined ? undefined : resolve(values.report),
    };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    console.error(`${error.message}\n\n${USAGE}`);
    return 2;
  }
}

function wholeNumber(option: string, text: string, least: number): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
  if (!(number >= least)) throw new TypeError(`--${option} is a whole number from ${least}.`);
  return number;
}

function reportFeed(database: string, imported: ImportedFeed): void {
  const { notes, summary } = imported;
  const dropped = dropWords(summary.report.trips, DROP_LIMIT);
  if (dropped !== undefined) console.log(`Warning: ${dropped}`);
  const refused = summary.report.files.reduce((sum, file) => sum + file.refused, 0);
  if (refused > 0)
    console.log(
      `Warning: ${refused.toLocaleString('en')} ${refused === 1 ? 'row was' : 'rows were'} refused and left out. Each is listed below by file.`,
    );
  reportVersion(database, imported, [
    `${'trips in timetables'.padEnd(22)}${(summary.trips - summary.rejectedTrips).toLocaleString('en').padStart(10)}  of ${summary.trips.toLocaleString('en')}`,
    `${'stop times kept'.padEnd(22)}${(summary.stopTimesKept + summary.stopTimesAsRows).toLocaleString('en').padStart(10)}  of ${summary.stopTimes.toLocaleString('en')}`,
    '',
    ...summary.report.files.map(fileWords),
    ...[...groupByFile(notes)].flatMap(([file, all]) => [
      `\n${file}: ${all.length.toLocaleString('en')} ${all.length === 1 ? 'message' : 'messages'}`,
      ...all.slice(0, SHOWN).map((note) => `  ${note.severity}${note.line === null ? '' : ` line ${note.line}`}: ${note.reason}`),
      ...(all.length > SHOWN ? [`  ... and ${(all.length - SHOWN).toLocaleString('en')} more, kept with the version`] : []),
    ]),
  ]);
}

function reportVersion(
  database: string,
  { versionId, counts, madeDatabase, madeRegion }: FinishedVersion & MadePlaces,
  more: readonly string[] = [],
): void {
  if (madeRegion) console.log('Made a region for the database.');
  if (madeDatabase) console.log(`Made the database ${database}.`);
  for (const [kind, count] of Object.entries(counts)) console.log(`${kind.padEnd(22)}${count.toLocaleString('en').padStart(10)}`);
  for (const line of more) console.log(line);
  const address = process.env['PUBLIC_URL'] || `http://localhost:${process.env['PORT'] || '4180'}`;
  console.log(`\nVersion ${versionId} of ${database}: ${address.replace(/\/$/, '')}/data/db/${encodeURIComponent(database)}/v/${versionId}`);
}

/** Messages of a file that are printed; all of them are kept with the version. */
const SHOWN = 5;

function groupByFile(notes: ImportedFeed['notes']): Map<string, ImportedFeed['notes'][number][]> {
  const files = new Map<string, ImportedFeed['notes'][number][]>();
  for (const note of notes) files.set(note.file, [...(files.get(note.file) ?? []), note]);
  return files;
}

process.exitCode = await run(process.argv.slice(2));

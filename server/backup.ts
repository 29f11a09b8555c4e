/** Backups of an installation: its database, its objects and its keys, in a folder with a manifest that is written last. */
import { execFile } from 'node:child_process';
import { constants, createReadStream, createWriteStream, existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Config } from './config.ts';
import { ObjectLost } from './objects/objects.ts';
import { openObjects } from './objects/openObjects.ts';
import { requestCopy } from './store/copyRequests.ts';
import { readDigests, type VersionDigest } from './store/digests.ts';
import type { Engine, EngineEvents } from './store/engine.ts';
import { FolderInUse } from './store/folderLock.ts';
import { openPglite } from './store/pglite.ts';
import { keepPrivate, openStore, templateDir } from './store/openStore.ts';
import { openPostgres } from './store/postgres.ts';
import { isBlank, scratchDatabase } from './store/scratch.ts';
import { elapsed, timeNow } from './surroundings.ts';

/** An error for the user of a command, without a stack. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused';
}

type Place = Pick<Config, 'dataDir' | 'databaseUrl' | 'objectStore'>;
type Say = (line: string) => void;

const Manifest = z.object({
  format: z.literal(1),
  engine: z.enum(['pglite', 'postgres']),
  /** When it was begun: what was committed before is in it. */
  at: z.iso.datetime(),
  versions: z.array(z.object({ id: z.number(), rev: z.number(), digest: z.string().nullable() })),
});
type Manifest = z.infer<typeof Manifest>;

const EVENTS: EngineEvents = { onCrash: (error) => console.error(error.message), onWarning: () => undefined };

/** Makes a backup in a folder that is empty or not there. People may keep editing. */
export async function backUp(place: Place, folder: string, say: Say): Promise<Manifest> {
  const to = resolve(folder);
  if (existsSync(to) && (await readdir(to)).length > 0) throw new BackupRefused(`${to} is not empty. Name a folder of its own for each backup.`);
  await keepPrivate(to);
  const at = new Date(timeNow()).toISOString();
  // The database first: files that it names are kept before, and never changed.
  const versions = place.databaseUrl === undefined ? await copyEmbedded(place.dataDir, to) : await dumpPostgres(place.databaseUrl, to);
  say('The database is copied.');
  const files = await copyObjects(place, to, say);
  say(`${files} objects are copied.`);
  for (const name of ['secrets', 'outbox']) await copyIfThere(join(place.dataDir, name), join(to, name));
  const manifest: Manifest = { format: 1, engine: place.databaseUrl === undefined ? 'pglite' : 'postgres', at, versions: [...versions] };
  await writeFile(join(to, MANIFEST), JSON.stringify(manifest, null, 1), { mode: 0o600, flush: true });
  return manifest;
}

/** Puts a backup into an installation that is empty. */
export async function restore(place: Place, folder: string, say: Say): Promise<Manifest> {
  const from = resolve(folder);
  const manifest = await readManifest(from);
  if (manifest.engine !== (place.databaseUrl === undefined ? 'pglite' : 'postgres'))
    throw new BackupRefused(
      manifest.engine === 'postgres'
        ? 'This backup is of PostgreSQL: set DATABASE_URL.'
        : 'This backup is of the embedded database: leave DATABASE_URL out.',
    );
  await keepPrivate(place.dataDir);
  if (place.databaseUrl === undefined) {
    const database = join(place.dataDir, 'db');
    if (existsSync(database)) throw new BackupRefused(`${database} is there already. Stop DMP and move it away first.`);
    await cp(join(from, 'db'), `${database}.unfinished`, COPY);
    await rename(`${database}.unfinished`, database);
  } else {
    if (!(await isBlank(place.databaseUrl)))
      throw new BackupRefused('The database of DATABASE_URL is not empty. Make one of its own for the restore.');
    await runTool('pg_restore', ['--exit-on-error', '--no-owner', `--dbname=${place.databaseUrl}`, join(from, DUMP)]);
  }
  say('The database is restored.');
  for (const name of ['secrets', 'outbox']) await copyIfThere(join(from, name), join(place.dataDir, name));
  const files = await restoreObjects(place, from);
  say(`${files} objects are restored.`);
  return manifest;
}

/** What a drill found. */
export interface Drill {
  /** Versions that are verbatim as they were. */
  readonly same: number;
  /** Versions that differ; none in a sound backup. */
  readonly different: readonly number[];
  /** Versions that were edited while the backup was made: their digest is of another moment. */
  readonly notCompared: readonly number[];
  /** Seconds between what the backup holds and now: what would be lost. */
  readonly rpoSeconds: number;
  /** Seconds from an empty place to a database that answers. */
  readonly rtoSeconds: number;
}

/** Restores a backup into a scratch place, compares every version with what it was, and takes the place away. */
export async function drill(place: Place, folder: string, say: Say): Promise<Drill> {
  const dataDir = await mkdtemp(join(tmpdir(), 'dmp-drill-'));
  const scratch =
    place.databaseUrl === undefined
      ? undefined
      : await scratchDatabase(place.databaseUrl).catch((error: unknown) => {
          throw new BackupRefused(
            `A scratch database could not be made beside the one of DATABASE_URL: ${error instanceof Error ? error.message : String(error)}`,
          );
        });
  try {
    const began = elapsed();
    const manifest = await restore({ dataDir, databaseUrl: scratch?.url, objectStore: undefined }, folder, say);
    const rpoSeconds = Math.round((timeNow() - Date.parse(manifest.at)) / 1000);
    const store = await openStore({ dataDir, databaseUrl: scratch?.url });
    const rtoSeconds = Math.round((elapsed() - began) / 100) / 10;
    try {
      const found = new Map((await readDigests(store.sql)).map((one) => [one.id, one]));
      const compared = manifest.versions.filter(({ id, rev, digest }) => digest !== null && (found.get(id)?.rev ?? rev) === rev);
      const different = compared.filter(({ id, digest }) => found.get(id)?.digest !== digest).map(({ id }) => id);
      const notCompared = manifest.versions.filter((one) => !compared.includes(one)).map(({ id }) => id);
      return { same: compared.length - different.length, different, notCompared, rpoSeconds, rtoSeconds };
    } finally {
      await store.close();
    }
  } finally {
    await scratch?.drop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

const MANIFEST = 'backup.json';
const DUMP = 'database.dump';
/** Blocks are shared where the file system can. */
const COPY = { recursive: true, mode: constants.COPYFILE_FICLONE, preserveTimestamps: true } as const;

async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => undefined);
  if (text === undefined) throw new BackupRefused(`${folder} holds no backup, or one that was not finished: ${MANIFEST} is missing.`);
  return Manifest.parse(JSON.parse(text));
}

async function copyEmbedded(dataDir: string, to: string): Promise<readonly VersionDigest[]> {
  const copy = join(to, 'db');
  if (!existsSync(join(dataDir, 'db'))) throw new BackupRefused(`${dataDir} holds no database. Set DATA_DIR, or DATABASE_URL.`);
  try {
    return await onEmbedded(dataDir, async (engine) => {
      await engine.copyTo?.(copy);
      return readDigests(engine);
    });
  } catch (error) {
    if (error instanceof FolderInUse) return requestCopy(dataDir, copy);
    throw error;
  }
}

/** Without migrating it: a backup is made before an upgrade too. */
async function onEmbedded<T>(dataDir: string, act: (engine: Engine) => Promise<T>): Promise<T> {
  const engine = await openPglite({ dataDir, templateDir: templateDir() }, EVENTS);
  try {
    return await act(engine);
  } finally {
    await engine.close();
  }
}

async function dumpPostgres(url: string, to: string): Promise<readonly VersionDigest[]> {
  await runTool('pg_dump', ['--format=custom', '--no-owner', `--file=${join(to, DUMP)}`, `--dbname=${url}`]);
  return onPostgres(url, readDigests);
}

async function onPostgres<T>(url: string, act: (engine: Engine) => Promise<T>): Promise<T> {
  const engine = await openPostgres(url, EVENTS, { connections: 4 });
  try {
    return await act(engine);
  } finally {
    await engine.close();
  }
}

async function copyObjects(place: Place, to: string, say: Say): Promise<number> {
  const target = join(to, 'objects');
  await mkdir(target, { recursive: true });
  if (place.objectStore === undefined) {
    await copyIfThere(join(place.dataDir, 'objects'), target);
    return (await filesIn(target)).length;
  }
  if (place.databaseUrl === undefined) throw new BackupRefused('With a bucket and the embedded database, back up the bucket by its own means.');
  const objects = openObjects(place.dataDir, place.objectStore);
  let files = 0;
  for (const key of await onPostgres(place.databaseUrl, listKeys)) {
    try {
      const path = join(target, key);
      await mkdir(dirname(path), { recursive: true });
      await pipeline(await objects.get(key), createWriteStream(path));
      files += 1;
    } catch (error) {
      // It may have been deleted for its age since.
      if (!(error instanceof ObjectLost)) throw error;
      say(error.message);
    }
  }
  return files;
}

async function listKeys({ db }: Engine): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select archive as key from version where archive is not null
    union select key from kept_upload
    union select key from public_release
    union select facts_key from public_release where facts_key is not null
    union select book_key from public_release where book_key <> ''
    union select value from installation where name = 'objects'
    union select coalesce(output_files->>'key', output_files->>'gtfs', output_files->>'feed') from task_run
      where not output_files ? 'removed' and coalesce(output_files->>'key', output_files->>'gtfs', output_files->>'feed') is not null
    order by 1`.execute(db);
  return rows.map(({ key }) => key);
}

async function restoreObjects(place: Place, from: string): Promise<number> {
  const source = join(from, 'objects');
  const files = await filesIn(source);
  if (place.objectStore === undefined) {
    await copyIfThere(source, join(place.dataDir, 'objects'));
    return files.length;
  }
  const objects = openObjects(place.dataDir, place.objectStore);
  for (const file of files) {
    const key = relative(source, file);
    await objects.put(key.slice(0, key.lastIndexOf('.')), createReadStream(file));
  }
  return files.length;
}

async function filesIn(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

async function copyIfThere(from: string, to: string): Promise<void> {
  if (existsSync(from)) await cp(from, to, COPY);
}

const run = promisify(execFile);

async function runTool(name: string, args: readonly string[]): Promise<void> {
  try {
    await run(name, [...args], { maxBuffer: 1e7 });
  } catch (error) {
    const said: unknown = Reflect.get(Object(error), 'stderr');
    if (Reflect.get(Object(error), 'code') === 'ENOENT')
      throw new BackupRefused(`${name} is not installed: it comes with the client programs of PostgreSQL.`);
    throw new BackupRefused(`${name} failed: ${typeof said === 'string' ? said.trim() : String(error)}`);
  }
}

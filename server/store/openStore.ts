import { readFileSync } from 'node:fs';
import { chmod, mkdir, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { sql } from 'kysely';
import { z } from 'zod';
import { setImmediate } from '../surroundings.ts';
import { openBroker } from './broker.ts';
import { dropLeftovers } from './cleaning.ts';
import type { Engine, EngineEvents } from './engine.ts';
import { readAll, readEntity } from './entities.ts';
import { isOlder, migrate, schemaKey } from './migrate.ts';
import { openPglite } from './pglite.ts';
import { openPostgres } from './postgres.ts';
import * as regions from './regions.ts';
import type { ImportMessage, Store } from './store.ts';
import * as versions from './versions.ts';
import { beginVersion } from './writer.ts';

export interface StoreOptions {
  /** Folder of this installation. */
  readonly dataDir: string;
  /** Address of a PostgreSQL database; without it PGlite under `dataDir` is used. */
  readonly databaseUrl?: string | undefined;
  /** Milliseconds after which a statement is given up; each engine has its own default. */
  readonly statementMs?: number;
  /** Connections to PostgreSQL, at least four. */
  readonly connections?: number;
  /** The PostgreSQL database without a pooler between; see DATABASE_DIRECT_URL. */
  readonly directUrl?: string | undefined;
  /** Redis or Valkey that carries texts between processes; without it PostgreSQL does. */
  readonly brokerUrl?: string | undefined;
  /** Whether statements are added to traces. */
  readonly traced?: boolean;
  readonly events?: Partial<EngineEvents>;
}

/** The store as the server's own services use it: with the database beneath. */
export interface OpenedStore extends Store {
  readonly sql: Engine;
}

/** Opens the store, brings its schema up to this build and removes what a killed process left unfinished. */
export async function openStore({
  dataDir,
  databaseUrl,
  statementMs,
  connections,
  directUrl,
  brokerUrl,
  traced = false,
  events = {},
}: StoreOptions): Promise<OpenedStore> {
  const engineEvents: EngineEvents = { onCrash: events.onCrash ?? rethrow, onWarning: events.onWarning ?? (() => undefined) };
  await keepPrivate(dataDir);
  const engine =
    databaseUrl === undefined
      ? await openPglite({ dataDir, templateDir: templateDir(), statementMs, traced }, engineEvents)
      : await openPostgres(databaseUrl, engineEvents, {
          traced,
          ...(statementMs !== undefined && { statementMs }),
          ...(connections !== undefined && { connections }),
          ...(directUrl !== undefined && { directUrl }),
        });
  try {
    await copyBeforeUpgrade(engine, dataDir);
    await migrate(engine.db);
    const dropped = await dropLeftovers(engine);
    if (dropped > 0)
      engineEvents.onWarning(`${dropped} version${dropped === 1 ? ' was' : 's were'} left unfinished by a process that ended, and removed`);
    return storeOn(brokerUrl === undefined ? engine : await withBroker(engine, brokerUrl, engineEvents));
  } catch (error) {
    await engine.close();
    throw error;
  }
}

/** The engine with its texts carried by a broker, under a name that no other database has. */
async function withBroker(engine: Engine, url: string, events: EngineEvents): Promise<Engine> {
  const { rows } = await sql<{ name: string }>`
    select left(md5(system_identifier || ' ' || current_database()), 16) as name from pg_control_system()`.execute(engine.db);
  const broker = await openBroker(url, rows[0]?.name ?? '', events.onWarning);
  return {
    ...engine,
    fanout: broker,
    async close() {
      broker.close();
      await engine.close();
    },
  };
}

/** Keeps the embedded database as it is before a newer build changes its schema: the way back. The copy of the upgrade before goes. */
async function copyBeforeUpgrade(engine: Engine, dataDir: string): Promise<void> {
  if (engine.copyTo === undefined || !(await isOlder(engine.db))) return;
  const kept = join(dataDir, 'db.before-upgrade');
  await rm(`${kept}.unfinished`, { recursive: true, force: true });
  await engine.copyTo(`${kept}.unfinished`);
  await rm(kept, { recursive: true, force: true });
  await rename(`${kept}.unfinished`, kept);
}

/** Makes a folder, and has it read by the account that runs the product alone, whatever the umask. */
export async function keepPrivate(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
}

/** Beside the installed packages, so that it is made once per installation and not once per data folder. */
export function templateDir(): string {
  const pglite = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync(join(pglite, '../../package.json'), 'utf8')));
  return join(pglite, '../../../../.cache/dmp', `pglite-${version}-${schemaKey()}`);
}

/** The store on an opened engine whose schema is that of this build. */
export function storeOn(engine: Engine): OpenedStore {
  const { db } = engine;
  return {
    sql: engine,
    engine: engine.name,
    fanout: engine.fanout,
    isEmpty: async () => (await engine.aside.selectFrom('region').select('key').limit(1).execute()).length === 0,
    listRegions: () => regions.listRegions(db),
    createRegion: (region) => regions.createRegion(db, region),
    listDatabases: () => regions.listDatabases(db),
    readDatabase: (id) => regions.readDatabase(db, id),
    createDatabase: (database) => regions.createDatabase(db, database),
    listVersions: (databaseId) => versions.listVersions(db, databaseId, { limit: 10_000 }),
    readVersion: (versionId) => versions.readVersion(db, versionId),
    beginVersion: (input) => beginVersion(engine, input),
    readEntities: (versionId, kind) => readAll(engine, versionId, kind),
    getEntity: (versionId, kind, id) => readEntity(db, versionId, kind, id),
    listRawFiles: (versionId) => db.selectFrom('version_file').select(['name', 'size']).where('version_id', '=', versionId).orderBy('name').execute(),
    readRawFile: async (versionId, name) => {
      const { rows } = await sql<{ text: string }>`
        select encode(f.bytes, 'base64') as text from version_file v join file_content f using (hash)
        where v.version_id = ${versionId} and v.name = ${name}`.execute(db);
      return rows[0] && Buffer.from(rows[0].text, 'base64');
    },
    listMessages: async (versionId) => {
      const rows = await db.selectFrom('import_message').selectAll().where('version_id', '=', versionId).orderBy('seq').execute();
      return z
        .array(Message)
        .parse(rows)
        .map(({ row, ...message }): ImportMessage => ({ ...message, ...(row === null ? {} : { row }) }));
    },
    close: () => engine.close(),
  };
}

const Message = z.object({
  severity: z.enum(['error', 'warning', 'info']),
  file: z.string(),
  line: z.number().nullable(),
  reason: z.string(),
  row: z.record(z.string(), z.string()).nullable(),
});

function rethrow(error: Error): void {
  setImmediate(() => {
    throw error;
  });
}

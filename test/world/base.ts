/** What every world begins with: a database with one region and one draft, put back before each world. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { migrate, schemaKey } from '../../server/store/migrate.ts';
import { storeOn } from '../../server/store/openStore.ts';
import { cloneVersion } from '../../server/store/versions.ts';
import type { EntityKind } from '../../src/domain/entities.ts';
import { sampleVersion } from '../laws/sampleVersion.ts';
import { Agenda } from './agenda.ts';
import { JOBS_DATABASE, makeJobs } from './jobsBase.ts';
import { beginTime, type Owner, settle } from './clock.ts';
import { VERSION } from './tab.ts';
import { openWorldDatabase, type WorldDatabase } from './database.ts';

/** A database for one world after the other. */
export interface BaseDatabase extends WorldDatabase {
  /** Puts everything back as it was made. */
  reset(): Promise<void>;
}

/** Opens the database of the worlds; making it takes some seconds, so a copy is kept beside the installed packages. */
export async function openBase(): Promise<BaseDatabase> {
  const database = await openWorldDatabase(await keptImage());
  const { rows } = await database.pglite.query(TABLES);
  const tables = z.array(z.object({ name: z.string(), columns: z.string() })).parse(rows);
  const filled: typeof tables = [];
  for (const table of tables) if ((await database.pglite.query(`select 1 from base."${table.name}" limit 1`)).rows.length > 0) filled.push(table);
  const fill = filled.map(
    ({ name, columns }) => `insert into public."${name}" (${columns}) overriding system value select ${columns} from base."${name}";`,
  );
  const reset = (written: readonly string[]): string => `
    begin;
    set local session_replication_role = replica;
    truncate base.moved restart identity;
    truncate base.taken, base.ended;
    alter sequence base.chance restart;
    select setseed(0.5);
    ${written.length === 0 ? '' : `truncate ${written.map((name) => `public."${name}"`).join(', ')} restart identity cascade;`}
    drop schema if exists jobs cascade;
    ${fill.join('\n')}
    select setval(format('%I.%I', schemaname, sequencename)::regclass, value) from base.sequences;
    commit;`;
  return {
    ...database,
    async reset() {
      beginTime(0);
      database.fill(false);
      await database.dropSessions();
      const written = z.array(z.object({ name: z.string() })).parse((await database.pglite.query(WRITTEN)).rows);
      await database.pglite.exec(reset(written.map(({ name }) => name)));
    },
  };
}

/** Columns that can be written, of all tables. */
const TABLES = `
  select c.table_name as name, string_agg('"' || c.column_name || '"', ', ' order by c.ordinal_position) as columns
  from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
  where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER' group by 1 order by 1`;

/** Tables that have or had a row; the others are as they were made. */
const WRITTEN = `
  select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_relation_size(oid) > 0 order by 1`;

/** The name of a version that stays as the one that people edit was in the beginning. */
export const COPY = 'before';

/** What says how the base is made. */
const MADE = ['base.ts', 'jobsBase.ts'];

async function keptImage(): Promise<Blob> {
  const key = createHash('sha256')
    .update(JSON.stringify([schemaKey(), documents(), MADE.map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))]))
    .digest('hex')
    .slice(0, 16);
  const folder = join(import.meta.dirname, '../../node_modules/.cache/dmp');
  const file = join(folder, `world-${key}.tar`);
  if (!existsSync(file)) {
    const image = await makeImage();
    mkdirSync(folder, { recursive: true });
    writeFileSync(`${file}.${process.pid}`, Buffer.from(await image.arrayBuffer()));
    renameSync(`${file}.${process.pid}`, file);
  }
  return new Blob([readFileSync(file)]);
}

/** The version of the samples, with a boarding area that is one. */
function documents(): readonly { readonly kind: EntityKind; readonly doc: object }[] {
  return [
    ...sampleVersion.map(({ kind, doc }) => ({ kind, doc: kind === 'VehicleBoarding' ? { ...doc, BoardingAreaId: 'BA1' } : doc })),
    { kind: 'Stop', doc: { Id: 'BA0', Name: 'Station', Type: 1, Coordinate: { Lat: 52.1, Lng: 5.1 }, WheelchairBoarding: 0 } },
    { kind: 'Stop', doc: { Id: 'BAP', Name: 'Platform', Type: 0, ParentId: 'BA0', Coordinate: { Lat: 52.1, Lng: 5.1 }, WheelchairBoarding: 0 } },
    { kind: 'Stop', doc: { Id: 'BA1', Name: 'Front', Type: 4, ParentId: 'BAP', Coordinate: { Lat: 52.1, Lng: 5.1 }, WheelchairBoarding: 0 } },
  ];
}

/** Notes each state that a task came to, each end that is written of it, and from whom it was taken while it ran, for the judges. */
const TASK_ENDS = `
  create table base.moved(id int generated always as identity, task_run_id int, was int, became int);
  create function base.note_move() returns trigger language plpgsql as $$
    begin insert into base.moved(task_run_id, was, became) values (new.task_run_id, old.status, new.status); return null; end $$;
  create trigger note_move after update on public.task_run for each row when (old.status <> new.status) execute function base.note_move();
  create table base.ended(task int);
  create function base.note_end() returns trigger language plpgsql as $$ begin insert into base.ended values (new.task_run_id); return null; end $$;
  create trigger note_end after update of output_files on public.task_run for each row execute function base.note_end();
  create table base.taken(task int, worker text, at bigint, silent double precision);
  create function base.note_taken() returns trigger language plpgsql as $$
    begin insert into base.taken values (old.task_run_id, old.worker, extract(epoch from now()) * 1000, extract(epoch from now() - old.beat));
    return null; end $$;
  create trigger note_taken after update on public.task_run for each row
    when (old.worker is not null and old.status = 1 and new.status = 1 and new.worker is distinct from old.worker) execute function base.note_taken();`;

/** Ids that the database makes: the platform's chance is read in advance, so what one world has left would go into the next. */
const CHANCE = `
  create sequence base.chance;
  set allow_system_table_mods = on;
  create or replace function pg_catalog.gen_random_uuid() returns uuid language sql volatile as $$ select md5(nextval('base.chance')::text)::uuid $$;
  reset allow_system_table_mods;`;

async function makeImage(): Promise<Blob> {
  beginTime(0);
  const agenda = new Agenda();
  const owner: Owner = { name: 'maker', alive: true, skew: 0 };
  const database = await openWorldDatabase();
  const store = storeOn(database.engineFor(owner, agenda));
  let done = false;
  const work = (async () => {
    await migrate(store.sql.db);
    await store.createRegion({
      Key: 'demoland',
      Name: 'Demoland',
      CountryCode: 'NL',
      LanguageCode: 'nl',
      Timezone: 'Europe/Amsterdam',
      Currency: 'EUR',
      Bounds: null,
    });
    await store.createDatabase({ Id: 'demo', Name: 'Demo', RegionKey: 'demoland' });
    const writer = await store.beginVersion({ databaseId: 'demo', name: 'draft', source: 'world', author: 'world', state: 'editable' });
    for (const { kind, doc } of documents()) await writer.add(kind, doc as never);
    await writer.addRawFile('fare_notes.txt', Buffer.from('note_id\nN7\n'));
    await writer.finish();
    await store.createDatabase({ Id: JOBS_DATABASE, Name: 'Night', RegionKey: 'demoland' });
    const finished = await store.beginVersion({ databaseId: JOBS_DATABASE, name: 'finished', source: 'world', author: 'world', state: 'completed' });
    for (const { kind, doc } of documents()) await finished.add(kind, doc as never);
    await finished.finish();
    await makeJobs(store);
    await cloneVersion(store.sql.db, VERSION, { name: COPY, author: 'world' });
  })().finally(() => (done = true));
  work.catch(() => undefined);
  while (!done) {
    await settle();
    const [next] = agenda.ready();
    if (next === undefined) continue;
    agenda.take(next);
    await next.run();
  }
  await work;
  const { rows } = await database.pglite.query(TABLES);
  await database.pglite.exec('create schema base');
  await database.pglite.exec(TASK_ENDS);
  await database.pglite.exec(CHANCE);
  for (const { name } of z.array(z.object({ name: z.string() })).parse(rows))
    await database.pglite.exec(`create table base."${name}" as table public."${name}"`);
  await database.pglite.exec(`
    create table base.sequences as select schemaname, sequencename, last_value as value
    from pg_sequences where schemaname = 'public' and last_value is not null`);
  const image = await database.pglite.dumpDataDir('none');
  await database.close();
  return image;
}

/** Version jobs in the store: storing, archiving and un-archiving continue after the call; a process claims a job and ends it. */
import { sql } from 'kysely';
import { z } from 'zod';
import { noteGarbage, removeOverlay } from './cleaning.ts';
import type { Engine } from './engine.ts';
import type { PreparedDocument } from './prepare.ts';
import type { Db } from './tables.ts';
import { SAVINGS, type Saving } from './versions.ts';

/** A job on a version, claimed by this process. */
export interface VersionJob {
  readonly versionId: number;
  readonly saving: Saving;
  readonly databaseId: string;
  readonly name: string;
  readonly source: string;
  readonly author: string;
  /** Key of its feed file in the object store, where there is one. */
  readonly archive: string | null;
  /** Whether its data lies in the object store alone. */
  readonly archived: boolean;
}

/** Versions with a job that no living process has claimed. */
export async function listVersionJobs(engine: Engine): Promise<{ versionId: number; saving: Saving }[]> {
  const { rows } = await sql<{ version_id: number; saving: string; worker: string | null }>`
    select version_id, saving, worker from version where saving is not null order by version_id`.execute(engine.db);
  const free: { versionId: number; saving: Saving }[] = [];
  for (const row of rows) {
    if (row.worker === null || (row.worker !== engine.instance && !(await engine.isAlive(row.worker))))
      free.push({ versionId: row.version_id, saving: SavingText.parse(row.saving) });
  }
  return free;
}

/** Claims the job of a version for this process; undefined where there is none, or another living process has it. */
export async function takeVersionJob(engine: Engine, versionId: number): Promise<VersionJob | undefined> {
  return engine.db.transaction().execute(async (tx) => {
    const { rows } = await sql<Row>`
      select version_id, saving, database_id, name, source, author, archive, archived, worker from version
      where version_id = ${versionId} and saving is not null for update`.execute(tx);
    const [row] = rows;
    if (!row || (row.worker !== null && row.worker !== engine.instance && (await engine.isAlive(row.worker)))) return undefined;
    await sql`update version set worker = ${engine.instance} where version_id = ${versionId}`.execute(tx);
    const { database_id: databaseId, name, source, author, archive, archived } = row;
    return { versionId, saving: SavingText.parse(row.saving), databaseId, name, source, author, archive, archived };
  });
}

/** Releases the job, so that any process can claim it. */
export async function releaseVersionJob(engine: Engine, versionId: number): Promise<void> {
  await sql`update version set worker = null where version_id = ${versionId} and worker = ${engine.instance}`.execute(engine.db);
}

/** Cancels the job: the version keeps its previous state. */
export async function putBack(engine: Engine, { versionId }: VersionJob): Promise<void> {
  await sql`
    update version set saving = null, worker = null, completed = true where version_id = ${versionId} and worker = ${engine.instance} and saving is not null`.execute(
    engine.db,
  );
}

/** Ends the storing of a version: a copy of it is kept under the key. Returns whether this process still had the job. */
export async function endStoring(engine: Engine, job: VersionJob, key: string): Promise<boolean> {
  return ended(engine.db, job, engine.instance, sql`stored = true, archive = ${key}`);
}

/** Ends the archiving: the data is under the key, here it is deleted. The rows of its edits are left for removeOverlay; nobody reads them any more. */
export async function endArchiving(engine: Engine, job: VersionJob, key: string): Promise<boolean> {
  return engine.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ layer_id: number }>`insert into layer default values returning layer_id`.execute(tx);
    const empty = rows[0]?.layer_id ?? 0;
    const ours = await ended(tx, job, engine.instance, sql`archived = true, archive = ${key}, base = ${empty}`);
    if (ours) await sql`delete from version_file where version_id = ${job.versionId}`.execute(tx);
    else await sql`delete from layer where layer_id = ${empty}`.execute(tx);
    await noteGarbage(tx);
    return ours;
  });
}

/**
 * Ends the un-archiving: the version stands on what was written into its workshop from here on. What was edited since the
 * workshop's layer is copied before, a few rows at a time, for nobody reads an archived version.
 */
export async function endUnArchiving(engine: Engine, job: VersionJob, workshop: number): Promise<boolean> {
  await removeOverlay(engine, job.versionId, { beforeUnArchiving: true });
  for (let [kind, id, copied] = [-1, '', COPIED_AT_A_TIME]; copied === COPIED_AT_A_TIME;) {
    const { rows } = await sql<{ kind: number; id: string }>`
      with copied as (
        insert into overlay_row(version_id, kind, id, bid, rev)
        select ${job.versionId}::int, kind, id, bid, 0 from overlay_row
        where version_id = ${workshop} and (kind, id) > (${kind}::smallint, ${id})
          and exists (select from version v where v.version_id = ${job.versionId} and v.saving = 'unArchiving' and v.worker = ${engine.instance})
        order by kind, id limit ${COPIED_AT_A_TIME}
        returning kind, id)
      select kind, id from copied order by kind, id`.execute(engine.db);
    copied = rows.length;
    [kind, id] = [rows.at(-1)?.kind ?? kind, rows.at(-1)?.id ?? id];
  }
  return engine.db.transaction().execute(async (tx) => {
    const ours = await ended(tx, job, engine.instance, sql`archived = false, base = (select base from version where version_id = ${workshop})`);
    if (ours) await sql`update version_file set version_id = ${job.versionId} where version_id = ${workshop}`.execute(tx);
    return ours;
  });
}

/** Ends the un-archiving of a version whose data never left. */
export async function endUnArchivingInPlace(engine: Engine, job: VersionJob): Promise<boolean> {
  return ended(engine.db, job, engine.instance, sql`archived = false`);
}

const COPIED_AT_A_TIME = 2000;

/** How many of some documents a version holds exactly as they are. */
export async function countPresent(engine: Engine, versionId: number, documents: readonly PreparedDocument[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n
    from unnest(${documents.map((one) => one.kind)}::smallint[], ${documents.map((one) => one.id)}::text[], ${documents.map((one) => one.hash)}::uuid[]) d(kind, id, hash)
      join blob b on b.hash = d.hash
      left join overlay_row o on o.version_id = ${versionId} and o.kind = d.kind and o.id = d.id
      left join layer_row l on l.layer_id = (select base from version where version_id = ${versionId}) and l.kind = d.kind and l.id = d.id
    where b.bid = case when o.id is null then l.bid else o.bid end`.execute(engine.db);
  return rows[0]?.n ?? 0;
}

/** Raw files of a version: hash (as file_content has it) by name. */
export async function readFileHashes(engine: Engine, versionId: number): Promise<Map<string, string>> {
  const rows = await engine.db.selectFrom('version_file').select(['name', 'hash']).where('version_id', '=', versionId).execute();
  return new Map(rows.map(({ name, hash }) => [name, hash]));
}

/** Number of all documents of a version. */
export async function countAll(engine: Engine, versionId: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select (
      (select count(*) from layer_row where layer_id = (select base from version where version_id = ${versionId}))
      + (select coalesce(sum((o.bid is not null)::int - (l.id is not null)::int), 0) from overlay_row o
           left join layer_row l on l.layer_id = (select base from version where version_id = ${versionId}) and l.kind = o.kind and l.id = o.id
         where o.version_id = ${versionId}))::int as n`.execute(engine.db);
  return rows[0]?.n ?? 0;
}

interface Row {
  version_id: number;
  saving: string;
  database_id: string;
  name: string;
  source: string;
  author: string;
  archive: string | null;
  archived: boolean;
  worker: string | null;
}

const SavingText = z.enum(SAVINGS);

async function ended(db: Db, { versionId, saving }: VersionJob, instance: string, change: ReturnType<typeof sql>): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update version set saving = null, worker = null, completed = true, ${change}
    where version_id = ${versionId} and saving = ${saving} and worker = ${instance}`.execute(db);
  return Number(numAffectedRows ?? 0) === 1;
}

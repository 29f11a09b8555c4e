/** What became of uploads, and versions made of a file that was uploaded before. */
import { sql } from 'kysely';
import { z } from 'zod';
import { RUN_STATUS } from '../../src/domain/runs.ts';
import type { Engine } from './engine.ts';
import { DOCUMENT_LOCK } from './locks.ts';
import type { Db } from './tables.ts';

/** An upload by who sends it and its Idempotency-Key. */
export interface UploadKey {
  readonly subject: string;
  readonly key: string;
}

export interface UploadState {
  readonly status: 'running' | 'done' | 'failed';
  readonly versionId: number | null;
  readonly messages: readonly string[];
}

/** Says that this process carries the upload out. One that is done stays done; a run of it that has failed or was stopped is repeated. */
export async function markRunning(engine: Engine, { subject, key }: UploadKey): Promise<void> {
  await sql`
    insert into upload(subject, key, status, writer) values (${subject}, ${key}, 'running', ${engine.instance})
    on conflict (subject, key) do update set status = 'running', writer = excluded.writer, messages = '[]', at = now(),
      run_id = (select run_id from pipeline_run r where r.run_id = upload.run_id and r.status not in (${FAILED}, ${STOPPED}))
    where upload.status <> 'done'`.execute(engine.db);
}

/** Says what the upload made; in the transaction that makes it. */
export async function markDone(tx: Db, { subject, key }: UploadKey, versionId: number): Promise<void> {
  await sql`update upload set status = 'done', version_id = ${versionId}, messages = '[]' where subject = ${subject} and key = ${key}`.execute(tx);
}

/** Says why the upload failed, unless it is done. */
export async function markFailed(db: Db, { subject, key }: UploadKey, messages: readonly string[]): Promise<void> {
  await sql`
    update upload set status = 'failed', messages = ${JSON.stringify(messages)} where subject = ${subject} and key = ${key} and status <> 'done'`.execute(
    db,
  );
}

/** Links an upload to the run that imports its feed; in the transaction that makes the run. */
export async function linkRun(tx: Db, { subject, key }: UploadKey, runId: number): Promise<void> {
  await sql`update upload set run_id = ${runId} where subject = ${subject} and key = ${key} and status <> 'done'`.execute(tx);
}

/** The run that an upload was linked to last; undefined where there is none. */
export async function readLinkedRun(db: Db, { subject, key }: UploadKey): Promise<number | undefined> {
  const row = await db.selectFrom('upload').select('run_id').where('subject', '=', subject).where('key', '=', key).executeTakeFirst();
  return row?.run_id ?? undefined;
}

/** The upload whose feed a run imports; undefined where the run imports none. */
export async function readUploadOfRun(db: Db, runId: number): Promise<UploadKey | undefined> {
  return db.selectFrom('upload').select(['subject', 'key']).where('run_id', '=', runId).executeTakeFirst();
}

/**
 * What became of an upload; undefined where there was none of that key. One whose process was killed has failed. Of one with a run
 * (`runId`) the run says it: runs are taken up again by another process, or after the restart.
 */
export async function readUpload(
  engine: Engine,
  { subject, key }: UploadKey,
): Promise<(UploadState & { readonly runId: number | null }) | undefined> {
  const row = await engine.db
    .selectFrom('upload')
    .select(['status', 'version_id', 'messages', 'writer', 'run_id'])
    .where('subject', '=', subject)
    .where('key', '=', key)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const runId = row.run_id;
  const status = Status.parse(row.status);
  if (status === 'running' && runId === null && !(await engine.isAlive(row.writer)))
    return { status: 'failed', versionId: null, messages: ['The server was stopped in the middle of this upload.'], runId };
  return { status, versionId: row.version_id, messages: z.array(z.string()).parse(JSON.parse(row.messages)), runId };
}

/** Forgets uploads older than a week, as their keys are. */
export async function forgetOldUploads(db: Db): Promise<void> {
  await sql`delete from upload where at < now() - interval '7 days'`.execute(db);
}

/**
 * Makes a version of a file that some version was made of before, without reading the file: it stands on the same layer.
 * Returns undefined where no such version has its data here.
 */
export async function repeatVersion(
  tx: Db,
  input: { databaseId: string; name: string; source: string; author: string; sourceHash: string },
): Promise<number | undefined> {
  await sql`select pg_advisory_xact_lock_shared(${DOCUMENT_LOCK})`.execute(tx);
  // Locked against archiving, which would take the documents away.
  const { rows: known } = await sql<{ version_id: number; base: number }>`
    select version_id, base from version
    where source_hash = ${input.sourceHash}::uuid and completed and not archived and not editable and rev = 0 and restores is null
    order by (database_id = ${input.databaseId}) desc, version_id desc limit 1 for share`.execute(tx);
  const [model] = known;
  if (model === undefined) return undefined;
  const { rows } = await sql<{ version_id: number }>`
    insert into version(database_id, name, source, author, base, completed, source_hash)
    values (${input.databaseId}, ${input.name}, ${input.source}, ${input.author}, ${model.base}, true, ${input.sourceHash}::uuid) returning version_id`.execute(
    tx,
  );
  const versionId = rows[0]?.version_id;
  if (versionId === undefined) throw new Error('The version could not be made');
  await sql`
    with files as (
      insert into version_file(version_id, name, hash, size) select ${versionId}::int, name, hash, size from version_file where version_id = ${model.version_id})
    insert into overlay_row(version_id, kind, id, bid, rev)
    select ${versionId}::int, kind, id, bid, 0 from overlay_row where version_id = ${model.version_id}`.execute(tx);
  return versionId;
}

const { Failed: FAILED, Stopped: STOPPED } = RUN_STATUS;
const Status = z.enum(['running', 'done', 'failed']);

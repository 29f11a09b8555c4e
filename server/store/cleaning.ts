/**
 * Removes unreferenced layers, documents and files. It works in small steps, each a short statement or
 * transaction of its own, so that an edit never waits long for it. Code that adds a reference to a document holds
 * DOCUMENT_LOCK shared until it is committed; each removal holds it exclusively and checks for references again.
 */
import { sql } from 'kysely';
import { pause } from '../surroundings.ts';
import { type Engine, isLocked } from './engine.ts';
import { clearStaleStaging } from './layerMatch.ts';
import { DOCUMENT_LOCK } from './locks.ts';
import { markReferenced, type Marks } from './marking.ts';
import type { Db } from './tables.ts';

/** Removes versions that processes which no longer run left unfinished. Returns how many that were, workshops aside. */
export async function dropLeftovers(engine: Engine): Promise<number> {
  const { rows } = await sql<{ version_id: number; writer: string | null; workshop: boolean }>`
    select v.version_id, v.writer, v.restores is not null as workshop from version v left join version target on target.version_id = v.restores
    where (not v.completed and v.saving is null and v.writer is not null)
      or (v.completed and v.restores is not null and v.moment is null and target.saving is null)`.execute(engine.db);
  const dead: typeof rows = [];
  for (const row of rows) if (row.writer === null || (row.writer !== engine.instance && !(await engine.isAlive(row.writer)))) dead.push(row);
  await deleteVersions(
    engine,
    dead.map((row) => row.version_id),
  );
  await clearStaleStaging(engine);
  const { rows: archived } = await sql<{ version_id: number }>`
    select version_id from version v where archived and archive is not null and saving is null and exists (select from overlay_row o where o.version_id = v.version_id)`.execute(
    engine.db,
  );
  for (const row of archived) await removeOverlay(engine, row.version_id);
  return dead.filter((row) => !row.workshop).length;
}

/** Removes versions that were never finished with all that only they pointed at. */
export async function dropUnfinished(engine: Engine, versionIds: readonly number[]): Promise<void> {
  await deleteVersions(engine, versionIds);
  await collect(engine);
  engine.afterBulkLoad();
}

/** What was removed. */
export interface Collected {
  readonly layers: number;
  readonly documents: number;
  readonly files: number;
}

/** Removes every layer, document and file that nothing points at. A second call in this process waits for the first. */
export async function collect(engine: Engine, signal?: AbortSignal): Promise<Collected> {
  const turn = (turns.get(engine) ?? Promise.resolve()).then(() => collectNow(engine, signal));
  turns.set(
    engine,
    turn.then(
      () => undefined,
      () => undefined,
    ),
  );
  return turn;
}

const turns = new WeakMap<Engine, Promise<void>>();

/** Notes in the running transaction that something may be pointed at no more. */
export async function noteGarbage(db: Db): Promise<void> {
  await sql`insert into installation(name, value) values ('garbage', 'yes') on conflict (name) do update set value = 'yes'`.execute(db);
}

/** Whether there may be something to collect. */
export async function hasGarbage(db: Db): Promise<boolean> {
  const { rows } = await sql`select from installation where name = 'garbage'`.execute(db);
  return rows.length > 0;
}

async function collectNow(engine: Engine, signal: AbortSignal | undefined): Promise<Collected> {
  // First, so that what comes to be garbage from here on is noted again.
  await sql`delete from installation where name = 'garbage'`.execute(engine.db);
  try {
    const layers = await removeLayers(engine, signal);
    const documents = await removeDocuments(engine, await markReferenced(engine, signal), signal);
    const files = await removeInTurns(engine, signal, (tx) =>
      sql`
      delete from file_content f using (
        select hash from file_content c where not exists (select from version_file v where v.hash = c.hash) limit 10) gone
      where f.hash = gone.hash`.execute(tx),
    );
    return { layers, documents, files };
  } catch (error) {
    await noteGarbage(engine.db).catch(() => undefined);
    throw error;
  }
}

async function deleteVersions(engine: Engine, versionIds: readonly number[]): Promise<void> {
  if (versionIds.length === 0) return;
  for (const versionId of versionIds) await removeOverlay(engine, versionId);
  await engine.db.transaction().execute(async (tx) => {
    await sql`delete from version where version_id = any(${[...versionIds]}::int[]) and saving is null and (not completed or restores is not null)`.execute(
      tx,
    );
    await noteGarbage(tx);
  });
}

/**
 * Removes, a few at a time, overlay rows that say nothing: of a version that was never finished, of a workshop, of an
 * archived version (`beforeUnArchiving`: also while this process brings it back, before it copies any), and of one that
 * stands on the layer `base`, which was made from its state.
 */
export async function removeOverlay(
  engine: Engine,
  versionId: number,
  { base, beforeUnArchiving = false }: { base?: number; beforeUnArchiving?: boolean } = {},
): Promise<void> {
  const idle = beforeUnArchiving ? sql`v.saving = 'unArchiving' and v.worker = ${engine.instance}` : sql`v.saving is null`;
  await removeRows(
    engine,
    'overlay_row',
    'version_id',
    versionId,
    sql`exists (
    select from version v where v.version_id = ${versionId}
      and ((not v.completed and v.saving is null) or v.restores is not null or (v.archived and v.archive is not null and ${idle})
        or (v.completed and not v.editable and v.base = ${base ?? null}::int)))`,
  );
}

/** Removes the rows of one owner along the primary key, a few at a time: rows that are dead already are not met again. */
async function removeRows(
  engine: Engine,
  table: string,
  column: string,
  owner: number,
  allowed: ReturnType<typeof sql>,
  signal?: AbortSignal,
): Promise<void> {
  let after = { kind: 0, id: '' };
  for (;;) {
    signal?.throwIfAborted();
    // Along the key of all owners: asked for one owner's rows, the planner takes them for few and sorts all that are left.
    const { rows } = await sql<{ kind: number; id: string }>`
      select kind, id from (
        select ${sql.ref(column)} as owner, kind, id from ${sql.table(table)} where (${sql.ref(column)}, kind, id) > (${owner}::int, ${after.kind}::smallint, ${after.id})
        order by ${sql.ref(column)}, kind, id limit ${ROWS_AT_A_TIME}) page
      where owner = ${owner} offset ${ROWS_AT_A_TIME - 1}`.execute(engine.db);
    const [last] = rows;
    await sql`delete from ${sql.table(table)} where ${sql.ref(column)} = ${owner} and (kind, id) > (${after.kind}::smallint, ${after.id}) and ${last ? sql`(kind, id) <= (${last.kind}::smallint, ${last.id})` : sql`true`} and ${allowed}`.execute(
      engine.db,
    );
    if (!last) return;
    after = last;
  }
}

/** Rows that go in one statement: about 20 ms on PGlite. */
const ROWS_AT_A_TIME = 1000;

async function removeLayers(engine: Engine, signal: AbortSignal | undefined): Promise<number> {
  const layers = await removeInTurns(engine, signal, (tx) =>
    sql`
    delete from layer l using (
      select layer_id from layer c where not exists (select from version v where v.base = c.layer_id) limit 10) gone
    where l.layer_id = gone.layer_id`.execute(tx),
  );
  // Rows of layers that are gone, also of those over whose removal a process ended. Found by steps through the index.
  const { rows } = await sql<{ layer_id: number }>`
    with recursive known(layer_id) as (
      (select layer_id from layer_row order by layer_id limit 1)
      union all
      select (select r.layer_id from layer_row r where r.layer_id > known.layer_id order by r.layer_id limit 1) from known where known.layer_id is not null)
    select layer_id from known where layer_id is not null and not exists (select from layer l where l.layer_id = known.layer_id)`.execute(engine.db);
  for (const { layer_id: layerId } of rows) await removeRows(engine, 'layer_row', 'layer_id', layerId, sql`true`, signal);
  return layers;
}

/** Removes documents that bear no mark and that, looked at once more, nothing points at. */
async function removeDocuments(engine: Engine, marks: Marks, signal: AbortSignal | undefined): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from layer`.execute(engine.db);
  // Each document is looked for in each layer, by its own kind and id: an index of layer rows by document would cost every import.
  const atATime = Math.max(20, Math.min(200, Math.floor(5000 / Math.max(1, rows[0]?.n ?? 1))));
  let removed = 0;
  for await (const page of marks.unmarked()) {
    for (let from = 0; from < page.length; from += atATime) {
      signal?.throwIfAborted();
      const bids = page.slice(from, from + atATime);
      removed += await inTurn(engine, signal, (tx) =>
        sql`
        delete from blob b where b.bid = any(${bids}::bigint[]) and ${pointersTo} = 0`.execute(tx),
      );
    }
  }
  return removed;
}

/**
 * How many point at the document `b`, each looked for by the document's own kind and id. Counted and not asked by `exists`:
 * of that the planner makes one join with every row there is.
 */
const pointersTo = sql`(
  (select count(*) from layer y cross join lateral (
    select from layer_row l where l.layer_id = y.layer_id and l.kind = b.kind and l.id = b.id and l.bid = b.bid limit 1) found)
  + (select count(*) from overlay_row o where o.bid = b.bid)
  + (select count(*) from version v cross join lateral (
    select from staging_row s where s.version_id = v.version_id and s.kind = b.kind and s.id = b.id and s.bid = b.bid limit 1) found where not v.completed)
  + (select count(*) from change c where c.kind = b.kind and c.id = b.id and (c.before_bid = b.bid or c.after_bid = b.bid)))`;

type Removal = (tx: Db) => Promise<{ numAffectedRows?: bigint | undefined }>;

/** Repeats a removal until it finds nothing more. */
async function removeInTurns(engine: Engine, signal: AbortSignal | undefined, removal: Removal): Promise<number> {
  for (let sum = 0; ;) {
    signal?.throwIfAborted();
    const removed = await inTurn(engine, signal, removal);
    if (removed === 0) return sum;
    sum += removed;
  }
}

/**
 * One removal while nobody comes to point at anything. It takes the lock where it is free; where writers hold it one after the other, so that
 * it never is, it queues for it, so briefly that those behind it hardly wait.
 */
async function inTurn(engine: Engine, signal: AbortSignal | undefined, removal: Removal): Promise<number> {
  for (let tries = 1; ; tries++) {
    const removed = await removeOnce(engine, removal, tries > UNQUEUED_TRIES).catch((error: unknown) => {
      if (isLocked(error)) return undefined;
      throw error;
    });
    if (removed !== undefined) return removed;
    signal?.throwIfAborted();
    if (tries === 200) throw new Error('A write has held the documents for long; unreferenced rows are collected later');
    await pause(Math.min(500, 10 * tries));
  }
}

/** Returns undefined where the lock is not free, and rejects with a lock timeout where it did not come free while this queued for it. */
function removeOnce(engine: Engine, removal: Removal, queues: boolean): Promise<number | undefined> {
  return engine.db.transaction().execute(async (tx) => {
    // The planner overestimates the cost of these steps and would compile them, which takes ten times as long as they run.
    await sql`select set_config('jit', 'off', true), set_config('lock_timeout', ${queues ? QUEUED : '0'}, true)`.execute(tx);
    if (queues) await sql`select pg_advisory_xact_lock(${DOCUMENT_LOCK})`.execute(tx);
    else {
      const { rows } = await sql<{ free: boolean }>`select pg_try_advisory_xact_lock(${DOCUMENT_LOCK}) as free`.execute(tx);
      if (rows[0]?.free !== true) return undefined;
    }
    return Number((await removal(tx)).numAffectedRows ?? 0);
  });
}

/** Tries before it queues. */
const UNQUEUED_TRIES = 5;
/** How long it queues: writers behind it wait no longer than that. */
const QUEUED = '100ms';

/**
 * On which layer a version comes to stand whose documents are all staged: on the one of another version that it differs
 * from in less than a quarter, with the differences as its overlay, or else on a new one. Everything goes in steps of a few
 * thousand rows, each a statement of its own, so that an edit never waits long; nobody sees the version meanwhile.
 */
import { sql, type RawBuilder } from 'kysely';
import type { Engine } from './engine.ts';
import { DOCUMENT_LOCK } from './locks.ts';
import type { Db } from './tables.ts';

/** A version that differs in this share of its documents or more gets a layer of its own: reading through an overlay costs. */
const MOST_DIFFERENT = 0.25;

/** Versions whose layers are looked at, newest first, those of the same database before the others. */
const CANDIDATES = 30;

/** Documents that tell how alike two versions are, and the share of them that must agree for a closer look. */
const SAMPLE = 500;
const ALIKE = 0.7;

/** Rows that go in one statement: about 50 ms on PGlite. */
const ROWS_AT_A_TIME = 4000;

/**
 * Puts the staged documents of a version where they can be read, and the version on the answered layer: that of another
 * version, with an overlay over it, or a new one. `n` documents are staged.
 */
export async function settleStaged(
  engine: Engine,
  version: { readonly versionId: number; readonly databaseId: string; readonly n: number },
): Promise<number> {
  const { versionId, n } = version;
  await sql`analyze staging_row`.execute(engine.db);
  const base = await findLike(engine.db, versionId, version.databaseId);
  if (base !== undefined && (await writeDifferences(engine, versionId, base, n))) return base;
  const own = await moveTo(engine, versionId, undefined);
  if (own === undefined) throw new Error(`There is no version ${versionId}`);
  await eachPage(
    engine,
    ({ kind, id }) => sql<Page>`
    with page as (
      insert into layer_row(layer_id, kind, id, bid)
      select ${own.layerId}::int, kind, id, bid from staging_row where version_id = ${versionId} and (kind, id) > (${kind}::smallint, ${id})
      order by kind, id limit ${ROWS_AT_A_TIME} returning kind, id)
    ${lastOf('0')}`,
  );
  return own.layerId;
}

/** Forgets what was staged for a version, and gives the room back where nobody else stages anything. */
export async function clearStaging(engine: Engine, versionIds: readonly number[]): Promise<void> {
  const { numAffectedRows } = await sql`delete from staging_row where version_id = any(${[...versionIds]}::int[])`.execute(engine.db);
  if (Number(numAffectedRows ?? 0) > 0) await giveBack(engine);
}

/** The same for what processes left that were killed. */
export async function clearStaleStaging(engine: Engine): Promise<void> {
  const { numAffectedRows } = await sql`
    delete from staging_row s where not exists (select from version v where v.version_id = s.version_id and not v.completed)`.execute(engine.db);
  if (Number(numAffectedRows ?? 0) > 0) await giveBack(engine);
}

async function giveBack(engine: Engine): Promise<void> {
  await engine.db.transaction().execute(async (tx) => {
    // Whoever stages something now keeps the table; the next one clears it.
    const { rows } = await sql<{ free: boolean }>`select pg_try_advisory_xact_lock(${DOCUMENT_LOCK}) as free`.execute(tx);
    if (rows[0]?.free !== true) return;
    const { rows: left } = await sql`select from staging_row limit 1`.execute(tx);
    if (left.length === 0) await sql`truncate staging_row`.execute(tx);
  });
}

/** The layer that most of a sample of the staged documents stand in, where that is most of them. */
async function findLike(db: Db, versionId: number, databaseId: string): Promise<number | undefined> {
  const { rows } = await sql<{ base: number; hits: number; asked: number }>`
    with sample as materialized (
      select kind, id, bid from staging_row
      where version_id = ${versionId} and bid % greatest(1, (select count(*) from staging_row where version_id = ${versionId}) / ${SAMPLE}) = 0 limit ${SAMPLE}),
    candidate as materialized (
      select base, bool_or(database_id = ${databaseId}) as same, max(version_id) as newest from version
      where completed and not archived and restores is null group by base
      order by same desc, newest desc limit ${CANDIDATES})
    select c.base, (select count(*) from sample s join layer_row l on l.layer_id = c.base and l.kind = s.kind and l.id = s.id where l.bid = s.bid)::int as hits,
      (select count(*) from sample)::int as asked
    from candidate c order by hits desc, c.same desc, c.newest desc limit 1`.execute(db);
  const [best] = rows;
  return best !== undefined && best.hits >= best.asked * ALIKE && best.hits > 0 ? best.base : undefined;
}

/** Writes the overlay of a version over a layer. Returns false, leaving none, where they are not alike or the layer is gone. */
async function writeDifferences(engine: Engine, versionId: number, base: number, n: number): Promise<boolean> {
  const layer = await moveTo(engine, versionId, base);
  if (layer === undefined) return false;
  const most = Math.max(n, layer.n) * MOST_DIFFERENT;
  let different = 0;
  const fewer = (changed: number): boolean => (different += changed) < most;
  const alike =
    (await eachPage(
      engine,
      ({ kind, id }) => sql<Page>`
      with page as materialized (
        select kind, id, bid from staging_row where version_id = ${versionId} and (kind, id) > (${kind}::smallint, ${id}) order by kind, id limit ${ROWS_AT_A_TIME}),
      changed as (
        insert into overlay_row(version_id, kind, id, bid, rev)
        select ${versionId}::int, p.kind, p.id, p.bid, 0 from page p
          left join layer_row l on l.layer_id = ${base} and l.kind = p.kind and l.id = p.id
        where l.bid is distinct from p.bid returning 1)
      ${lastOf('(select count(*) from changed)')}`,
      fewer,
    )) &&
    (await eachPage(
      engine,
      ({ kind, id }) => sql<Page>`
      with page as materialized (
        select kind, id from layer_row where layer_id = ${base} and (kind, id) > (${kind}::smallint, ${id}) order by kind, id limit ${ROWS_AT_A_TIME}),
      changed as (
        insert into overlay_row(version_id, kind, id, bid, rev)
        select ${versionId}::int, p.kind, p.id, null, 0 from page p
        where not exists (select from staging_row s where s.version_id = ${versionId} and s.kind = p.kind and s.id = p.id) returning 1)
      ${lastOf('(select count(*) from changed)')}`,
      fewer,
    ));
  if (!alike) await sql`delete from overlay_row where version_id = ${versionId}`.execute(engine.db);
  return alike;
}

/**
 * Puts an unfinished version on a layer, which is then not removed by anybody; on a new one where none is named. Answers
 * undefined where the layer is gone.
 */
async function moveTo(engine: Engine, versionId: number, layerId: number | undefined): Promise<{ layerId: number; n: number } | undefined> {
  return engine.db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock_shared(${DOCUMENT_LOCK})`.execute(tx);
    const { rows } = await sql<{ layer_id: number; n: number }>`
      ${layerId === undefined ? sql`insert into layer default values returning layer_id, n` : sql`select layer_id, n from layer where layer_id = ${layerId} for key share`}`.execute(
      tx,
    );
    const [layer] = rows;
    if (layer === undefined) return undefined;
    // The layer it stood on until now is an empty one of its own, or that of others.
    const { rows: before } = await sql<{ base: number }>`select base from version where version_id = ${versionId}`.execute(tx);
    await sql`update version set base = ${layer.layer_id} where version_id = ${versionId}`.execute(tx);
    await sql`delete from layer l where l.layer_id = ${before[0]?.base ?? 0} and l.n = 0 and not exists (select from version v where v.base = l.layer_id)`.execute(
      tx,
    );
    return { layerId: layer.layer_id, n: layer.n };
  });
}

interface Page {
  readonly rows: number;
  readonly changed: number;
  readonly kind: number | null;
  readonly id: string | null;
}

/** How many rows a page had, how many of them were changed, and where it ended. */
function lastOf(changed: string) {
  return sql`
    select (select count(*) from page)::int as rows, ${sql.raw(changed)}::int as changed, last.kind, last.id
    from (select 1) one left join lateral (select kind, id from page order by kind desc, id desc limit 1) last on true`;
}

/** Goes through a table page by page until its end, or until `goOn` says no. Returns whether it came to the end. */
async function eachPage(
  engine: Engine,
  statement: (after: { kind: number; id: string }) => RawBuilder<Page>,
  goOn: (changed: number) => boolean = () => true,
): Promise<boolean> {
  for (let after = { kind: -1, id: '' }; ;) {
    const page = await engine.db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock_shared(${DOCUMENT_LOCK})`.execute(tx);
      return (await statement(after).execute(tx)).rows[0];
    });
    if (page === undefined) return true;
    if (page.changed > 0 && !goOn(page.changed)) return false;
    if (page.rows < ROWS_AT_A_TIME || page.kind === null || page.id === null) return true;
    after = { kind: page.kind, id: page.id };
  }
}

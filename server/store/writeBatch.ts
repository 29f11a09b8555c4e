/** The statements that put documents into the store, many at a time, and say where they belong. */
import { sql, type RawBuilder } from 'kysely';
import { kindOfNumber } from '../../src/domain/entities.ts';
import { pickColumns, type DocumentBatch } from './documentBatch.ts';
import { errorField, sqlState, type Engine } from './engine.ts';
import { DOCUMENT_LOCK } from './locks.ts';
import type { Db } from './tables.ts';

/** Where documents are placed: straight in a layer, or beside a version of which it is not known yet on which layer it will stand. */
export type Place = { readonly layerId: number } | { readonly stagedFor: number };

/**
 * Keeps the documents, each content once, and places them. `allNew`: it is likely that the store has none of them. Answers
 * whether that was so. Throws where the place has a document of that kind and id already.
 */
export async function writeBatch(engine: Engine, place: Place, batch: DocumentBatch, allNew: boolean): Promise<boolean> {
  try {
    return (allNew && (await placeAllNew(engine.db, place, batch))) || (await placeSome(engine, place, batch));
  } catch (error) {
    if (sqlState(error) === '23505') throw new Error(duplicateMessage(error), { cause: error });
    throw error;
  }
}

/** One statement, and nothing to wait for between others. Returns false, having done nothing, where the store has one of them. */
async function placeAllNew(db: Db, place: Place, { columns }: DocumentBatch): Promise<boolean> {
  try {
    await insertNew(place, columns, sql``).execute(db);
    return true;
  } catch (error) {
    if (sqlState(error) === '23505' && errorField(error, 'constraint') === 'blob_hash_key') return false;
    throw error;
  }
}

/** Returns whether it met none that the store had. */
async function placeSome(engine: Engine, place: Place, batch: DocumentBatch): Promise<boolean> {
  return engine.db.transaction().execute(async (tx) => {
    await sql`select ${LOCK}`.execute(tx);
    const known = await placeKnown(tx, place, batch);
    let placed = known;
    if (placed < batch.size) {
      // Of a version of which much is known only the rest has to go to the database at all.
      const unknown = await unknownOf(tx, batch);
      const columns = unknown.length === batch.size ? batch.columns : pickColumns(batch.columns, unknown);
      if (unknown.length > 0) placed += await run(tx, insertNew(place, columns, sql`on conflict (hash) do nothing`));
    }
    if (placed < batch.size) placed += await placeKnown(tx, place, batch);
    if (placed < batch.size) throw new Error('Two documents of one kind are the same');
    return known === 0;
  });
}

type Columns = ReturnType<typeof pickColumns>;

/** Keeps and places new documents: joining them by hash afterwards took as long again. */
function insertNew(place: Place, columns: Columns, onConflict: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    with locked as materialized (select ${LOCK}),
    ins as (
      insert into blob(hash, kind, id, refs, brief, trips, doc)
      select unnest(${columns.hash}::uuid[]), unnest(${columns.kind}::int2[]), unnest(${columns.id}::text[]), unnest(${columns.refs}::text[])::text[],
        unnest(${columns.brief}::text[]), unnest(${columns.trips}::text[]), unnest(${columns.doc}::json[]) from locked
      ${onConflict} returning bid, kind, id)
    ${into(place)} select ${idOf(place)}::int, kind, id, bid from ins`;
}

/** Shared with every writer, against the removal of unused documents (cleaning.ts). */
const LOCK = sql`pg_advisory_xact_lock_shared(${DOCUMENT_LOCK})`;

async function run(db: Db, statement: RawBuilder<unknown>): Promise<number> {
  return Number((await statement.execute(db)).numAffectedRows ?? 0);
}

/** Whether the store knows so many of these documents that it probably has a version much like theirs. */
export async function knowsMany(db: Db, { size, columns }: DocumentBatch): Promise<boolean> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from unnest(${columns.hash}::uuid[]) h(hash) where exists (select from blob b where b.hash = h.hash)`.execute(db);
  return (rows[0]?.n ?? 0) * 10 >= size;
}

/** Indices (from 0) of the documents that the store has not got. */
async function unknownOf(tx: Db, { columns }: DocumentBatch): Promise<number[]> {
  const { rows } = await sql<{ at: number }>`
    select (h.n - 1)::int as at from unnest(${columns.hash}::uuid[]) with ordinality h(hash, n)
    where not exists (select from blob b where b.hash = h.hash) order by h.n`.execute(tx);
  return rows.map(({ at }) => at);
}

/**
 * Places the documents of a batch that the store has and that are not placed yet; answers how many. Whether one is placed is
 * asked by a subquery, which goes by the key: as `not exists` each batch read all that was placed before it.
 */
function placeKnown(tx: Db, place: Place, { columns }: DocumentBatch): Promise<number> {
  const { table, column } = nameOf(place);
  return run(
    tx,
    sql`
    ${into(place)}
    select ${idOf(place)}::int, r.kind, r.id, b.bid
    from unnest(${columns.kind}::int2[], ${columns.id}::text[], ${columns.hash}::uuid[]) r(kind, id, hash)
      join blob b on b.hash = r.hash
    where (select l.bid from ${sql.table(table)} l where l.${sql.ref(column)} = ${idOf(place)} and l.kind = r.kind and l.id = r.id) is distinct from b.bid`,
  );
}

const idOf = (place: Place): number => ('layerId' in place ? place.layerId : place.stagedFor);
const nameOf = (place: Place) => ('layerId' in place ? { table: 'layer_row', column: 'layer_id' } : { table: 'staging_row', column: 'version_id' });

function into(place: Place) {
  const { table, column } = nameOf(place);
  return sql`insert into ${sql.table(table)}(${sql.ref(column)}, kind, id, bid)`;
}

function duplicateMessage(error: unknown): string {
  const match = /\((?:layer|version)_id, kind, id\)=\(\d+, (\d+), (.*)\)/s.exec(errorField(error, 'detail') ?? '');
  return match ? `Two documents of ${kindOfNumber(Number(match[1]))} have the id ${match[2] ?? ''}` : 'Two documents have the same id';
}

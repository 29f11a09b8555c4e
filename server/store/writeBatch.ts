/** The statements that put documents into the store, many at a time, and say where they belong. */
import { sql, type RawBuilder } from 'kysely';
import { arrayLiteral, binaryArray, int2, uuid, type ArrayItem, type ArrayType } from './binaryArrays.ts';
import { sqlState, type Engine } from './engine.ts';
import { kindOfNumber } from './entities.ts';
import { DOCUMENT_LOCK } from './locks.ts';
import type { PreparedDocument } from './prepare.ts';
import type { Db } from './tables.ts';

/** Where documents are placed: straight in a layer, or beside a version of which it is not known yet on which layer it will stand. */
export type Place = { readonly layerId: number } | { readonly stagedFor: number };

/** The statement that keeps and places new documents: made ahead, while the database is busy with those before. */
export type Insertion = RawBuilder<unknown>;

/** Keeps the documents, each content once, and places them. Throws where the place has a document of that kind and id already. */
export async function writeBatch(engine: Engine, place: Place, batch: readonly PreparedDocument[], insertion?: Insertion): Promise<void> {
  refuseDuplicates(batch);
  try {
    let placed = 0;
    // Most documents of a layer of its own are new: one statement, and nothing to wait for between others.
    if ('layerId' in place) placed = await run(engine.db, insertion ?? insertionOf(place, batch));
    if (placed === batch.length) return;
    await engine.db.transaction().execute(async (tx) => {
      await sql`select ${LOCK}`.execute(tx);
      placed += await placeKnown(tx, place, batch);
      // Of a version of which much is known only the rest has to go to the database at all.
      const unknown = placed < batch.length ? await unknownOf(tx, batch) : [];
      if (unknown.length > 0) placed += await run(tx, insertionOf(place, unknown));
      if (placed < batch.length) placed += await placeKnown(tx, place, batch);
      if (placed < batch.length) throw new Error('Two documents of one kind are the same');
    });
  } catch (error) {
    if (sqlState(error) === '23505') throw new Error(duplicateMessage(error), { cause: error });
    throw error;
  }
}

/** Keeps and places those documents that the store has not got; counts them. */
export function insertionOf(place: Place, batch: readonly PreparedDocument[]): Insertion {
  // All writers in the same order, so that two of the same documents do not wait for each other in a circle; this one suits
  // the index of the layer.
  const rows = batch.toSorted((a, b) => a.kind - b.kind || (a.id < b.id ? -1 : 1));
  // New documents are placed by the same statement: joining them by hash afterwards took as long again.
  return sql`
    with locked as materialized (select ${LOCK}),
    ins as (
      insert into blob(hash, kind, id, doc, refs, brief, trips)
      select unnest(${hashesOf(rows)}), unnest(${kindsOf(rows)}), unnest(${idsOf(rows)}), unnest(${arrayOf(rows, 'json', (row) => row.json)}),
        unnest(${arrayOf(rows, 'text', (row) => (row.refs.length === 0 ? null : arrayLiteral(row.refs)))})::text[],
        unnest(${arrayOf(rows, 'text', (row) => row.brief)}), unnest(${arrayOf(rows, 'text', (row) => row.trips)}) from locked
      on conflict (hash) do nothing returning bid, kind, id)
    ${into(place)} select ${idOf(place)}::int, kind, id, bid from ins`;
}

/** Shared with every writer, against the removal of unused documents (cleaning.ts). */
const LOCK = sql`pg_advisory_xact_lock_shared(${DOCUMENT_LOCK})`;

async function run(db: Db, statement: RawBuilder<unknown>): Promise<number> {
  return Number((await statement.execute(db)).numAffectedRows ?? 0);
}

/** Whether the store knows so many of these documents that it probably has a version much like theirs. */
export async function knowsMany(db: Db, documents: readonly PreparedDocument[]): Promise<boolean> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from unnest(${hashesOf(documents)}) h(hash) where exists (select from blob b where b.hash = h.hash)`.execute(db);
  return (rows[0]?.n ?? 0) * 10 >= documents.length;
}

async function unknownOf(tx: Db, batch: readonly PreparedDocument[]): Promise<readonly PreparedDocument[]> {
  const { rows } = await sql<{ hash: string }>`
    select h.hash from unnest(${hashesOf(batch)}) h(hash) where not exists (select from blob b where b.hash = h.hash)`.execute(tx);
  if (rows.length === 0) return [];
  const unknown = new Set(rows.map((row) => row.hash));
  return batch.filter((document) => unknown.has(document.hash));
}

/**
 * Places the documents of a batch that the store has and that are not placed yet; answers how many. Whether one is placed is
 * asked by a subquery, which goes by the key: as `not exists` each batch read all that was placed before it.
 */
function placeKnown(tx: Db, place: Place, batch: readonly PreparedDocument[]): Promise<number> {
  const { table, column } = nameOf(place);
  return run(tx, sql`
    ${into(place)}
    select ${idOf(place)}::int, r.kind, r.id, b.bid
    from unnest(${kindsOf(batch)}, ${idsOf(batch)}, ${hashesOf(batch)}) r(kind, id, hash)
      join blob b on b.hash = r.hash
    where (select l.bid from ${sql.table(table)} l where l.${sql.ref(column)} = ${idOf(place)} and l.kind = r.kind and l.id = r.id) is distinct from b.bid`);
}

const hashesOf = (batch: readonly PreparedDocument[]) => arrayOf(batch, 'uuid', (row) => uuid(row.hash));
const kindsOf = (batch: readonly PreparedDocument[]) => arrayOf(batch, 'int2', (row) => int2(row.kind));
const idsOf = (batch: readonly PreparedDocument[]) => arrayOf(batch, 'text', (row) => row.id);
const idOf = (place: Place): number => ('layerId' in place ? place.layerId : place.stagedFor);
const nameOf = (place: Place) => ('layerId' in place ? { table: 'layer_row', column: 'layer_id' } : { table: 'staging_row', column: 'version_id' });

function into(place: Place) {
  const { table, column } = nameOf(place);
  return sql`insert into ${sql.table(table)}(${sql.ref(column)}, kind, id, bid)`;
}

function refuseDuplicates(batch: readonly PreparedDocument[]): void {
  const seen = new Set<string>();
  for (const { kind, id } of batch) {
    const key = `${kind} ${id}`;
    if (seen.has(key)) throw new Error(`Two documents of ${kindOfNumber(kind)} have the id ${id}`);
    seen.add(key);
  }
}

/** One column of the rows, sent as a binary array: see record 0017 for what that spares the embedded database. */
function arrayOf(rows: readonly PreparedDocument[], type: ArrayType, item: (row: PreparedDocument) => ArrayItem) {
  return sql`${binaryArray(type, rows.map(item))}::${sql.raw(type)}[]`;
}

function duplicateMessage(error: unknown): string {
  const detail: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'detail') : undefined;
  const match = typeof detail === 'string' ? /\((?:layer|version)_id, kind, id\)=\(\d+, (\d+), (.*)\)/s.exec(detail) : null;
  return match ? `Two documents of ${kindOfNumber(Number(match[1]))} have the id ${match[2] ?? ''}` : 'Two documents have the same id';
}

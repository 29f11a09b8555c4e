/**
 * Layers made beside their version: a hidden version, the workshop, holds the layer while it grows, so that it belongs to
 * somebody, is left alone by the cleaning, and goes at the next start where its process was killed.
 */
import { sql } from 'kysely';
import { KIND_NUMBERS } from '../../src/domain/entities.ts';
import { noteGarbage, removeOverlay } from './cleaning.ts';
import type { Engine } from './engine.ts';
import { prepareLayerStops } from './layerStops.ts';
import { DOCUMENT_LOCK } from './locks.ts';

/** Removes the workshops of a version, with what was written into them. Not to be called while one is written to. */
export async function deleteWorkshops(engine: Engine, versionId: number): Promise<void> {
  const found = await engine.db.selectFrom('version').select('version_id').where('restores', '=', versionId).where('moment', 'is', null).execute();
  if (found.length === 0) return;
  for (const { version_id: workshop } of found) await removeOverlay(engine, workshop);
  await engine.db.transaction().execute(async (tx) => {
    await sql`delete from version where restores = ${versionId} and moment is null`.execute(tx);
    await noteGarbage(tx);
  });
}

/** Finished versions whose edits have grown to more than a share of their layer (0 to 1), and to at least `least` rows. */
export async function listHeavy(engine: Engine, share: number, least: number): Promise<number[]> {
  const { rows } = await sql<{ version_id: number }>`
    select v.version_id from (select version_id, count(*) as n from overlay_row group by version_id having count(*) >= ${least}) o
      join version v using (version_id) join layer l on l.layer_id = v.base
    where v.completed and not v.editable and not v.archived and v.restores is null and v.saving is null and o.n > l.n * ${share}::float8
    order by v.version_id`.execute(engine.db);
  return rows.map((row) => row.version_id);
}

/**
 * Gives a finished version a layer of its own made from its state, and lets its overlay go. Returns false where the version
 * has changed its state meanwhile. Short steps: an edit waits for one of them at most.
 */
export async function flatten(engine: Engine, versionId: number, signal?: AbortSignal): Promise<boolean> {
  await deleteWorkshops(engine, versionId);
  const { rows } = await sql<{ version_id: number; base: number; old: number }>`
    with source as (
      select * from version where version_id = ${versionId} and completed and not editable and not archived and saving is null and restores is null),
    l as (insert into layer default values returning layer_id)
    insert into version(database_id, name, source, author, base, writer, restores)
    select s.database_id, s.name, s.source, s.author, l.layer_id, ${engine.instance}, s.version_id from source s, l
    returning version_id, base, (select base from source) as old`.execute(engine.db);
  const [workshop] = rows;
  if (!workshop) {
    await engine.db.transaction().execute(noteGarbage);
    return false;
  }
  const { base, old } = workshop;
  try {
    const counts: Record<string, number> = {};
    for (const kind of Object.values(KIND_NUMBERS)) {
      const n = await copyKind(engine, versionId, base, kind, signal);
      if (n > 0) counts[kind] = n;
    }
    const total = Object.values(counts).reduce((sum, n) => sum + n, 0);
    await sql`update layer set n = ${total}, counts = ${JSON.stringify(counts)}::jsonb where layer_id = ${base}`.execute(engine.db);
    await prepareLayerStops(engine, base);
    const { numAffectedRows } = await sql`
      update version set base = ${base}
      where version_id = ${versionId} and base = ${old} and completed and not editable and not archived and saving is null`.execute(engine.db);
    const done = Number(numAffectedRows ?? 0) === 1;
    // From here on the overlay says what the layer says; where a kill leaves some of it, nothing is wrong.
    if (done) await removeOverlay(engine, versionId, { base });
    return done;
  } finally {
    await deleteWorkshops(engine, versionId);
  }
}

/** Copies the state of one kind into a layer, in the order of ids. Returns how many documents that were. */
async function copyKind(engine: Engine, versionId: number, layerId: number, kind: number, signal: AbortSignal | undefined): Promise<number> {
  const overlay = sql`overlay_row where version_id = ${versionId} and kind = ${kind}`;
  const layer = sql`layer_row where layer_id = (select base from version where version_id = ${versionId}) and kind = ${kind}`;
  let sum = 0;
  for (let after = ''; ;) {
    signal?.throwIfAborted();
    const { copied, last } = await engine.db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock_shared(${DOCUMENT_LOCK})`.execute(tx);
      // Up to where neither side has more than so many: a limit on what is left over would walk through all that is edited.
      const { rows } = await sql<{ last: string | null }>`
        select least(
          (select id from ${overlay} and id > ${after} order by id offset ${ROWS_AT_A_TIME - 1} limit 1),
          (select id from ${layer} and id > ${after} order by id offset ${ROWS_AT_A_TIME - 1} limit 1)) as last`.execute(tx);
      const end = rows[0]?.last ?? null;
      const within = sql`id > ${after} and ${end === null ? sql`true` : sql`id <= ${end}`}`;
      const { numAffectedRows } = await sql`
        insert into layer_row(layer_id, kind, id, bid)
        select ${layerId}::int, kind, id, bid from ${overlay} and ${within} and bid is not null
        union all
        select ${layerId}::int, kind, id, bid from (select * from ${layer} and ${within}) l where not exists (select from (select id from ${overlay} and ${within}) o where o.id = l.id)`.execute(
        tx,
      );
      return { copied: Number(numAffectedRows ?? 0), last: end };
    });
    sum += copied;
    if (last === null) return sum;
    after = last;
  }
}

/** Rows of each side that are looked at in one statement: about 20 ms on PGlite. */
const ROWS_AT_A_TIME = 1000;

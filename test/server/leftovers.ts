import type { OpenedStore } from '../../server/store/openStore.ts';

/** What versions that came to nothing have left in a store. */
export async function leftovers(store: OpenedStore): Promise<Record<string, number>> {
  const { db } = store.sql;
  const unfinished = await db.selectFrom('version').select('version_id').where('completed', '=', false).execute();
  const staged = await db.selectFrom('staging_row').select('id').execute();
  const layers = await db
    .selectFrom('layer')
    .select('layer_id')
    .where(({ not, exists, selectFrom }) => not(exists(selectFrom('version').select('version_id').whereRef('version.base', '=', 'layer.layer_id'))))
    .where('n', '>', 0)
    .execute();
  return { unfinished: unfinished.length, staged: staged.length, layersOfNobody: layers.length };
}

export const NOTHING_LEFT = { unfinished: 0, staged: 0, layersOfNobody: 0 };

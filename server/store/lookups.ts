import { sql } from 'kysely';
import type { Lookup } from '../../src/domain/edits/documentEdit.ts';
import { KIND_NUMBERS } from '../../src/domain/entities.ts';
import { readSlots, stateOf } from './entities.ts';
import type { Db } from './tables.ts';

/** The ids that an edit wants looked up in a version. */
export async function readLookup(db: Db, versionId: number, lookup: Lookup): Promise<readonly string[]> {
  if ('values' in lookup) {
    const slots = await readSlots(
      db,
      versionId,
      lookup.of.map((id) => ({ kind: lookup.kind, id })),
    );
    return slots.flatMap(({ doc }) => {
      const value: unknown = doc === null ? undefined : Reflect.get(doc, lookup.values);
      return typeof value === 'string' && value !== '' ? [value] : [];
    });
  }
  const value = sql`b.doc->>${lookup.field ?? 'Id'}`;
  const { rows } = await sql<{ id: string }>`
    with state as ${stateOf(versionId, KIND_NUMBERS[lookup.ids])}
    select s.id from state s join blob b on b.bid = s.bid
    where ${lookup.of ? sql`${value} = any(${[...lookup.of]}::text[])` : sql`${value} is not null`}`.execute(db);
  return rows.map(({ id }) => id);
}

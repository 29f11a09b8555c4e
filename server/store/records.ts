import { sql } from 'kysely';
import { type Entity, type EntityKind, KIND_NUMBERS } from '../../src/domain/entities.ts';
import { parseDocument, stateOf } from './entities.ts';
import type { Db } from './tables.ts';

/** All documents of a small kind, within a transaction. */
export async function readKind<K extends EntityKind>(db: Db, versionId: number, kind: K): Promise<readonly Entity<K>[]> {
  const { rows } = await sql<{ doc: unknown }>`
    with state as ${stateOf(versionId, KIND_NUMBERS[kind])}
    select b.doc from state s join blob b on b.bid = s.bid order by s.id`.execute(db);
  return rows.map(({ doc }) => parseDocument(kind, doc));
}

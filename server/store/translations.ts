import { sql } from 'kysely';
import { KIND_NUMBERS } from '../../src/domain/entities.ts';
import type { Engine } from './engine.ts';
import { stateOf } from './entities.ts';
import type { Db } from './tables.ts';

/** All translations of a version in the order of their ids, as JSON texts with a comma between. */
export function readTranslationTexts(engine: Engine, versionId: number): Promise<Buffer> {
  return engine.readText(
    sql`
      with state as ${stateOf(versionId, KIND_NUMBERS.Translation)}
      select string_agg(b.doc::text, ',' order by s.id) from state s join blob b on b.bid = s.bid`.compile(engine.db),
  );
}

/** The languages of a version's translations with how many of each. */
export async function countByLanguage(db: Db, versionId: number): Promise<{ language: string; n: number }[]> {
  const { rows } = await sql<{ language: string; n: number }>`
    with state as ${stateOf(versionId, KIND_NUMBERS.Translation)}
    select b.doc->>'LanguageName' as language, count(*)::int as n from state s join blob b on b.bid = s.bid group by 1`.execute(db);
  return rows;
}

/** The fields of a version's translations with how many of each. */
export async function countByField(db: Db, versionId: number): Promise<{ category: string; field: string; n: number }[]> {
  const { rows } = await sql<{ category: string; field: string; n: number }>`
    with state as ${stateOf(versionId, KIND_NUMBERS.Translation)}
    select b.doc->>'CategoryName' as category, b.doc->>'FieldName' as field, count(*)::int as n
    from state s join blob b on b.bid = s.bid group by 1, 2`.execute(db);
  return rows;
}

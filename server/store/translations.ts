import { sql } from 'kysely';
import { type EntityKind, KIND_NUMBERS } from '../../src/domain/entities.ts';
import { stateOf } from './entities.ts';
import type { Db } from './tables.ts';

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

/** The texts that a field of documents has in a version, each once with the ids under which GTFS knows its records. */
export async function readFieldTexts(
  db: Db,
  versionId: number,
  { kind, field, extra }: { readonly kind: EntityKind; readonly field: string; readonly extra?: true },
): Promise<{ value: string; ids: string[] }[]> {
  const value = extra ? sql`b.doc->'Extra'->>${field}` : sql`b.doc->>${field}`;
  // schedules of one line are one route there
  const id = kind === 'Schedule' ? sql`coalesce(nullif(b.doc->>'ExternalTransportId', ''), s.id)` : sql`s.id`;
  const { rows } = await sql<{ value: string; ids: string[] }>`
    with state as ${stateOf(versionId, KIND_NUMBERS[kind])}
    select ${value} as value, array_agg(distinct ${id}) as ids from state s join blob b on b.bid = s.bid
    where ${value} <> '' group by 1 order by 1`.execute(db);
  return rows;
}

/** The destinations of track stops, each once; `first` where it is the one a trip begins with. */
export async function readDestinations(db: Db, versionId: number): Promise<{ value: string; first: boolean; n: number }[]> {
  const { rows } = await sql<{ value: string; first: boolean; n: number }>`
    with state as ${stateOf(versionId, KIND_NUMBERS.Track)}
    select e.stop->>'Destination' as value, e.at = 1 as first, count(*)::int as n
    from state s join blob b on b.bid = s.bid cross join lateral json_array_elements(b.doc->'Stops') with ordinality e(stop, at)
    where e.stop->>'Destination' <> '' group by 1, 2 order by 1, 2`.execute(db);
  return rows;
}

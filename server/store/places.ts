/** Where things are: the region of a database, and so of all that belongs to one. */
import { sql, type RawBuilder } from 'kysely';
import type { PlaceKind } from '../../src/contract/route.ts';
import type { RegionScope } from '../auth/regionScope.ts';
import type { Db } from './tables.ts';

/** Keys of the regions of things of one kind, by their ids; those that are not there are left out. */
export async function regionsOf(db: Db, kind: PlaceKind, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const texts = sql`(select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`;
  const numbers = `{${ids.filter((id) => /^[1-9]\d{0,8}$/.test(id)).join(',')}}`;
  const { rows } = await sql<{ id: string; region: string }>`${PLACES[kind](texts, numbers)}`.execute(db);
  return new Map(rows.map(({ id, region }) => [id, region]));
}

/** A condition: the region of a row is one that is seen. */
export function inScope(scope: RegionScope, region: RawBuilder<unknown>): RawBuilder<unknown> {
  return scope === 'all' ? sql`true` : sql`lower(${region}) in (select jsonb_array_elements_text(${JSON.stringify(scope)}::jsonb))`;
}

/** Ids of the databases in regions that are seen, as a query. */
export function databasesIn(scope: RegionScope): RawBuilder<unknown> {
  return sql`select id from database where ${inScope(scope, sql`region_key`)}`;
}

type Select = (texts: RawBuilder<unknown>, numbers: string) => RawBuilder<unknown>;

const PLACES: Readonly<Record<PlaceKind, Select>> = {
  region: (texts) => sql`select key as id, key as region from region where key in ${texts}`,
  database: (texts) => sql`select id, region_key as region from database where id in ${texts}`,
  version: (_, numbers) => sql`
    select v.version_id::text as id, d.region_key as region from version v join database d on d.id = v.database_id
    where v.version_id = any(${numbers}::int[])`,
  pipeline: (_, numbers) => sql`
    select p.pipeline_id::text as id, d.region_key as region from pipeline p join database d on d.id = p.database_id
    where p.pipeline_id = any(${numbers}::int[])`,
  run: (_, numbers) => sql`
    select r.run_id::text as id, d.region_key as region from pipeline_run r join database d on d.id = r.database_id
    where r.run_id = any(${numbers}::int[])`,
  'task run': (_, numbers) => sql`
    select t.task_run_id::text as id, d.region_key as region from task_run t join pipeline_run r on r.run_id = t.run_id
      join database d on d.id = r.database_id
    where t.task_run_id = any(${numbers}::int[])`,
  'change set': (_, numbers) => sql`
    select s.set_id::text as id, d.region_key as region from changeset s join version v on v.version_id = s.version_id
      join database d on d.id = v.database_id
    where s.set_id = any(${numbers}::bigint[])`,
  change: (_, numbers) => sql`
    select c.change_id::text as id, d.region_key as region from change c join version v on v.version_id = c.version_id
      join database d on d.id = v.database_id
    where c.change_id = any(${numbers}::bigint[])`,
};

import { sql } from 'kysely';
import { FareRow } from '../../src/domain/fareDetails.ts';
import { KIND_NUMBERS } from '../../src/domain/entities.ts';
import type { Engine } from './engine.ts';
import { stateOf } from './entities.ts';

/** Rows of the fares list in the order of their ids, as JSON texts with a comma between. Rule rows are counted, not read: a fare may have thousands. */
export function readFareRows(engine: Engine, versionId: number): Promise<Buffer> {
  const keys = Object.keys(FareRow.shape);
  return engine.readText(
    sql`
      with state as ${stateOf(versionId, KIND_NUMBERS.Fare)}
      select string_agg(
        (select jsonb_object_agg(key, value) || jsonb_build_object('RuleCount', json_array_length(b.doc->'Rules')) || case when s.rev = 0 then '{}'::jsonb else jsonb_build_object('Rev', s.rev) end
         from jsonb_each(b.doc::jsonb) where key = any(${keys}::text[]))::text, ',' order by s.id)
      from state s join blob b on b.bid = s.bid`.compile(engine.db),
  );
}

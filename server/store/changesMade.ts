import { sql } from 'kysely';
import type { ChangeMade } from '../../src/contract/versions.ts';
import { kindOfNumber } from '../../src/domain/entities.ts';
import { changedFields } from './edits.ts';
import type { Db } from './tables.ts';

/** Who changed what after a revision, up to another one, in their order. */
export async function listChanges(db: Db, versionId: number, since: number, upTo: number): Promise<ChangeMade[]> {
  const { rows } = await sql<{
    rev: number;
    author: string;
    command_id: string | null;
    kind: number;
    id: string;
    large: boolean;
    before: unknown;
    after: unknown;
    errors: number | null;
    warnings: number | null;
  }>`
    select e.errors, e.warnings, c.rev, s.author, s.command_id, c.kind, c.id, size.large, case when not size.large then b.doc end as before, case when not size.large then a.doc end as after
    from change c join changeset s on s.version_id = c.version_id and s.rev = c.rev
      left join finding_effect e on e.version_id = c.version_id and e.rev = c.rev
      left join blob b on b.bid = c.before_bid
      left join blob a on a.bid = c.after_bid
      cross join lateral (select coalesce(pg_column_size(b.doc), 0) + coalesce(pg_column_size(a.doc), 0) > ${LARGE} as large) size
    where c.version_id = ${versionId} and c.rev > ${since} and c.rev <= ${upTo}
    order by c.rev, c.seq`.execute(db);
  const made = new Map<number, ChangeMade>();
  for (const { rev, author, command_id: commandId, kind, id, large, before, after, errors, warnings } of rows) {
    const change = made.get(rev) ?? { Rev: rev, Author: author, CommandId: commandId, Edits: [], ...effectOf(errors, warnings) };
    change.Edits.push({ Kind: kindOfNumber(kind), Id: id, Fields: large ? [] : changedFields(before, after) });
    made.set(rev, change);
  }
  return [...made.values()];
}

function effectOf(errors: number | null, warnings: number | null): Pick<ChangeMade, 'Effect'> {
  return errors === null || warnings === null ? {} : { Effect: { Errors: errors, Warnings: warnings } };
}

/** Bytes, as stored, above which two states of a document are not compared field by field. */
const LARGE = 20_000;

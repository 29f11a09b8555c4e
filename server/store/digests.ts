import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { isEntityKind, KIND_NUMBERS } from '../../src/domain/entities.ts';
import type { Engine } from './engine.ts';
import { pageOf } from './entities.ts';

/** What a version holds at a revision, in 64 hexadecimal digits; null where it was edited while it was read. */
export interface VersionDigest {
  readonly id: number;
  readonly rev: number;
  readonly digest: string | null;
}

/** The digests of all versions whose documents are in the database. Two databases with the same documents answer the same. */
export async function readDigests(engine: Engine): Promise<VersionDigest[]> {
  const { rows } = await sql<{ version_id: number; rev: number }>`
    select version_id, rev from version where completed and not archived order by version_id`.execute(engine.db);
  const digests: VersionDigest[] = [];
  for (const { version_id: id, rev } of rows) {
    const digest = await digestOf(engine, id);
    const after = await engine.db.selectFrom('version').select('rev').where('version_id', '=', id).executeTakeFirst();
    digests.push({ id, rev, digest: after?.rev === rev ? digest : null });
  }
  return digests;
}

async function digestOf({ db }: Engine, versionId: number): Promise<string> {
  const hash = createHash('sha256');
  for (const kind of Object.keys(KIND_NUMBERS).filter(isEntityKind)) {
    for (let after: string | undefined; ;) {
      const { rows } = await sql<{ id: string; hash: string }>`
        select s.id, b.hash::text as hash from ${pageOf(versionId, KIND_NUMBERS[kind], after, PAGE)} s join blob b on b.bid = s.bid order by s.id`.execute(
        db,
      );
      for (const row of rows) hash.update(`${kind} ${row.id} ${row.hash}\n`);
      if (rows.length < PAGE) break;
      after = rows.at(-1)?.id;
    }
  }
  return hash.digest('hex');
}

const PAGE = 5000;

/** Previews of edits that can still be applied. */
import { sql } from 'kysely';
import { z } from 'zod';
import { PREVIEW_MINUTES } from '../../src/contract/previews.ts';
import type { Db } from './tables.ts';

/** Previews of one caller that are kept; the oldest go first. */
const KEPT_EACH = 100;

const Kept = z.object({ edit: z.string(), data: z.record(z.string(), z.unknown()), digest: z.string() });
export type KeptPreview = z.infer<typeof Kept>;

/** Whose preview of which version. */
interface PreviewOf {
  readonly id: string;
  readonly actor: string;
  readonly versionId: number;
}

/** Keeps a preview and answers when it expires, as ISO moment in UTC. Those that have expired are removed. */
export async function insertPreview(db: Db, { id, actor, versionId }: PreviewOf, { edit, data, digest }: KeptPreview): Promise<string> {
  await sql`
    delete from edit_preview where expires <= now() or preview_id in (
      select preview_id from edit_preview where actor = ${actor} order by expires desc offset ${KEPT_EACH - 1})`.execute(db);
  const { rows } = await sql`
    insert into edit_preview(preview_id, actor, version_id, edit, data, digest, expires)
    values (${id}, ${actor}, ${versionId}, ${edit}, ${JSON.stringify(data)}::json, ${digest}, now() + make_interval(mins => ${PREVIEW_MINUTES}))
    returning to_char(expires at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as expires`.execute(db);
  return z.object({ expires: z.string() }).parse(rows[0]).expires;
}

/** A preview of a caller; undefined where there is none that can be applied. */
export async function readPreview(db: Db, { id, actor, versionId }: PreviewOf): Promise<KeptPreview | undefined> {
  const { rows } = await sql`
    select edit, data, digest from edit_preview
    where preview_id = ${id} and actor = ${actor} and version_id = ${versionId} and expires > now()`.execute(db);
  return rows[0] === undefined ? undefined : Kept.parse(rows[0]);
}

/** Forgets previews that can be applied no more, of callers who do not come again. */
export async function forgetOldPreviews(db: Db): Promise<void> {
  await sql`delete from edit_preview where expires <= now()`.execute(db);
}

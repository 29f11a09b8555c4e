/** What imports by address were made of: so that a file that has not changed makes no second version. */
import type { Db } from './tables.ts';

export interface ImportSource {
  readonly address: string;
  readonly etag: string | null;
  readonly modified: string | null;
  /** SHA-256 of the file. */
  readonly hash: string;
  readonly versionId: number;
}

/** What was last imported into a database from an address. */
export async function readImportSource(db: Db, databaseId: string, address: string): Promise<ImportSource | undefined> {
  const row = await db
    .selectFrom('import_source')
    .selectAll()
    .where('database_id', '=', databaseId)
    .where('address', '=', address)
    .executeTakeFirst();
  return row && { address, etag: row.etag, modified: row.modified, hash: row.hash, versionId: row.version_id };
}

/** Keeps what was imported, in the transaction in which its version appears. */
export async function keepImportSource(db: Db, databaseId: string, { address, etag, modified, hash, versionId }: ImportSource): Promise<void> {
  const values = { etag, modified, hash, version_id: versionId };
  await db
    .insertInto('import_source')
    .values({ database_id: databaseId, address, ...values })
    .onConflict((conflict) => conflict.columns(['database_id', 'address']).doUpdateSet(values))
    .execute();
}

/** Whether an Import whose version it is was completed without errors, or approved with them. */
export async function wasAccepted(db: Db, versionId: number): Promise<boolean> {
  const task = await db
    .selectFrom('task_run')
    .select('task_run_id')
    .where('output_version_id', '=', versionId)
    .where('task_type', '=', 1)
    .where((is) => is.or([is('status', '=', 2), is('approved', '=', true)]))
    .limit(1)
    .executeTakeFirst();
  return task !== undefined;
}

/** Secrets that tasks use: passwords and keys under a name, encrypted in the database; no call returns them. */
import { sql } from 'kysely';
import { seal, sealingKey, unseal } from '../auth/sealing.ts';
import { randomSecret, type Secrets } from '../auth/secrets.ts';
import type { Db } from '../store/tables.ts';
import { TaskFailed } from '../taskFailed.ts';

export interface TaskSecrets {
  list(): Promise<{ name: string; author: string; created: number }[]>;
  write(db: Db, name: string, value: string, author: string): Promise<void>;
  remove(db: Db, name: string): Promise<void>;
  /** What is kept under a name. Throws TaskFailed where there is nothing, or another key sealed it. */
  read(name: string): Promise<string>;
  /** A credential of a delivery location (store/deliveryLocations.ts, credentialName); no task can name it. Undefined where none is kept. */
  readCredential(name: string): Promise<string | undefined>;
}

/** The secrets of a database, sealed by `key` (SECRETS_KEY), or by one that the installation keeps itself. */
export async function openTaskSecrets(db: Db, installation: Secrets, key: string | undefined): Promise<TaskSecrets> {
  const text = key ?? (await installation.readOrCreate('task-secrets', async () => randomSecret()));
  const sealing = sealingKey('dmp task secrets', text);
  const opened = async (name: string): Promise<string | undefined> => {
    const row = await db.selectFrom('task_secret').select('sealed').where('name', '=', name).executeTakeFirst();
    if (row === undefined) return undefined;
    const value = unseal(sealing, name, row.sealed);
    if (value === undefined) throw new TaskFailed(`The secret ${name} was sealed with another SECRETS_KEY. Write it again.`);
    return value;
  };
  return {
    async list() {
      const { rows } = await sql<{ name: string; author: string; created: number }>`
        select name, author, extract(epoch from at)::int as created from task_secret where name not like '%/%' order by name`.execute(db);
      return rows;
    },
    async write(tx, name, value, author) {
      await sql`insert into task_secret(name, sealed, author) values (${name}, ${seal(sealing, name, value)}, ${author})
        on conflict (name) do update set sealed = excluded.sealed, author = excluded.author, at = now()`.execute(tx);
    },
    async remove(tx, name) {
      await tx.deleteFrom('task_secret').where('name', '=', name).execute();
    },
    async read(name) {
      const value = name.includes('/') ? undefined : await opened(name);
      if (value === undefined) throw new TaskFailed(`There is no secret named ${name}.`);
      return value;
    },
    readCredential: opened,
  };
}

/** Secrets that tasks use: passwords and keys under a name, encrypted in the database; no call returns them. */
import { sql } from 'kysely';
import { seal, sealingKey, unseal } from '../auth/sealing.ts';
import { randomSecret, type Secrets } from '../auth/secrets.ts';
import type { Db } from '../store/tables.ts';
import { TaskFailed } from '../taskFailed.ts';

export interface TaskSecrets {
  list(): Promise<{ name: string; author: string; created: number; servers: string[] | null }[]>;
  /** `servers`: those that a task may send it to (SecretServer). A credential of a delivery location is bound to its location instead. */
  write(db: Db, name: string, value: string, author: string, servers?: readonly string[]): Promise<void>;
  remove(db: Db, name: string): Promise<void>;
  /** What is kept under a name, to be sent to that address. Throws TaskFailed where there is nothing, another key sealed it, or it may not go there. */
  read(name: string, address: string | undefined): Promise<string>;
  /** A credential of a delivery location (store/deliveryLocations.ts, credentialName); no task can name it. Undefined where none is kept. */
  readCredential(name: string): Promise<string | undefined>;
}

/** The secrets of a database, sealed by `key` (SECRETS_KEY), or by one that the installation keeps itself. */
export async function openTaskSecrets(db: Db, installation: Secrets, key: string | undefined): Promise<TaskSecrets> {
  const text = key ?? (await installation.readOrCreate('task-secrets', async () => randomSecret()));
  const sealing = sealingKey('dmp task secrets', text);
  const find = (name: string): Promise<{ sealed: string; servers: string[] | null } | undefined> =>
    db.selectFrom('task_secret').select(['sealed', 'servers']).where('name', '=', name).executeTakeFirst();
  const opened = (name: string, row: { readonly sealed: string }): string => {
    const value = unseal(sealing, name, row.sealed);
    if (value === undefined) throw new TaskFailed(`The secret ${name} was sealed with another SECRETS_KEY. Write it again.`);
    return value;
  };
  return {
    async list() {
      const { rows } = await sql<{ name: string; author: string; created: number; servers: string[] | null }>`
        select name, author, extract(epoch from at)::int as created, servers from task_secret where name not like '%/%' order by name`.execute(db);
      return rows;
    },
    async write(tx, name, value, author, servers) {
      await sql`insert into task_secret(name, sealed, author, servers)
        values (${name}, ${seal(sealing, name, value)}, ${author}, ${servers?.flatMap((server) => originOf(server) ?? []) ?? null}::text[])
        on conflict (name) do update set sealed = excluded.sealed, author = excluded.author, at = now(), servers = excluded.servers`.execute(tx);
    },
    async remove(tx, name) {
      await tx.deleteFrom('task_secret').where('name', '=', name).execute();
    },
    async read(name, address) {
      const row = name.includes('/') ? undefined : await find(name);
      if (row === undefined) throw new TaskFailed(`There is no secret named ${name}.`);
      const server = address === undefined ? undefined : originOf(address);
      if (row.servers !== null && (server === undefined || !row.servers.includes(server)))
        throw new TaskFailed(
          `The secret ${name} may be sent to ${row.servers.join(', ')} only, not to ${server ?? 'this server'}. Write it again for that one.`,
        );
      return opened(name, row);
    },
    async readCredential(name) {
      const row = await find(name);
      return row && opened(name, row);
    },
  };
}

/** The server of an address, as addresses are compared: that of the parser that connects. */
function originOf(address: string): string | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol === 'sftp:') return `sftp://${url.hostname.toLowerCase()}:${url.port === '' ? 22 : url.port}`;
  return url?.origin;
}

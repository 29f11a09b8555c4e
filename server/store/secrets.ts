import { sql } from 'kysely';
import type { Secrets } from '../auth/secrets.ts';
import type { Db } from './tables.ts';

/** Keeps secrets in the database, where all processes that share it find the same. */
export function databaseSecrets(db: Db): Secrets {
  return {
    async readOrCreate(name, create) {
      const kept = await read(db, name);
      if (kept !== undefined) return kept;
      await sql`insert into secret(name, value) values (${name}, ${await create()}) on conflict (name) do nothing`.execute(db);
      const made = await read(db, name);
      if (made === undefined) throw new Error(`The secret ${name} could not be kept`);
      return made;
    },
  };
}

async function read(db: Db, name: string): Promise<string | undefined> {
  const { rows } = await sql<{ value: string }>`select value from secret where name = ${name}`.execute(db);
  return rows[0]?.value;
}

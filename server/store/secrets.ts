import { sql } from 'kysely';
import { seal, sealingKey, unseal } from '../auth/sealing.ts';
import type { Secrets } from '../auth/secrets.ts';
import type { Db } from './tables.ts';

/**
 * Keeps secrets in the database, where all processes that share it find the same; sealed where there is a key (SECRETS_KEY). What was
 * kept before there was one is sealed when it is next read. Throws where another key sealed a secret.
 */
export function databaseSecrets(db: Db, key?: string): Secrets {
  const sealing = key === undefined ? undefined : sealingKey('dmp secrets', key);
  const kept = (name: string, value: string): string => (sealing === undefined ? value : SEALED + seal(sealing, name, value));
  const read = async (name: string): Promise<string | undefined> => {
    const { rows } = await sql<{ value: string }>`select value from secret where name = ${name}`.execute(db);
    const value = rows[0]?.value;
    if (value === undefined) return undefined;
    if (!value.startsWith(SEALED)) {
      if (sealing !== undefined) await sql`update secret set value = ${kept(name, value)} where name = ${name} and value = ${value}`.execute(db);
      return value;
    }
    const text = sealing === undefined ? undefined : unseal(sealing, name, value.slice(SEALED.length));
    if (text === undefined) throw new Error(`The keys of this installation were sealed with another SECRETS_KEY (${name}).`);
    return text;
  };
  return {
    async readOrCreate(name, create) {
      const found = await read(name);
      if (found !== undefined) return found;
      await sql`insert into secret(name, value) values (${name}, ${kept(name, await create())}) on conflict (name) do nothing`.execute(db);
      const made = await read(name);
      if (made === undefined) throw new Error(`The secret ${name} could not be kept`);
      return made;
    },
  };
}

const SEALED = 'sealed:';

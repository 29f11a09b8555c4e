import { sql } from 'kysely';

/** The database's own clock: the only one that all processes share. */
export function databaseNow() {
  return sql<string>`now()`;
}

import pg from 'pg';
import { z } from 'zod';
import { timeNow } from '../surroundings.ts';

/** Whether a PostgreSQL database has no tables at all. */
export async function isBlank(url: string): Promise<boolean> {
  const rows = await query(url, "select count(*)::int as n from pg_tables where schemaname not in ('pg_catalog', 'information_schema')");
  return z.array(z.object({ n: z.number() })).parse(rows)[0]?.n === 0;
}

/** Makes an empty database beside another one, to be dropped again. */
export async function scratchDatabase(url: string): Promise<{ readonly url: string; drop(): Promise<void> }> {
  const name = `dmp_drill_${timeNow().toString(36)}`;
  await query(url, `create database ${name} template template0`);
  const scratch = new URL(url);
  scratch.pathname = `/${name}`;
  return { url: scratch.href, drop: async () => void (await query(url, `drop database if exists ${name} with (force)`)) };
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { z } from 'zod';
import { pause, randomUUID } from '../surroundings.ts';
import type { Claims, Engine, EngineEvents } from './engine.ts';
import type { Tables } from './tables.ts';
import { changeFollowed, type Fanout, inBatches } from './fanout.ts';
import { LOCKS } from './locks.ts';
import { addStatement } from './spans.ts';

interface PostgresOptions {
  readonly statementMs?: number;
  readonly connections?: number;
  /** The same database without a pooler between, for what lasts as long as a connection: LISTEN and session locks. */
  readonly directUrl?: string;
  /** Whether statements are added to traces. */
  readonly traced?: boolean;
}

/** PostgreSQL is not there, or does not let DMP in. The message is for whoever starts DMP. */
export class DatabaseUnreachable extends Error {
  override readonly name = 'DatabaseUnreachable';
}

/** Opens a PostgreSQL database by its address. Any number of processes may share it. */
export async function openPostgres(
  url: string,
  events: EngineEvents,
  { statementMs = STATEMENT_MS, connections = 12, directUrl = url, traced = false }: PostgresOptions = {},
): Promise<Engine> {
  const poolOf = (max: number): pg.Pool => {
    const pool = new pg.Pool({
      connectionString: url,
      max,
      application_name: 'dmp',
      types: { getTypeParser: parserOf },
      statement_timeout: statementMs,
      lock_timeout: LOCK_MS,
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
    });
    // A connection that breaks while it is checked out emits `error` itself: without a listener that ends the process. The
    // statement that was running rejects, and the pool discards the connection.
    pool.on('connect', (client) => client.on('error', (error) => events.onWarning('A connection to the database broke', error)));
    pool.on('error', () => undefined);
    return pool;
  };
  // The last one listens (`wireOf`).
  const pool = poolOf(connections - ASIDE - 1);
  const aside = poolOf(ASIDE);
  try {
    await pool.query('select 1');
  } catch (error) {
    await pool.end();
    throw new DatabaseUnreachable(
      `The database of DATABASE_URL does not answer: ${error instanceof Error ? error.message : String(error)}. Start it, or correct DATABASE_URL.`,
      { cause: error },
    );
  }
  const instance = randomUUID();
  const wire = wireOf(directUrl, instance, events);
  await wire.ready;
  const send = inBatches((texts) =>
    aside.query('select pg_notify(channel, payload) from unnest($1::text[], $2::text[]) as t(channel, payload)', [
      texts.map(({ channel }) => channel),
      texts.map(({ payload }) => payload),
    ]),
  );
  return {
    name: 'postgres',
    db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), ...(traced && { log: addStatement }) }),
    aside: new Kysely<Tables>({ dialect: new PostgresDialect({ pool: aside }) }),
    instance,
    async isAlive(other) {
      if (other === instance) return true;
      // Nobody holds the lock of a process that is gone: its connection went with it.
      const { rows } = await aside.query<{ free: boolean }>('select pg_try_advisory_xact_lock($1::int, hashtext($2)) as free', [
        LOCKS.instance,
        other,
      ]);
      return rows[0]?.free !== true;
    },
    claims: wire.claims,
    fanout: {
      notify: (payload, versionId) => send({ channel: versionId === undefined ? CHANNEL : channelOf(versionId), payload }),
      follow: wire.follow,
      listen: (listener) => {
        wire.listeners.add(listener);
        return Promise.resolve(() => Promise.resolve(void wire.listeners.delete(listener)));
      },
    },
    async readText(query) {
      const { rows } = await pool.query<unknown[]>({ text: query.sql, values: [...query.parameters], rowMode: 'array' });
      const text = rows[0]?.[0];
      return Buffer.from(typeof text === 'string' ? text : '');
    },
    async run(text, params) {
      const client = await aside.connect();
      let broken: unknown;
      try {
        const result: unknown = await client.query(text, params === undefined ? undefined : [...params]);
        return { rows: RowsOf.parse(Array.isArray(result) ? result.at(-1) : result).rows };
      } catch (error) {
        // A script that begins a transaction of its own and fails leaves it open.
        await client.query('rollback').catch((lost: unknown) => (broken = lost));
        throw error;
      } finally {
        client.release(broken !== undefined);
      }
    },
    // PostgreSQL's autovacuum looks after itself; only the planner must know of a bulk load at once.
    afterBulkLoad() {
      unlimited(pool, 'analyze blob, layer_row').catch((error: unknown) =>
        events.onWarning('The table statistics could not be updated after a bulk load', error),
      );
    },
    pools: () =>
      Object.entries({ calls: pool, aside }).map(([name, { totalCount, idleCount, waitingCount }]) => ({
        name,
        open: totalCount,
        idle: idleCount,
        waiting: waitingCount,
      })),
    async close() {
      await wire.close();
      await Promise.all([pool.end(), aside.end()]);
    },
  };
}

/** Milliseconds after which PostgreSQL cancels a statement: the caller gets 504, the connection is free again. */
const STATEMENT_MS = 60_000;
/** Milliseconds after which a statement that waits for what another one has locked is given up: the caller gets 503. */
export const LOCK_MS = 20_000;
/** Connections for what must not wait for calls. */
const ASIDE = 2;
/** Milliseconds that a call waits for a connection before it is answered 503. */
const CONNECT_MS = 10_000;

/** Runs a statement of the upkeep that may take longer than any call. */
async function unlimited(pool: pg.Pool, text: string): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    await client.query(text);
  } finally {
    // The connection is not used again: its setting would outlive the statement.
    client.release(true);
  }
}

/** Scripts answer one result for each statement. */
const RowsOf = z.object({ rows: z.array(z.unknown()) });

const CHANNEL = 'dmp_live';
/** Of what is about a version. */
const channelOf = (versionId: number): string => `dmp_live_${versionId}`;

interface Wire {
  readonly claims: Claims;
  readonly listeners: Set<(payload: string) => void>;
  readonly follow: Fanout['follow'];
  readonly ready: Promise<void>;
  close(): Promise<void>;
}

/** A connection of its own that listens and whose locks show that this process lives, and what it has claimed. Comes back by itself when it breaks. */
function wireOf(url: string, instance: string, events: EngineEvents): Wire {
  const listeners = new Set<(payload: string) => void>();
  const claimed = new Set<number>();
  const followed = new Set<number>();
  let client: pg.Client | undefined;
  let closed = false;

  const connect = async (): Promise<void> => {
    const next = new pg.Client({ connectionString: url, application_name: 'dmp live', keepAlive: true });
    // Until it listens, the rejection reports a failure to the caller; retrying here as well would double the attempts.
    let isUp = false;
    const broke = (error?: Error): void => {
      if (!isUp || closed) return;
      isUp = false;
      claimed.clear();
      events.onWarning('The live connection to the database broke; connecting again', error);
      void again();
    };
    next.on('error', broke);
    next.on('end', () => broke());
    next.on('notification', ({ payload }) => listeners.forEach((listener) => listener(payload ?? '')));
    client = next;
    try {
      await next.connect();
      await next.query([CHANNEL, ...[...followed].map(channelOf)].map((channel) => `listen ${channel}`).join(';'));
      await next.query('select pg_advisory_lock($1::int, hashtext($2))', [LOCKS.instance, instance]);
      isUp = true;
    } catch (error) {
      void next.end().catch(() => undefined);
      throw error;
    }
  };
  const again = async (): Promise<void> => {
    for (let wait = 500; !closed; wait = Math.min(wait * 2, 30_000)) {
      await pause(wait, undefined, { ref: false });
      try {
        if (!closed) return await connect();
      } catch (error) {
        events.onWarning('The live connection to the database is still broken', error);
      }
    }
  };
  // A client of pg takes one query at a time.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(query: () => Promise<T>): Promise<T> => {
    const next = last.then(query);
    last = next.catch(() => undefined);
    return next;
  };
  const claims: Claims = {
    has: (versionId) => claimed.has(versionId),
    take: (versionId) =>
      inTurn(async () => {
        if (claimed.has(versionId)) return true;
        const asked = client;
        const answer = await asked?.query<{ ours: boolean }>('select pg_try_advisory_lock($1::int, $2::int) as ours', [LOCKS.check, versionId]);
        if (answer?.rows[0]?.ours !== true || asked !== client) return false;
        claimed.add(versionId);
        return true;
      }),
    release(versionId) {
      if (!claimed.delete(versionId)) return;
      void inTurn(async () => client?.query('select pg_advisory_unlock($1::int, $2::int)', [LOCKS.check, versionId])).catch(() => undefined);
    },
  };
  const follow: Fanout['follow'] = (versionIds) =>
    inTurn(async () => {
      const { begun, ended } = changeFollowed(followed, versionIds());
      const statements = [...begun.map((id) => `listen ${channelOf(id)}`), ...ended.map((id) => `unlisten ${channelOf(id)}`)];
      if (statements.length === 0) return;
      // A connection that is broken listens to all of them when it is back.
      await client
        ?.query(statements.join(';'))
        .catch((error: unknown) => events.onWarning('Versions cannot be followed until the live connection to the database is back', error));
    });
  return {
    listeners,
    follow,
    claims,
    ready: connect(),
    async close() {
      closed = true;
      await client?.end();
    },
  };
}

/** int8 as number (ids and revisions stay far below 2^53), moments as ISO text: the same as PGlite is set to. */
function parserOf(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (oid === 20) return Number;
  if (oid === 1184) return (text) => new Date(text).toISOString();
  return pg.types.getTypeParser(oid, format === 'binary' ? 'text' : format) as (value: string) => unknown;
}

import {
  CompiledQuery,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
} from 'kysely';
import { sqlState } from './engine.ts';

/** How a statement gets to the database. */
export type RunStatement = (query: CompiledQuery) => Promise<{ rows: readonly unknown[]; affected?: number }>;

/** The one connection of an embedded database: its holder has the database to itself, others wait in order. */
export interface SingleConnection {
  readonly dialect: Dialect;
  /** Runs something while nobody else uses the database. */
  alone<T>(work: () => Promise<T>): Promise<T>;
  isBusy(): boolean;
  /** How many wait for their turn. */
  waiting(): number;
}

/** What PostgreSQL says to a statement in a transaction that has failed. */
function aborted(): Error {
  return Object.assign(new Error('current transaction is aborted, commands ignored until end of transaction block'), { code: '25P02' });
}

/** A Kysely dialect for an embedded PostgreSQL that has one session: transactions take turns. */
export function singleConnection(run: RunStatement): SingleConnection {
  const waiting: (() => void)[] = [];
  let taken = false;
  /** Where the transaction stands; `lost`: its session is gone, and nothing more is done in it. */
  let transaction: 'none' | 'open' | 'lost' = 'none';

  const take = (): Promise<void> => {
    if (!taken) {
      taken = true;
      return Promise.resolve();
    }
    return new Promise((resolve) => waiting.push(resolve));
  };
  const giveBack = (): void => {
    const next = waiting.shift();
    if (next) next();
    else taken = false;
  };

  const connection: DatabaseConnection = {
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      if (transaction === 'lost') throw aborted();
      const { rows, affected } = await run(query).catch((error: unknown) => {
        if (transaction === 'open' && sqlState(error) === '57014') transaction = 'lost';
        throw error;
      });
      return { rows: [...rows] as R[], ...(affected === undefined ? {} : { numAffectedRows: BigInt(affected) }) };
    },
    streamQuery() {
      throw new Error('Streaming is done page by page (readEntities), so that no reader holds the one connection.');
    },
  };
  const say = async (text: string): Promise<void> => void (await run(CompiledQuery.raw(text)));
  const driver: Driver = {
    init: () => Promise.resolve(),
    acquireConnection: async () => {
      await take();
      return connection;
    },
    releaseConnection: () => Promise.resolve(giveBack()),
    beginTransaction: async () => {
      await say('begin');
      transaction = 'open';
    },
    commitTransaction: async () => {
      if (transaction === 'lost') throw aborted();
      await say('commit');
      transaction = 'none';
    },
    rollbackTransaction: async () => {
      const before = transaction;
      transaction = 'none';
      if (before !== 'lost') await say('rollback');
    },
    destroy: () => Promise.resolve(),
  };

  return {
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    isBusy: () => taken,
    waiting: () => waiting.length,
    async alone(work) {
      await take();
      try {
        return await work();
      } finally {
        giveBack();
      }
    },
  };
}

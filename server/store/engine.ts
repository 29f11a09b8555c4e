import type { CompiledQuery } from 'kysely';
import type { Db } from './tables.ts';
import type { Fanout } from './fanout.ts';

/** A database that can be spoken to: PGlite in a worker thread or PostgreSQL. All SQL above it is the same. */
export interface Engine {
  readonly name: 'pglite' | 'postgres';
  readonly db: Db;
  /** The same by connections of its own: for health, jobs and signs of life, which must not wait for calls. */
  readonly aside: Db;
  readonly fanout: Fanout;
  /** Name of this process among those on the database, alive as long as it is (see `isAlive`). */
  readonly instance: string;
  /** Whether the process of that name still runs. */
  isAlive(instance: string): Promise<boolean>;
  readonly claims: Claims;
  /** The one text that a query answers, as bytes: the fast way to read much. Empty where it answers null or nothing. */
  readText(query: CompiledQuery): Promise<Buffer>;
  /**
   * Runs SQL of others (pg-boss) as it is: several statements where there are no parameters. A script that fails half way
   * leaves no open transaction. Returns the rows of the last statement.
   */
  run(text: string, params?: readonly unknown[]): Promise<{ rows: readonly unknown[] }>;
  /** To be called after much was written: refreshes the planner's figures when the store is next idle. */
  afterBulkLoad(): void;
  /** Copies the whole database into a folder that is not there yet, between two statements. Only of the embedded database. */
  copyTo?(folder: string): Promise<void>;
  /** Connections of this process and what waits for them. */
  pools(): readonly PoolUse[];
  close(): Promise<void>;
}

/** The use of a pool of connections. */
export interface PoolUse {
  readonly name: string;
  readonly open: number;
  readonly idle: number;
  readonly waiting: number;
}

/** Versions that this process alone takes care of. What a process has claimed is free as soon as it ends, or loses the database. */
export interface Claims {
  has(versionId: number): boolean;
  /** Returns false where another process has it. */
  take(versionId: number): Promise<boolean>;
  release(versionId: number): void;
}

/** What reading needs of an engine. */
export type Reader = Pick<Engine, 'db' | 'readText'>;

/** Reads within a transaction, with what was written in it. */
export function readerIn(db: Db): Reader {
  return {
    db,
    async readText(query) {
      const { rows } = await db.executeQuery<Record<string, unknown>>(query);
      const [text] = Object.values(rows[0] ?? {});
      return Buffer.from(typeof text === 'string' ? text : '');
    },
  };
}

/** Callbacks for errors outside any call. */
export interface EngineEvents {
  /** The database is gone permanently; the process must end. */
  onCrash(error: Error): void;
  onWarning(message: string, error?: unknown): void;
}

/** The SQLSTATE of a failed statement, the same for both engines; undefined where the error is none of the database's. */
export function sqlState(error: unknown): string | undefined {
  const code = errorField(error, 'code');
  return code !== undefined && /^[0-9A-Z]{5}$/.test(code) ? code : undefined;
}

/** What the database says of a failure beside its sentence; undefined where it says nothing. */
export function errorField(error: unknown, field: 'code' | 'detail' | 'constraint'): string | undefined {
  const value: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, field) : undefined;
  return typeof value === 'string' ? value : undefined;
}

/**
 * Whether a failed statement says that the database cannot be reached just now (stopped, starting, out of connections), so
 * that the same may be asked again later.
 */
export function isUnavailable(error: unknown): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++) {
    const code = errorField(cause, 'code') ?? '';
    if (/^(08|57P0|53300)/.test(code) || /^(ECONN|EPIPE|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)/.test(code)) return true;
    if (/^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/.test(cause.message)) return true;
  }
  return false;
}

/** Whether a number was given that is larger than the numbers of its column: nothing can have it. */
export function isOutOfRange(error: unknown): boolean {
  return sqlState(error) === '22003';
}

/** Whether a statement waited too long for what another transaction has locked. */
export function isLocked(error: unknown): boolean {
  return sqlState(error) === '55P03';
}

/** Whether the database cancelled a statement because it took too long. */
export function isTimeout(error: unknown): boolean {
  return sqlState(error) === '57014';
}

/** Whether something could not be written because the disk is full, here or where the database is. */
export function isDiskFull(error: unknown): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++) {
    if (['53100', 'ENOSPC', 'EDQUOT'].includes(errorField(cause, 'code') ?? '') || /No space left on device/.test(cause.message)) return true;
  }
  return false;
}

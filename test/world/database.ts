/** The database of a world: PGlite in memory and in this thread, which carries out a statement when the world says so. */
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import type { CompiledQuery } from 'kysely';
import type { Engine } from '../../server/store/engine.ts';
import { engineOn } from '../../server/store/pglite.ts';
import type { PgliteReply, PgliteRequest } from '../../server/store/pgliteProtocol.ts';
import { PreparedStatements, runStatement } from '../../server/store/pgliteStatement.ts';
import type { Owner } from './clock.ts';
import type { Agenda } from './agenda.ts';

/** What the database says while its disk is full. */
const DISK_FULL = Object.assign(new Error('could not extend file: No space left on device'), { code: '53100' });

/** Statements that need room; what only removes or reads needs none. */
const WRITES = /\binsert into\b|\bupdate\s+\S+\s.*\bset\b/is;

export interface WorldDatabase {
  /** An engine of one server process. Its statements wait in the agenda of the world. */
  engineFor(owner: Owner, agenda: Agenda): Engine;
  /** Ends the transaction that a killed process has left open. */
  dropSession(owner: Owner): Promise<void>;
  /** Ends whatever transactions are open, before another world. */
  dropSessions(): Promise<void>;
  /** Whether a process is within a transaction. */
  isOpen(owner: Owner): boolean;
  /** Rows as they are now, read without the world noticing. */
  peek(sql: string): Promise<readonly unknown[]>;
  /** From now on writes are refused as on a full disk, or are not any more. */
  fill(full: boolean): void;
  close(): Promise<void>;
}

/** Opens a database in memory; `image` is a copy of one with the schema and what the world begins with. */
export async function openWorldDatabase(image?: Blob): Promise<WorldDatabase & { readonly pglite: PGlite }> {
  const pglite = await PGlite.create({
    extensions: { pg_trgm },
    ...(image === undefined ? {} : { loadDataDir: image }),
    parsers: { 20: Number, 1184: (text: string) => new Date(text).toISOString() },
  });
  const open = new Set<Owner>();
  const prepared = new PreparedStatements();
  let full = false;

  const carryOut = async (owner: Owner, what: PgliteRequest['do'], { sql, parameters }: CompiledQuery): Promise<PgliteReply> => {
    const id = 0;
    if (full && WRITES.test(sql)) {
      // as in PostgreSQL: the transaction is broken and can only be rolled back
      if (open.has(owner)) await pglite.query('select 1 / 0').catch(() => undefined);
      throw DISK_FULL;
    }
    if (what === 'close') return { id };
    if (what === 'script') {
      try {
        return { id, rows: (await pglite.exec(sql)).at(-1)?.rows ?? [] };
      } catch (error) {
        await pglite.exec('rollback');
        throw error;
      }
    }
    if (what === 'text') {
      const { rows } = await runStatement(pglite, sql, parameters, 'array', prepared);
      const text: unknown = Array.isArray(rows[0]) ? rows[0][0] : undefined;
      return { id, bytes: new TextEncoder().encode(typeof text === 'string' ? text : '') };
    }
    const { rows, affectedRows } = await runStatement(pglite, sql, parameters, 'object', prepared);
    if (sql === 'begin') open.add(owner);
    if (sql === 'commit' || sql === 'rollback') open.delete(owner);
    return { id, rows, ...(affectedRows === undefined ? {} : { affected: affectedRows }) };
  };

  return {
    pglite,
    engineFor: (owner, agenda) =>
      engineOn(
        {
          ask: (what, query) =>
            new Promise((resolve, reject) =>
              agenda.add({
                owner,
                kind: 'statement',
                what: brief(query.sql),
                run: () => carryOut(owner, what, query).then(resolve, reject),
                // there is one session: transactions of several processes take turns
                isReady: () => open.size === 0 || open.has(owner),
              }),
            ),
          lastAsked: () => performance.now(),
          stop: () => Promise.resolve(),
        },
        '',
        owner.name,
        { onCrash: (error) => agenda.broken(error), onWarning: () => undefined },
        () => undefined,
      ),
    async dropSession(owner) {
      if (open.delete(owner)) await pglite.exec('rollback');
    },
    async dropSessions() {
      if (open.size > 0) await pglite.exec('rollback');
      open.clear();
    },
    isOpen: (owner) => open.has(owner),
    peek: async (sql) => (await pglite.query(sql)).rows,
    fill: (isFull) => void (full = isFull),
    close: () => pglite.close(),
  };
}

function brief(sql: string): string {
  return sql.replace(/\s+/g, ' ').trim().slice(0, 60);
}

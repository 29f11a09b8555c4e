import { connect, createServer, type Socket } from 'node:net';
import { Client } from 'pg';

/** A database whose connections can be lost. */
export interface CutDatabase {
  /** The address for the product: leads through this process. */
  readonly url: string;
  /** Ends every session as PostgreSQL does when it is shut down (57P01); new ones are let in at once. */
  endSessions(): Promise<void>;
  /** Resets every connection and refuses new ones. */
  cut(): void;
  mend(): void;
  /** How many sessions of the database hold an advisory lock of that class. */
  holders(lock: number): Promise<number>;
  close(): Promise<void>;
}

/** Puts a TCP relay before a PostgreSQL database. */
export async function cutDatabase(databaseUrl: string): Promise<CutDatabase> {
  const target = new URL(databaseUrl);
  const open = new Set<Socket>();
  let isCut = false;
  const relay = createServer((incoming) => {
    if (isCut) return void incoming.resetAndDestroy();
    const outgoing = connect(Number(target.port || 5432), target.hostname);
    for (const [socket, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      open.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        open.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  await new Promise<void>((done) => relay.listen(0, '127.0.0.1', done));
  const address = relay.address();
  if (address === null || typeof address === 'string') throw new Error('The relay has no port');
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(address.port);
  const rowsOf = async (text: string, params: string[] = []): Promise<number> => {
    const client = new Client({ connectionString: databaseUrl });
    await client.connect();
    try {
      return (await client.query(text, params)).rows.length;
    } finally {
      await client.end();
    }
  };
  const OTHERS = 'pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';
  return {
    url: url.href,
    endSessions: async () => void (await rowsOf(`select pg_terminate_backend(pid) from ${OTHERS}`)),
    holders: (lock) =>
      rowsOf(`select pid from ${OTHERS} and pid in (select pid from pg_locks where locktype = 'advisory' and granted and classid::bigint = $1)`, [
        String(lock),
      ]),
    cut() {
      isCut = true;
      for (const socket of open) socket.resetAndDestroy();
    },
    mend: () => void (isCut = false),
    close: () =>
      new Promise((done) => {
        for (const socket of open) socket.destroy();
        relay.close(() => done());
      }),
  };
}

import { statfs } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import type { ProductState } from './app.ts';
import { isDiskFull } from './store/engine.ts';
import { elapsed } from './surroundings.ts';

/** Bytes below which a disk counts as full: an import of a city takes some 50 MB. */
const LEAST_FREE = 100e6;
/** Milliseconds for which a write that found the disk full counts. */
const REMEMBERED = 60_000;

interface HealthOptions {
  readonly dataDir: string;
  readonly state: () => ProductState;
  readonly isWorking: () => boolean;
  /** Whether messages between processes come through. */
  readonly isFanoutUp: () => boolean;
  /** Fails where the database does not answer. */
  readonly askDatabase: () => Promise<unknown>;
}

/** What a process cannot do, and why. */
export interface Health {
  /** By name: what to look at. */
  reasons(): Promise<Readonly<Record<string, string>>>;
}

/** Serves `/healthz` and `/readyz`. */
export function serveHealth(app: FastifyInstance, { dataDir, state, isWorking, isFanoutUp, askDatabase }: HealthOptions): Health {
  let fullAt = -Infinity;
  app.addHook('onError', async (_request, _reply, error) => {
    if (isDiskFull(error)) fullAt = elapsed();
  });
  const reasons = async (): Promise<Readonly<Record<string, string>>> => {
    const free = await freeBytes(dataDir);
    const isFull = elapsed() - fullAt < REMEMBERED;
    return {
      ...(isWorking() ? {} : { jobs: 'Tasks and housekeeping could not be begun yet; it is tried again.' }),
      ...(isFanoutUp() ? {} : { broker: 'The broker of BROKER_URL does not answer: what others do is seen late. It is tried again.' }),
      ...(isFull ? { disk: 'A write failed because the disk of the product or of its database is full. Make space.' } : {}),
      ...(!isFull && free !== undefined && free < LEAST_FREE
        ? { disk: `The disk of ${dataDir} has ${Math.round(free / 1e6)} MB left. Make space before writes fail.` }
        : {}),
    };
  };
  app.get('/healthz', { exposeHeadRoute: true }, async () => ({ status: 'alive' }));
  app.get('/readyz', { exposeHeadRoute: true }, async (_request, reply) => {
    await askDatabase();
    const status = state();
    if (status !== 'ready') return reply.code(503).send({ status });
    const why = await reasons();
    const missing = Object.keys(why);
    return { status, ...(missing.length === 0 ? {} : { missing, reasons: Object.values(why) }) };
  });
  return { reasons };
}

/** Space left on the disk of a folder; undefined where that cannot be said. */
export async function freeBytes(folder: string): Promise<number | undefined> {
  const disk = await statfs(folder).catch(() => undefined);
  return disk && disk.bavail * disk.bsize;
}

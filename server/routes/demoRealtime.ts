import type { FastifyInstance } from 'fastify';
import { DEMO_FEED_PATH, demoFeed } from '../realtime/demoFeed.ts';
import type { Engine } from '../store/engine.ts';
import { timeNow } from '../surroundings.ts';

/** Serves the simulated vehicles of the demo database as GTFS-Realtime; `at` (unix seconds) is another moment than now. */
export function serveDemoRealtime(app: FastifyInstance, engine: Engine): void {
  const feed = demoFeed(engine);
  app.get<{ Querystring: { at?: string } }>(DEMO_FEED_PATH, { logLevel: 'warn' }, async ({ query }, reply) => {
    const at = query.at !== undefined && /^\d{1,10}$/.test(query.at) ? Number(query.at) : timeNow() / 1000;
    const bytes = await feed(at);
    void reply.header('cache-control', 'no-store');
    return bytes === undefined
      ? reply.code(404).send({ errors: 'There is no demo database here.' })
      : reply.type('application/x-protobuf').send(Buffer.from(bytes));
  });
}

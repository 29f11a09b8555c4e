import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { demoFeed } from '../feed/demo/demoFeeds.ts';
import { timeNow } from '../surroundings.ts';

/** Serves the feeds that the demo pipelines import: made up, the same for the whole year, with an ETag. */
export function serveDemoFeeds(app: FastifyInstance): void {
  for (const kind of ['sound', 'faulty'] as const) {
    app.get(`/demo/${kind}.zip`, async (request, reply) => {
      const bytes = await demoFeed(kind, new Date(timeNow()).getUTCFullYear());
      const etag = `"${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}"`;
      void reply.header('etag', etag).header('cache-control', 'no-cache').type('application/zip');
      return request.headers['if-none-match'] === etag ? reply.code(304).send() : reply.send(bytes);
    });
  }
  // not the page of the client, which any other address is answered with
  app.get('/demo/:name', (_request, reply) => reply.code(404).type('text/plain').send('There is no such file.'));
}

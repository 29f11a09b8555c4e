import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import * as contract from '../../src/contract/comparer.ts';
import * as service from '../services/comparer.ts';
import { diffCsv, diffReport } from '../services/diffExport.ts';
import { readReleaseNotes } from '../services/releaseNotes.ts';
import { readServiceChange } from '../services/serviceFigures.ts';
import { readVersion } from '../store/versions.ts';
import { dispositionOf } from './download.ts';
import { registerRead, takesGzip, type RouteContext } from './register.ts';

/** Serves the comparison of two versions. */
export function registerComparer(context: RouteContext): void {
  const { engine } = context;
  registerRead(context, contract.readDiff, ({ query }) => service.readDiff(engine, query));
  registerRead(context, contract.listDiff, ({ query }) => service.listDiff(engine, query));
  registerRead(context, contract.listDiffProperties, ({ query }) => service.listDiffProperties(engine, query));
  registerRead(context, contract.readDifference, ({ query }) => service.readDifference(engine, query));
  registerRead(context, contract.readReleaseNotes, async ({ query }) => readReleaseNotes(engine, await service.pairOf(engine, query.a, query.b)));
  registerRead(context, contract.readServiceChange, async ({ query }) => readServiceChange(engine, await service.pairOf(engine, query.a, query.b)));
  registerRead(context, contract.exportDiff, async ({ query, request, reply }) => {
    const pair = await service.pairOf(engine, query.a, query.b);
    const [a, b] = [await readVersion(engine.db, query.a), await readVersion(engine.db, query.b)];
    const title = `${a?.DatabaseId ?? ''} ${a?.Version ?? ''} ⇄ ${b?.Version ?? ''}`;
    const pieces = query.format === 'csv' ? diffCsv(engine, pair, query.category) : diffReport(engine, pair, title, query.category);
    const name = `${a?.DatabaseId ?? ''}-${a?.Version ?? ''}-${b?.Version ?? ''}.${query.format}`;
    void reply
      .header('cache-control', 'no-store')
      .header('content-disposition', dispositionOf(name))
      .type(query.format === 'csv' ? 'text/csv; charset=utf-8' : 'text/html; charset=utf-8');
    const text = Readable.from(pieces, { objectMode: true, highWaterMark: 64 });
    if (!takesGzip(request)) void reply.send(text);
    else {
      const gzip = createGzip({ level: 4 });
      // A failure ends the answer before its end; Fastify logs it.
      pipeline(text, gzip, () => undefined);
      void reply.header('content-encoding', 'gzip').header('vary', 'accept-encoding').send(gzip);
    }
    return undefined;
  });
}

import { createGunzip } from 'node:zlib';
import { Readable } from 'node:stream';
import * as contract from '../../src/contract/problemReports.ts';
import { reportNumber } from '../../src/domain/problemReports.ts';
import { createRate } from '../auth/rates.ts';
import { TooMany } from '../limits.ts';
import { Refusal } from '../refusal.ts';
import { logReport } from '../securityLog.ts';
import * as service from '../services/problemReports.ts';
import { registerRead, registerUpload, registerWrite, takesGzip, type RouteContext } from './register.ts';

/** Reports of an account: five at once, then ten an hour. */
const RATE = { burst: 5, perSecond: 10 / 3600 };

/** Serves problem reports. `limits` undefined: none are taken, and those that are there can be read. */
export function registerProblemReports(context: RouteContext, limits: service.ReportLimits | undefined): void {
  const { db } = context.engine;
  const rate = createRate(RATE);
  registerUpload(context, contract.sendProblemReport, async ({ request, reply }, caller, key) => {
    const packing = request.headers['content-encoding'] ?? 'identity';
    if (!/^(identity|gzip|x-gzip)$/i.test(packing)) throw new Refusal(415, 'packing', 'Send the report as it is or packed by gzip.');
    const length = Number(request.headers['content-length'] ?? NaN);
    const gone = new AbortController();
    const leave = (): void => {
      if (!reply.raw.writableFinished) gone.abort(new Error('The sender has gone'));
    };
    reply.raw.once('close', leave);
    try {
      const kept = await service.receiveReport(db, limits, {
        caller,
        key,
        body: request.raw,
        isPacked: packing.toLowerCase() !== 'identity',
        length: Number.isFinite(length) ? length : undefined,
        gone: gone.signal,
        count: () => {
          const wait = rate.take(caller.subject);
          if (wait > 0) throw new TooMany(wait, `You have sent as many reports as may be for now. Try again in ${Math.ceil(wait / 60)} min.`);
        },
      });
      logReport(request, 'reportSent', kept.Id);
      return { status: 200, body: JSON.stringify(kept) };
    } finally {
      reply.raw.off('close', leave);
    }
  });
  registerRead(context, contract.listProblemReports, async ({ query, request }, caller) => {
    const page = await service.listReportsFor(db, caller, query.find, query.before);
    logReport(request, 'reportsListed');
    return page;
  });
  registerRead(context, contract.readProblemReport, async ({ params, request, reply }, caller) => {
    const packed = await service.packedReport(db, caller, params.reportId);
    logReport(request, 'reportRead', params.reportId);
    void reply
      .header('cache-control', 'no-store')
      .header('vary', 'accept-encoding')
      .header('content-disposition', `attachment; filename="${reportNumber(params.reportId)}.dmplog"`)
      .type('application/x-dmplog');
    if (takesGzip(request)) void reply.header('content-encoding', 'gzip').send(packed);
    else void reply.send(Readable.from([packed]).pipe(createGunzip()));
    return undefined;
  });
  registerWrite(context, contract.deleteProblemReport, async ({ params, request }, { db: tx, caller, afterCommit }) => {
    await service.deleteReport(tx, caller, params.reportId);
    afterCommit(() => logReport(request, 'reportDeleted', params.reportId));
    return {};
  });
}

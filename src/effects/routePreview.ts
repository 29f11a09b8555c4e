/** The path to where the pointer is, while it moves: asked outside the log, because it is drawn and forgotten (docs/decisions/0187). */
import { asyncScheduler, catchError, EMPTY, map, Subject, switchMap, throttleTime } from 'rxjs';
import { request } from '../contract/route.ts';
import { previewSegment } from '../contract/routing.ts';
import type { PreviewQuestion, RoutePreview } from '../domain/routing.ts';
import { decodeShape } from '../domain/shapes.ts';
import type { Perform } from '../kernel/kernel.ts';

/** Milliseconds between two requests at least. */
const PAUSE = 100;

/** Asks the server through `perform`, without a record. The newest question wins: the request for an older one is aborted. */
export function createRoutePreview(perform: Perform): RoutePreview {
  return (found) => {
    const questions = new Subject<PreviewQuestion | undefined>();
    const answers = questions
      .pipe(
        throttleTime(PAUSE, asyncScheduler, { leading: true, trailing: true }),
        switchMap((question) => {
          if (question === undefined) return EMPTY;
          const { versionId, variant, from, to, vehicleType } = question;
          const body = { From: from, To: to, ...(vehicleType === undefined ? {} : { VehicleType: vehicleType }) };
          const call = request(previewSegment, { params: { versionId, variant }, body });
          return perform(call, { idempotencyKey: '', secret: () => undefined }).pipe(
            map((reply) => ({ question, path: decodeShape(previewSegment.reply.parse(reply).Route) })),
            // a preview that cannot be had is none: the click says why
            catchError(() => EMPTY),
          );
        }),
      )
      .subscribe(({ question, path }) => found(question, path));
    return { ask: (question) => questions.next(question), close: () => answers.unsubscribe() };
  };
}

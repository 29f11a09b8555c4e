import * as contract from '../../src/contract/upload.ts';
import type { Uploads } from '../services/uploads.ts';
import { Refusal } from '../refusal.ts';
import { registerRead, registerUpload, type RouteContext } from './register.ts';

/** Serves the upload of feed files, and what became of one. */
export function registerUploads(context: RouteContext, uploads: Uploads): void {
  registerUpload(context, contract.uploadSource, async ({ params, query, request, reply }, caller, key) => {
    const packing = request.headers['content-encoding'] ?? 'identity';
    if (!/^(identity|gzip|x-gzip)$/i.test(packing)) throw new Refusal(415, 'packing', 'Send the file as it is or packed by gzip.');
    const length = Number(request.headers['content-length'] ?? NaN);
    const gone = new AbortController();
    const leave = (): void => {
      if (!reply.raw.writableFinished) gone.abort(new Error('The sender has gone'));
    };
    reply.raw.once('close', leave);
    try {
      return await uploads.upload({
        ...params,
        fileName: query.file,
        caller,
        key,
        body: request.raw,
        length: Number.isFinite(length) ? length : undefined,
        gone: gone.signal,
      });
    } finally {
      reply.raw.off('close', leave);
    }
  });
  registerRead(context, contract.readUpload, ({ params }, caller) => uploads.read(caller, params.uploadId));
}

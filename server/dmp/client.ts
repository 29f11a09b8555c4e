/** Calls of the contract as a program makes them: with an API token, over HTTP. */
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { wordsOfFailure } from '../../src/contract/errors.ts';
import { isWrite, REPEATED, urlOf, type CallInput, type ReplyOf, type Route } from '../../src/contract/route.ts';
import { readUpload, uploadSource } from '../../src/contract/upload.ts';
import type { ProductAnswer } from '../mcp/toolServer.ts';
import type { ProductCall } from '../mcp/tools.ts';
import { pause, randomUUID } from '../surroundings.ts';

/** The server refused a call, or cannot be reached. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed';
}

/** A server to call. */
export interface Client {
  /** `ifMatch`: the revision that a conditional write is based on. */
  call<R extends Route>(route: R, input: CallInput<R>, ifMatch?: number): Promise<ReplyOf<R>>;
  /** Writes an answer that is a file; what is not complete is removed. */
  download<R extends Route>(route: R, input: CallInput<R>, file: string): Promise<void>;
  /** A call by its address. What the server refuses is answered as it is; so is that it cannot be reached. */
  make(call: ProductCall): Promise<ProductAnswer>;
  /** Uploads a feed and answers the version that it became. */
  upload(databaseId: string, versionName: string, file: string): Promise<number>;
}

export function connect(server: string, token: string): Client {
  const origin = server.replace(/\/+$/, '');
  const headers = { authorization: `Bearer ${token}` };
  /** Asks again while the server has no time for the call. The key of a write has it carried out once. */
  const request = async (path: string, init: RequestInit): Promise<Response> => {
    for (let tries = 1; ; tries++) {
      const answer = await fetch(origin + path, { ...init, redirect: 'error' }).catch((error: unknown) => {
        throw new CallFailed(`${origin} cannot be reached: ${reasonOf(error)}`);
      });
      if (answer.ok) return answer;
      if ((answer.status !== 429 && answer.status !== 503) || tries === TRIES || init.body instanceof ReadableStream)
        throw new CallFailed(wordsOfFailure(answer.status, await answer.text()));
      await answer.body?.cancel();
      await pause(Math.min(Number(answer.headers.get('retry-after')) || 1, 60) * 1000);
    }
  };
  const send = <R extends Route>(route: R, input: CallInput<R>, ifMatch?: number): Promise<Response> =>
    request(urlOf(route, input), {
      method: route.method,
      headers: {
        ...headers,
        ...(isWrite(route) ? { 'idempotency-key': randomUUID() } : {}),
        ...(ifMatch === undefined ? {} : { 'if-match': `"${ifMatch}"` }),
        ...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
    });
  const call = async <R extends Route>(route: R, input: CallInput<R>, ifMatch?: number): Promise<ReplyOf<R>> => {
    const answer: unknown = await (await send(route, input, ifMatch)).json();
    const parsed = z.safeParse(route.reply, answer);
    if (!parsed.success) throw new CallFailed(`The answer to ${route.name} is not the one that this dmp knows. Is the server of another version?`);
    return parsed.data as ReplyOf<R>;
  };
  return {
    call,
    async make({ method, url, body, key }) {
      const init = {
        method,
        redirect: 'error' as const,
        headers: {
          ...headers,
          ...(key === undefined ? {} : { 'idempotency-key': key }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      };
      try {
        const answer = await fetch(origin + url, init);
        return { status: answer.status, text: await answer.text(), repeated: answer.headers.has(REPEATED) };
      } catch (error) {
        return { status: 503, text: JSON.stringify({ errors: [{ message: `${origin} cannot be reached: ${reasonOf(error)}` }] }), repeated: false };
      }
    },
    async download(route, input, file) {
      const answer = await send(route, input);
      const part = `${file}.part`;
      try {
        await pipeline(answer.body === null ? Readable.from([]) : Readable.from(answer.body), createWriteStream(part));
        await rename(part, file);
      } catch (error) {
        await rm(part, { force: true });
        throw new CallFailed(`${file} could not be written: ${reasonOf(error)}`);
      }
    },
    async upload(databaseId, versionName, file) {
      const key = randomUUID();
      const path = urlOf(uploadSource, { params: { databaseId, versionName }, query: { file: basename(file) } });
      const body = Readable.toWeb(createReadStream(file)) as ReadableStream;
      const type = /\.gz$/i.test(file) ? 'application/gzip' : /\.json$/i.test(file) ? 'application/json' : 'application/octet-stream';
      const init = { method: 'POST', headers: { ...headers, 'idempotency-key': key, 'content-type': type }, body, duplex: 'half' as const };
      const sent = await request(path, init).catch((error: unknown) => {
        if (error instanceof CallFailed && !error.message.includes('cannot be reached')) throw error;
        return error;
      });
      if (sent instanceof Response) return uploadSource.reply.parse(await sent.json()).DbVersionId;
      // The connection was lost, but the upload may have been received.
      for (;;) {
        const { Status, DbVersionId, Messages } = await call(readUpload, { params: { uploadId: key } });
        if (DbVersionId !== null && Status === 'done') return DbVersionId;
        if (Status !== 'running') throw Status === 'failed' ? new CallFailed(Messages.join('\n')) : sent;
        await pause(POLL_MS);
      }
    },
  };
}

const TRIES = 6;
/** Milliseconds from one look at something that is not done yet to the next. */
export const POLL_MS = 1000;

/** Why something failed, as its innermost cause says. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : reasonOf(error.cause);
}

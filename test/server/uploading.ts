import { request as httpRequest, type Agent } from 'node:http';
import { gunzipSync } from 'node:zlib';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import { Version } from '../../src/domain/versions.ts';
import { feedJson } from '../../server/feed/json/writeFeed.ts';
import { startTestProduct, type Person, type TestProduct } from './product.ts';

/** The server in this process, listening, and what a client does with feed files on it. */
export interface UploadProduct {
  readonly product: TestProduct;
  readonly url: string;
  upload(file: string | Buffer, options?: UploadOptions): Promise<UploadAnswer>;
  /** Sends the head and some bytes of a file, and then nothing more until `end` or `cut`. */
  begin(
    file: string | Buffer,
    options?: UploadOptions,
  ): Promise<{ readonly answer: Promise<UploadAnswer>; end(rest: string | Buffer): Promise<UploadAnswer>; cut(): void }>;
  /** What became of an upload. */
  ask(key: string, as?: Person): Promise<unknown>;
  /** The feed file that the server gives out for a version. */
  download(versionId: number): Promise<Buffer>;
  /** The feed file straight from the store. */
  feedOf(versionId: number): Promise<string>;
  close(): Promise<void>;
}

export interface UploadOptions {
  readonly key?: string;
  readonly as?: Person;
  readonly databaseId?: string;
  readonly name?: string;
  /** Where the file goes in place of a version of that database. */
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Holds the connections; one of Node's own where none is named. */
  readonly agent?: Agent;
}

export interface UploadAnswer {
  readonly status: number;
  readonly body: unknown;
  /** Of an upload that was taken. */
  readonly done: () => z.infer<typeof Done>;
}

const Done = z.object({ DbVersionId: z.number(), Version });

/** Starts the product for uploads. */
export async function startUploadProduct(env: Readonly<Record<string, string>> = {}): Promise<UploadProduct> {
  const product = await startTestProduct(env);
  await product.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = product.app.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  let keys = 0;

  const open = async ({
    key = `upload:${++keys}`,
    as = 'editor',
    databaseId = 'test',
    name = 'Uploaded',
    path,
    headers = {},
    agent,
  }: UploadOptions) => {
    const call = httpRequest(url + (path ?? `/storage/ui/db/${encodeURIComponent(databaseId)}/source/${encodeURIComponent(name)}`), {
      method: 'POST',
      agent,
      headers: { authorization: `Bearer ${await product.token(as)}`, 'idempotency-key': key, 'content-type': 'application/octet-stream', ...headers },
    });
    const answer = new Promise<UploadAnswer>((resolve, reject) => {
      call.on('error', reject);
      call.on('response', (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('error', reject);
        response.on('end', () => {
          const body: unknown = JSON.parse(Buffer.concat(parts).toString());
          resolve({ status: response.statusCode ?? 0, body, done: () => Done.parse(body) });
        });
      });
    });
    answer.catch(() => undefined);
    return { call, answer };
  };
  return {
    product,
    url,
    async upload(file, options = {}) {
      const { call, answer } = await open(options);
      call.end(file);
      return answer;
    },
    async begin(file, options = {}) {
      const { call, answer } = await open(options);
      await new Promise<void>((sent) => call.write(file, () => sent()));
      return {
        answer,
        end: (rest) => {
          call.end(rest);
          return answer;
        },
        cut: () => void call.destroy(),
      };
    },
    async ask(key, as = 'editor') {
      const answer = await fetch(`${url}/storage/ui/uploads/${encodeURIComponent(key)}`, {
        headers: { authorization: `Bearer ${await product.token(as)}` },
      });
      return answer.json();
    },
    async download(versionId) {
      const answer = await fetch(`${url}/storage/ui/db/test/versions/${versionId}/download`, {
        headers: { authorization: `Bearer ${await product.token('viewer')}` },
      });
      return gunzipSync(Buffer.from(await answer.arrayBuffer()));
    },
    async feedOf(versionId) {
      const parts: Buffer[] = [];
      for await (const part of feedJson(product.store, versionId)) parts.push(part);
      return Buffer.concat(parts).toString();
    },
    close: () => product.close(),
  };
}

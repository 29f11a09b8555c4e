import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A bucket that listens: what it was asked, what it keeps, and what goes wrong next. */
export class FakeBucket {
  readonly files = new Map<string, Buffer>();
  readonly asked: { method: string; url: string; headers: IncomingMessage['headers'] }[] = [];
  readonly troubles: ((request: IncomingMessage, response: ServerResponse) => void)[] = [];
  readonly #server: Server = createServer((request, response) => void this.#answer(request, response));

  async listen(): Promise<string> {
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request;
    this.asked.push({ method, url, headers });
    const trouble = this.troubles.shift();
    if (trouble) return trouble(request, response);
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts);
    const signed =
      /^AWS4-HMAC-SHA256 Credential=id\/\d{8}\/somewhere\/s3\/aws4_request, SignedHeaders=[a-z0-9;-]*host;x-amz-content-sha256;x-amz-date, Signature=[0-9a-f]{64}$/;
    if (!signed.test(headers.authorization ?? '')) return void response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>');
    if (headers['x-amz-content-sha256'] !== createHash('sha256').update(body).digest('hex'))
      return void response.writeHead(400).end('<Error><Code>BadDigest</Code></Error>');
    if (method === 'PUT') {
      // A service takes no body whose length it is not told.
      if (headers['content-length'] !== String(body.length)) return void response.writeHead(411).end();
      this.files.set(url, body);
      return void response.writeHead(200).end();
    }
    if (method === 'DELETE') {
      this.files.delete(url);
      return void response.writeHead(204).end();
    }
    const file = this.files.get(url);
    return void (file
      ? response.writeHead(200, { 'content-length': file.length }).end(file)
      : response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>'));
  }
}

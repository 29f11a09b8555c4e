import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a page of the site answers. */
type Page = (request: IncomingMessage, response: ServerResponse) => void;

/** A web site on this machine that tasks fetch from. */
export class FeedSite {
  /** How often each path was asked for. */
  readonly asked: string[] = [];
  readonly #pages = new Map<string, Page>();
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<FeedSite> {
    const server = createServer((request, response) => {
      site.asked.push(request.url ?? '');
      const page = site.#pages.get(request.url ?? '');
      if (page === undefined) response.writeHead(404).end('no such file');
      else page(request, response);
    });
    const site = new FeedSite(server);
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    return site;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  url(path: string): string {
    return `http://127.0.0.1:${this.port}${path}`;
  }

  page(path: string, page: Page): string {
    this.#pages.set(path, page);
    return this.url(path);
  }

  /** A file with an ETag, which is answered 304 where it is known. */
  file(path: string, bytes: Uint8Array, etag: string): string {
    return this.page(path, (request, response) => {
      if (request.headers['if-none-match'] === etag) response.writeHead(304).end();
      else response.writeHead(200, { etag, 'content-length': bytes.length }).end(bytes);
    });
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((closed) => this.#server.close(closed));
  }
}

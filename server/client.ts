/** The built client: its files with their types, compressed once, held in memory. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { randomBytes } from './surroundings.ts';

/**
 * Serves the client of a folder: hashed assets may be kept for ever, the page itself is requested each time, and every
 * address that is no file and none of the API is the page, which finds its way by itself. `sourceMaps`: whether the maps to the
 * sources are files too; `policyOf`: the content security policy of a page whose style elements carry that nonce.
 */
export function serveClient(app: FastifyInstance, folder: string, sourceMaps: boolean, policyOf: (nonce: string) => string): void {
  const files = readFiles(folder);
  if (!sourceMaps) for (const path of files.keys()) if (path.endsWith('.map')) files.delete(path);
  const page = files.get('/index.html')?.plain.toString();
  files.delete('/index.html');
  app.setNotFoundHandler(async (request, reply) => {
    const path = decoded(request.url.replace(/[?#].*$/, ''));
    if (isApi(path)) return answerJson(reply, `There is no call ${request.method} ${path}.`);
    if (request.method !== 'GET' && request.method !== 'HEAD') return answerJson(reply, `${request.method} is not possible here.`, 405);
    const file = files.get(path);
    if (file) return send(request, reply, file, path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache');
    if (path.startsWith('/assets/')) return answerJson(reply, 'This file is of another build of the product. Load the page again.');
    if (page !== undefined) return sendPage(reply, page, policyOf);
    return reply.code(404).type('text/plain; charset=utf-8').send('The client has not been built. Run: npm run build\n');
  });
}

/** Paths below which the server speaks JSON. */
export function isApi(path: string): boolean {
  return /^\/(storage|scheduler|exports\/ui|live|api|mcp|oidc|feeds)(\/|$)/.test(path) || /^\/(openapi|config|feed\.schema)\.json$/.test(path);
}

interface ClientFile {
  readonly type: string;
  readonly etag: string;
  readonly plain: Buffer;
  /** Undefined where compressing does not pay: images, fonts. */
  readonly gzip: (() => Promise<Buffer>) | undefined;
  readonly brotli: (() => Promise<Buffer>) | undefined;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.mp3': 'audio/mpeg',
  '.ogg': 'audio/ogg',
  '.wasm': 'application/wasm',
};

function readFiles(folder: string): Map<string, ClientFile> {
  if (!existsSync(folder)) return new Map();
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => statSync(join(folder, path)).isFile());
  return new Map(paths.filter((path) => !/(^|[\\/])\./.test(path)).map((path) => [`/${path.replaceAll('\\', '/')}`, fileOf(join(folder, path))]));
}

function fileOf(path: string): ClientFile {
  const plain = readFileSync(path);
  const type = TYPES[extname(path)] ?? 'application/octet-stream';
  const pays = /^(text|application\/(json|wasm)|image\/svg)/.test(type) && plain.length > 1000;
  return {
    type,
    etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
    plain,
    gzip: pays ? once(() => promisify(gzip)(plain)) : undefined,
    // Quality 5 takes 50 ms a megabyte and leaves 4 % more than 9, which takes a second.
    brotli: pays
      ? once(() => promisify<Buffer, object, Buffer>(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }))
      : undefined,
  };
}

/** Never a page of before (304): its nonce would not fit the policy that comes with it. */
function sendPage(reply: FastifyReply, page: string, policyOf: (nonce: string) => string): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  void reply.code(200).header('cache-control', 'no-cache').header('content-security-policy', policyOf(nonce)).type('text/html; charset=utf-8');
  return reply.send(page.replaceAll('NONCE_OF_THE_PAGE', nonce));
}

async function send(request: FastifyRequest, reply: FastifyReply, file: ClientFile, caching: string): Promise<FastifyReply> {
  void reply.code(200).header('cache-control', caching).header('etag', file.etag).header('vary', 'accept-encoding').type(file.type);
  if (request.headers['if-none-match'] === file.etag) return reply.code(304).send();
  const accepted = request.headers['accept-encoding'] ?? '';
  if (file.brotli && /\bbr\b/.test(accepted)) return reply.header('content-encoding', 'br').send(await file.brotli());
  if (file.gzip && /\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(await file.gzip());
  return reply.send(file.plain);
}

function answerJson(reply: FastifyReply, message: string, status = 404): FastifyReply {
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ errors: [{ message }], code: status === 404 ? 'not_found' : 'bad_request' }));
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { createAuth } from '../../server/auth/auth.ts';
import { registerProvider } from '../../server/auth/provider.ts';
import { fileSecrets } from '../../server/auth/secrets.ts';
import { registerLive } from '../../server/live/live.ts';
import { RequestLog } from '../../server/requestLog.ts';
import { answerErrors } from '../../server/routes/errors.ts';
import { askForTokens, HttpVisitor, signInByHttp } from '../drivers/signInByHttp.ts';
import { freePort } from '../drivers/ports.ts';
import { memoryFanout } from './liveSite.ts';

let app: FastifyInstance;
let dataDir: string;
let site: string;
const lines: string[] = [];

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'dmp-security-'));
  const stream = new Writable({ write: (chunk, _encoding, done) => (lines.push(String(chunk)), done()) });
  app = fastify({ logger: { level: 'info', stream }, logController: new RequestLog(), trustProxy: 'loopback' });
  answerErrors(app);
  const secrets = fileSecrets(dataDir);
  const port = await freePort();
  site = `http://localhost:${port}`;
  const provider = await registerProvider(app, { publicUrl: site, dataDir, clientId: 'dmp', secrets, anywhere: true });
  const places = { regionOfDatabase: async () => undefined, regionOfVersion: async () => undefined };
  await registerLive(app, { auth: createAuth(provider.auth), fanout: memoryFanout(), places, revisionsOf: async () => [], secrets, publicUrl: site });
  await app.listen({ port, host: '127.0.0.1' });
});
afterAll(async () => {
  await app.close();
  await rm(dataDir, { recursive: true });
});

/** What the log says of security since it was asked last. */
function said(): unknown[] {
  return lines
    .splice(0)
    .filter((line) => line.includes('"security":'))
    .map((line): unknown => JSON.parse(line));
}

it('says who signed in and out, and from where, behind a trusted proxy too', async () => {
  const visitor = new HttpVisitor({ 'x-forwarded-for': '203.0.113.7' });
  const { id_token } = await signInByHttp(site, 'editor', visitor);
  expect(said()).toMatchObject([{ security: 'signedIn', subject: 'demo-editor', address: '203.0.113.7' }]);
  const leave = new URL('/oidc/session/end', site);
  leave.search = new URLSearchParams({ id_token_hint: id_token, post_logout_redirect_uri: `${site}/` }).toString();
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(await (await visitor.visit(leave)).text())?.[1] ?? '';
  await visitor.visit(`${site}/oidc/session/end/confirm`, { method: 'POST', body: new URLSearchParams({ xsrf, logout: 'yes' }) });
  expect(said()).toContainEqual(expect.objectContaining({ security: 'signedOut', subject: 'demo-editor', address: '203.0.113.7' }));
});

it('says that a token was refused, and that its session was ended, without the token', async () => {
  const { refresh_token } = await signInByHttp(site, 'viewer');
  const renew = (): Promise<Response> => askForTokens(site, { grant_type: 'refresh_token', refresh_token });
  await renew();
  await renew();
  expect(lines.join('')).not.toContain(refresh_token);
  const events = said();
  expect(events).toContainEqual(expect.objectContaining({ security: 'tokenRefused', reason: 'invalid_grant', address: '127.0.0.1' }));
  expect(events).toContainEqual(expect.objectContaining({ security: 'sessionEnded' }));
});

it('says who was refused under a name that is not the product’s', async () => {
  await app.inject({ url: '/oidc/auth?state=hidden', headers: { host: 'evil.example' } });
  expect(said()).toMatchObject([{ security: 'refused', status: 421, code: 'foreign_name', method: 'GET', url: '/oidc/auth?state=-' }]);
});

it('says who was refused a live connection: without a token, and from a page of another site', async () => {
  expect((await fetch(`${site}/live/negotiate`, { method: 'POST', headers: { authorization: 'Bearer x' } })).status).toBe(401);
  for (const origin of [undefined, 'https://evil.example']) {
    const socket = new WebSocket(`${site.replace('http', 'ws')}/live?access_token=hidden`, origin === undefined ? {} : { origin });
    await new Promise((resolve) => socket.once('error', resolve));
  }
  expect(lines.join('')).not.toContain('hidden');
  expect(said()).toMatchObject([
    { security: 'refused', status: 401, code: 'bad_token', method: 'POST', url: '/live/negotiate' },
    { security: 'refused', status: 401, method: 'GET', url: '/live?access_token=-', address: '127.0.0.1' },
    { security: 'refused', status: 403, method: 'GET', url: '/live?access_token=-', address: '127.0.0.1' },
  ]);
});

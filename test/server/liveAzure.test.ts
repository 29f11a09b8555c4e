import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changed, closeAll, listed, liveToken, memoryFanout, startSite, uploading, watch } from './liveSite.ts';

afterEach(closeAll);

describe('Azure SignalR Service', () => {
  const calls: { method: string; path: string; audience: unknown; body: unknown }[] = [];
  let azure: FastifyInstance;
  let connectionString: string;
  let endpoint: string;

  beforeAll(async () => {
    const { jwtVerify } = await import('jose');
    azure = fastify();
    azure.all('/*', async (request, reply) => {
      const { payload } = await jwtVerify(
        request.headers.authorization?.replace('Bearer ', '') ?? '',
        new TextEncoder().encode('a key of the service, long enough'),
      );
      calls.push({ method: request.method, path: request.url, audience: payload.aud, body: request.body ?? null });
      return reply.code(request.url.includes('gone') ? 404 : 202).send();
    });
    endpoint = await azure.listen({ port: 0, host: '127.0.0.1' });
    connectionString = `Endpoint=${endpoint}/;AccessKey=a key of the service, long enough;Version=1.0;`;
  });
  beforeEach(() => void calls.splice(0));
  afterAll(() => azure.close());

  it('is handed the messages, by its REST calls with its own address as audience', async () => {
    const site = await startSite(memoryFanout(), { azureConnectionString: connectionString });
    await site.live.publish(changed(7, 1));
    await site.live.publish(listed(3));
    await site.live.publish(uploading('u1'), 'mia jansen');
    const send = `${endpoint}/api/hubs/dmp/groups/version%3A7/:send`;
    // the groups of one message are told beside each other, in whichever order
    const told = [calls[0], ...calls.slice(1, 3).toSorted((a, b) => (a.path < b.path ? 1 : -1)), ...calls.slice(3)];
    expect(told).toMatchObject([
      {
        method: 'POST',
        path: '/api/hubs/dmp/groups/version%3A7/:send?api-version=2022-06-01',
        audience: send,
        body: { target: 'versionChanged', arguments: [{ VersionId: 7, Rev: 1 }] },
      },
      {
        method: 'POST',
        path: '/api/hubs/dmp/groups/regions/:send?api-version=2022-06-01',
        audience: `${endpoint}/api/hubs/dmp/groups/regions/:send`,
        body: { target: 'versionListed' },
      },
      { path: '/api/hubs/dmp/groups/region%3Asouth/:send?api-version=2022-06-01', body: { target: 'versionListed' } },
      {
        method: 'POST',
        path: '/api/hubs/dmp/users/mia%20jansen/:send?api-version=2022-06-01',
        body: { target: 'uploadProgress', arguments: [{ UploadId: 'u1' }] },
      },
    ]);
  });

  it('is where clients are sent, with a token that names the person', async () => {
    const { decodeJwt } = await import('jose');
    const site = await startSite(memoryFanout(), { azureConnectionString: connectionString });
    const { url, accessToken } = await liveToken(site, 'mia');
    expect(url).toBe(`${endpoint}/client/?hub=dmp`);
    expect(decodeJwt(accessToken)).toMatchObject({ aud: url, nameid: 'mia' });
  });

  it('is told which versions a connection hears of, by the one who spoke for it first', async () => {
    const site = await startSite(memoryFanout(), { azureConnectionString: connectionString });
    // the groups are joined beside each other, in whichever order
    const inOrder = (): string[] => {
      const [first = '', ...rest] = calls.map((call) => `${call.method} ${call.path.split('?')[0]}`);
      return [first, ...rest.toSorted()];
    };
    expect((await watch(site, 'mia', 'abc', [7])).status).toBe(200);
    expect(inOrder()).toEqual([
      'DELETE /api/hubs/dmp/connections/abc/groups',
      'PUT /api/hubs/dmp/groups/regions/connections/abc',
      'PUT /api/hubs/dmp/groups/version%3A7/connections/abc',
    ]);
    calls.splice(0);
    expect((await watch(site, 'nina', 'def', [7, 107])).status).toBe(200);
    expect(inOrder()).toEqual([
      'DELETE /api/hubs/dmp/connections/def/groups',
      'PUT /api/hubs/dmp/groups/region%3Anorth/connections/def',
      'PUT /api/hubs/dmp/groups/version%3A107/connections/def',
    ]);
    expect((await watch(site, 'tom', 'abc', [8])).status).toBe(403);
    expect((await watch(site, 'mia', 'gone', [8])).status).toBe(404);
  });
});

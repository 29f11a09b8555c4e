import { expect, test } from 'vitest';
import { hashOfToken } from '../../server/auth/apiTokens.ts';
import { createApiToken, listApiTokens, revokeApiToken } from '../../src/contract/apiTokens.ts';
import { routeOfEdit } from '../../src/contract/edits.ts';
import { type CallInput, type Route, urlOf } from '../../src/contract/route.ts';
import { listEdits } from '../../src/contract/versions.ts';
import { editStopField } from '../../src/domain/edits/stops.ts';
import { startProduct } from '../drivers/server.ts';
import { signInByHttp } from '../drivers/signInByHttp.ts';
import { placeWithTwoStops } from './killing.ts';

test('around a kill a program writes once, its token is there once, and stays revoked', { timeout: 240_000 }, async () => {
  const place = await placeWithTwoStops();
  const start = () => startProduct({ dataDir: place.dataDir, databaseUrl: place.databaseUrl, env: { DEMO_DATA: 'no', LOG_LEVEL: 'error' } });
  const { versionId } = place;
  const secret = `dmp_${'t'.repeat(43)}`;
  let server = await start();
  const call = async (token: string, route: Route, input: CallInput, key: string): Promise<Response> =>
    fetch(server.url + urlOf(route, input), {
      method: route.method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(route.method === 'GET' ? {} : { 'content-type': 'application/json', 'idempotency-key': key, 'if-match': '*' }),
      },
      ...(route.method === 'GET' ? {} : { body: JSON.stringify(input.body ?? {}) }),
    });
  const person = async (): Promise<string> => (await signInByHttp(server.url, 'editor')).access_token;
  const rename = (): Promise<Response> =>
    call(secret, routeOfEdit(editStopField), { params: { versionId, field: 'name' }, body: { stopId: 'a', value: 'Quay' } }, 'rename');
  const tokens = async () => listApiTokens.reply.parse(await (await call(await person(), listApiTokens, {}, 'list')).json()).tokens;
  try {
    const create: CallInput = { body: { label: 'nightly', scopes: ['read', 'edit'], days: 30, hash: hashOfToken(secret) } };
    expect((await call(await person(), createApiToken, create, 'create')).status).toBe(200);
    expect((await rename()).status).toBe(200);
    await server.kill();
    server = await start();
    // who did not see the answers sends both again
    expect((await call(await person(), createApiToken, create, 'create')).status).toBe(200);
    expect((await rename()).status).toBe(200);
    expect((await tokens()).map(({ label }) => label)).toEqual(['nightly']);
    const edits = listEdits.reply.parse(await (await call(secret, listEdits, { params: { versionId }, query: { since: 0 } }, 'edits')).json());
    expect(edits).toMatchObject({ Rev: 1 });
    const [kept] = await tokens();
    expect((await call(await person(), revokeApiToken, { params: { tokenId: kept?.id ?? 0 } }, 'revoke')).status).toBe(200);
    await server.kill();
    server = await start();
    const refused = await rename();
    expect(refused.status).toBe(401);
    expect(await refused.text()).toContain('revoked');
  } finally {
    await server.stop();
    await place.remove();
  }
});

import { expect, test } from 'vitest';
import { hashOfToken } from '../../server/auth/apiTokens.ts';
import { commentByLink, createReviewLink, openReviewLink, revokeReviewLink } from '../../src/contract/reviewLinks.ts';
import { type CallInput, type Route, urlOf } from '../../src/contract/route.ts';
import { startProduct } from '../drivers/server.ts';
import { signInByHttp } from '../drivers/signInByHttp.ts';
import { placeWithTwoStops } from './killing.ts';

test('what was answered holds after a kill: a comment is there once, and a revoked link stays refused', { timeout: 240_000 }, async () => {
  const place = await placeWithTwoStops();
  const start = () => startProduct({ dataDir: place.dataDir, databaseUrl: place.databaseUrl, env: { DEMO_DATA: 'no', LOG_LEVEL: 'error' } });
  const { versionId } = place;
  const secret = `dmpl_${'s'.repeat(43)}`;
  let server = await start();
  const call = async (token: string, route: Route, input: CallInput, key: string): Promise<Response> =>
    fetch(server.url + urlOf(route, input), {
      method: route.method,
      headers: {
        authorization: `Bearer ${token}`,
        'idempotency-key': key,
        ...(route.method === 'GET' ? {} : { 'content-type': 'application/json' }),
      },
      ...(route.method === 'GET' ? {} : { body: JSON.stringify(input.body ?? {}) }),
    });
  try {
    const { access_token: token } = await signInByHttp(server.url, 'editor');
    const asked: CallInput = { params: { versionId }, body: { Label: 'Town hall', Days: 14, Comments: true, Hash: hashOfToken(secret) } };
    const made = createReviewLink.reply.parse(await (await call(token, createReviewLink, asked, 'make')).json());
    const comment: CallInput = { body: { Name: 'Ann', Message: 'Is this right?' } };
    expect((await call(secret, commentByLink, comment, 'say')).status).toBe(200);
    await server.kill();
    server = await start();
    // the guest who did not see the answer sends it again
    expect((await call(secret, commentByLink, comment, 'say')).status).toBe(200);
    expect(await (await call(secret, openReviewLink, {}, 'open')).json()).toMatchObject({ Written: [{ By: 'Ann', Message: 'Is this right?' }] });
    const { access_token: later } = await signInByHttp(server.url, 'editor');
    expect((await call(later, revokeReviewLink, { params: { versionId, linkId: made.Id } }, 'revoke')).status).toBe(200);
    await server.kill();
    server = await start();
    const refused = await call(secret, openReviewLink, {}, 'open');
    expect([refused.status, await refused.json()]).toMatchObject([410, { code: 'link_revoked' }]);
  } finally {
    await server.stop();
    await place.remove();
  }
});

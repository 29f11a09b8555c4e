import { expect, test } from 'vitest';
import { sql } from 'kysely';
import { readAccount } from '../../src/contract/account.ts';
import { askForReview, decideReview, readReview, requireReviews } from '../../src/contract/reviews.ts';
import { type CallInput, type Route, urlOf } from '../../src/contract/route.ts';
import { finishEdit } from '../../src/contract/versions.ts';
import { readConfig } from '../../server/config.ts';
import { openStore } from '../../server/store/openStore.ts';
import { startProduct } from '../drivers/server.ts';
import { type DemoKey, signInByHttp } from '../drivers/signInByHttp.ts';
import { placeWithTwoStops } from './killing.ts';

test('an approval that was answered is there after the server is killed, and notifies nobody twice', { timeout: 240_000 }, async () => {
  const place = await placeWithTwoStops();
  const start = () => startProduct({ dataDir: place.dataDir, databaseUrl: place.databaseUrl, env: { DEMO_DATA: 'no', LOG_LEVEL: 'error' } });
  const { versionId } = place;
  let server = await start();
  const tokens = new Map<DemoKey, string>();
  const call = async (as: DemoKey, route: Route, input: CallInput, key = ''): Promise<Response> => {
    const token = tokens.get(as) ?? (await signInByHttp(server.url, as)).access_token;
    tokens.set(as, token);
    return fetch(server.url + urlOf(route, input), {
      method: route.method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(route.method === 'GET' ? {} : { 'content-type': 'application/json' }),
        ...(key === '' ? {} : { 'idempotency-key': key }),
      },
      ...(route.method === 'GET' ? {} : { body: JSON.stringify(input.body ?? {}) }),
    });
  };
  try {
    for (const as of ['editor', 'viewer'] as const) await call(as, readAccount, {});
    await call('editor', requireReviews, { params: { databaseId: 'kill' }, body: { Required: true } }, 'require');
    const asked = await call('editor', askForReview, { params: { versionId }, body: { Reviewers: ['tom.de-vries@demo.example'], Note: '' } }, 'ask');
    expect(asked.status).toBe(200);
    const decision: CallInput = { params: { versionId }, body: { Approved: true, Message: '', Rev: 0 } };
    const approved = await call('viewer', decideReview, decision, 'approve');
    expect(approved.status).toBe(200);
    await server.kill();
    server = await start();
    // the next start has another port, and with it another issuer
    tokens.clear();
    // the client that did not see the answer sends it again
    expect((await call('viewer', decideReview, decision, 'approve')).status).toBe(200);
    expect(await (await call('editor', readReview, { params: { versionId } })).json()).toMatchObject({
      Review: { State: 'approved', Stale: false, Decisions: [{ Approved: true, By: 'tom.de-vries@demo.example' }] },
    });
    expect((await call('editor', finishEdit, { params: { databaseId: 'kill', versionId } }, 'finish')).status).toBe(200);
    await server.stop();
    const store = await openStore({ dataDir: readConfig({ DATA_DIR: place.dataDir }).dataDir, databaseUrl: place.databaseUrl });
    const mails = await sql`select recipient from notice_mail order by mail_id`.execute(store.sql.db);
    const news = await sql`select subject, kind, count from news order by news_id`.execute(store.sql.db);
    await store.close();
    expect(mails.rows).toEqual([{ recipient: 'tom.de-vries@demo.example' }, { recipient: 'mia.jansen@demo.example' }]);
    expect(news.rows).toEqual([
      { subject: 'demo-viewer', kind: 'reviewAsked', count: 1 },
      { subject: 'demo-editor', kind: 'reviewApproved', count: 1 },
    ]);
  } finally {
    await server.stop();
    await place.remove();
  }
});

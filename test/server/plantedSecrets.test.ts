/** A server whose configuration is full of secrets tells none of them: not in an answer, not in an error, not in what it prints. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { routeCatalogue } from '../../src/contract/catalogue.ts';
import { type RunningServer, startProduct } from '../drivers/server.ts';
import { signInByHttp } from '../drivers/signInByHttp.ts';

const PLANTED = 'planted7secret';
const env = {
  SMTP_URL: `smtp://dmp:${PLANTED}@127.0.0.1:9`,
  SECRETS_KEY: `${PLANTED}-${PLANTED}-0123456789`,
  ROUTER_URL: `http://127.0.0.1:9/${PLANTED}`,
  GEOCODER_URL: `http://127.0.0.1:9/search?key=${PLANTED}`,
  AZURE_SIGNALR_CONNECTION_STRING: `Endpoint=http://127.0.0.1:9;AccessKey=${PLANTED}${PLANTED}${PLANTED};Version=1.0;`,
  REALTIME_FEEDS: `city=http://127.0.0.1:9/vehicles.pb?key=${PLANTED}`,
  LOG_LEVEL: 'debug',
};
let server: RunningServer;

beforeAll(async () => {
  server = await startProduct({ env });
});
afterAll(async () => {
  await server.stop();
});

test('no answer and no line of the log holds a secret of the configuration', async () => {
  const { access_token: token } = await signInByHttp(server.url, 'editor');
  const paths = [
    '/config.json',
    '/no-such-page',
    '/storage/ui/no-such-call',
    '/storage/ui/locations/autocomplete?name=Utrecht',
    '/storage/ui/locations/autocomplete?name=x',
    '/storage/ui/dbs',
    '/storage/ui/db/city/realtime?schedule=1&track=x&from=0&to=1',
    '/scheduler/ui/notifications',
    '/scheduler/ui/notifications/token',
    '/scheduler/ui/notifications/watch',
    '/version',
    '/healthz',
    ...routeCatalogue.filter(({ path }) => /rout|tag|note/i.test(path)).map(({ path }) => path.replace(/:\w+/g, '1')),
  ];
  const statuses = new Set<number>();
  for (const path of paths) {
    for (const method of ['GET', 'POST']) {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': 'x:1' };
      const answer = await fetch(`${server.url}${path}`, { method, headers, ...(method === 'POST' && { body: '{"x":1}' }) });
      statuses.add(answer.status);
      const told = `${JSON.stringify([...answer.headers])}${await answer.text()}`;
      expect(told.includes(PLANTED), `${method} ${path} is answered ${answer.status} with a secret`).toBe(false);
    }
  }
  expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 404]));
  expect(server.output()).not.toContain(PLANTED);
  expect(server.output().length).toBeGreaterThan(100);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { FeedSite } from '../../../test/server/feedSite.ts';
import { type DeliveryPlace, tryDelivery } from './deliver.ts';

let site: FeedSite;
beforeAll(async () => {
  site = await FeedSite.start();
});
afterAll(() => site.close());

const tried = (path: string, authorization = '') => {
  const place: DeliveryPlace = { addresses: { allowed: ['127.0.0.1'] }, secrets: undefined as never, dataDir: '', warn: () => undefined };
  return tryDelivery(place, { kind: 'http', url: site.url(path) }, { authorization });
};

test('an address is tried by a PUT like that of a delivery, with a name of its own, which is removed again', async () => {
  const asked: string[] = [];
  site.page('/drop/connection-test.txt?to=us', (request, response) => {
    asked.push(`${request.method} ${request.headers.authorization}`);
    request.resume().on('end', () => response.writeHead(request.method === 'PUT' ? 201 : 204).end());
  });
  const message = `127.0.0.1:${site.port} takes files.`;
  expect(await tried('/drop/?to=us', 'Bearer put-secret')).toEqual({ ok: true, message, hostKey: null });
  expect(asked).toEqual(['PUT Bearer put-secret', 'DELETE Bearer put-secret']);
});

test('it says where the file could not be removed', async () => {
  site.page(
    '/kept/connection-test.txt',
    (request, response) => void request.resume().on('end', () => response.writeHead(request.method === 'PUT' ? 200 : 405).end()),
  );
  const message = `127.0.0.1:${site.port} takes files. connection-test.txt was left there: it may not be removed.`;
  expect(await tried('/kept')).toEqual({ ok: true, message, hostKey: null });
});

test('a server that can be read alone does not pass', async () => {
  site.page(
    '/read-only/connection-test.txt',
    (request, response) => void request.resume().on('end', () => response.writeHead(request.method === 'HEAD' ? 200 : 405).end()),
  );
  expect(await tried('/read-only')).toEqual({ ok: false, message: `127.0.0.1:${site.port} answers with 405 (it takes no PUT).`, hostKey: null });
});

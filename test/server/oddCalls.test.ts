import { afterAll, beforeAll, expect, it } from 'vitest';
import { routeCatalogue } from '../../src/contract/catalogue.ts';
import { smallFeed } from './smallFeed.ts';
import { startTestProduct, type TestProduct } from './product.ts';

let product: TestProduct;
let version: string;
beforeAll(async () => {
  product = await startTestProduct({ CALLS_PER_SECOND: '10000' });
  version = String(await product.version(smallFeed(), 'editable'));
});
afterAll(() => product.close());

/** What nobody means to send: as ids of an address, and as bodies. */
const ODD_IDS = ['99999999999999999999', '-1', '%00', '%F0%9F%9A%8C', "1';--", '..%2F..%2Fetc', '2147483648'];
const ODD_BODIES = [
  'null',
  '[]',
  '"x"',
  '{"__proto__":{"a":1},"constructor":1}',
  String.raw`{"Id":"\u0000","id":"\u0000","name":"\ud800","Name":"\ud800","value":1e999}`,
  '{"ids":[1e40],"dbVersionId":1e40,"versionIds":[-1],"Stops":[[]],"Changes":[99999999999999999999]}',
  '['.repeat(3000),
];

it('whatever is sent to whichever call, the server says what is wrong with it and never fails', async () => {
  const authorization = `Bearer ${await product.token('editor')}`;
  const failed: string[] = [];
  for (const { method, path, streams } of Object.values(routeCatalogue)) {
    if (streams === 'body') continue;
    for (const [n, id] of ODD_IDS.entries()) {
      // every other time a place that is there
      const known = (name: string): string | undefined => (n % 2 === 0 ? { versionId: version, databaseId: 'test' }[name] : undefined);
      const url = path.replaceAll(/:(\w+)/g, (_, name: string) => known(name) ?? id);
      const query = `?limit=${id}&q=%00&ids=${id}&a=${version}&b=${id}&databaseId=test&dbVersionId=${version}&category=stops`;
      const answer = await product.app.inject({
        method,
        url: method === 'GET' ? url + query : url,
        headers: { authorization, 'if-match': '"0"', ...(method === 'GET' ? {} : { 'content-type': 'application/json' }) },
        ...(method === 'GET' ? {} : { payload: ODD_BODIES[n] ?? '' }),
      });
      if (answer.statusCode >= 500) failed.push(`${method} ${url} ${ODD_BODIES[n] ?? ''}: ${answer.statusCode}`);
    }
  }
  expect(failed).toEqual([]);
}, 120_000);

import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { readConfig } from '../../src/contract/account.ts';
import { deleteProblemReport, listProblemReports, readProblemReport, sendProblemReport } from '../../src/contract/problemReports.ts';
import { urlOf } from '../../src/contract/route.ts';
import { keepHouse } from '../../server/jobs/housekeeping.ts';
import { openObjects } from '../../server/objects/openObjects.ts';
import { reportText } from './reportText.ts';
import { startTestProduct, type Answer, type Person, type TestProduct } from './product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({ PROBLEM_REPORT_LIMIT_MB: '1', PROBLEM_REPORT_DAYS: '30' });
});
afterAll(() => product.close());

interface Sending {
  readonly as?: Person;
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

let keys = 0;
/** Sends a report; `status` and `body` of the answer. */
async function send(payload: string | Buffer, { as = 'viewer', key = `report:${++keys}`, headers = {} }: Sending = {}, to = product) {
  const answer = await to.app.inject({
    method: 'POST',
    url: urlOf(sendProblemReport, {}),
    headers: {
      authorization: `Bearer ${await to.token(as)}`,
      'idempotency-key': key,
      'content-type': 'application/x-dmplog',
      ...headers,
    },
    payload,
  });
  return { status: answer.statusCode, body: answer.json<Record<string, unknown>>(), retryAfter: answer.headers['retry-after'] };
}

async function sentId(payload: string | Buffer, sending?: Sending): Promise<number> {
  const { status, body } = await send(payload, sending);
  expect([status, body]).toEqual([200, { Id: expect.any(Number) as number }]);
  return Number(body['Id']);
}

async function found(find: string, before?: number): Promise<readonly number[]> {
  const { body } = await product.call(listProblemReports, { query: { find, ...(before === undefined ? {} : { before }) } });
  return listProblemReports.reply.parse(body).Reports.map(({ Id }) => Id);
}

const text = (id: number, as: Person = 'editor', headers = {}): Promise<Answer> =>
  product.call(readProblemReport, { params: { reportId: id } }, { as, headers });
const count = async (): Promise<number> =>
  (await sql<{ n: number }>`select count(*)::int as n from problem_report`.execute(product.store.sql.db)).rows[0]?.n ?? 0;

describe('a problem report', () => {
  it('is kept with what it says, and read by support as it was sent', async () => {
    const report = reportText({ note: 'Der Halt Zürich fehlt', page: '/data/db/test/v/7/stops' });
    const id = await sentId(report);
    const list = await product.call(listProblemReports, { query: { find: `R-${id}` } });
    expect(list.headers['cache-control']).toBe('no-store');
    expect(listProblemReports.reply.parse(list.body).Reports).toMatchObject([
      {
        Id: id,
        By: 'viewer@test.example',
        Page: '/data/db/test/v/7/stops',
        Build: '0.1.0 (ab12cd3)',
        Note: 'Der Halt Zürich fehlt',
        Size: Buffer.byteLength(report),
        Records: 2,
      },
    ]);
    const read = await text(id);
    expect([read.status, read.text]).toEqual([200, report]);
    expect(read.headers).toMatchObject({ 'cache-control': 'no-store', 'content-disposition': `attachment; filename="R-${id}.dmplog"` });
    const packed = await text(id, 'editor', { 'accept-encoding': 'gzip' });
    expect([packed.headers['content-encoding'], gunzipSync(packed.bytes).toString()]).toEqual(['gzip', report]);
  });

  it('comes packed as well', async () => {
    const report = reportText({ note: 'packed' });
    const id = await sentId(gzipSync(report), { as: 'otherEditor', headers: { 'content-encoding': 'gzip' } });
    expect((await text(id)).text).toBe(report);
    expect(await send('no gzip', { as: 'otherEditor', headers: { 'content-encoding': 'gzip' } })).toMatchObject({
      status: 400,
      body: { code: 'no_report' },
    });
  });

  it('is kept once when it is sent again, and another text under its key is refused', async () => {
    const report = reportText({ note: 'again' });
    const first = await sentId(report, { as: 'localViewer', key: 'one' });
    const before = await count();
    expect(await sentId(report, { as: 'localViewer', key: 'one' })).toBe(first);
    expect(await send(reportText({ note: 'other' }), { as: 'localViewer', key: 'one' })).toMatchObject({ status: 422, body: { code: 'key_reused' } });
    expect(await count()).toBe(before);
    // the key of one person is none of another's
    expect(await sentId(report, { as: 'localEditor', key: 'one' })).not.toBe(first);
  });

  it.each([
    ['a file of another kind', 'stop_id,stop_name\n', 'This file is not a problem report (.dmplog).'],
    ['nothing', '', 'This file is not a problem report (.dmplog).'],
    [
      'a report without its end',
      reportText({}).split('\n').slice(0, 2).join('\n'),
      'This report is cut short: its end is missing. Ask for the file again.',
    ],
    ['a report with a line more', reportText({}).replace('{"end"', '{"record":{}}\n{"end"'), 'This report has been changed since it was written.'],
  ])('is refused where it is %s, and nothing is kept', async (_what, payload, message) => {
    const before = await count();
    // each by somebody who may still send
    const { status, body } = await send(payload, { as: 'quietEditor' });
    expect([status, body]).toEqual([400, { code: 'no_report', errors: [{ message }] }]);
    expect(await count()).toBe(before);
  });

  it('is refused where it is larger than the limit, also when that is seen only once it is unpacked', async () => {
    const large = reportText({ note: 'x', padding: 1_000_000 });
    const before = await count();
    expect(await send(large, { as: 'lostEditor' })).toMatchObject({ status: 413, body: { code: 'too_large' } });
    expect(await send(gzipSync(large), { as: 'lostEditor', headers: { 'content-encoding': 'gzip' } })).toMatchObject({ status: 413 });
    expect(await count()).toBe(before);
  });

  it('is refused with words also while its sender still sends', async () => {
    const large = await startTestProduct();
    try {
      await large.app.listen({ host: '127.0.0.1', port: 0 });
      const { port } = large.app.server.address() as AddressInfo;
      const headers = { authorization: `Bearer ${await large.token('editor')}`, 'content-type': 'application/x-dmplog' };
      const body = Buffer.alloc(20_000_000, 'no report\n');
      const said = await fetch(`http://127.0.0.1:${port}${urlOf(sendProblemReport, {})}`, { method: 'POST', headers, body });
      expect([said.status, await said.json()]).toMatchObject([400, { code: 'no_report' }]);
    } finally {
      await large.close();
    }
  });

  it('is refused where it is unpacked to more than the limit, or not to its end', async () => {
    await product.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = product.app.server.address() as AddressInfo;
    const headers = { authorization: `Bearer ${await product.token('otherEditor')}`, 'content-type': 'application/x-dmplog' };
    const answer = async (body: Buffer, more = {}): Promise<unknown> => {
      const said = await fetch(`http://127.0.0.1:${port}${urlOf(sendProblemReport, {})}`, {
        method: 'POST',
        headers: { ...headers, ...more },
        body: Uint8Array.from(body),
      });
      return [said.status, await said.json()];
    };
    // packed it is smaller than the limit
    const packed = gzipSync(reportText({ note: randomBytes(700_000).toString('hex') }));
    expect(packed.length).toBeLessThan(1_000_000);
    expect(await answer(packed, { 'content-encoding': 'gzip' })).toMatchObject([413, { code: 'too_large' }]);
    expect(await answer(packed.subarray(0, 300_000), { 'content-encoding': 'gzip' })).toMatchObject([400, { code: 'no_report' }]);
  });

  it('is refused beyond five at once, with the time to wait', async () => {
    const sent = [];
    for (let i = 0; i < 6; i++) sent.push((await send(reportText({ note: `${i}` }), { as: 'oddEditor', key: `odd:${i}` })).status);
    expect(sent).toEqual([200, 200, 200, 200, 200, 429]);
    const { status, retryAfter } = await send(reportText({}), { as: 'oddEditor' });
    expect(status).toBe(429);
    expect(Number(retryAfter)).toBeGreaterThan(60);
    // a repeat of one that was kept counts for nothing
    expect((await send(reportText({ note: '0' }), { as: 'oddEditor', key: 'odd:0' })).status).toBe(200);
  });
});

describe('support', () => {
  it('finds reports by words without case and accents, newest first', async () => {
    const one = await sentId(reportText({ note: 'Fahrplan ÄNDERT sich nicht', page: '/pipelines' }), { as: 'editor' });
    const two = await sentId(reportText({ note: 'andert gar nichts', page: '/tasks' }), { as: 'editor' });
    expect(await found('andert')).toEqual([two, one]);
    expect(await found('PIPELINES ändert')).toEqual([one]);
    expect(await found(`r-${two}`)).toEqual([two]);
    expect(await found('andert 100%')).toEqual([]);
  });

  it('is who may change all regions', async () => {
    const id = await sentId(reportText({ note: 'confidential' }), { as: 'editor' });
    const outcomes = async (as: Person): Promise<readonly number[]> => [
      (await product.call(listProblemReports, {}, { as })).status,
      (await text(id, as)).status,
      (await product.call(deleteProblemReport, { params: { reportId: id } }, { as })).status,
    ];
    expect(await outcomes('viewer')).toEqual([403, 403, 403]);
    expect(await outcomes('localEditor')).toEqual([403, 403, 403]);
    expect((await text(id, 'localEditor')).text).not.toContain('confidential');
    expect(await outcomes('editor')).toEqual([200, 200, 200]);
  });

  it('pages through them', async () => {
    await sql`
      insert into problem_report(subject, key, hash, by_name, build, page, note, search, size, records, text)
      select 'many', n::text, '', 'many', '', '', '', 'manyreports', 1, 1, ''::bytea from generate_series(1, 51) n`.execute(product.store.sql.db);
    const { body } = await product.call(listProblemReports, { query: { find: 'manyreports' } });
    const { Reports, More } = listProblemReports.reply.parse(body);
    expect([Reports.length, More]).toEqual([50, true]);
    expect(await found('manyreports', Reports.at(-1)?.Id)).toHaveLength(1);
  });

  it('deletes one for good', async () => {
    const id = await sentId(reportText({ note: 'to be deleted' }), { as: 'formerEditor' });
    expect((await product.call(deleteProblemReport, { params: { reportId: id } }, { headers: { 'idempotency-key': 'delete' } })).status).toBe(200);
    expect((await text(id)).status).toBe(404);
    // a call whose answer was lost
    expect((await product.call(deleteProblemReport, { params: { reportId: id } }, { headers: { 'idempotency-key': 'delete' } })).status).toBe(200);
    expect((await product.call(deleteProblemReport, { params: { reportId: id } })).status).toBe(404);
  });

  it('has no reports that are older than the setting', async () => {
    const old = await sentId(reportText({ note: 'old' }), { as: 'formerEditor' });
    const fresh = await sentId(reportText({ note: 'fresh' }), { as: 'formerEditor' });
    await sql`update problem_report set at = now() - make_interval(days => 31) where report_id = ${old}`.execute(product.store.sql.db);
    const warned: string[] = [];
    const objects = openObjects(product.dataDir, undefined);
    const place = { store: product.store, objects, live: { publish: async () => undefined }, warn: (line: string) => warned.push(line) };
    await keepHouse(place, undefined, new AbortController().signal, undefined, 30);
    expect([(await text(old)).status, (await text(fresh)).status, warned]).toEqual([404, 200, []]);
  });
});

test('reports are taken with the demo accounts, and with another provider where the setting says so', async () => {
  const { body } = await product.call(readConfig, {}, { as: 'nobody' });
  expect(readConfig.reply.parse(body).problemReports).toEqual({ most: 1_000_000, days: 30 });
  const off = await startTestProduct({ PROBLEM_REPORTS: 'no' });
  try {
    expect(readConfig.reply.parse((await off.call(readConfig, {}, { as: 'nobody' })).body).problemReports).toBeUndefined();
    expect(await send(reportText({}), {}, off)).toMatchObject({ status: 404 });
  } finally {
    await off.close();
  }
});

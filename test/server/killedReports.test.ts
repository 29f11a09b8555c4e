import { expect, test } from 'vitest';
import { listProblemReports, readProblemReport, sendProblemReport } from '../../src/contract/problemReports.ts';
import { urlOf } from '../../src/contract/route.ts';
import { startProduct } from '../drivers/server.ts';
import { signInByHttp } from '../drivers/signInByHttp.ts';
import { placeWithTwoStops } from './killing.ts';
import { reportText } from './reportText.ts';

test('a problem report that was answered is there after a kill, and sending it again keeps it once', { timeout: 240_000 }, async () => {
  const place = await placeWithTwoStops();
  const start = () => startProduct({ dataDir: place.dataDir, databaseUrl: place.databaseUrl, env: { DEMO_DATA: 'no', LOG_LEVEL: 'info' } });
  const report = reportText({ note: 'The stop is gone' });
  let server = await start();
  const send = async (token: string): Promise<unknown> => {
    const headers = { authorization: `Bearer ${token}`, 'idempotency-key': 'one', 'content-type': 'application/x-dmplog' };
    return (await fetch(server.url + urlOf(sendProblemReport, {}), { method: 'POST', headers, body: report })).json();
  };
  try {
    const kept = await send((await signInByHttp(server.url, 'viewer')).access_token);
    expect(kept).toEqual({ Id: 1 });
    await server.kill();
    server = await start();
    expect(await send((await signInByHttp(server.url, 'viewer')).access_token)).toEqual({ Id: 1 });
    const headers = { authorization: `Bearer ${(await signInByHttp(server.url, 'editor')).access_token}` };
    const list = listProblemReports.reply.parse(await (await fetch(server.url + urlOf(listProblemReports, {}), { headers })).json());
    expect(list.Reports.map(({ Id, Note }) => [Id, Note])).toEqual([[1, 'The stop is gone']]);
    const text = await fetch(server.url + urlOf(readProblemReport, { params: { reportId: 1 } }), { headers });
    expect(await text.text()).toBe(report);
    // the log says who looked, and nothing of what was read
    await expect.poll(() => server.output()).toContain('"security":"reportRead"');
    expect(server.output()).toMatch(/"security":"reportsListed","subject":"demo-editor"/);
    expect(server.output()).toMatch(/"security":"reportRead","subject":"demo-editor","report":1/);
    expect(server.output()).toMatch(/"security":"reportSent","subject":"demo-viewer","report":1/);
    expect(server.output()).not.toContain('stop is gone');
  } finally {
    await server.stop();
    await place.remove();
  }
});

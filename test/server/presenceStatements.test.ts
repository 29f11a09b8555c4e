import { HubConnectionBuilder, LogLevel } from '@microsoft/signalr';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { PRESENCE_CHANGED, PresenceChanged, SHOW_PLACE } from '../../src/contract/presence.ts';
import { readLiveToken, watchVersions } from '../../src/contract/notifications.ts';
import { type Person, startTestProduct, type TestProduct } from './product.ts';

let product: TestProduct;
let url: string;
beforeAll(async () => {
  product = await startTestProduct({ PUBLIC_URL: 'http://127.0.0.1:4181' }, { hub: true });
  url = await product.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => product.close());

async function join(as: Person) {
  const { accessToken } = readLiveToken.reply.parse((await product.call(readLiveToken, {}, { as })).body);
  const connection = new HubConnectionBuilder()
    .withUrl(`${url}/live`, { accessTokenFactory: () => accessToken })
    .configureLogging(LogLevel.None)
    .build();
  const rows: string[] = [];
  connection.on(PRESENCE_CHANGED, (message: unknown) => {
    for (const { Name, Place } of PresenceChanged.parse(message).Tabs) rows.push(`${Name} ${Place?.cell?.row}`);
  });
  await connection.start();
  const body = { connectionId: connection.connectionId ?? '', versionIds: [], databaseId: 'test' };
  expect((await product.call(watchVersions, { body }, { as })).status).toBe(200);
  return { connection, rows };
}

it('makes no statement; on PostgreSQL the first person in a database is announced to other processes, once', async () => {
  const notify = vi.spyOn(product.store.fanout, 'notify');
  const [editor, viewer] = [await join('editor'), await join('viewer')];
  const statements = vi.spyOn(product.store.sql.db.getExecutor(), 'executeQuery');
  for (let row = 0; row < 30; row++)
    await editor.connection.send(SHOW_PLACE, { path: '/data/db/test/v/1/schedules', cell: { row: String(row), column: '1' } });
  await expect.poll(() => viewer.rows.at(-1)).toBe('editor@test.example 29');
  await editor.connection.stop();
  await expect.poll(() => viewer.rows.at(-1)).toBe(' undefined');
  expect(statements.mock.calls.length).toBe(0);
  await viewer.connection.stop();
  await new Promise((resolve) => setTimeout(resolve, 300));
  // the embedded database answers this one itself, in the same process
  expect(notify.mock.calls.map(([text]) => text)).toEqual([expect.stringContaining('"say":"hello"')]);
  statements.mockRestore();
  notify.mockRestore();
});

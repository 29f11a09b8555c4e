import { HubConnectionBuilder, LogLevel } from '@microsoft/signalr';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { readAccount } from '../../src/contract/account.ts';
import { type LIVE_MESSAGES, readLiveToken, watchVersions } from '../../src/contract/notifications.ts';
import { listDatabases } from '../../src/contract/regions.ts';
import { type CallInput, type ReplyOf, type Route, urlOf } from '../../src/contract/route.ts';
import { listStops } from '../../src/contract/stops.ts';
import { editStopField } from './stopCalls.ts';
import { beginEdit, listVersions } from '../../src/contract/versions.ts';
import { type RunningServer, startProduct } from '../drivers/server.ts';
import { signInByHttp } from '../drivers/signInByHttp.ts';

type VersionChanged = z.infer<typeof LIVE_MESSAGES.versionChanged>;

/** Where edits are made, and where they are listened to: two processes where the database can carry them, else one. */
let one: RunningServer;
let two: RunningServer;
let editor: string;
let viewer: string;

beforeAll(async () => {
  one = await startProduct({ env: { LOG_LEVEL: 'info' } });
  two =
    one.databaseUrl === undefined ? one : await startProduct({ dataDir: one.dataDir, databaseUrl: one.databaseUrl, env: { PUBLIC_URL: one.url } });
  editor = (await signInByHttp(one.url, 'editor')).access_token;
  viewer = (await signInByHttp(one.url, 'viewer')).access_token;
});
afterAll(async () => {
  if (two !== one) await two.stop();
  await one.stop();
});

let commands = 0;

async function call<R extends Route>(
  server: RunningServer,
  token: string,
  route: R,
  input: CallInput<R> = {},
  ifMatch?: number,
): Promise<ReplyOf<R>> {
  commands += 1;
  const answer = await fetch(server.url + urlOf(route, input), {
    method: route.method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(route.method === 'GET' ? {} : { 'content-type': 'application/json', 'idempotency-key': `live:${commands}` }),
      ...(ifMatch === undefined ? {} : { 'if-match': `"${ifMatch}"` }),
    },
    ...(route.method === 'GET' ? {} : { body: JSON.stringify(input.body ?? {}) }),
  });
  const body: unknown = await answer.json();
  if (!answer.ok) throw new Error(`${route.name}: ${answer.status} ${JSON.stringify(body)}`);
  return z.parse(route.reply, body) as ReplyOf<R>;
}

it('a demo account is known to the server by what it may do [E025, R010]', async () => {
  expect(await call(one, editor, readAccount)).toMatchObject({ name: 'mia.jansen@demo.example', hasAccess: true, permissions: { readOnly: false } });
  expect(await call(two, viewer, readAccount)).toMatchObject({ hasAccess: true, permissions: { readOnly: true } });
});

it('an edit of one person reaches another one who watches the version, in whichever process', async () => {
  const { Databases } = await call(one, editor, listDatabases);
  const databaseId = Databases.find((database) => !database.Permissions.ReadOnly)?.Id ?? '';
  const { Versions } = await call(one, editor, listVersions, { params: { databaseId } });
  const { EditableDbVersionId: versionId } = await call(one, editor, beginEdit, { params: { databaseId, versionId: Versions[0]?.Id ?? 0 } });
  const { Stops } = await call(one, editor, listStops, { params: { versionId } });
  const stop = Stops[0];

  const { url, accessToken } = await call(two, viewer, readLiveToken);
  const connection = new HubConnectionBuilder()
    .withUrl(new URL(url, two.url).href, { accessTokenFactory: () => accessToken })
    .configureLogging(LogLevel.None)
    .build();
  const heard = new Promise<VersionChanged>((resolve) => connection.on('versionChanged', resolve));
  await connection.start();
  // Steered through the other process; asked again, as a page does, where that one is busy and does not answer in time.
  const watching = () => call(one, viewer, watchVersions, { body: { connectionId: connection.connectionId ?? '', versionIds: [versionId] } });
  await expect.poll(watching, { timeout: 30_000 }).toEqual({ versionIds: [versionId] });
  await call(one, editor, editStopField, { params: { versionId, field: 'name' }, body: { stopId: stop?.Id ?? '', value: 'Harbour Square' } }, 0);
  expect(await heard).toMatchObject({
    VersionId: versionId,
    Author: 'mia.jansen@demo.example',
    Edits: [{ Kind: 'Stop', Id: stop?.Id, Doc: { Name: 'Harbour Square' } }],
  });
  await connection.stop();
});

it.runIf(process.env['DATABASE_URL'] === undefined)('a second server on the same data folder is refused with a sentence that says why', async () => {
  await expect(startProduct({ dataDir: one.dataDir })).rejects.toThrow(/The data folder is in use by process \d+\. Stop that one first/);
});

it('the log of the server shows a request without its token', async () => {
  await fetch(`${one.url}/live/negotiate?access_token=opensesame`, { method: 'POST' });
  await expect.poll(() => one.output(), { timeout: 20_000 }).toContain('/live/negotiate?access_token=-');
  expect(one.output()).not.toContain('opensesame');
  expect(one.output() + two.output()).not.toContain(editor);
});

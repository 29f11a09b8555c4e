import { HubConnectionBuilder, LogLevel } from '@microsoft/signalr';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createLiveTokens } from '../../server/live/liveTokens.ts';
import { readLiveToken, type RunChanged } from '../../src/contract/notifications.ts';
import {
  changed,
  closeAll,
  listed,
  listen,
  liveToken,
  memoryFanout,
  open,
  startSite,
  uploading,
  watch,
  type Site,
  type VersionChanged,
} from './liveSite.ts';

afterEach(closeAll);

describe('live messages', () => {
  let site: Site;
  let fanout: ReturnType<typeof memoryFanout>;
  beforeEach(async () => {
    fanout = memoryFanout();
    site = await startSite(fanout);
  });

  it('reach those who watch the version, and new versions reach everybody', async () => {
    const mia = await listen(site, 'mia', [7, 8]);
    const tom = await listen(site, 'tom', [9]);
    await site.live.publish(changed(7, 1));
    await site.live.publish(changed(9, 4));
    await site.live.publish(changed(8, 2));
    await site.live.publish(listed(10));
    await Promise.all([mia.hears(3), tom.hears(2)]);
    expect(mia.heard).toEqual(['versionChanged 7@1', 'versionChanged 8@2', 'versionListed 10']);
    expect(tom.heard).toEqual(['versionChanged 9@4', 'versionListed 10']);
  });

  it('for one person reach all connections of that person, in every process, and of nobody else', async () => {
    const elsewhere = await startSite(fanout);
    const [mia, tab, tom] = [await listen(site, 'mia'), await listen(elsewhere, 'mia', [7]), await listen(elsewhere, 'tom', [7])];
    await site.live.publish(uploading('u1'), 'mia');
    await site.live.publish(listed(10));
    await Promise.all([mia.hears(2), tab.hears(2), tom.hears(1)]);
    expect([mia.heard, tab.heard, tom.heard]).toEqual([
      ['uploadProgress u1', 'versionListed 10'],
      ['uploadProgress u1', 'versionListed 10'],
      ['versionListed 10'],
    ]);
  });

  it('of a version stop when one watches another', async () => {
    const mia = await listen(site, 'mia', [7]);
    await watch(site, 'mia', mia.connection.connectionId, [8]);
    await site.live.publish(changed(7, 1));
    await site.live.publish(changed(8, 2));
    await mia.hears(1);
    expect(mia.heard).toEqual(['versionChanged 8@2']);
  });

  it('come without the entities when those are too large to send', async () => {
    const mia = await listen(site, 'mia', [7]);
    const edit = (size: number): VersionChanged['Edits'] => [{ Kind: 'stop', Id: 's', Rev: 1, Doc: { Name: 'é'.repeat(size) }, Fields: ['Name'] }];
    await site.live.publish(changed(7, 1, edit(3000)));
    await site.live.publish(changed(7, 2, edit(4000)));
    await mia.hears(2);
    expect(mia.messages.map((message) => message.Edits?.length)).toEqual([1, undefined]);
    expect(mia.messages[1]?.Edits).toBeNull();
  });

  it('of a run of many tasks come in parts that other processes are told too', async () => {
    const elsewhere = await startSite(fanout);
    const mia = await listen(elsewhere, 'mia');
    const parts: RunChanged[] = [];
    const whole = new Promise<void>((resolve) => {
      mia.connection.on('runChanged', (told: RunChanged) => {
        parts.push(told);
        if (parts.flatMap(({ tasks }) => tasks).length === 50) resolve();
      });
    });
    const tasks = Array.from({ length: 50 }, (_, i): RunChanged['tasks'][number] => ({
      task_run_id: i + 1,
      last_result: { type: 3, created: 1_800_000_000, output_version_id: null, message: 'é'.repeat(100) },
      input_version_id: null,
      progress: null,
      approved: false,
      level_summary: { information: 1, warnings: 0, errors: 1 },
    }));
    const told: RunChanged = { run_id: 9, pipeline_id: 2, db_id: 'demo', caused_by: 'mia', status: 3, tasks };
    await site.live.publish({ target: 'runChanged', message: told });
    await whole;
    expect(parts.map(({ tasks: some }) => some.length)).toEqual([13, 12, 13, 12]);
    expect(parts.flatMap(({ tasks: some }) => some)).toEqual(tasks);
    expect(parts.map(({ run_id, status }) => [run_id, status])).toEqual(Array.from({ length: 4 }, () => [9, 3]));
  });

  it('that cannot be told to other processes are still told in this one, and fail nothing', async () => {
    const mia = await listen(site, 'mia', [7]);
    fanout.broken = true;
    await site.live.publish(changed(7, 1));
    await mia.hears(1);
  });

  it('that are lost on the wire leave nobody behind: the revision of what one watches is said again and again', async () => {
    const revisionsOf = async (ids: readonly number[]) => ids.flatMap((id) => (id === 7 ? [{ VersionId: 7, Rev: 2 }] : []));
    const elsewhere = await startSite(fanout, { revisionsOf, sayEvery: 20 });
    const [mia, tom] = [await listen(elsewhere, 'mia', [7]), await listen(elsewhere, 'tom', [8])];
    fanout.broken = true;
    await site.live.publish(changed(7, 2));
    await mia.hears(2);
    expect(mia.heard.slice(0, 2)).toEqual(['versionAt 7@2', 'versionAt 7@2']);
    expect(tom.heard).toEqual([]);
  });

  it('go one way: a call over the connection is refused and nothing else happens', async () => {
    const mia = await listen(site, 'mia', [7]);
    await expect(mia.connection.invoke('publish', 'x')).rejects.toThrow('only tells');
    await expect(mia.connection.invoke('toString')).rejects.toThrow('only tells');
    await site.live.publish(changed(7, 1));
    await mia.hears(1);
  });
});

describe('an account that sees some regions only', () => {
  it('hears of those, of no other, and cannot watch a version of another', async () => {
    const fanout = memoryFanout();
    const [site, elsewhere] = [await startSite(fanout), await startSite(fanout)];
    const [all, north, none] = [await listen(elsewhere, 'mia', [7, 107]), await listen(elsewhere, 'nina', [107]), await listen(elsewhere, 'zoe')];
    const answer = await watch(elsewhere, 'nina', north.connection.connectionId, [7, 107, 8]);
    expect(await answer.json()).toEqual({ versionIds: [107] });
    expect(await (await watch(elsewhere, 'zoe', none.connection.connectionId, [7, 107])).json()).toEqual({ versionIds: [] });
    await site.live.publish(changed(7, 1));
    await site.live.publish(listed(10, 'demo'));
    await site.live.publish(listed(11, 'nowhere'));
    await site.live.publish(listed(12, 'up'));
    await site.live.publish(changed(107, 2));
    await Promise.all([all.hears(5), north.hears(2)]);
    expect(all.heard).toEqual(['versionChanged 7@1', 'versionListed 10', 'versionListed 11', 'versionListed 12', 'versionChanged 107@2']);
    expect(north.heard).toEqual(['versionListed 12', 'versionChanged 107@2']);
    await site.live.publish(uploading('u'), 'zoe');
    await none.hears(1);
    expect(none.heard).toEqual(['uploadProgress u']);
  });

  it('hears nothing with a live token that names no regions', async () => {
    const tokens = createLiveTokens('secret live-key of thirty-two bytes or so', 900);
    const { SignJWT } = await import('jose');
    const old = await new SignJWT({})
      .setProtectedHeader({ alg: 'HS256' })
      .setAudience('live')
      .setSubject('mia')
      .setExpirationTime('60s')
      .sign(new TextEncoder().encode('secret live-key of thirty-two bytes or so'));
    expect((await tokens.read(old))?.regions).toEqual([]);
    expect((await tokens.read(await tokens.issue('mia', ['north'], 'mia@x.example')))?.regions).toEqual(['north']);
  });
});

describe('the live connection', () => {
  it('is for signed-in people with a role only [E189, R288]', async () => {
    const site = await startSite(memoryFanout());
    const status = async (headers: Record<string, string>): Promise<unknown> => {
      const answer = await fetch(site.url + readLiveToken.path, { headers });
      return [answer.status, Refusal.parse(await answer.json()).code];
    };
    expect(await status({})).toEqual([401, 'bad_token']);
    expect(await status({ authorization: 'Bearer noor' })).toEqual([403, 'no_role']);
    expect((await watch(site, 'noor', 'x.y', [1])).status).toBe(403);
  });

  it('opens with a live token and with no other', async () => {
    const site = await startSite(memoryFanout());
    const negotiate = async (token: string): Promise<number> =>
      (await fetch(`${site.url}/live/negotiate?negotiateVersion=1`, { method: 'POST', headers: { authorization: `Bearer ${token}` } })).status;
    const { accessToken } = await liveToken(site, 'mia');
    expect([await negotiate(accessToken), await negotiate('mia'), await negotiate(`${accessToken}x`), await negotiate('')]).toEqual([
      200, 401, 401, 401,
    ]);
    // And a live token opens nothing else.
    expect((await fetch(site.url + readLiveToken.path, { headers: { authorization: `Bearer ${accessToken}` } })).status).toBe(401);
  });

  it('belongs to the one who opened it: nobody else says what it hears', async () => {
    const site = await startSite(memoryFanout());
    const mia = await listen(site, 'mia', [7]);
    const answer = await watch(site, 'tom', mia.connection.connectionId, []);
    expect([answer.status, Refusal.parse(await answer.json()).code]).toEqual([403, 'foreign_connection']);
    await site.live.publish(changed(7, 1));
    await mia.hears(1);
  });

  it('that is not open cannot watch', async () => {
    const site = await startSite(memoryFanout());
    const { accessToken } = await liveToken(site, 'mia');
    const answer = await fetch(`${site.url}/live/negotiate`, { method: 'POST', headers: { authorization: `Bearer ${accessToken}` } });
    const { connectionId } = Negotiated.parse(await answer.json());
    expect((await watch(site, 'mia', connectionId, [7])).status).toBe(404);
  });

  it('watches at most twenty versions', async () => {
    const site = await startSite(memoryFanout());
    const mia = await listen(site, 'mia');
    const answer = await watch(
      site,
      'mia',
      mia.connection.connectionId,
      Array.from({ length: 21 }, (_, index) => index + 1),
    );
    expect([answer.status, await answer.json()]).toMatchObject([400, [{ Field: 'versionIds' }]]);
  });

  it('comes back by itself when the server asks it to, and the server stops at once', async () => {
    const site = await startSite(memoryFanout());
    const mia = await listen(site, 'mia', [7]);
    const why = new Promise<string>((resolve) => mia.connection.onreconnecting((error) => resolve(error?.message ?? 'asked to')));
    await site.app.close();
    expect(await why).toBeDefined();
  });

  it('is cut when its client says something far too large, and the others do not notice', async () => {
    const site = await startSite(memoryFanout());
    const [mia, tom] = [await listen(site, 'mia', [7]), await listen(site, 'tom', [7])];
    const back = new Promise<void>((resolve) => mia.connection.onreconnecting(() => resolve()));
    await mia.connection.send('shout', 'x'.repeat(100_000)).catch(() => undefined);
    await back;
    await site.live.publish(changed(7, 1));
    await tom.hears(1);
  });
});

describe('several processes', () => {
  it('tell each other, and a connection may be asked for, opened and steered in different ones', async () => {
    const fanout = memoryFanout();
    const [one, two] = [await startSite(fanout), await startSite(fanout)];
    const { accessToken } = await liveToken(one, 'mia');
    const connection = new HubConnectionBuilder()
      .withUrl(`${two.url}/live`, { accessTokenFactory: () => accessToken })
      .configureLogging(LogLevel.None)
      .build();
    open.push({ close: () => connection.stop() });
    const heard = new Promise<VersionChanged>((resolve) => connection.on('versionChanged', resolve));
    await connection.start();
    expect((await watch(one, 'mia', connection.connectionId, [7])).status).toBe(200);
    await one.live.publish(changed(7, 5));
    expect(await heard).toMatchObject({ VersionId: 7, Rev: 5 });
  });

  it('keep the owner of a connection apart from others everywhere', async () => {
    const fanout = memoryFanout();
    const [one, two] = [await startSite(fanout), await startSite(fanout)];
    const mia = await listen(two, 'mia');
    expect((await watch(one, 'tom', mia.connection.connectionId, [7])).status).toBe(403);
  });

  it('hear each message once', async () => {
    const fanout = memoryFanout();
    const [one, two] = [await startSite(fanout), await startSite(fanout)];
    const [mia, tom] = [await listen(one, 'mia', [7]), await listen(two, 'tom', [7])];
    await one.live.publish(changed(7, 1));
    await tom.hears(1);
    await two.live.publish(changed(7, 2));
    await Promise.all([mia.hears(2), tom.hears(2)]);
    expect([mia.heard, tom.heard]).toEqual([
      ['versionChanged 7@1', 'versionChanged 7@2'],
      ['versionChanged 7@1', 'versionChanged 7@2'],
    ]);
  });
});

const Negotiated = z.object({ connectionId: z.string() });
const Refusal = z.object({ code: z.string() });

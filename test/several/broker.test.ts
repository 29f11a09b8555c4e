/** Several processes with Redis or Valkey between them; skipped where neither is installed. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HubConnectionBuilder, LogLevel } from '@microsoft/signalr';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBroker } from '../../server/store/broker.ts';
import { brokerProgram, startBroker } from '../drivers/broker.ts';
import { freshDatabase } from '../drivers/postgres.ts';
import { type Several, startSeveral, untilChecked, visit } from '../drivers/several.ts';

const serverUrl = process.env['DMP_SEVERAL_DATABASE'];

describe.skipIf(brokerProgram === undefined)('a broker', () => {
  it('carries texts to all, and those about a version to who follows it, also after it was away', async () => {
    const server = await startBroker();
    const warnings: string[] = [];
    const open = () => openBroker(server.url, 'a-database', (message) => void warnings.push(message));
    const [one, two, other] = [await open(), await open(), await openBroker(server.url, 'another-database', () => undefined)];
    const heard: string[] = [];
    await two.listen((text) => void heard.push(text));
    await other.listen((text) => void heard.push(`other ${text}`));
    await two.follow(() => new Set([7]));
    await one.notify('to all');
    await one.notify('about 7', 7);
    await one.notify('about 8', 8);
    await one.notify('last');
    await expect.poll(() => heard).toEqual(['to all', 'about 7', 'last']);

    await server.stop();
    await expect.poll(() => [one.isUp(), two.isUp()]).toEqual([false, false]);
    await expect(one.notify('lost')).rejects.toThrow('offline');
    await two.follow(() => new Set([8]));
    await server.start();
    await expect.poll(() => [one.isUp(), two.isUp()], { timeout: 10_000 }).toEqual([true, true]);
    await expect
      .poll(async () => {
        await one.notify('about 8', 8);
        return heard.at(-1);
      })
      .toBe('about 8');
    expect(heard).not.toContain('lost');
    expect(new Set(warnings)).toEqual(new Set(['The broker does not answer; live messages of other processes come late']));
    [one, two, other].forEach((broker) => broker.close());
    await server.end();
    await expect(open()).rejects.toThrow('Start it, or correct BROKER_URL.');
  });
});

describe.skipIf(brokerProgram === undefined || serverUrl === undefined)('two servers with a broker between them', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'dmp-broker-'));
  let broker: Awaited<ReturnType<typeof startBroker>>;
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  let several: Several;

  beforeAll(async () => {
    broker = await startBroker();
    database = await freshDatabase(serverUrl ?? '', 'broker');
    several = await startSeveral(2, { dataDir, databaseUrl: database.url, env: { BROKER_URL: broker.url } });
  });
  afterAll(async () => {
    await several.stop();
    await broker.end();
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('tell and check edits, and go on while the broker is away', async () => {
    const visitor = await visit(several.proxy.url);
    const draft = await visitor.beginEdit();
    const stops = await visitor.stopIds(draft);
    const [heard, said]: [number[], number[]] = [[], []];
    const connection = new HubConnectionBuilder()
      .withUrl(`${several.proxy.url}/live`, { accessTokenFactory: async () => (await visitor.liveToken()).accessToken })
      .configureLogging(LogLevel.None)
      .build();
    connection.on('versionChanged', ({ Rev }: { Rev: number }) => heard.push(Rev));
    connection.on('versionAt', ({ Rev }: { Rev: number }) => said.push(Rev));
    await connection.start();
    const edit = async (count: number, name: string): Promise<void> => {
      for (let n = 0; n < count; n++) await visitor.rename(draft, stops[n] ?? '', `${name} ${n}`, `broker-${draft}-${name}-${n}`);
    };
    const reasons = async (): Promise<string[]> =>
      Promise.all(several.servers.map(async ({ url }) => (await (await fetch(`${url}/readyz`)).text()).replaceAll(/.*"missing":(\[.*?\]).*/g, '$1')));
    try {
      await visitor.watch(connection.connectionId, draft);
      await edit(10, 'With');
      await expect.poll(() => heard).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
      await untilChecked(visitor, draft, 10);

      await broker.stop();
      await expect.poll(reasons).toEqual(['["broker"]', '["broker"]']);
      await edit(4, 'Without');
      await expect.poll(() => said.at(-1), { timeout: 15_000 }).toBe(14);
      await untilChecked(visitor, draft, 14);

      await broker.start();
      await expect.poll(reasons, { timeout: 15_000 }).toEqual(['{"status":"ready"}', '{"status":"ready"}']);
      await edit(2, 'Again');
      await expect.poll(() => heard.at(-1)).toBe(16);
      await untilChecked(visitor, draft, 16);
    } finally {
      await connection.stop();
    }
  }, 90_000);
});

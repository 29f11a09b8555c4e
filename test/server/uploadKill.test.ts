import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { listTasks } from '../../src/contract/tasks.ts';
import { readUpload } from '../../src/contract/upload.ts';
import { listVersions } from '../../src/contract/versions.ts';
import { networkDocuments, type NetworkOptions } from '../../server/feed/demo/network.ts';
import { feedJson } from '../../server/feed/json/writeFeed.ts';
import { openStore, type OpenedStore } from '../../server/store/openStore.ts';
import { canonicalJson } from '../../server/store/prepare.ts';
import { aFeed, type FeedBuilder, removeFeeds } from '../builders/gtfsZip.ts';
import { freshDatabase } from '../drivers/postgres.ts';
import { startProduct, type RunningServer } from '../drivers/server.ts';
import { signInByHttp } from '../drivers/signInByHttp.ts';
import { leftovers, NOTHING_LEFT } from './leftovers.ts';
import { regionDoc } from './smallFeed.ts';

/** One on every run, more with DMP_LONG; `DMP_TEST_KILLS=20 npx vitest run --project server test/server/uploadKill.test.ts` for the long one. */
const KILLS = Number(process.env['DMP_TEST_KILLS'] ?? (process.env['DMP_LONG'] === undefined ? 1 : 6));
/** Stops of a feed: enough that sending it takes longer than a moment. */
const STOPS = 400;

test(
  `an upload is whole or not there when its server is killed: ${KILLS} kills from its first byte to its last`,
  { timeout: 120_000 * KILLS + 120_000 },
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'dmp-upload-kill-'));
    const given = process.env['DATABASE_URL'];
    const database = given === undefined || given === '' ? undefined : await freshDatabase(given, 'upload_kill');
    const place = { dataDir, databaseUrl: database?.url, env: { DEMO_DATA: 'no', LOG_LEVEL: 'error' } };
    let server: RunningServer | undefined;
    try {
      let store = await openStore(place);
      await store.createRegion(regionDoc('k', 'K'));
      await store.createDatabase({ Id: 'kill', Name: 'Kill', RegionKey: 'k' });
      const first = await write(store, { stops: STOPS, seed: 1, faults: false });
      const known = await feedOf(store, first);
      const other = await feedOf(store, await write(store, { stops: STOPS, seed: 2, faults: false }));
      await store.close();
      const files = new Map<string, string>();
      let whole = 0;
      let duration = 0;
      for (let round = 0; round <= KILLS; round++) {
        server = await startProduct(place);
        // In turn: a feed much like one that is there, whose documents are staged, and one that is new to the store.
        const file =
          round % 2 === 0
            ? known.replaceAll('"Url": "https://transport', `"Url": "https://transport${round}`)
            : other.replaceAll('"Name": "', `"Name": "${round} `).replaceAll('"Days"', `"BlockId": "${round}", "Days"`);
        const { access_token: token } = await signInByHttp(server.url, 'editor');
        const begun = performance.now();
        const sending = fetch(`${server.url}/storage/ui/db/kill/source/upload-${round}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'idempotency-key': `kill-${round}` },
          body: file,
        }).then(
          (answer) => answer.status,
          () => 0,
        );
        // The first one is left alone: how long it takes says over what time the kills are spread.
        if (round > 0) await pause((duration * 1.1 * round) / KILLS);
        const status = round === 0 ? await sending : await Promise.race([sending, pause(0).then(() => 0)]);
        if (round === 0) duration = performance.now() - begun;
        await server.kill();
        files.set(`upload-${round}`, file);

        store = await openStore(place);
        const versions = await store.listVersions('kill');
        expect(versions.every(({ Completed }) => Completed)).toBe(true);
        const mine = versions.filter(({ Version }) => Version === `upload-${round}`);
        expect(mine.length).toBeLessThanOrEqual(1);
        if (status === 200) expect(mine).toHaveLength(1);
        whole += mine.length;
        for (const { Id, Version } of versions) {
          const sent = files.get(Version);
          if (sent !== undefined) expect(canonicalJson(JSON.parse(await feedOf(store, Id))) === canonicalJson(JSON.parse(sent)), Version).toBe(true);
        }
        expect(await feedOf(store, first)).toBe(known);
        expect(await leftovers(store)).toEqual(NOTHING_LEFT);
        await store.close();
      }
      // A last start removes what was received by halves.
      server = await startProduct(place);
      await expect.poll(() => (existsSync(join(dataDir, 'uploads')) ? readdirSync(join(dataDir, 'uploads')) : []), { timeout: 10_000 }).toEqual([]);
      await server.stop();
      console.log(`${whole} of ${KILLS + 1} uploads were whole, each in ${Math.round(duration)} ms`);
    } finally {
      await server?.stop();
      await database?.drop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
);

test('the import of a GTFS zip goes on after its server was killed, and makes one version', { timeout: 240_000 }, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'dmp-gtfs-kill-'));
  const given = process.env['DATABASE_URL'];
  const database = given === undefined || given === '' ? undefined : await freshDatabase(given, 'gtfs_kill');
  const place = { dataDir, databaseUrl: database?.url, env: { DEMO_DATA: 'no', LOG_LEVEL: 'error' } };
  let server: RunningServer | undefined;
  try {
    const store = await openStore(place);
    await store.createRegion(regionDoc('k', 'K'));
    await store.createDatabase({ Id: 'kill', Name: 'Kill', RegionKey: 'k' });
    await store.close();
    server = await startProduct(place);
    let { access_token: token } = await signInByHttp(server.url, 'editor');
    const headers = (): Record<string, string> => ({ authorization: `Bearer ${token}`, 'idempotency-key': 'gtfs' });
    const sending = fetch(`${server.url}/storage/ui/db/kill/source/Killed?file=killed.zip`, {
      method: 'POST',
      headers: headers(),
      body: readFileSync(await manyTrips(8000).write()),
    }).catch(() => undefined);
    const read = async <R extends z.ZodType>(path: string, reply: R): Promise<z.infer<R>> =>
      reply.parse(await (await fetch(`${server?.url ?? ''}${path}`, { headers: headers() })).json());
    const tasks = async () => (await read('/scheduler/ui/tasks?db_id=kill', listTasks.reply)).tasks;
    await expect.poll(async () => (await tasks()).map(({ last_result }) => last_result.type), { timeout: 60_000, interval: 5 }).toEqual([1]);
    await server.kill();
    await sending;

    server = await startProduct(place);
    token = (await signInByHttp(server.url, 'editor')).access_token;
    const became = () => read('/storage/ui/uploads/gtfs', readUpload.reply);
    await expect.poll(async () => (await became()).Status, { timeout: 120_000 }).toBe('done');
    const { Versions } = await read('/storage/ui/db/kill/versions', listVersions.reply);
    expect(Versions.map(({ Id, Version, Completed }) => [Id, Version, Completed])).toEqual([[(await became()).DbVersionId, 'Killed', true]]);
  } finally {
    await server?.stop();
    await database?.drop();
    rmSync(dataDir, { recursive: true, force: true });
    removeFeeds();
  }
});

/** A feed of so many trips of three calls: enough that its import takes longer than a moment. */
function manyTrips(count: number): FeedBuilder {
  const trips = Array.from({ length: count }, (_, i) => `X${i}`);
  return aFeed()
    .withRows('trips.txt', ...trips.map((id) => `R1,WD,${id},Gamma,0`))
    .withRows('stop_times.txt', ...trips.flatMap((id, i) => ['A', 'B', 'C'].map((stop, at) => timeRow(id, stop, at, i))));
}

function timeRow(trip: string, stop: string, at: number, second: number): string {
  const time = `${10 + Math.floor(second / 3600)}:${String(Math.floor(second / 60) % 60).padStart(2, '0')}:${String(second % 60).padStart(2, '0')}`;
  return `${trip},${time},${time},${stop},${at + 1}`;
}

async function write(store: OpenedStore, network: NetworkOptions): Promise<number> {
  const writer = await store.beginVersion({ databaseId: 'kill', name: `seed ${network.seed}`, source: 'test', author: 'test', state: 'completed' });
  for (const { kind, doc } of networkDocuments(network)) await writer.add(kind, doc);
  return (await writer.finish()).versionId;
}

async function feedOf(store: OpenedStore, versionId: number): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of feedJson(store, versionId)) parts.push(part);
  return Buffer.concat(parts).toString();
}

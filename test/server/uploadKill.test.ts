import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { networkDocuments, type NetworkOptions } from '../../server/feed/demo/network.ts';
import { feedJson } from '../../server/feed/json/writeFeed.ts';
import { openStore, type OpenedStore } from '../../server/store/openStore.ts';
import { canonicalJson } from '../../server/store/prepare.ts';
import { freshDatabase } from '../drivers/postgres.ts';
import { startProduct, type RunningServer } from '../drivers/server.ts';
import { signInByHttp } from '../drivers/signInByHttp.ts';
import { leftovers, NOTHING_LEFT } from './leftovers.ts';
import { regionDoc } from './smallFeed.ts';

/** A few on every run; `DMP_TEST_KILLS=20 npx vitest run --project server test/server/uploadKill.test.ts` for the long one. */
const KILLS = Number(process.env['DMP_TEST_KILLS'] ?? 3);
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

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { openStore } from '../../server/store/openStore.ts';
import { Version } from '../../src/domain/versions.ts';
import { freshDatabase } from '../drivers/postgres.ts';
import { startProduct, type RunningServer } from '../drivers/server.ts';
import { signInByHttp } from '../drivers/signInByHttp.ts';
import { regionDoc, stopDoc } from './smallFeed.ts';

/** One on every run, more with DMP_LONG; `DMP_TEST_KILLS=20 npx vitest run --project server test/server/versionLifeKill.test.ts` for the long one. */
const KILLS = Number(process.env['DMP_TEST_KILLS'] ?? (process.env['DMP_LONG'] === undefined ? 1 : 6));
const STOPS = 3000;

it(
  `a server that is killed while it archives a version or brings it back goes on with it: ${KILLS} kills`,
  { timeout: 60_000 * (KILLS + 1) },
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'dmp-life-kill-'));
    const given = process.env['DATABASE_URL'];
    const database = given === undefined ? undefined : await freshDatabase(given, 'lifekill');
    const place = { dataDir, databaseUrl: database?.url, env: { DEMO_DATA: 'no', LOG_LEVEL: 'error' } };
    const versionId = await prepare(dataDir, database?.url);
    let server: RunningServer | undefined;
    let archived = false;
    let cut = 0;
    let duration = 0;
    try {
      server = await startProduct(place);
      let call = await callerOf(server);
      const whole = await call('GET', `version/${versionId}/stops/overlay/v2`);
      expect(z.object({ Stops: z.array(z.unknown()) }).parse(whole).Stops).toHaveLength(STOPS);
      for (let round = 0; round <= KILLS; round++) {
        const begun = performance.now();
        await call('POST', `life/versions/${versionId}/${archived ? 'un-archive' : 'archive'}`, `round ${round}`);
        // The first one is left alone: how long it takes says over what time the kills are spread.
        if (round > 0) {
          await pause((duration * (round - 0.5)) / KILLS);
          await server.kill();
          server = await startProduct(place);
          call = await callerOf(server);
        }
        const read = async (): Promise<Version> => z.object({ Version }).parse(await call('GET', `version/${versionId}`)).Version;
        if (round > 0 && (await read()).Saving !== null) cut++;
        await expect.poll(async () => (await read()).Saving, { timeout: 40_000, interval: 20 }).toBeNull();
        if (round === 0) duration = performance.now() - begun;
        archived = !archived;
        expect(await read()).toMatchObject({ Archived: archived, Completed: true });
        if (!archived) expect(await call('GET', `version/${versionId}/stops/overlay/v2`)).toEqual(whole);
      }
      const listed = z.object({ Versions: z.array(z.unknown()) }).parse(await call('GET', 'life/versions'));
      expect(listed.Versions).toHaveLength(1);
      console.log(`${cut} of ${KILLS} kills came in the middle of the work`);
      await server.stop();
      server = undefined;
    } finally {
      await server?.kill();
      await database?.drop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
);

async function callerOf({ url }: RunningServer): Promise<(method: string, path: string, key?: string) => Promise<unknown>> {
  const { access_token: token } = await signInByHttp(url, 'editor');
  return async (method, path, key) => {
    const answer = await fetch(`${url}/storage/ui/db/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(key === undefined ? {} : { 'idempotency-key': key.replace(' ', '-') }) },
    });
    const body: unknown = await answer.json();
    expect(answer.status, JSON.stringify(body)).toBe(200);
    return body;
  };
}

/** A version of many stops, some of them edited. */
async function prepare(dataDir: string, databaseUrl: string | undefined): Promise<number> {
  const store = await openStore({ dataDir, databaseUrl });
  await store.createRegion(regionDoc('k', 'K'));
  await store.createDatabase({ Id: 'life', Name: 'Life', RegionKey: 'k' });
  const writer = await store.beginVersion({ databaseId: 'life', name: 'k', source: 'test', author: 'test', state: 'completed' });
  for (let i = 0; i < STOPS; i++) {
    const { kind, doc } = stopDoc(`stop ${i}`);
    await writer.add(kind, doc);
  }
  await writer.addRawFile('extra.txt', Buffer.from('kept'));
  const { versionId } = await writer.finish();
  await store.close();
  return versionId;
}

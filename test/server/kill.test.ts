import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readConfig } from '../../server/config.ts';
import { openStore } from '../../server/store/openStore.ts';
import { freshDatabase } from '../drivers/postgres.ts';
import { startProduct, type RunningServer } from '../drivers/server.ts';
import { signInByHttp } from '../drivers/signInByHttp.ts';
import { stopDoc } from './smallFeed.ts';

/** A few on every run; `DMP_TEST_KILLS=30 npx vitest run --project server test/server/kill.test.ts` for the long one. */
const KILLS = Number(process.env['DMP_TEST_KILLS'] ?? 3);

describe('a server that is killed', () => {
  it(`loses no acknowledged edit: ${KILLS} kills while two people edit`, { timeout: 80_000 * KILLS }, async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'dmp-kill-'));
    const given = process.env['DATABASE_URL'];
    const database = given === undefined ? undefined : await freshDatabase(given, 'kill');
    const place = { dataDir, databaseUrl: database?.url, env: { DEMO_DATA: 'no', LOG_LEVEL: 'error' } };
    const versionId = await prepare(place);
    const acknowledged = new Map<string, string>();
    let server: RunningServer | undefined;
    try {
      for (let round = 1; round <= KILLS; round++) {
        server = await startProduct(place);
        const { url } = server;
        const { access_token: token } = await signInByHttp(url, 'editor');
        const seen = new Map((await overlayOf(url, token, versionId)).map((stop) => [stop.Id, stop]));
        expectNothingLost(acknowledged, seen);

        let edits = 0;
        const edit = async (stopId: string): Promise<void> => {
          let rev = seen.get(stopId)?.Rev ?? 0;
          for (let n = 1; ; n++) {
            const name = `round ${round}, edit ${n}`;
            const answer = await fetch(`${url}/storage/ui/db/version/${versionId}/edit/stop/name`, {
              method: 'POST',
              headers: {
                authorization: `Bearer ${token}`,
                'content-type': 'application/json',
                'idempotency-key': `${round}-${stopId}-${n}`,
                'if-match': `"${rev}"`,
              },
              body: JSON.stringify({ stopId, value: name }),
            });
            const body: unknown = await answer.json();
            if (answer.status !== 200) throw new Error(`Refused with ${answer.status}: ${JSON.stringify(body)}`);
            rev = z.object({ Rev: z.number() }).parse(body).Rev;
            acknowledged.set(stopId, name);
            edits++;
          }
        };
        // Both end with a broken connection; a refusal would be a failure of the test.
        const editing = Promise.allSettled([edit('a'), edit('b')]);
        await expect.poll(() => edits, { timeout: 30_000, interval: 5 }).toBeGreaterThan(round * 7);
        await server.kill();
        for (const end of await editing) expect(String(end.status === 'rejected' ? end.reason : 'ended')).toMatch(/fetch failed|terminated|JSON/);
      }
      server = await startProduct(place);
      const { access_token: token } = await signInByHttp(server.url, 'editor');
      expectNothingLost(acknowledged, new Map((await overlayOf(server.url, token, versionId)).map((stop) => [stop.Id, stop])));
      await server.stop();
    } finally {
      await server?.stop();
      await database?.drop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  });
});

/** A version with two stops in it, open for edits. */
async function prepare({ dataDir, databaseUrl }: { dataDir: string; databaseUrl: string | undefined }): Promise<number> {
  const store = await openStore({ dataDir: readConfig({ DATA_DIR: dataDir }).dataDir, databaseUrl });
  await store.createRegion({
    Key: 'k',
    Name: 'K',
    CountryCode: 'NL',
    LanguageCode: 'nl',
    Timezone: 'Europe/Amsterdam',
    Currency: 'EUR',
    Bounds: null,
  });
  await store.createDatabase({ Id: 'kill', Name: 'Kill', RegionKey: 'k' });
  const writer = await store.beginVersion({ databaseId: 'kill', name: 'k', source: 'test', author: 'test', state: 'editable' });
  for (const { kind, doc } of [stopDoc('a'), stopDoc('b')]) await writer.add(kind, doc);
  const { versionId } = await writer.finish();
  await store.close();
  return versionId;
}

const Overlay = z.object({ Stops: z.array(z.object({ Id: z.string(), Name: z.string(), Rev: z.number().optional() })) });

async function overlayOf(url: string, token: string, versionId: number): Promise<z.infer<typeof Overlay>['Stops']> {
  const answer = await fetch(`${url}/storage/ui/db/version/${versionId}/stops/overlay/v2`, { headers: { authorization: `Bearer ${token}` } });
  return Overlay.parse(await answer.json()).Stops;
}

/** The edit that was under way when the kill came may be there or not; what was acknowledged must be. */
function expectNothingLost(acknowledged: ReadonlyMap<string, string>, present: ReadonlyMap<string, { Name: string }>): void {
  for (const [id, name] of acknowledged) expect([name, nextAfter(name)]).toContain(present.get(id)?.Name);
}

function nextAfter(name: string): string {
  return name.replace(/\d+$/, (n) => String(Number(n) + 1));
}

/** A version with two stops on a product that is killed, or whose database is lost, while people edit. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { z } from 'zod';
import { readConfig } from '../../server/config.ts';
import { openStore } from '../../server/store/openStore.ts';
import { freshDatabase } from '../drivers/postgres.ts';
import { type RunningServer, startProduct } from '../drivers/server.ts';
import { signInByHttp } from '../drivers/signInByHttp.ts';
import { regionDoc, stopDoc } from './smallFeed.ts';

/** Where the product keeps its data; the database of PostgreSQL when the tests run there. */
export interface Place {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly versionId: number;
  remove(): Promise<void>;
}

export async function placeWithTwoStops(): Promise<Place> {
  const dataDir = mkdtempSync(join(tmpdir(), 'dmp-kill-'));
  const given = process.env['DATABASE_URL'];
  const database = given === undefined || given === '' ? undefined : await freshDatabase(given, 'kill');
  const store = await openStore({ dataDir: readConfig({ DATA_DIR: dataDir }).dataDir, databaseUrl: database?.url });
  await store.createRegion(regionDoc('k', 'K'));
  await store.createDatabase({ Id: 'kill', Name: 'Kill', RegionKey: 'k' });
  const writer = await store.beginVersion({ databaseId: 'kill', name: 'k', source: 'test', author: 'test', state: 'editable' });
  for (const { kind, doc } of [stopDoc('a'), stopDoc('b')]) await writer.add(kind, doc);
  const { versionId } = await writer.finish();
  await store.close();
  return {
    dataDir,
    databaseUrl: database?.url,
    versionId,
    async remove() {
      await database?.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A running product on that place and somebody who edits there. */
export interface Editing {
  readonly server: RunningServer;
  /** Renames a stop under an Idempotency-Key; `killed` ends the server between the commit and the answer. */
  rename(stopId: string, rev: number, value: string, key: string, killed?: boolean): Promise<Response>;
  stops(): Promise<ReadonlyMap<string, { readonly Name: string; readonly Rev?: number | undefined }>>;
  /** Up to which revision the version is checked by the rules; null where it never was. */
  validatedRev(): Promise<number | null>;
  /** Number of change sets of the version. */
  changes(): Promise<number>;
}

export async function editingAt(place: Place, env: Readonly<Record<string, string>> = {}, databaseUrl = place.databaseUrl): Promise<Editing> {
  const server = await startProduct({ dataDir: place.dataDir, databaseUrl, env: { DEMO_DATA: 'no', LOG_LEVEL: 'error', ...env } });
  const { access_token: token } = await signInByHttp(server.url, 'editor');
  const version = `${server.url}/storage/ui/db/version/${place.versionId}`;
  const headers = { authorization: `Bearer ${token}` };
  return {
    server,
    rename: (stopId, rev, value, key, killed = false) =>
      fetch(`${version}/edit/stop/name`, {
        method: 'POST',
        headers: {
          ...headers,
          'content-type': 'application/json',
          'idempotency-key': key,
          'if-match': `"${rev}"`,
          ...(killed && { 'x-test-kill': 'yes' }),
        },
        body: JSON.stringify({ stopId, value }),
      }),
    async stops() {
      const answer = await fetch(`${version}/stops/overlay/v2`, { headers });
      return new Map(Overlay.parse(await answer.json()).Stops.map((stop) => [stop.Id, stop]));
    },
    async validatedRev() {
      const answer = await fetch(`${version}/validation/groups`, { headers });
      return z.object({ ValidatedRev: z.number().nullable() }).parse(await answer.json()).ValidatedRev;
    },
    async changes() {
      const answer = await fetch(`${version}/edits?since=0`, { headers });
      return z.object({ Rev: z.number() }).parse(await answer.json()).Rev;
    },
  };
}

/** The revision that a write was answered with; anything but 200 fails the test. */
export async function revOf(answer: Response): Promise<number> {
  const body: unknown = await answer.json();
  if (answer.status !== 200) throw new Error(`Refused with ${answer.status}: ${JSON.stringify(body)}`);
  return z.object({ Rev: z.number() }).parse(body).Rev;
}

/** What was acknowledged must be there; the edit under way when the kill came may be there or not. */
export function expectNothingLost(acknowledged: ReadonlyMap<string, string>, present: ReadonlyMap<string, { readonly Name: string }>): void {
  for (const [id, name] of acknowledged) expect([name, nextAfter(name)]).toContain(present.get(id)?.Name);
}

const Overlay = z.object({ Stops: z.array(z.object({ Id: z.string(), Name: z.string(), Rev: z.number().optional() })) });

function nextAfter(name: string): string {
  return name.replace(/\d+$/, (n) => String(Number(n) + 1));
}

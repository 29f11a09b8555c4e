import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENTITY_SCHEMAS } from '../../src/domain/entities.ts';
import { readCheckState } from '../../server/store/findings.ts';
import { writeEdit } from '../../server/store/edits.ts';
import { openStore, type OpenedStore } from '../../server/store/openStore.ts';
import { createValidator, type Validator } from '../../server/validation/validator.ts';
import { freshDatabase } from '../drivers/postgres.ts';
import { regionDoc, stopDoc } from '../server/smallFeed.ts';

const serverUrl = process.env['DMP_SEVERAL_DATABASE'];

/** A process as far as checks go; `fullChecks` counts how often it read a version whole. */
interface Checking {
  readonly store: OpenedStore;
  readonly validator: Validator;
  fullChecks(): number;
  end(): Promise<void>;
}

describe.skipIf(serverUrl === undefined)('checks of several processes', () => {
  const processes: Checking[] = [];
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  const dataDir = mkdtempSync(join(tmpdir(), 'dmp-checks-'));
  let versionId = 0;

  const begin = async (): Promise<Checking> => {
    const store = await openStore({ dataDir, databaseUrl: database.url });
    let pages = 0;
    const engine = { ...store.sql, readText: (...args: Parameters<typeof store.sql.readText>) => (pages++, store.sql.readText(...args)) };
    const validator = createValidator({
      engine,
      live: { publish: () => Promise.resolve() },
      warn: (message, error) => console.error(message, error),
    });
    const process = { store, validator, fullChecks: () => pages, end: async () => (await validator.stop(), await store.close()) };
    processes.push(process);
    return process;
  };
  const edit = async ({ store, validator }: Checking, name: string): Promise<number> => {
    const doc = ENTITY_SCHEMAS.Stop.parse(stopDoc('a').doc);
    const by = { author: 'a', subject: 'a', call: 'edit', commandId: name };
    const rev = await store.sql.db
      .transaction()
      .execute((tx) => writeEdit(tx, versionId, by, [{ kind: 'Stop', id: 'a', before: null, doc: { ...doc, Name: name } }]));
    validator.ensure(versionId);
    return rev;
  };
  const checkedUpTo = async (rev: number): Promise<void> => {
    await expect.poll(async () => (await readCheckState(processes[1]!.store.sql.db, versionId))?.validatedRev, { interval: 20 }).toBe(rev);
  };

  beforeAll(async () => {
    database = await freshDatabase(serverUrl ?? '', 'checks');
    const { store } = await begin();
    await store.createRegion(regionDoc('k', 'K'));
    await store.createDatabase({ Id: 'k', Name: 'K', RegionKey: 'k' });
    const writer = await store.beginVersion({ databaseId: 'k', name: 'k', source: 'test', author: 'test', state: 'editable' });
    for (const { kind, doc } of [stopDoc('a'), stopDoc('b')]) await writer.add(kind, doc);
    ({ versionId } = await writer.finish());
    await begin();
  });
  afterAll(async () => {
    await processes[1]?.end();
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('reads a version whole once, whichever process has the edits', async () => {
    const [one, two] = processes as [Checking, Checking];
    one.validator.ensure(versionId);
    await checkedUpTo(0);
    const read = one.fullChecks();
    let rev = 0;
    for (let n = 0; n < 10; n++) {
      rev = await edit(n % 2 === 0 ? one : two, `Two  spaces ${n}`);
      await checkedUpTo(rev);
    }
    expect([one.fullChecks() - read, two.fullChecks()]).toEqual([0, 0]);
  });

  it('goes on in another process when the one that checked has ended', async () => {
    const [one, two] = processes as [Checking, Checking];
    await one.end();
    await pause(50);
    const rev = await edit(two, 'Another  name');
    await checkedUpTo(rev);
    expect(two.fullChecks()).toBeGreaterThan(0);
  });
});

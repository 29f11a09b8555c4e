import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { backUp, restore } from '../../server/backup.ts';
import { openObjects } from '../../server/objects/openObjects.ts';
import { requireSameObjects } from '../../server/jobs/sameObjects.ts';
import { openStore } from '../../server/store/openStore.ts';
import { openPglite } from '../../server/store/pglite.ts';
import { FakeBucket } from '../drivers/bucket.ts';
import { freshDatabase } from '../drivers/postgres.ts';
import { type RunningServer, startProduct } from '../drivers/server.ts';
import { visit } from '../drivers/several.ts';
import { regionDoc } from './smallFeed.ts';

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'dmp-backup-test-'));
const backup = join(folder, 'backup');
let server: RunningServer;
beforeAll(async () => {
  server = await startProduct();
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a command of the built server on an installation. */
async function command(
  name: string,
  args: readonly string[],
  place: { dataDir: string; databaseUrl: string | undefined },
): Promise<{ code: number; text: string }> {
  const { DATABASE_URL: _server, ...kept } = process.env;
  const child = spawn(process.execPath, ['tools/command.mjs', name, ...args], {
    cwd: root,
    env: { ...kept, DMP_SKIP_BUILD: '1', DATA_DIR: place.dataDir, ...(place.databaseUrl === undefined ? {} : { DATABASE_URL: place.databaseUrl }) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const out of [child.stdout, child.stderr]) out.on('data', (part: Buffer) => (text += part.toString()));
  const code = await new Promise<number>((done) => child.on('close', (ended) => done(ended ?? -1)));
  return { code, text };
}

it('a backup that is made while people edit is restored, word for word, into an empty installation', async () => {
  const visitor = await visit(server.url);
  const draft = await visitor.beginEdit();
  const [stop = ''] = await visitor.stopIds(draft);
  let edits = 0;
  let made = false;
  const editing = (async () => {
    for (; !made; edits++) await visitor.rename(draft, stop, `Edit  ${edits}`, `backup-${edits}`);
  })();
  const backedUp = await command('backupCommand', [backup], server);
  made = true;
  await editing;
  expect(backedUp.text).toMatch(/Backup of \d+ versions/);
  expect(backedUp.code).toBe(0);
  expect(edits).toBeGreaterThan(5);
  expect(await command('backupCommand', [backup], server)).toMatchObject({ code: 1, text: expect.stringContaining('is not empty') });

  const drilled = await command('drillCommand', [backup], server);
  expect(drilled.text).toMatch(/[1-9]\d* versions are as they were, 0 differ, [01] were edited during the backup/);
  expect(drilled.text).toMatch(/RPO \d+ s .*, RTO [\d.]+ s/);
  expect(drilled.code).toBe(0);

  const serverUrl = process.env['DATABASE_URL'];
  const database = server.databaseUrl === undefined ? undefined : await freshDatabase(serverUrl ?? '', 'restored');
  const place = { dataDir: join(folder, 'restored'), databaseUrl: database?.url };
  const restored = await command('restoreCommand', [backup], place);
  expect(restored.text).toContain('Restored the state of');
  expect(await command('restoreCommand', [backup], place)).toMatchObject({ code: 1, text: expect.stringMatching(/is there already|is not empty/) });
  const second = await startProduct(place);
  try {
    const there = await visit(second.url);
    const answer = await there.call(`/storage/ui/db/version/${draft}/edits?since=0`);
    const { Rev } = (await answer.json()) as { Rev: number };
    expect(Rev).toBeGreaterThan(0);
    expect(Rev).toBeLessThanOrEqual(edits);
  } finally {
    await second.stop();
    await database?.drop();
  }
});

it('the objects of a bucket are in a backup, and are put into the bucket of the new place', async () => {
  const serverUrl = process.env['DATABASE_URL'];
  const [old, young] = [new FakeBucket(), new FakeBucket()];
  const bucketAt = (endpoint: string) => ({
    bucket: 'feeds',
    prefix: 'dmp',
    endpoint,
    region: 'somewhere',
    accessKeyId: 'id',
    secretAccessKey: 'secret',
  });
  const place = async (name: string, bucket: FakeBucket) => ({
    dataDir: mkdtempSync(join(folder, name)),
    databaseUrl: serverUrl === undefined || serverUrl === '' ? undefined : (await freshDatabase(serverUrl, name)).url,
    objectStore: bucketAt(await bucket.listen()),
  });
  try {
    const from = await place('bucket', old);
    const store = await openStore(from);
    await requireSameObjects(store, openObjects(from.dataDir, from.objectStore));
    await store.close();
    const said: string[] = [];
    const made = backUp(from, join(folder, 'of-a-bucket'), (line) => said.push(line));
    if (from.databaseUrl === undefined)
      return await expect(made).rejects.toThrow('With a bucket and the embedded database, back up the bucket by its own means.');
    await made;
    expect(said).toEqual(['The database is copied.', '1 objects are copied.']);
    const to = await place('new-bucket', young);
    await restore(to, join(folder, 'of-a-bucket'), () => undefined);
    expect([...young.files]).toEqual([...old.files]);
    const restored = await openStore(to);
    await requireSameObjects(restored, openObjects(to.dataDir, to.objectStore));
    await restored.close();
  } finally {
    old.close();
    young.close();
  }
});

it('a folder without a finished backup is refused in words', async () => {
  const empty = mkdtempSync(join(folder, 'empty-'));
  expect(await command('restoreCommand', [empty], { dataDir: join(folder, 'nowhere'), databaseUrl: undefined })).toMatchObject({
    code: 1,
    text: expect.stringContaining('holds no backup, or one that was not finished'),
  });
  expect(readdirSync(empty)).toEqual([]);
});

it('the embedded database is kept as it was before its schema is changed', async () => {
  const dataDir = join(folder, 'upgraded');
  const store = await openStore({ dataDir });
  await store.createRegion(regionDoc('kept', 'Kept'));
  const { rows } = await sql<{ name: string }>`select name from schema_step order by name desc limit 1`.execute(store.sql.db);
  await sql`delete from schema_step where name = ${rows[0]?.name ?? ''}`.execute(store.sql.db);
  await store.close();
  // The step is there already, so it fails; the copy was made before.
  await openStore({ dataDir }).then(
    (opened) => opened.close(),
    () => undefined,
  );
  renameSync(join(dataDir, 'db'), join(dataDir, 'db.after'));
  renameSync(join(dataDir, 'db.before-upgrade'), join(dataDir, 'db'));
  const engine = await openPglite({ dataDir, templateDir: join(folder, 'none') }, { onCrash: () => undefined, onWarning: () => undefined });
  expect(await engine.db.selectFrom('region').select('key').execute()).toEqual([{ key: 'kept' }]);
  await engine.close();
});

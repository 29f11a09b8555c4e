/** What earlier releases wrote is read by this one: feed files, embedded databases and problem reports, in a folder each. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { writeEdit } from '../../server/store/edits.ts';
import { readEntity } from '../../server/store/entities.ts';
import { type OpenedStore, openStore } from '../../server/store/openStore.ts';
import { recordedBuilds } from '../../src/commands/shell/recordedBuilds.ts';
import { otherBuild } from '../../src/domain/build.ts';
import { decodeDmplog } from '../../src/kernel/dmplog.ts';
import { replay } from '../../src/kernel/replay.ts';
import { definitions, LOG_SCHEMA } from '../../src/machines/definitions.ts';
import { readFile } from '../builders/feedFile.ts';

const releases = readdirSync(import.meta.dirname, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));

const opened: { readonly store: OpenedStore; readonly dataDir: string }[] = [];
afterEach(async () => {
  for (const { store, dataDir } of opened.splice(0)) {
    await store.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
});

/** The embedded database of a release, opened by this build. */
async function databaseOf(release: string): Promise<{ store: OpenedStore; dataDir: string }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'dmp-sample-'));
  const packed = readFileSync(join(import.meta.dirname, release, 'db.tar.br'));
  execFileSync('tar', ['--extract', '--file=-'], { cwd: dataDir, input: brotliDecompressSync(packed) });
  const database = { store: await openStore({ dataDir }), dataDir };
  opened.push(database);
  return database;
}

test('there are samples of releases', () => {
  expect(releases).toContain('0.1.0');
});

describe.each(releases)('of %s', (release) => {
  const feed = (): Buffer => readFileSync(join(import.meta.dirname, release, 'feed.json'));

  test('the feed file is read, and no document of it is lost', async () => {
    const { documents } = await readFile(feed());
    const members = Object.entries(JSON.parse(feed().toString()) as Record<string, unknown>);
    const elements = members.filter(([name, value]) => Array.isArray(value) && name !== 'Files');
    // tracks and timetables stand inside their schedules
    const inside = documents.filter(({ kind }) => kind === 'Track' || kind === 'Timetable').length;
    expect(elements.length).toBeGreaterThan(10);
    expect(documents.length - inside).toBe(elements.flatMap(([, value]) => value).length);
  });

  test('the database is brought up to this build, and keeps what it was before beside it', async () => {
    const { store, dataDir } = await databaseOf(release);
    const { documents } = await readFile(feed());
    const [draft, small, every] = await store.listVersions('test');
    if (draft === undefined || small === undefined || every === undefined) throw new Error('A version is missing');
    for (const kind of new Set(documents.map((document) => document.kind))) {
      const read: object[] = [];
      for await (const entity of store.readEntities(every.Id, kind)) read.push(entity);
      expect(read, kind).toEqual(documents.filter((document) => document.kind === kind).map(({ doc }) => doc));
    }
    expect(draft).toMatchObject({ Editable: true, ParentId: small.Id, Rev: 1 });
    expect((await store.getEntity(small.Id, 'Stop', 'a'))?.doc).toMatchObject({ Name: 'Stop a' });
    const renamed = await readEntity(store.sql.db, draft.Id, 'Stop', 'a');
    expect(renamed?.doc).toMatchObject({ Name: 'Market Street' });
    if (renamed === undefined) throw new Error('The stop is missing');
    const author = { author: 'editor@test.example', subject: 'editor', call: 'stop.editField', commandId: 'sample' };
    const doc = { ...renamed.doc, Name: 'Church Lane' };
    expect(
      await store.sql.db.transaction().execute((tx) => writeEdit(tx, draft.Id, author, [{ kind: 'Stop', id: 'a', before: renamed.bid, doc }])),
    ).toBe(2);
    expect((await store.getEntity(draft.Id, 'Stop', 'a'))?.doc).toMatchObject({ Name: 'Church Lane' });
    if (release === '0.1.0') expect(existsSync(join(dataDir, 'db.before-upgrade'))).toBe(true);
  });

  test('the report opens, says that another build recorded it, and is replayed to its end without a fault', () => {
    const report = decodeDmplog(readFileSync(join(import.meta.dirname, release, 'session.dmplog'), 'utf8'), LOG_SCHEMA);
    if (!report.ok) throw new Error(report.message);
    expect(otherBuild(recordedBuilds(report), { version: '9.9.9', commit: 'ab12cd34ef', date: null })?.recorded).toMatch(/^\d+\.\d+\.\d+/);
    const { kernelState, unfinished } = replay(report, definitions);
    expect(unfinished).toBe(0);
    expect(kernelState.errors.filter(({ kind }) => kind === 'fault')).toEqual([]);
  });
});

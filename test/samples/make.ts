/**
 * `node tools/run.mjs test/samples/make.ts 0.2.0`: makes the samples of this build, into the folder of that name: a feed file with every
 * field, an embedded database (a version of that file, a version of a small feed, and a draft of the latter with one edit), and a report.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { sql } from 'kysely';
import { beginEdit } from '../../src/contract/versions.ts';
import { everyField, readFile } from '../builders/feedFile.ts';
import { type Document, startTestProduct } from '../server/product.ts';
import { smallFeed } from '../server/smallFeed.ts';
import { editStopField } from '../server/stopCalls.ts';

const [name] = process.argv.slice(2);
if (name === undefined) throw new Error('Say the version of the release: node tools/run.mjs test/samples/make.ts 0.2.0');
const folder = join(import.meta.dirname, name);
mkdirSync(folder, { recursive: true });

const feed = JSON.stringify(everyField(), null, 1);
writeFileSync(join(folder, 'feed.json'), `${feed}\n`);

const product = await startTestProduct();
const { documents } = await readFile(feed);
await product.version(documents as Document[]);
const versionId = await product.version(smallFeed());
const draft: number | undefined = (await product.call(beginEdit, { params: { databaseId: 'test', versionId } })).body['EditableDbVersionId'];
if (draft === undefined) throw new Error('No draft was begun');
const renamed = await product.call(
  editStopField,
  { params: { versionId: draft, field: 'name' }, body: { stopId: 'a', value: 'Market Street' } },
  { ifMatch: 0 },
);
if (renamed.status !== 200) throw new Error(renamed.text);
// The log of the database before this moment is not needed, and does not pack.
const { db } = product.store.sql;
await sql`select pg_switch_wal()`.execute(db);
await sql`checkpoint`.execute(db);
const { rows } = await sql<{ file: string }>`select pg_walfile_name(pg_current_wal_lsn()) as file`.execute(db);
await product.app.close();
await product.store.close();
const files = execFileSync('find', ['db', '-type', 'f', '-printf', '%f/%p\n'], { cwd: product.dataDir, encoding: 'utf8' });
// The same catalogue lies in three databases: its copies stand side by side, so that they are packed as one.
const sorted = files
  .trim()
  .split('\n')
  .toSorted()
  .map((line) => line.slice(line.indexOf('/') + 1))
  .filter((path) => !/^db\/pg_wal\/[\dA-F]{24}$/.test(path) || path.endsWith(rows[0]?.file ?? ''));
const folders = execFileSync('find', ['db', '-type', 'd'], { cwd: product.dataDir, encoding: 'utf8' }).trim().split('\n');
const tar = execFileSync('tar', ['--create', '--no-recursion', '--mtime=2026-01-01', '--owner=0', '--group=0', '--file=-', ...folders, ...sorted], {
  cwd: product.dataDir,
  maxBuffer: 1e9,
});
const packed = brotliCompressSync(tar, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 } });
writeFileSync(join(folder, 'db.tar.br'), packed);
copyFileSync(join(import.meta.dirname, '../logs/stop-edits.dmplog'), join(folder, 'session.dmplog'));
console.log(`${folder}: ${packed.length.toLocaleString('en-GB')} bytes of database`);

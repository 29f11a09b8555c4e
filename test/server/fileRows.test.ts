/** Rows of kept files are edited, exported, imported again, and protect what they name. */
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { exportGtfs } from '../../server/feed/exportFeed.ts';
import { importFeed } from '../../server/feed/importFeed.ts';
import type { ReplyOf } from '../../src/contract/route.ts';
import { pathParts, routeOfEdit } from '../../src/contract/edits.ts';
import { listKeptFiles, readKeptFile } from '../../src/contract/records.ts';
import { beginEdit } from '../../src/contract/versions.ts';
import type { AnyEdit } from '../../src/domain/edits/catalogue.ts';
import * as edits from '../../src/domain/edits/fileRows.ts';
import { removeStop } from '../../src/domain/edits/stops.ts';
import { aFeed, removeFeeds } from '../builders/gtfsZip.ts';
import { plainFiles } from '../builders/plainFeed.ts';
import { startTestProduct, type TestProduct } from './product.ts';

/** One row in quotes, one with further fields, a second column of blanks. */
const NOTES = 'note_id,stop_id,note\nN1,A,"Ring, then wait"\nN2,B,Exact change\nN3,,\n';

let product: TestProduct;
let folder: string;
let versionId: number;
beforeAll(async () => {
  product = await startTestProduct();
  folder = mkdtempSync(join(tmpdir(), 'dmp-file-rows-'));
  const feed = aFeed()
    .withRows('stops.txt', 'Z,Zeta,48.00,9.05', 'Y,Ypsilon,48.00,9.06')
    .with('fare_notes.txt', NOTES)
    .with('crew.bin', 'a,b\n1,2\n');
  const base = await importFeed({ file: await feed.write(), databaseId: 'test', name: 'base', author: 'test', store: product.store });
  const begun = await product.call(beginEdit, { params: { databaseId: 'test', versionId: base.versionId } });
  versionId = begun.body['EditableDbVersionId'] ?? 0;
});
afterAll(async () => {
  await product.close();
  rmSync(folder, { recursive: true, force: true });
  removeFeeds();
});

async function edit(declared: unknown, payload: Readonly<Record<string, unknown>>) {
  const inPath = pathParts(declared as AnyEdit);
  const [params, body] = [true, false].map((wanted) =>
    Object.fromEntries(Object.entries(payload).filter(([key]) => inPath.includes(key) === wanted)),
  );
  const { status, text } = await product.call(
    routeOfEdit(declared as AnyEdit),
    { params: { versionId, ...params }, body: body ?? {} },
    { ifMatch: '*' },
  );
  return [status, status === 200 ? '' : text] as const;
}

/** The bytes of a file of the exported feed, and the zip. */
async function exported(name: string): Promise<{ readonly path: string; readonly text: string | undefined }> {
  const path = join(folder, `${Math.random()}.zip`);
  await exportGtfs(product.store, versionId, createWriteStream(path));
  return { path, text: (await plainFiles(path)).get(name)?.bytes.toString() };
}

it('a file that nobody edits is exported byte by byte, and one with edits as a table', async () => {
  expect((await exported('fare_notes.txt')).text).toBe(NOTES);
  expect(await edit(edits.editFileRow, { file: 'fare_notes.txt', row: 2, values: { note: 'Exact change, please', stop_id: '' } })).toEqual([200, '']);
  expect(await edit(edits.removeFileRow, { file: 'fare_notes.txt', row: 3 })).toEqual([200, '']);
  expect(await edit(edits.addFileRow, { file: 'fare_notes.txt', values: { note_id: 'N4', stop_id: 'Z' } })).toEqual([200, '']);
  const { path, text } = await exported('fare_notes.txt');
  expect(text).toBe('note_id,stop_id,note\nN1,A,"Ring, then wait"\nN2,,"Exact change, please"\nN4,Z,\n');
  const again = await importFeed({ file: path, databaseId: 'test', name: 'again', author: 'test', store: product.store });
  const { body } = await product.call(readKeptFile, { params: { versionId: again.versionId }, query: { name: 'fare_notes.txt', from: 1 } });
  expect(body).toEqual({
    Columns: ['note_id', 'stop_id', 'note'],
    Rows: [
      ['N2', '', 'Exact change, please'],
      ['N4', 'Z', ''],
    ],
    Total: 3,
    From: 1,
  });
});

it('the edits are listed beside the files, with their revisions', async () => {
  const { body } = await product.call(listKeptFiles, { params: { versionId } });
  const listed = (body as unknown as ReplyOf<typeof listKeptFiles>).Edits ?? [];
  expect(listed.toSorted((a, b) => (a.Row ?? 9) - (b.Row ?? 9))).toEqual([
    { Id: 'fare_notes.txt/2', File: 'fare_notes.txt', Row: 2, Values: { note: 'Exact change, please', stop_id: '' } },
    { Id: 'fare_notes.txt/3', File: 'fare_notes.txt', Row: 3, IsRemoved: true, Values: {} },
    { Id: expect.stringMatching(/^FR/) as string, File: 'fare_notes.txt', Values: { note_id: 'N4', stop_id: 'Z' } },
  ]);
  expect(body['Revs']).toMatchObject({ 'fare_notes.txt/2': 1, 'fare_notes.txt/3': 2 });
});

it('a removed row is restored, and is not edited before', async () => {
  expect(await edit(edits.editFileRow, { file: 'fare_notes.txt', row: 3, values: { note: 'x' } })).toEqual([
    409,
    expect.stringContaining('The row is removed. Restore it first.'),
  ]);
  expect(await edit(edits.restoreFileRow, { rowId: 'fare_notes.txt/3' })).toEqual([200, '']);
  expect((await exported('fare_notes.txt')).text).toBe('note_id,stop_id,note\nN1,A,"Ring, then wait"\nN2,,"Exact change, please"\nN3,,\nN4,Z,\n');
});

it.each([
  [
    'a file that is not kept',
    edits.editFileRow,
    { file: 'stops.txt', row: 1, values: { stop_name: 'x' } },
    409,
    'This version keeps no table stops.txt.',
  ],
  ['a file that is no table', edits.removeFileRow, { file: 'crew.bin', row: 1 }, 409, 'This version keeps no table crew.bin.'],
  ['a row behind the last', edits.removeFileRow, { file: 'fare_notes.txt', row: 4 }, 409, 'fare_notes.txt has 3 rows, and no row 4.'],
  [
    'a column that is not there',
    edits.addFileRow,
    { file: 'fare_notes.txt', values: { colour: 'red' } },
    409,
    'fare_notes.txt has no column colour.',
  ],
  [
    'two lines',
    edits.addFileRow,
    { file: 'fare_notes.txt', values: { note: 'a\nb' } },
    400,
    'Line breaks and control characters have no place in a field',
  ],
  ['a row of the source as an added one', edits.editAddedRow, { rowId: 'fare_notes.txt/2', values: { note: 'x' } }, 400, 'This row was not added.'],
] as const)('%s is refused', async (_what, declared, payload, status, message) => {
  const [given, text] = await edit(declared, payload);
  expect([given === 400 || given === 409, text]).toEqual([true, expect.stringContaining(message)]);
  expect(given === status || status === 400).toBe(true);
});

it('a stop that an added row names stays, and goes once the row names it no more', async () => {
  expect(await edit(removeStop, { stopId: 'Z' })).toEqual([
    409,
    expect.stringContaining('fare_notes.txt, line 5, names it. Change the row under Kept files on the page Feed information first.'),
  ]);
  const { body } = await product.call(listKeptFiles, { params: { versionId } });
  const added = (body as unknown as ReplyOf<typeof listKeptFiles>).Edits?.find(({ Row }) => Row === undefined);
  expect(await edit(edits.editAddedRow, { rowId: added?.Id, values: { stop_id: 'A' } })).toEqual([200, '']);
  expect(await edit(removeStop, { stopId: 'Z' })).toEqual([200, '']);
});

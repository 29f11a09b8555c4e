/** Files of a feed that a version keeps as files, to look at. */
import type { ReplyOf } from '../../src/contract/route.ts';
import type * as contract from '../../src/contract/records.ts';
import { holdsKeptRows, keptFileName } from '../feed/gtfs/keptRows.ts';
import { editedContent, readKeptTable } from '../feed/gtfs/keptTable.ts';
import { Refusal } from '../refusal.ts';
import { readEditedRevs } from '../store/entities.ts';
import { type KeptFile, listKeptFiles, readKeptContent } from '../store/keptFiles.ts';
import { readKind } from '../store/records.ts';
import type { Engine } from '../store/engine.ts';
import type { Db } from '../store/tables.ts';
import { readable } from './editing.ts';

/** Rows, or lines, of one answer; a line of text is cut after so many characters. */
const SHOWN = 500;
const LINE_SHOWN = 2000;

/** The kept files of a version by name, and the edits of their rows. */
export async function keptFilesOf({ db }: Engine, versionId: number): Promise<ReplyOf<typeof contract.listKeptFiles>> {
  await readable(db, versionId);
  // Revisions first: an edit that is made meanwhile is newer than its reported revision, and is reported again.
  const Revs = await readEditedRevs(db, versionId, 'FileRow');
  const files = await listKeptFiles(db, versionId);
  return {
    Files: files.map(({ name, size }) => ({
      Name: name,
      File: holdsKeptRows(name) ? keptFileName(name) : name,
      Size: size,
      RowsAlone: holdsKeptRows(name),
    })),
    Edits: [...(await readKind(db, versionId, 'FileRow'))],
    Revs,
  };
}

/** Rows of a kept file as the source has them, from the one at `from` (0 is the first) on. */
export async function keptFileRows(engine: Engine, versionId: number, name: string, from = 0): Promise<ReplyOf<typeof contract.readKeptFile>> {
  await readable(engine.db, versionId);
  const file = (await listKeptFiles(engine.db, versionId)).find((one) => one.name === name);
  if (file === undefined) throw new Refusal(404, 'not_found', `This version keeps no file ${name}.`);
  const bytes = await readKeptContent(engine.db, file.hash);
  const table = readKeptTable(name, bytes);
  if (table === undefined) return textOf(bytes, from);
  return { Columns: [...table.columns], Rows: table.rows.slice(from, from + SHOWN).map((row) => [...row]), Total: table.rows.length, From: from };
}

/** The content of a kept file as the export writes it: with the edits of its rows. */
export async function editedFile(db: Db, versionId: number, { name, hash }: KeptFile): Promise<Buffer> {
  const bytes = await readKeptContent(db, hash);
  return Buffer.from(editedContent(name, bytes, await readKind(db, versionId, 'FileRow')));
}

function textOf(bytes: Buffer, from: number): ReplyOf<typeof contract.readKeptFile> {
  const lines = bytes.toString('utf8').split(/\r?\n/);
  return { Columns: [], Rows: lines.slice(from, from + SHOWN).map((line) => [line.slice(0, LINE_SHOWN)]), Total: lines.length, From: from };
}

/** Files of a feed that a version keeps as they are, to look at. */
import type { ReplyOf } from '../../src/contract/route.ts';
import type * as contract from '../../src/contract/records.ts';
import { CsvReader } from '../feed/gtfs/read/csv.ts';
import { holdsKeptRows, keptFileName } from '../feed/gtfs/keptRows.ts';
import { FeedRefused } from '../feed/gtfs/refusal.ts';
import { Refusal } from '../refusal.ts';
import { listKeptFiles, readKeptContent } from '../store/keptFiles.ts';
import type { Engine } from '../store/engine.ts';
import { readable } from './editing.ts';

/** Rows, or lines, that are shown; a line of text is cut after so many characters. */
const SHOWN = 500;
const LINE_SHOWN = 2000;

/** The kept files of a version by name. */
export async function keptFilesOf(engine: Engine, versionId: number): Promise<ReplyOf<typeof contract.listKeptFiles>> {
  await readable(engine.db, versionId);
  const files = await listKeptFiles(engine.db, versionId);
  return {
    Files: files.map(({ name, size }) => ({
      Name: name,
      File: holdsKeptRows(name) ? keptFileName(name) : name,
      Size: size,
      RowsAlone: holdsKeptRows(name),
    })),
  };
}

/** The first rows of a kept file. */
export async function keptFileRows(engine: Engine, versionId: number, name: string): Promise<ReplyOf<typeof contract.readKeptFile>> {
  await readable(engine.db, versionId);
  const file = (await listKeptFiles(engine.db, versionId)).find((one) => one.name === name);
  if (file === undefined) throw new Refusal(404, 'not_found', `This version keeps no file ${name}.`);
  const bytes = await readKeptContent(engine.db, file.hash);
  return name.toLowerCase().endsWith('.txt') ? tableOf(name, bytes) : textOf(bytes);
}

function tableOf(name: string, bytes: Buffer): ReplyOf<typeof contract.readKeptFile> {
  let columns: readonly string[] | undefined;
  const rows: string[][] = [];
  let total = 0;
  const reader: CsvReader = new CsvReader(name, () => {
    const fields = (): string[] => Array.from({ length: reader.count }, (_, place) => reader.text(place));
    if (columns === undefined) {
      columns = fields();
      return;
    }
    total++;
    if (rows.length < SHOWN) rows.push(fields());
  });
  try {
    reader.push(bytes);
    reader.end();
  } catch (error) {
    if (!(error instanceof FeedRefused)) throw error;
    return textOf(bytes);
  }
  return { Columns: [...(columns ?? [])], Rows: rows, Total: total };
}

function textOf(bytes: Buffer): ReplyOf<typeof contract.readKeptFile> {
  const lines = bytes.toString('utf8').split(/\r?\n/);
  return { Columns: [], Rows: lines.slice(0, SHOWN).map((line) => [line.slice(0, LINE_SHOWN)]), Total: lines.length };
}

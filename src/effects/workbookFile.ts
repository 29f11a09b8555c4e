/** Workbooks as files: `.xlsx` is a zip of XML, read and written here alone. Loaded when the first workbook is. */
import { unzipSync } from 'fflate';
import readXlsxFile from 'read-excel-file/universal';
import writeXlsxFile, { type Cell as FileCell } from 'write-excel-file/universal';
import type { Cell, WorkbookSheet } from '../domain/spreadsheet/cells.ts';

/** A file that is no workbook, or more of one than is read; the message says which. */
export class WorkbookRefused extends Error {}

const MB = 1_000_000;
/** Of the file, of what its parts say they hold, parts, and cells. */
const MOST = { file: 20 * MB, unpacked: 150 * MB, parts: 2000, cells: 2 * MB };

/** The sheets of a workbook, in order. Rejects with WorkbookRefused. */
export async function readWorkbook(file: Blob): Promise<WorkbookSheet[]> {
  if (file.size > MOST.file) throw new WorkbookRefused(`A workbook of ${megabytes(file.size)} is larger than ${megabytes(MOST.file)}.`);
  const bytes = await file.arrayBuffer();
  checkParts(new Uint8Array(bytes));
  let sheets;
  try {
    sheets = await readXlsxFile(bytes, { trim: false });
  } catch {
    throw new WorkbookRefused(NO_WORKBOOK);
  }
  let cells = 0;
  for (const { data } of sheets) for (const row of data) cells += row.length;
  if (cells > MOST.cells) throw new WorkbookRefused(`A workbook of ${count(cells)} cells is larger than ${count(MOST.cells)} cells.`);
  return sheets.map(({ sheet, data }) => ({ name: sheet, rows: data.map((row) => row.map(cellOf)) }));
}

/** A workbook of these sheets. */
export async function writeWorkbook(sheets: readonly WorkbookSheet[]): Promise<Blob> {
  const written = sheets.map(({ name, rows, heads = { rows: 0, columns: 0 } }) => ({
    sheet: name,
    data: rows.map((row, at) => row.map((cell) => fileCell(cell, at < heads.rows))),
    columns: (rows[heads.rows - 1] ?? []).map((_, column) => ({ width: widthOf(rows, column) })),
    stickyRowsCount: heads.rows,
    stickyColumnsCount: heads.columns,
  }));
  return writeXlsxFile(written).toBlob();
}

const NO_WORKBOOK = 'The file is no workbook. Save it as .xlsx first.';

/** Looks at the table of contents alone, before anything is unpacked: the unpacked size of a zip of zeros is known from there. */
function checkParts(bytes: Uint8Array): void {
  let [parts, unpacked] = [0, 0];
  try {
    unzipSync(bytes, {
      filter: ({ originalSize }) => {
        parts++;
        unpacked += originalSize;
        return false;
      },
    });
  } catch {
    throw new WorkbookRefused(NO_WORKBOOK);
  }
  if (parts > MOST.parts || unpacked > MOST.unpacked)
    throw new WorkbookRefused(
      `A workbook of ${count(parts)} parts and ${megabytes(unpacked)} is larger than ${megabytes(MOST.unpacked)} in ${count(MOST.parts)} parts.`,
    );
}

function cellOf(value: unknown): Cell {
  if (value instanceof Date) return { seconds: value.getTime() / 1000 + SECONDS_BEFORE_1970 };
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

function fileCell(cell: Cell, isHead: boolean): FileCell {
  if (cell === null || cell === '') return null;
  if (typeof cell !== 'object') return isHead ? { value: cell, fontWeight: 'bold' } : { value: cell };
  const format = cell.date ? 'yyyy-mm-dd' : cell.seconds % 60 === 0 ? '[h]:mm' : '[h]:mm:ss';
  return { value: cell.seconds / 86_400, type: Number, format, align: 'right' };
}

/** Characters that the widest of the first cells takes. */
function widthOf(rows: WorkbookSheet['rows'], column: number): number {
  const lengths = rows.slice(0, 200).map((row) => {
    const cell = row[column];
    return cell === null || cell === undefined ? 0 : typeof cell === 'object' ? 8 : String(cell).length;
  });
  return Math.min(40, Math.max(6, ...lengths) + 2);
}

function megabytes(bytes: number): string {
  return `${(bytes / MB).toFixed(0)} MB`;
}

function count(number: number): string {
  return number.toLocaleString('en-GB');
}

/** From midnight of 1899-12-30, where the dates of workbooks begin. */
const SECONDS_BEFORE_1970 = 25_569 * 86_400;

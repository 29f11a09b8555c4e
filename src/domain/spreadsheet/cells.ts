/** What a cell of a spreadsheet means: the value that a workbook stores is not always what its author typed. */
import { parseWritten } from '../timetableSheet/clipboard.ts';
import type { Written } from '../timetableSheet/sheetActs.ts';
import { LAST_SECOND, parseServiceTime } from '../time.ts';

/** A cell formatted as a date or a time: seconds since midnight of 1899-12-30, the beginning of the dates of spreadsheets. */
export interface TimeCell {
  readonly seconds: number;
  /** Written as a date; one that is read does not say it. */
  readonly date?: true;
}

/** A cell, by how the workbook stores it; of a formula its last result. */
export type Cell = string | number | boolean | null | TimeCell;

/** One sheet of a workbook. */
export interface WorkbookSheet {
  readonly name: string;
  readonly rows: readonly (readonly Cell[])[];
  /** Rows and columns at its beginning that stay in view; not known of a sheet that is read. */
  readonly heads?: { readonly rows: number; readonly columns: number };
}

/** A cell as people call it: row 13 and column 3, counted from 0, are `D14`. */
export function addressOf(row: number, column: number): string {
  let letters = '';
  for (let rest = column; rest >= 0; rest = Math.floor(rest / 26) - 1) letters = String.fromCodePoint(65 + (rest % 26)) + letters;
  return `${letters}${row + 1}`;
}

/** A cell as a text, without the spaces around it. */
export function textOf(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'object') return dateOf(cell) ?? String(cell.seconds);
  return String(cell).trim();
}

/**
 * What a cell of a timetable says: a time, nothing, or not served; undefined where it is none of these. A number is read as typed:
 * 805 and 8.05 are five past eight. With more than two decimals it is a part of a day, as spreadsheets store times.
 */
export function writtenOf(cell: Cell | undefined): Written | undefined {
  if (cell === null || cell === undefined) return null;
  if (typeof cell === 'string') return parseWritten(cell);
  if (typeof cell === 'boolean') return undefined;
  const seconds = typeof cell === 'object' ? Math.round(cell.seconds) : secondsOfNumber(cell);
  return seconds === undefined || seconds < 0 || seconds > LAST_SECOND ? undefined : seconds;
}

/** Signs that printed timetables have where a departure does not call. */
const PASSES = /^(?:[-–—−|¦│┃↓↑⬇]+|\.{2,}|…+|·+)$/;
/** A time with up to three characters before and after it: `x8.05`, `8:05a`, `8.05 †`, `8.05 Uhr`. */
const NOTED = /^(\D{0,3}?)\s*(\d{1,2}[:.h]\d{2}(?:[:.]\d{2})?|\d{3,4})\s*(\D{0,4})$/i;

/** What a cell of a printed timetable says, and the symbol beside its time, which is not read; undefined where it is none of these. */
export function printedOf(cell: Cell | undefined): { readonly written: Written; readonly symbol: string } | undefined {
  const written = writtenOf(cell);
  if (written !== undefined) return { written, symbol: '' };
  if (typeof cell !== 'string') return undefined;
  const text = cell.trim();
  if (PASSES.test(text)) return { written: '-', symbol: '' };
  const [, before = '', time = '', after = ''] = NOTED.exec(text) ?? [];
  const [, half = ''] = /^([ap])\.?(?:m\.?)?$/i.exec(after) ?? [];
  const halved = half === '' ? undefined : parseServiceTime(`${time}${half}m`);
  if (halved !== undefined) return { written: halved, symbol: before };
  const seconds = time === '' ? undefined : parseServiceTime(time);
  return seconds === undefined
    ? undefined
    : { written: seconds, symbol: [before, /^(?:h|uhr)$/i.test(after) ? '' : after].filter((one) => one !== '').join(' ') };
}

function secondsOfNumber(value: number): number | undefined {
  if (Number.isInteger(value)) return parseServiceTime(String(value));
  if (Math.abs(value * 100 - Math.round(value * 100)) > 1e-6) return Math.round(value * DAY);
  // 0.25 may be six o'clock or a quarter past midnight
  return value < 1 ? undefined : parseServiceTime(value.toFixed(2));
}

/** The calendar date of a cell, YYYY-MM-DD: a date, or a text or number as GTFS and people write it; undefined where it is none. */
export function dateOf(cell: Cell | undefined): string | undefined {
  if (cell === null || cell === undefined || typeof cell === 'boolean') return undefined;
  if (typeof cell === 'object') {
    const days = Math.floor(cell.seconds / DAY);
    return days < 2 ? undefined : new Date((days - DAYS_BEFORE_1970) * DAY * 1000).toISOString().slice(0, 10);
  }
  const text = String(cell).trim();
  const [, year, month, day] = /^(\d{4})-?(\d{2})-?(\d{2})$/.exec(text) ?? [];
  const [, dayFirst, monthFirst, yearLast] = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})$/.exec(text) ?? [];
  const parts = year === undefined ? [yearLast, monthFirst, dayFirst] : [year, month, day];
  const [y, m, d] = parts.map(Number);
  if (y === undefined || m === undefined || d === undefined || !Number.isInteger(y + m + d)) return undefined;
  const date = new Date(Date.UTC(y, m - 1, d));
  return date.getUTCMonth() === m - 1 && date.getUTCDate() === d ? date.toISOString().slice(0, 10) : undefined;
}

/** A date as a cell. */
export function dateCell(date: string): Cell {
  const time = Date.parse(`${date}T00:00:00Z`);
  return Number.isNaN(time) ? date : { seconds: time / 1000 + DAYS_BEFORE_1970 * DAY, date: true };
}

const DAY = 86_400;
const DAYS_BEFORE_1970 = 25_569;

/** A table that was pasted: cells between tabs as spreadsheets copy them, or lines of a printed timetable as a PDF gives them. */
import { clipboardCells } from '../csv.ts';
import { printedOf, type WorkbookSheet } from './cells.ts';

/** Characters of a pasted table at most. */
export const MOST_PASTED = 5_000_000;

/** The sheet that a pasted text is. Rows and columns count from its first line and cell. */
export function pastedSheet(name: string, text: string): WorkbookSheet {
  if (text.includes('\t')) return { name, rows: clipboardCells(text) };
  const lines = text.replaceAll(/\r\n?/g, '\n').replace(/\n+$/, '').split('\n').map(lineOf);
  const width = Math.max(0, ...lines.map(({ cells }) => cells.length));
  return {
    name,
    rows: lines.map(({ label, cells }) => {
      if (cells.length === 0) return [label];
      // which departures have no time in a shorter line cannot be known: as one cell it is reported
      return cells.length === width ? [label, ...cells] : [label, cells.join(' ')];
    }),
  };
}

/** The times and signs at the end of a line, and what is before them. */
function lineOf(line: string): { readonly label: string; readonly cells: readonly string[] } {
  const words = line.trim().split(/\s+/);
  let from = words.length;
  while (from > 0 && words[from - 1] !== '' && printedOf(words[from - 1]) !== undefined) from--;
  return { label: words.slice(0, from).join(' '), cells: words.slice(from) };
}

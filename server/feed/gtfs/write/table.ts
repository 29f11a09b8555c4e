/** One file on its way out: rows gather as text until all columns that any of them needs are known. */
import type { Extra } from '../../../../src/domain/extra.ts';
import { csvField, csvLine, decimal } from './csvText.ts';

/** Values of a row by GTFS column name; undefined and blank are the same: nothing is written. */
export type RowValues = Readonly<Record<string, string | number | undefined>>;

/** Characters that go to the zip at a time. */
const CHUNK = 262_144;

/**
 * A file of a feed. Its columns are those the source had, in their order, or the usual ones where there was no source, and
 * behind them every other column that a row has a value for. About 100 bytes of memory a row.
 */
export class Table {
  readonly name: string;
  rows = 0;
  readonly #columns: string[];
  readonly #places = new Map<string, number>();
  /** Rows written while there were so many columns; later columns are blank in them. */
  readonly #parts: { columns: number; lines: string[] }[] = [];

  constructor(name: string, columns: readonly string[]) {
    this.name = name;
    this.#columns = [];
    for (const column of columns) this.#place(column);
  }

  /**
   * Adds a row. `extra` are columns kept from the source: they fill what `values` leaves blank. `usual` are written only
   * where the file has such a column anyway.
   */
  add(values: RowValues, extra?: Extra, usual: RowValues = {}): void {
    const cells: string[] = [];
    for (const [column, value] of Object.entries(values)) {
      const text = cellText(value);
      if (text !== '') cells[this.#place(column)] = text;
    }
    for (const [column, text] of Object.entries(extra ?? {})) {
      // A name with a slash is a note of the reading, not a column.
      if (text !== '' && !column.includes('/')) cells[this.#place(column)] ??= text;
    }
    for (const [column, value] of Object.entries(usual)) {
      const place = this.#places.get(column);
      if (place !== undefined) cells[place] ??= cellText(value);
    }
    const line = Array.from({ length: this.#columns.length }, (_, place) => csvField(cells[place] ?? '')).join(',');
    const part = this.#parts.at(-1);
    if (part?.columns === this.#columns.length) part.lines.push(line);
    else this.#parts.push({ columns: this.#columns.length, lines: [line] });
    this.rows++;
  }

  /** Whether the file has a column, by its name in lower case. */
  has(column: string): boolean {
    return this.#places.has(column);
  }

  /** The file, header first. */
  *chunks(): Generator<Buffer> {
    let text = `${csvLine(this.#columns)}\n`;
    for (const { columns, lines } of this.#parts) {
      const blank = ','.repeat(this.#columns.length - columns);
      for (const line of lines) {
        text += `${line}${blank}\n`;
        if (text.length < CHUNK) continue;
        yield Buffer.from(text);
        text = '';
      }
    }
    yield Buffer.from(text);
  }

  /** Place of a column, a new one behind the others where there is none of that name. Case does not count, as in the reading. */
  #place(column: string): number {
    const key = column.toLowerCase();
    let place = this.#places.get(key);
    if (place === undefined) {
      place = this.#columns.push(column) - 1;
      this.#places.set(key, place);
    }
    return place;
  }
}

function cellText(value: string | number | undefined): string {
  return typeof value === 'number' ? decimal(value) : (value ?? '');
}

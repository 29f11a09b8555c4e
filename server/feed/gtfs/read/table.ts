/** One file of a feed as a table: finds the named columns, keeps the others, reports rows that do not fit. */
import { CsvReader, ABSENT, MALFORMED } from './csv.ts';
import type { FeedNotes } from '../notes.ts';
import { FeedRefused, MissingColumns } from '../refusal.ts';
import { refusalOfEntry, type FeedFile } from './zip.ts';

/** A row while it is being read; valid only within the callback. Columns are named by their place in `columns`. */
export class TableRow {
  readonly csv: CsvReader;
  readonly file: string;
  /** Names of the columns of the file, as the header has them, trimmed. */
  header: readonly string[] = [];
  readonly #notes: FeedNotes;
  #places: Int32Array = new Int32Array(0);
  #extra: readonly { name: string; place: number }[] = [];
  readonly #columns: readonly string[];

  constructor(file: string, columns: readonly string[], notes: FeedNotes, onRow: () => void) {
    this.file = file;
    this.#columns = columns;
    this.#notes = notes;
    this.csv = new CsvReader(file, onRow);
  }

  get line(): number {
    return this.csv.line;
  }

  /** Place of a column in the rows; -1 where the file has no such column. */
  place(column: string): number {
    return this.#places[this.#columns.indexOf(column)] ?? -1;
  }

  has(column: string): boolean {
    return this.place(column) >= 0;
  }

  /** Columns that were not asked for, with their places. */
  get extraColumns(): readonly { name: string; place: number }[] {
    return this.#extra;
  }

  text(column: string): string {
    return this.csv.text(this.place(column));
  }

  /** The text, or undefined where it is blank: for fields that are left out then. */
  optional(column: string): string | undefined {
    const text = this.text(column);
    return text === '' ? undefined : text;
  }

  /** A whole number within bounds; undefined where blank, and reported where it is none. */
  int(column: string, min = -999_999_999, max = 999_999_999): number | undefined {
    const value = this.csv.int(this.place(column));
    if (value === ABSENT) return undefined;
    if (value !== MALFORMED && value >= min && value <= max) return value;
    this.changed(
      `${column} is not usable`,
      `${column} "${this.text(column)}" is not a whole number${max < 100 ? ` from ${min} to ${max}` : ''}; taken as not given`,
    );
    return undefined;
  }

  float(column: string): number | undefined {
    const place = this.place(column);
    if (this.csv.isBlank(place)) return undefined;
    const value = this.csv.float(place);
    if (Number.isFinite(value)) return value;
    this.changed(`${column} is no number`, `${column} "${this.csv.text(place)}" is not a number; taken as not given`);
    return undefined;
  }

  /** The columns the model does not name, and those named here, verbatim where they hold something. */
  extra(...alsoKept: readonly string[]): { Extra?: Record<string, string> } {
    let extra: Record<string, string> | undefined;
    for (const { name, place } of this.#extra) {
      if (this.csv.isBlank(place)) continue;
      extra ??= {};
      extra[name] = this.csv.text(place);
    }
    for (const [column, text] of Object.entries(this.kept(...alsoKept))) (extra ??= {})[column] = text;
    return extra === undefined ? {} : { Extra: extra };
  }

  /** Known columns verbatim, where they hold something. */
  kept(...columns: readonly string[]): Record<string, string> {
    const kept: Record<string, string> = {};
    for (const column of columns) {
      const place = this.place(column);
      if (!this.csv.isBlank(place)) kept[column] = this.csv.text(place);
    }
    return kept;
  }

  /** The whole row by column name, for remarks on rows that are left out. */
  whole(): Record<string, string> {
    const row: Record<string, string> = {};
    for (const [place, name] of this.header.entries()) if (!this.csv.isBlank(place)) row[name] = this.csv.text(place);
    return row;
  }

  /** Reports that the row is left out. `column` is the one that it is about, where the kind does not begin with its name. */
  reject(kind: string, reason = kind, column?: string): void {
    const details = { row: this.whole(), result: 'refused', ...this.#field(kind, column) } as const;
    this.#notes.add('error', this.file, this.line, kind, `${reason}; the row is left out`, details);
  }

  /** Reports that something of the row is read otherwise than it is written, or not at all. */
  changed(kind: string, reason: string, column?: string): void {
    this.#notes.add('warning', this.file, this.line, kind, reason, { result: 'changed', ...this.#field(kind, column) });
  }

  /** Reports a fault of a row that is taken as it is. */
  fault(kind: string, reason: string, column?: string): void {
    this.#notes.add('error', this.file, this.line, kind, reason, this.#field(kind, column));
  }

  /** Reports what is to be said of a row that is taken as it is. */
  warn(kind: string, reason: string, column?: string): void {
    this.#notes.add('warning', this.file, this.line, kind, reason, this.#field(kind, column));
  }

  #field(kind: string, named: string | undefined): { column: string; value: string } {
    const column = named ?? this.#columns.find((name) => kind.startsWith(`${name} `)) ?? '';
    return { column, value: column === '' ? '' : this.text(column) };
  }

  /** Takes the row as the header. Returns the names that are missing of those required. */
  takeHeader(required: readonly string[]): readonly string[] {
    const names = Array.from({ length: this.csv.count }, (_, place) => this.csv.text(place).replace(/^[\u{feff}\s]+|\s+$/gu, ''));
    this.header = names;
    const lower = names.map((name) => name.toLowerCase());
    this.#places = Int32Array.from(this.#columns, (column) => lower.indexOf(column));
    const known = new Set(this.#columns);
    const extra: { name: string; place: number }[] = [];
    if (names.includes('') && names.length > 1)
      this.changed('column without a name', 'A column of the header has no name; what stands in it is left out');
    for (const [place, name] of names.entries()) {
      const first = lower.indexOf(name.toLowerCase());
      if (first !== place && name !== '') this.changed('column named twice', `The column ${name} is named twice; the first is read`);
      else if (!known.has(name.toLowerCase()) && name !== '') extra.push({ name, place });
    }
    this.#extra = extra;
    return required.filter((column) => !lower.includes(column));
  }
}

/** What reading a table needs to know of it. */
export interface TableSpec {
  /** Columns that the reading asks for; all others are extra. */
  readonly columns: readonly string[];
  /** Columns without which the file cannot be read at all. */
  readonly required: readonly string[];
}

/** Called with the bytes of each chunk once its rows are read; reading waits for the returned promise. */
export type OnBytes = (bytes: number) => Promise<void> | undefined;

/** Reads a file row by row. Returns its column names. Throws FeedRefused where a required column is missing. */
export async function readTable(
  file: FeedFile,
  spec: TableSpec,
  notes: FeedNotes,
  onBytes: OnBytes,
  onRow: (row: TableRow) => void,
  onHeader: (row: TableRow) => void = () => undefined,
): Promise<readonly string[]> {
  let expected = 0;
  let rows = 0;
  let foreign = 0;
  const row: TableRow = new TableRow(file.name, spec.columns, notes, () => {
    if (expected === 0) {
      expected = row.csv.count;
      const missing = row.takeHeader(spec.required);
      if (missing.length > 0) {
        throw new MissingColumns(
          file.name,
          row.line,
          `the required ${missing.length === 1 ? 'column is' : 'columns are'} missing: ${missing.join(', ')}. The header reads "${row.header.join(',').slice(0, 200)}". Correct the header, with commas between the names.`,
        );
      }
      if (row.csv.unmarked !== undefined)
        notes.add(
          'warning',
          file.name,
          null,
          'encoding without a mark',
          `The file is ${row.csv.unmarked} without a byte-order mark; it is read as such`,
        );
      onHeader(row);
      return;
    }
    rows++;
    if (row.csv.count !== expected) remarkOnCount(row, expected);
    if (row.csv.badQuotes !== undefined)
      row.changed('quotes not closed', `A field is badly quoted; it is read as: ${row.csv.badQuotes.slice(0, 200)}`);
    onRow(row);
    if (row.csv.foreign && foreign++ === 0) {
      row.changed('not UTF-8', 'The file is not clean UTF-8; texts that are not UTF-8 are read as Windows-1252, NUL bytes are left out');
    }
  });
  try {
    const stream = await file.open();
    let refused: unknown;
    for await (const chunk of stream) {
      if (!Buffer.isBuffer(chunk)) throw new TypeError('A zip stream gives bytes');
      // Where the content makes no sense the rest is still unpacked: the zip may be damaged, and then that is the reason.
      if (refused === undefined) refused = refusalWhile(() => row.csv.push(chunk));
      const wait = onBytes(chunk.length);
      if (wait !== undefined) await wait;
    }
    if (refused !== undefined) throw refused;
    row.csv.end();
  } catch (error) {
    throw refusalOfEntry(file.name, error);
  }
  notes.read(file.name, rows);
  if (expected > 0 && rows === 0)
    notes.add(NEEDS_ROWS.has(file.name.toLowerCase()) ? 'warning' : 'info', file.name, null, 'no rows', 'The file has a header and no rows');
  if (expected === 0 && spec.required.length > 0)
    notes.add('warning', file.name, null, 'empty file', 'The file is empty, even its header is missing');
  if (foreign > 1)
    notes.add('warning', file.name, null, 'not UTF-8', `${foreign.toLocaleString('en')} rows hold such texts`, {
      result: 'changed',
      rows: foreign - 1,
    });
  return row.header;
}

/** Files without whose rows a feed says nothing. */
const NEEDS_ROWS: ReadonlySet<string> = new Set(['stops.txt', 'routes.txt', 'trips.txt', 'stop_times.txt']);

function refusalWhile(act: () => void): FeedRefused | undefined {
  try {
    act();
    return undefined;
  } catch (error) {
    if (error instanceof FeedRefused) return error;
    throw error;
  }
}

function remarkOnCount(row: TableRow, expected: number): void {
  const { csv } = row;
  if (csv.count < expected) {
    row.changed('short row', `The row has ${csv.count} of ${expected} fields; the others are taken as blank`);
    return;
  }
  for (let place = expected; place < csv.count; place++) {
    if (!csv.isBlank(place)) {
      row.changed('long row', `The row has ${csv.count} fields, the header ${expected}; "${csv.text(place)}" belongs to no column`);
      return;
    }
  }
}

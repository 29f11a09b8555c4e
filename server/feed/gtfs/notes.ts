/** What the reading of a feed has to say of it: every row that was left out or changed, with file, line and reason. */
import { COUNTED, REPORT_FIRST, type ReportedFile, type ReportedRow, type RowResult } from '../../../src/domain/importReport.ts';

/** One remark. `row` is the row as the source had it, where it was left out. */
export interface FeedNote {
  readonly severity: 'error' | 'warning' | 'info';
  readonly file: string;
  /** From 1, the header being line 1; null where it is about the whole file. */
  readonly line: number | null;
  readonly reason: string;
  /** What became of what it is about. */
  readonly result: RowResult;
  readonly row?: Readonly<Record<string, string>>;
}

/** A line of the report of an import. */
export interface ReportLine extends ReportedRow {
  readonly file: string;
  readonly result: RowResult;
}

/** What else there is to know of a remark, for the report of an import. */
export interface NoteDetails {
  readonly row?: Readonly<Record<string, string>>;
  /** What became of the row; `said` where it is not given. */
  readonly result?: RowResult;
  readonly column?: string;
  readonly value?: string;
  /** Rows that it counts for. */
  readonly rows?: number;
}

/** Remarks of one kind in one file beyond this are counted and summed up in one remark; the report has all of them. */
export const NOTES_PER_KIND = 1000;

/** Passes remarks on, and counts them so that a file of a million bad rows does not become a million remarks. */
export class FeedNotes {
  readonly #pass: (note: FeedNote) => void;
  readonly #report: (line: ReportLine, kind: string | undefined, rows: number) => void;
  readonly #kinds = new Map<
    string,
    { severity: FeedNote['severity']; file: string; kind: string; result: RowResult; count: number; first: number; last: number }
  >();
  readonly #files = new Map<string, FileCounts>();

  constructor(pass: (note: FeedNote) => void, report: (line: ReportLine, kind: string | undefined, rows: number) => void = () => undefined) {
    this.#pass = pass;
    this.#report = report;
  }

  /** `kind` names the sort of fault for counting; the reason may name values too. */
  add(severity: FeedNote['severity'], file: string, line: number | null, kind: string, reason: string, details: NoteDetails = {}): void {
    const { row, result = 'said', column = '', value = '', rows = 1 } = details;
    this.report({ file, line, column, value, reason, result }, rows, kind);
    const key = `${file}\n${kind}`;
    let entry = this.#kinds.get(key);
    if (entry === undefined) {
      entry = { severity, file, kind, result, count: 0, first: 0, last: 0 };
      this.#kinds.set(key, entry);
    }
    entry.count++;
    if (entry.count > NOTES_PER_KIND) {
      if (entry.first === 0) entry.first = line ?? 0;
      entry.last = line ?? entry.last;
      return;
    }
    this.#pass({ severity, file, line, reason, result, ...(row === undefined ? {} : { row }) });
  }

  /** A line of the report; without a kind it is no remark of its own. */
  report({ file, ...line }: ReportLine, rows = 1, kind?: string): void {
    this.#report({ file, ...line }, kind, rows);
    const { result, ...shown } = line;
    if (result === 'said') return;
    const counts = this.#countsOf(file);
    // a row of which several things are said counts once
    if (shown.line === null || counts.last[result] !== shown.line) counts.rows[result] += rows;
    counts.last[result] = shown.line;
    if (counts.first[result].length < REPORT_FIRST) counts.first[result].push(shown);
  }

  /** Counts the rows of a file, without its header. */
  read(file: string, rows: number): void {
    this.#countsOf(file).read += rows;
  }

  /** What became of the rows of each file, in the order of their names. */
  files(): ReportedFile[] {
    return [...this.#files.entries()]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([file, { read, rows, first }]) => ({ file, read, ...rows, first }));
  }

  /** Sums up what was only counted. */
  finish(): void {
    for (const { severity, file, kind, result, count, first, last } of this.#kinds.values()) {
      if (count <= NOTES_PER_KIND) continue;
      const where = first > 0 ? `, lines ${first} to ${last}` : '';
      this.#pass({
        severity,
        file,
        line: null,
        result,
        reason: `${kind}: ${(count - NOTES_PER_KIND).toLocaleString('en')} more like the ones above${where}`,
      });
    }
  }

  #countsOf(file: string): FileCounts {
    let counts = this.#files.get(file);
    if (counts === undefined) {
      counts = { read: 0, rows: of(() => 0), last: of(() => null), first: of(() => []) };
      this.#files.set(file, counts);
    }
    return counts;
  }
}

type ByResult<V> = Record<(typeof COUNTED)[number], V>;

interface FileCounts {
  read: number;
  readonly rows: ByResult<number>;
  /** The line that was counted last. */
  readonly last: ByResult<number | null>;
  readonly first: ByResult<ReportedRow[]>;
}

function of<V>(make: () => V): ByResult<V> {
  return { refused: make(), changed: make(), kept: make() };
}

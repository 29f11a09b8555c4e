import { createHash } from 'node:crypto';
import { CUT_SHORT, FirstLine, LastLine, noReport, parsedLine } from '../../src/kernel/reportLines.ts';
import { Refusal, tooLarge } from '../refusal.ts';

/** Bytes that are held of the first line, which has the note and where the log did not reproduce, and of any other. */
const FIRST_MOST = 1e6;
const LINE_KEPT = 200;
const NEWLINE = 10;
/** Characters of what the list shows. */
const NOTE_MOST = 2000;
const SHORT_MOST = 300;

/** What is known of the text of a report once it has been read. */
export interface ReadReport {
  readonly build: string;
  readonly page: string;
  readonly note: string;
  readonly size: number;
  readonly records: number;
  readonly hash: string;
}

/** Looks at the text of a report while it comes in, and holds no more of it than its first and its last line. Throws where it is no report. */
export class ReportReader {
  readonly #limit: number;
  readonly #hash = createHash('sha256');
  #size = 0;
  #lines = 0;
  #records = 0;
  /** Beginning of the present line. */
  #line: Buffer[] = [];
  #held = 0;
  #length = 0;
  #first: { build: string; page: string; note: string } | undefined;
  #last = '';

  constructor(limit: number) {
    this.#limit = limit;
  }

  take(chunk: Buffer): void {
    this.#size += chunk.length;
    if (this.#size > this.#limit) throw tooLarge(this.#limit);
    this.#hash.update(chunk);
    for (let at = 0; at < chunk.length;) {
      const newline = chunk.indexOf(NEWLINE, at);
      const end = newline < 0 ? chunk.length : newline;
      this.#hold(chunk.subarray(at, end));
      if (newline >= 0) this.#endLine();
      at = end + 1;
    }
  }

  /** What was read, when all has come. */
  end(): ReadReport {
    this.#endLine();
    const last = LastLine.safeParse(parsedLine(this.#last));
    if (this.#first === undefined) throw refused(noReport('').message);
    if (!last.success || last.data.end > this.#lines - 1) throw refused(CUT_SHORT.message);
    if (last.data.end !== this.#lines - 1) throw refused('This report has been changed since it was written.');
    return { ...this.#first, size: this.#size, records: this.#records, hash: this.#hash.digest('hex') };
  }

  #hold(part: Buffer): void {
    this.#length += part.length;
    const most = this.#lines === 0 ? FIRST_MOST : LINE_KEPT;
    if (this.#lines === 0 && this.#length > most) throw refused(noReport('').message);
    if (this.#held >= most || part.length === 0) return;
    // a copy: the chunk is not kept for the sake of its first bytes
    const kept = Buffer.from(part.subarray(0, most - this.#held));
    this.#line.push(kept);
    this.#held += kept.length;
  }

  #endLine(): void {
    if (this.#length === 0) return;
    const text = Buffer.concat(this.#line).toString('utf8');
    if (this.#lines === 0) this.#first = headOf(text);
    if (text.startsWith('{"record"')) this.#records++;
    this.#lines++;
    this.#last = text;
    [this.#line, this.#held, this.#length] = [[], 0, 0];
  }
}

function headOf(line: string): { build: string; page: string; note: string } {
  const first = FirstLine.safeParse(parsedLine(line));
  if (!first.success) throw refused(noReport(line).message);
  const { header, note = '' } = first.data;
  return { build: header.build.slice(0, SHORT_MOST), page: (header.page ?? '').slice(0, SHORT_MOST), note: note.slice(0, NOTE_MOST) };
}

function refused(message: string): Refusal {
  return new Refusal(400, 'no_report', message);
}

/** Writes the report of an import as CSV, a line for each remark, while the feed is read. */
import { closeSync, openSync, writeSync } from 'node:fs';
import type { ReportLine } from './gtfs/notes.ts';
import { csvLine } from './gtfs/write/csvText.ts';

/** Lines of a report at most; what is beyond is counted. */
export const REPORT_LINES = 1_000_000;
const BUFFER = 65_536;

export class ReportFile {
  readonly #file: number;
  readonly #limit: number;
  #text = 'file,line,column,value,reason,result\n';
  #lines = 0;

  constructor(path: string, limit = REPORT_LINES) {
    this.#file = openSync(path, 'w');
    this.#limit = limit;
  }

  add({ file, line, column, value, reason, result }: ReportLine): void {
    if (this.#lines++ >= this.#limit) return;
    this.#text += `${csvLine([file, line === null ? '' : String(line), column, value, reason, result])}\n`;
    if (this.#text.length >= BUFFER) this.#write();
  }

  close(): void {
    const beyond = this.#lines - this.#limit;
    if (beyond > 0) this.#text += `${csvLine(['', '', '', '', `${beyond.toLocaleString('en')} more lines are left out of this report`, ''])}\n`;
    this.#write();
    closeSync(this.#file);
  }

  #write(): void {
    writeSync(this.#file, this.#text);
    this.#text = '';
  }
}

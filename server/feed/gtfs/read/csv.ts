/**
 * Comma-separated rows straight from bytes: a row is offsets into the chunk it arrived in, and a field becomes a text only
 * where somebody asks for one. Knows quotes, CRLF, byte-order marks, blank lines and wrong encodings.
 */
import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { FeedRefused } from '../refusal.ts';

/** A blank field, read as a number or time. */
export const ABSENT = -0x80000000;
/** A field that is no number or no time. */
export const MALFORMED = -0x7fffffff;

/** A row longer than this is a quote that was never closed. */
const ROW_LIMIT = 1 << 20;

/** Reads rows as chunks are pushed; `onRow` finds the row in the reader itself. Fields are trimmed of spaces and tabs. */
export class CsvReader {
  /** The bytes the offsets point into. */
  bytes: Buffer = EMPTY;
  /** Fields of the row. */
  count = 0;
  /** Line the row begins on, from 1. */
  line = 1;
  /** Whether a field of the row that was read as text is not UTF-8 and was taken as Windows-1252, or holds NUL bytes. */
  foreign = false;
  /** Text of a field of the row whose quotes are not closed as CSV demands; undefined where all are. */
  badQuotes: string | undefined;
  /** Name of an encoding that was found by its bytes: the file has no mark of it. */
  unmarked: string | undefined;
  #starts = new Int32Array(64);
  #ends = new Int32Array(64);
  #doubled = new Uint8Array(64);
  #rest: Buffer = EMPTY;
  #work: Buffer = EMPTY;
  #nextLine = 1;
  #suspect = false;
  #begun = false;
  #utf16: TextDecoder | undefined;
  readonly #file: string;
  readonly #onRow: () => void;

  constructor(file: string, onRow: () => void) {
    this.#file = file;
    this.#onRow = onRow;
  }

  /** Reads the rows that are complete with this chunk. */
  push(chunk: Buffer): void {
    const decoded = this.#utf16 === undefined ? chunk : Buffer.from(this.#utf16.decode(chunk, { stream: true }));
    let all = this.#joined(decoded);
    if (!this.#begun) {
      this.#rest = all;
      if (all.length < 3) return;
      all = this.#withoutMark(all);
    }
    let cut = all.lastIndexOf(10) + 1;
    // Line feeds are missing altogether in files of old Macs.
    if (cut === 0) cut = all.lastIndexOf(13, all.length - 2) + 1;
    this.#rest = all.subarray(this.#read(all, cut, false));
    if (this.#rest.length > ROW_LIMIT) throw this.#unclosed();
  }

  /** Reads what is left. */
  end(): void {
    if (this.#read(this.#rest, this.#rest.length, true) < this.#rest.length) throw this.#unclosed();
    this.#rest = EMPTY;
  }

  /**
   * What was left of the chunk before and this one, in a buffer that is used again and again: a new one for every chunk of
   * a large file is a heap of garbage that the engine clears away late.
   */
  #joined(chunk: Buffer): Buffer {
    const length = this.#rest.length + chunk.length;
    if (length > this.#work.length) {
      const larger = Buffer.allocUnsafeSlow(length + 65_536);
      this.#rest.copy(larger);
      this.#work = larger;
    } else this.#rest.copy(this.#work);
    chunk.copy(this.#work, this.#rest.length);
    return this.#work.subarray(0, length);
  }

  /** A field as text; '' where the row has no such field. */
  text(index: number): string {
    if (index < 0 || index >= this.count) return '';
    const start = this.#starts[index] ?? 0;
    const end = this.#ends[index] ?? 0;
    if (start === end) return '';
    return this.#suspect ? this.#suspectText(this.bytes.subarray(start, end)) : this.bytes.toString('utf8', start, end);
  }

  isBlank(index: number): boolean {
    return index < 0 || index >= this.count || this.#starts[index] === this.#ends[index];
  }

  /** Where the field begins in `bytes`, for interning; together with endOf. */
  startOf(index: number): number {
    return index < 0 || index >= this.count ? 0 : (this.#starts[index] ?? 0);
  }

  endOf(index: number): number {
    return index < 0 || index >= this.count ? 0 : (this.#ends[index] ?? 0);
  }

  /** A whole number, ABSENT or MALFORMED. */
  int(index: number): number {
    const start = this.startOf(index);
    const end = this.endOf(index);
    if (start === end) return ABSENT;
    const bytes = this.bytes;
    const sign = bytes[start];
    let at = sign === 45 || sign === 43 ? start + 1 : start;
    if (at === end || end - at > 9) return MALFORMED;
    let value = 0;
    for (; at < end; at++) {
      const digit = (bytes[at] ?? 0) - 48;
      if (digit < 0 || digit > 9) return MALFORMED;
      value = value * 10 + digit;
    }
    return sign === 45 ? -value : value;
  }

  /** A time `H:MM:SS` in seconds, ABSENT or MALFORMED. Hours may pass 24. */
  time(index: number): number {
    const start = this.startOf(index);
    const end = this.endOf(index);
    if (start === end) return ABSENT;
    const bytes = this.bytes;
    if (end - start < 7 || end - start > 9 || bytes[end - 3] !== 58 || bytes[end - 6] !== 58) return MALFORMED;
    const minutes = digits(bytes, end - 5, end - 3);
    const seconds = digits(bytes, end - 2, end);
    const hours = digits(bytes, start, end - 6);
    return hours < 0 || minutes < 0 || minutes > 59 || seconds < 0 || seconds > 59 ? MALFORMED : hours * 3600 + minutes * 60 + seconds;
  }

  /** A decimal number; NaN where it is blank or none. */
  float(index: number): number {
    const start = this.startOf(index);
    const end = this.endOf(index);
    if (start === end) return NaN;
    const bytes = this.bytes;
    const negative = bytes[start] === 45;
    let mantissa = 0;
    let decimals = -1;
    let at = negative ? start + 1 : start;
    // Up to 15 digits and a power of ten up to 22 divide exactly, as the decimal text would be read.
    if (end - at > 16) return this.#slowFloat(start, end);
    for (; at < end; at++) {
      const byte = bytes[at] ?? 0;
      if (byte === 46 && decimals < 0) decimals = 0;
      else if (byte >= 48 && byte <= 57) {
        mantissa = mantissa * 10 + (byte - 48);
        if (decimals >= 0) decimals++;
      } else return this.#slowFloat(start, end);
    }
    if (mantissa > 1e15) return this.#slowFloat(start, end);
    const value = decimals > 0 ? mantissa / (POWERS[decimals] ?? 1) : mantissa;
    return negative ? -value : value;
  }

  #suspectText(bytes: Buffer): string {
    const utf8 = isUtf8(bytes);
    const text = utf8 ? bytes.toString('utf8') : windows1252(bytes);
    const nul = text.includes('\0');
    if (!utf8 || nul) this.foreign = true;
    // PostgreSQL keeps no NUL in any text.
    return nul ? text.replaceAll('\0', '') : text;
  }

  #slowFloat(start: number, end: number): number {
    const text = this.bytes.toString('latin1', start, end);
    return /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,3})?$/.test(text) ? Number(text) : NaN;
  }

  #withoutMark(head: Buffer): Buffer {
    this.#begun = true;
    if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return head.subarray(3);
    // the first letter of a header is plain: in UTF-16 a NUL is next to it
    if (head[0] !== 0 && head[1] === 0) this.unmarked = 'UTF-16LE';
    if (head[0] === 0 && head[1] !== 0) this.unmarked = 'UTF-16BE';
    if (this.unmarked !== undefined) this.#utf16 = new TextDecoder(this.unmarked.toLowerCase());
    if (head[0] === 0xff && head[1] === 0xfe) this.#utf16 = new TextDecoder('utf-16le');
    if (head[0] === 0xfe && head[1] === 0xff) this.#utf16 = new TextDecoder('utf-16be');
    return this.#utf16 === undefined ? head : Buffer.from(this.#utf16.decode(head, { stream: true }));
  }

  #unclosed(): FeedRefused {
    return new FeedRefused(
      `${this.#file} line ${this.#nextLine}: a quoted field is opened and never closed, so the rest of the file cannot be split into fields. Close it with a quotation mark.`,
    );
  }

  /** Reads rows up to `limit`; answers where the first incomplete one begins. */
  #read(bytes: Buffer, limit: number, last: boolean): number {
    this.bytes = bytes;
    const part = limit === bytes.length ? bytes : bytes.subarray(0, limit);
    this.#suspect = !isUtf8(part) || part.includes(0);
    let at = 0;
    while (at < limit) {
      const next = this.#readRow(bytes, at, limit, last);
      if (next < 0) return at;
      at = next;
      if (this.count > 1 || !this.isBlank(0)) {
        this.foreign = false;
        this.#onRow();
      }
    }
    return at;
  }

  /** Reads one row; answers where the next begins, or -1 where the row does not end before `limit`. */
  #readRow(bytes: Buffer, from: number, limit: number, last: boolean): number {
    let at = from;
    let count = 0;
    let lines = 1;
    let anyDoubled = false;
    let badQuotes: string | undefined;
    for (;;) {
      if (count === this.#starts.length) this.#widen();
      let start = at;
      while (start < limit && (bytes[start] === 32 || bytes[start] === 9)) start++;
      let end: number;
      let doubled = 0;
      if (start < limit && bytes[start] === 34) {
        at = ++start;
        for (;;) {
          if (at >= limit) return -1;
          const byte = bytes[at];
          if (byte === 34) {
            if (at + 1 < limit && bytes[at + 1] === 34) {
              doubled = 1;
              at += 2;
              continue;
            }
            if (at + 1 >= limit && !last) return -1;
            break;
          }
          if (byte === 10) lines++;
          at++;
        }
        end = at++;
        let next = at;
        while (next < limit && (bytes[next] === 32 || bytes[next] === 9)) next++;
        if (next < limit && bytes[next] !== 44 && bytes[next] !== 10 && bytes[next] !== 13) {
          [start, end, at] = badlyQuoted(bytes, start - 1, limit);
          doubled = 0;
          badQuotes ??= bytes.toString('utf8', start, end);
        } else at = next;
      } else {
        at = start;
        while (at < limit) {
          const byte = bytes[at] ?? 0;
          if (byte === 44 || byte === 10 || byte === 13) break;
          at++;
        }
        end = at;
      }
      while (end > start && (bytes[end - 1] === 32 || bytes[end - 1] === 9)) end--;
      if (doubled === 1) while (start < end && (bytes[start] === 32 || bytes[start] === 9)) start++;
      this.#starts[count] = start;
      this.#ends[count] = end;
      this.#doubled[count] = doubled;
      if (doubled === 1) anyDoubled = true;
      count++;
      if (at >= limit) {
        if (!last) return -1;
        break;
      }
      const separator = bytes[at++];
      if (separator === 44) continue;
      if (separator === 13 && at < bytes.length && bytes[at] === 10) at++;
      break;
    }
    this.count = count;
    this.badQuotes = badQuotes;
    this.line = this.#nextLine;
    this.#nextLine += lines;
    if (anyDoubled) this.#undouble(bytes);
    return at;
  }

  /** Makes two quotes in a quoted field one, in place. */
  #undouble(bytes: Buffer): void {
    for (let field = 0; field < this.count; field++) {
      if (this.#doubled[field] !== 1) continue;
      let to = this.#starts[field] ?? 0;
      const end = this.#ends[field] ?? 0;
      for (let from = to; from < end; from++) {
        const byte = bytes[from] ?? 0;
        bytes[to++] = byte;
        if (byte === 34) from++;
      }
      this.#ends[field] = to;
    }
  }

  #widen(): void {
    const starts = new Int32Array(this.#starts.length * 2);
    const ends = new Int32Array(this.#starts.length * 2);
    const doubled = new Uint8Array(this.#starts.length * 2);
    starts.set(this.#starts);
    ends.set(this.#ends);
    doubled.set(this.#doubled);
    [this.#starts, this.#ends, this.#doubled] = [starts, ends, doubled];
  }
}

/**
 * A field that opens with a quote which other text follows after it was closed, as in `"Alder Street, "emma""`. It goes on to the first quote
 * of its line that a comma or the line end follows; without such a quote it is what stands up to the next comma, quotes and all. Answers
 * where its text begins and ends, and where the field ends.
 */
function badlyQuoted(bytes: Buffer, open: number, limit: number): [start: number, end: number, at: number] {
  let comma = -1;
  let at = open + 1;
  for (; at < limit && bytes[at] !== 10 && bytes[at] !== 13; at++) {
    if (bytes[at] === 44 && comma < 0) comma = at;
    if (bytes[at] !== 34) continue;
    let next = at + 1;
    while (next < limit && (bytes[next] === 32 || bytes[next] === 9)) next++;
    if (next >= limit || bytes[next] === 44 || bytes[next] === 10 || bytes[next] === 13) return [open + 1, at, next];
  }
  const end = comma < 0 ? at : comma;
  return [open, end, end];
}

const EMPTY: Buffer = Buffer.alloc(0);
/** What Windows-1252 has at 0x80 to 0x9F, where Latin-1 has control characters; TextDecoder of Node 20 gives those. Five codes stand for nothing. */
const PUNCTUATION = '€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8d}Ž\u{8f}\u{90}‘’“”•–—˜™š›œ\u{9d}žŸ';

function windows1252(bytes: Buffer): string {
  return bytes.toString('latin1').replaceAll(/[\u{80}-\u{9f}]/gu, (control) => PUNCTUATION[control.charCodeAt(0) - 0x80] ?? control);
}

const POWERS = Array.from({ length: 23 }, (_, power) => 10 ** power);

function digits(bytes: Buffer, start: number, end: number): number {
  let value = 0;
  for (let at = start; at < end; at++) {
    const digit = (bytes[at] ?? 0) - 48;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return start < end ? value : -1;
}

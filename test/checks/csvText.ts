/** Text and rows of the files of a feed, read by other code than the product's. */
import { parse } from 'csv-parse/sync';

/** The rows of a file; one that csv-parse finds badly quoted is read by the tolerant rule below. */
export function rowsOf(text: string): string[][] {
  try {
    const rows: unknown = parse(text, { relax_column_count: true, skip_empty_lines: true, trim: true, bom: true });
    return Array.isArray(rows) ? (rows as string[][]) : [];
  } catch {
    return text
      .split(/\r?\n/)
      .filter((line) => line.trim() !== '')
      .map((line) => Array.from(line.matchAll(/\s*(?:"(.*?)"\s*(?=,|$)|([^,]*))(?:,|$)/g), ([, quoted, plain]) => (quoted ?? plain ?? '').trim()));
  }
}

/** UTF-16 by its mark, UTF-8 where it is, else Windows-1252. */
export function textIn(bytes: Buffer): string {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] !== 0 && bytes[1] === 0)) return bytes.toString('utf16le');
  if (bytes[0] === 0xfe && bytes[1] === 0xff)
    return Buffer.from(bytes.subarray(0, bytes.length & ~1))
      .swap16()
      .toString('utf16le');
  const text = bytes.toString('utf8');
  if (!text.includes('\u{fffd}')) return text;
  const punctuation = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';
  return bytes.toString('latin1').replaceAll(/[\u{80}-\u{9f}]/gu, (one) => punctuation[one.charCodeAt(0) - 0x80] ?? one);
}

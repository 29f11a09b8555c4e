import { expect, test } from 'vitest';
import { Chance } from '../../demo/chance.ts';
import { ABSENT, CsvReader, MALFORMED } from './csv.ts';
import { FeedRefused } from '../refusal.ts';

test('a row keeps commas, quotes and line ends that stand in quotes', () => {
  expect(rowsOf('a,"b, c","say ""hi""","two\nlines"\r\nx,,\n')).toEqual([
    ['a', 'b, c', 'say "hi"', 'two\nlines'],
    ['x', '', ''],
  ]);
});

test('rows are the same however the file is cut into chunks', () => {
  const text = '\u{feff}id,name\r\n1,"Zürich, ""HB"""\r\n\r\n2,"two\r\nlines"\n3, padded \n4,東京';
  const whole = rowsOf(text);
  expect(whole).toEqual([
    ['id', 'name'],
    ['1', 'Zürich, "HB"'],
    ['2', 'two\r\nlines'],
    ['3', 'padded'],
    ['4', '東京'],
  ]);
  for (let size = 1; size < Buffer.byteLength(text); size++) expect(rowsOf(text, size)).toEqual(whole);
});

test('what a writer of CSV writes is read back, for ten thousand made-up fields', () => {
  const chance = new Chance(4);
  const rows = Array.from({ length: 1000 }, () =>
    Array.from({ length: 10 }, () => {
      const text = Array.from({ length: chance.int(0, 6) }, () => chance.pick(['a', ',', '"', '\n', '\r\n', 'é', '東', '7'])).join('');
      return text.trim();
    }),
  );
  const text = rows.map((row) => row.map((field) => `"${field.replaceAll('"', '""')}"`).join(',')).join('\n');
  expect(rowsOf(text, 97)).toEqual(rows);
});

test('a row knows its line although quoted fields span several', () => {
  const lines: number[] = [];
  const reader = new CsvReader('x.txt', () => lines.push(reader.line));
  reader.push(Buffer.from('a\n"b\nb\nb"\n\nc\n'));
  reader.end();
  expect(lines).toEqual([1, 2, 6]);
});

test('files of old Macs and UTF-16 files are read', () => {
  expect(rowsOf('a,b\rc,d')).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
  expect(rowsOf(Buffer.from('\u{feff}a,é\nb,東\n', 'utf16le'), 3)).toEqual([
    ['a', 'é'],
    ['b', '東'],
  ]);
});

test('a text that is not UTF-8 is read as Windows-1252 and said to be foreign', () => {
  const foreign: boolean[] = [];
  const texts: string[] = [];
  const reader = new CsvReader('x.txt', () => {
    texts.push(reader.text(0));
    foreign.push(reader.foreign);
  });
  reader.push(Buffer.concat([Buffer.from('Café\n'), Buffer.from([0x43, 0x61, 0x66, 0xe9, 10]), Buffer.from('N\0UL\n')]));
  reader.end();
  expect(texts).toEqual(['Café', 'Café', 'NUL']);
  expect(foreign).toEqual([false, true, true]);
});

test('a quote that is never closed is refused with its line', () => {
  expect(() => rowsOf('a\n"b\nc\nd\n')).toThrow(
    new FeedRefused(
      'x.txt line 2: a quoted field is opened and never closed, so the rest of the file cannot be split into fields. Close it with a quotation mark.',
    ),
  );
});

test('times may pass midnight, and nothing else is taken for one', () => {
  const times = ['8:05:00', '08:05:00', '25:10:09', '100:00:00', '', '8:05', '08:60:00', '08:05:60', '-8:05:00', 'noon', '08:05:0x'];
  expect(times.map((time) => read(`${time},x`, (reader) => reader.time(0)))).toEqual([
    29_100,
    29_100,
    90_609,
    360_000,
    ABSENT,
    MALFORMED,
    MALFORMED,
    MALFORMED,
    MALFORMED,
    MALFORMED,
    MALFORMED,
  ]);
});

test('numbers are read as their text reads', () => {
  const chance = new Chance(9);
  const texts = [
    '0',
    '-0.5',
    '48.123456',
    '.5',
    '5.',
    '1e3',
    '+2',
    '123456789012345.6',
    ...Array.from({ length: 500 }, () => String(chance.between(-180, 180))),
  ];
  for (const text of texts) expect(read(`${text},x`, (reader) => reader.float(0))).toBe(Number(text));
  for (const text of ['', 'abc', '1,5', '--1', '1.2.3', 'Infinity', '0x10']) expect(read(`"${text}",x`, (reader) => reader.float(0))).toBeNaN();
  expect(['7', '-3', '+4', '', '1.0', 'x', '99999999999'].map((text) => read(`${text},x`, (reader) => reader.int(0)))).toEqual([
    7,
    -3,
    4,
    ABSENT,
    MALFORMED,
    MALFORMED,
    MALFORMED,
  ]);
});

function rowsOf(content: string | Buffer, chunk = Infinity): string[][] {
  const rows: string[][] = [];
  const reader = new CsvReader('x.txt', () => rows.push(Array.from({ length: reader.count }, (_, i) => reader.text(i))));
  const bytes = Buffer.from(content);
  for (let at = 0; at < bytes.length; at += chunk) reader.push(Buffer.from(bytes.subarray(at, at + chunk)));
  reader.end();
  return rows;
}

function read<T>(line: string, of: (reader: CsvReader) => T): T {
  const found: T[] = [];
  const reader = new CsvReader('x.txt', () => found.push(of(reader)));
  reader.push(Buffer.from(`${line}\n`));
  const [first] = found;
  if (first === undefined) throw new Error('No row');
  return first;
}

import { expect, test } from 'vitest';
import { ReportReader } from './reportReader.ts';

const HEADER =
  '"header":{"session":"s","schema":1,"build":"0.1.0","startedAt":"2026-11-29T10:00:00.000Z","locale":"de","role":"viewer","page":"/tasks"}';
const REPORT = `{"dmplog":2,"masked":true,${HEADER},"note":"Zürich"}\n{"body":["h",1]}\n{"record":{"seq":0}}\n{"record":{"seq":1}}\n{"end":4,"hash":"h"}\n`;

function readIn(pieces: number, text = REPORT, limit = 10_000) {
  const reader = new ReportReader(limit);
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += pieces) reader.take(bytes.subarray(at, at + pieces));
  return reader.end();
}

test.each([1, 2, 7, 64, 10_000])('a report is read the same in pieces of %i bytes', (pieces) => {
  expect(readIn(pieces)).toMatchObject({ build: '0.1.0', page: '/tasks', note: 'Zürich', records: 2, size: Buffer.byteLength(REPORT) });
  expect(readIn(pieces).hash).toBe(readIn(10_000).hash);
});

test('an older report has no page', () => {
  expect(readIn(10_000, REPORT.replace(',"page":"/tasks"', '')).page).toBe('');
});

test('what is no report is refused by its first line, before the rest has come', () => {
  const reader = new ReportReader(10_000);
  expect(() => reader.take(Buffer.from('stop_id,stop_name\n'))).toThrow('This file is not a problem report (.dmplog).');
  const endless = new ReportReader(10_000_000);
  expect(() => endless.take(Buffer.alloc(1_000_001, 'x'))).toThrow('This file is not a problem report (.dmplog).');
});

test('more bytes than the limit are refused as they come', () => {
  expect(() => readIn(50, REPORT, 200)).toThrow('The file is larger than');
});

test('a long line is held by its beginning alone, and a missing end is seen', () => {
  const long = REPORT.replace('{"seq":1}', `{"seq":1,"payload":"${'x'.repeat(5000)}"}`);
  expect(readIn(64, long).records).toBe(2);
  expect(() => readIn(64, long.slice(0, -40))).toThrow('its end is missing');
});

import { expect, test } from 'vitest';
import type { LogRecord } from '../../kernel/record.ts';
import { laterText, recordNames, recordTime, shortChange, shortJson } from './recordLine.ts';

const record = (seq: number, type: string, more: Partial<LogRecord> = {}): LogRecord => ({
  seq,
  id: `s:${seq}`,
  kind: 'command',
  type,
  v: 1,
  payload: {},
  at: 0,
  root: 's:0',
  ...more,
});

test('a record is named by its command, its outcome by the same words, another that followed by none', () => {
  const move = record(0, 'stop.move');
  const nameOf = recordNames(
    (id) => (id === 's:0' ? 'Move stop S1' : ''),
    (id) => (id === 's:0' ? move : undefined),
  );
  const event = (type: string) => nameOf(record(1, type, { kind: 'event', cause: 's:0' }));
  expect([
    nameOf(move),
    event('stop.move.answered'),
    event('core.hash'),
    nameOf(record(2, 'gone.long.ago')),
    nameOf(record(3, 'history.undo')),
  ]).toEqual(['Move stop S1', 'Move stop S1', '', '', 'Undo']);
});

test('times read in minutes, seconds and milliseconds', () => {
  expect([0, 62_345, 3_600_000].map(recordTime)).toEqual(['0:00.000', '1:02.345', '60:00.000']);
});

test('a pause reads in its largest unit', () => {
  expect([2400, 59_400, 180_000, 7_300_000].map(laterText)).toEqual(['2 s later', '59 s later', '3 min later', '2 h later']);
});

test('a value is one short line', () => {
  expect([undefined, null, 'a', { b: 1 }].map(shortJson)).toEqual(['nothing', 'null', '"a"', '{"b":1}']);
  expect(shortJson('x'.repeat(200))).toBe(`"${'x'.repeat(78)}…`);
});

test('a change of a long value shows the place that differs', () => {
  const value = (status: string): unknown => ({ text: 'x'.repeat(200), status, rest: 'y'.repeat(200) });
  const { before, after } = shortChange(value('queued'), value('sent'));
  expect(before).toMatch(/^…x+","status":"queued","rest":"y+…$/);
  expect(after).toMatch(/^…x+","status":"sent","rest":"y+…$/);
  expect(before.length).toBeLessThanOrEqual(80);
  expect(shortChange(undefined, 1)).toEqual({ before: 'nothing', after: '1' });
});

import { expect, test } from 'vitest';
import type { LogRecord } from '../../kernel/record.ts';
import { definitions } from '../../machines/definitions.ts';
import { initialState } from '../../projections/state.ts';
import { recordNames, recordRole, recordTime } from './recordLine.ts';

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

test('an act, what followed from it, a fact from outside and an error look different', () => {
  expect(
    [
      record(0, 'stop.move'),
      record(1, 'version.load', { cause: 's:0' }),
      record(2, 'live.versionChanged', { kind: 'event' }),
      record(3, 'stop.move.answered', { kind: 'event', cause: 's:0' }),
      record(4, 'stop.move.failed', { kind: 'event', cause: 's:0' }),
      record(5, 'stop.move.refused', { kind: 'event', cause: 's:0' }),
      record(6, 'core.fault', { kind: 'event', cause: 's:0' }),
    ].map(recordRole),
  ).toEqual(['act', 'command', 'fact', 'outcome', 'error', 'error', 'error']);
});

test('a record is named by its command, its outcome by the same words', () => {
  const move = record(0, 'stop.move', { payload: { versionId: 1, stopId: 'S1', from: null, to: { Lat: 1, Lng: 2 }, rev: 0 } });
  const answer = record(1, 'stop.move.answered', { kind: 'event', cause: 's:0' });
  const nameOf = recordNames(definitions, (id) => [move, answer].find((one) => one.id === id));
  expect([nameOf(move, initialState), nameOf(answer, initialState)]).toEqual(['Move stop S1', 'Move stop S1']);
});

test('a record that no present declaration can read has no name, and does no harm', () => {
  const nameOf = recordNames(definitions, () => undefined);
  expect(nameOf(record(0, 'stop.move', { payload: null }), initialState)).toBe('');
  expect(nameOf(record(0, 'gone.long.ago'), initialState)).toBe('');
});

test('times read in minutes, seconds and milliseconds', () => {
  expect([0, 62_345, 3_600_000].map(recordTime)).toEqual(['0:00.000', '1:02.345', '60:00.000']);
});

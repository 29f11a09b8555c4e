import { expect, test } from 'vitest';
import type { LogRecord } from '../kernel/record.ts';
import { actRows, actsOf, recordRole, spanOfAct } from './recordRole.ts';

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
const LOADS = new Set(['version.load', 'stop.loadAll']);

test('an act, a read of the page, what followed, a fact from outside and an error are told apart', () => {
  expect(
    [
      record(0, 'stop.move'),
      record(1, 'version.load'),
      record(2, 'version.load', { cause: 's:0' }),
      record(3, 'live.versionChanged', { kind: 'event' }),
      record(4, 'stop.move.answered', { kind: 'event', cause: 's:0' }),
      record(5, 'stop.move.failed', { kind: 'event', cause: 's:0' }),
      record(6, 'stop.move.refused', { kind: 'event', cause: 's:0' }),
      record(7, 'core.fault', { kind: 'event', cause: 's:0' }),
    ].map((one) => recordRole(one, LOADS)),
  ).toEqual(['act', 'load', 'command', 'fact', 'outcome', 'error', 'error', 'error']);
});

test('what the page read by itself is folded under the act before it', () => {
  const acts = actsOf(
    [
      record(0, 'version.load'),
      record(1, 'location.open'),
      record(2, 'stop.loadAll'),
      record(3, 'stop.loadAll.sent', { kind: 'event', cause: 's:2' }),
      record(4, 'version.load'),
      record(5, 'stop.move'),
    ],
    LOADS,
  );
  expect(acts.map((act) => [act.record?.seq, act.loads.map(({ seq }) => seq)])).toEqual([
    [undefined, [0]],
    [1, [2, 4]],
    [5, []],
  ]);
  expect(actRows(acts, new Set()).map(({ seq }) => seq)).toEqual([0, 1, 5]);
  expect(actRows(acts, new Set(['s:1'])).map(({ seq }) => seq)).toEqual([0, 1, 2, 4, 5]);
});

test('what the page read before the first act is folded under the begin of the log', () => {
  const acts = actsOf([record(0, 'app.started', { kind: 'event' }), record(1, 'version.load'), record(2, 'stop.move')], LOADS);
  expect(acts.map((act) => [act.record?.seq, act.loads.map(({ seq }) => seq)])).toEqual([
    [0, [1]],
    [2, []],
  ]);
  expect(actsOf([], LOADS)).toEqual([]);
});

test('the present act is the last one that is folded, and ends where the next begins', () => {
  const spans = [0, 1, 2, 3, 5, 6, 9].map((position) => spanOfAct([1, 5], position, 9));
  expect(spans).toEqual([undefined, undefined, { from: 1, to: 5 }, { from: 1, to: 5 }, { from: 1, to: 5 }, { from: 5, to: 9 }, { from: 5, to: 9 }]);
});

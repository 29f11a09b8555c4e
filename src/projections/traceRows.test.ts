import { expect, test } from 'vitest';
import type { LogRecord } from '../kernel/record.ts';
import { traceRows } from './traceRows.ts';

const record = (seq: number, type: string, at: number, kind: LogRecord['kind'] = 'command', session = 's'): LogRecord => ({
  seq,
  id: `${session}:${seq}`,
  kind,
  type,
  v: 1,
  payload: {},
  at,
  root: 's:0',
  ...(kind === 'event' && { cause: 's:0' }),
});
const TABS = [
  {
    header: { startedAt: '2026-01-01T00:00:00.000Z' },
    records: [record(0, 'stop.load', 0), record(1, 'stop.move', 500), record(2, 'stop.move.failed', 900, 'event')],
  },
  {
    header: { startedAt: '2026-01-01T00:00:00.400Z' },
    records: [record(0, 'stop.move', 50, 'command', 't'), record(1, 'location.open', 400, 'command', 't')],
  },
];

test('the acts and errors of all tabs and the network are in the order of one clock', () => {
  const rows = traceRows(
    TABS,
    [
      { at: 500, tab: 0, kind: 'sent', text: 'PUT /stop' },
      { at: Date.parse('2026-01-01T00:00:00.750Z'), tab: 1, kind: 'live', text: 'versionChanged' },
      { at: 5000, tab: 1, kind: 'fault', text: 'cut' },
    ],
    new Set(['stop.load']),
  );
  expect(rows.map(({ at, tab, record: leads, network }) => [at, tab, leads?.type, network?.text])).toEqual([
    [450, 1, 'stop.move', undefined],
    [500, 0, 'stop.move', undefined],
    [500, 0, 'stop.move', 'PUT /stop'],
    [750, 1, 'location.open', 'versionChanged'],
    [800, 1, 'location.open', undefined],
    [900, 0, 'stop.move.failed', undefined],
    [5000, 1, 'location.open', 'cut'],
  ]);
});

test('a tab without records leads nowhere', () => {
  const empty = [{ header: { startedAt: '' }, records: [] }];
  expect(traceRows(empty, [{ at: 1, tab: 0, kind: 'sent', text: 'x' }], new Set())).toEqual([
    { id: 'network/0', at: 1, tab: 0, record: undefined, network: { at: 1, tab: 0, kind: 'sent', text: 'x' } },
  ]);
});

test('what a reloaded tab took over is a line of the tab before alone', () => {
  const [before] = TABS;
  if (!before) throw new Error('no tab');
  const after = { header: before.header, records: [...before.records, record(3, 'stop.rename', 1200)] };
  expect(traceRows([before, after], [], new Set(['stop.load'])).map(({ tab, record: leads }) => [tab, leads?.type])).toEqual([
    [0, 'stop.move'],
    [0, 'stop.move.failed'],
    [1, 'stop.rename'],
  ]);
});

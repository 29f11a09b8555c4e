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
const NOWHERE = (): undefined => undefined;
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
    NOWHERE,
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
  expect(traceRows(empty, [{ at: 1, tab: 0, kind: 'sent', text: 'x' }], new Set(), NOWHERE)).toEqual([
    { id: 'network/0', at: 1, tab: 0, record: undefined, network: { at: 1, tab: 0, kind: 'sent', text: 'x' } },
  ]);
});

test('what a reloaded tab took over is a line of the tab before alone', () => {
  const [before] = TABS;
  if (!before) throw new Error('no tab');
  const after = { header: before.header, records: [...before.records, record(3, 'stop.rename', 1200)] };
  expect(traceRows([before, after], [], new Set(['stop.load']), NOWHERE).map(({ tab, record: leads }) => [tab, leads?.type])).toEqual([
    [0, 'stop.move'],
    [0, 'stop.move.failed'],
    [1, 'stop.rename'],
  ]);
});

test('what was sent at one time leads to its own record each, and an answer to that of the answer', () => {
  const event = (seq: number, type: string, cause: string, payload: object): LogRecord => ({ ...record(seq, type, 0, 'event'), cause, payload });
  const records = [
    record(0, 'stop.load', 0),
    record(1, 'line.load', 0),
    event(2, 'stop.load.sent', 's:0', { call: 'readStops' }),
    event(3, 'line.load.sent', 's:1', { call: 'readLines' }),
    event(4, 'line.load.answered', 's:1', {}),
  ];
  const rows = traceRows(
    [{ header: { startedAt: '2026-01-01T00:00:00.000Z' }, records }],
    [
      { at: 0, tab: 0, kind: 'sent', text: 'GET /stops?zoom=1' },
      { at: 0, tab: 0, kind: 'sent', text: 'GET /lines' },
      { at: 0, tab: 0, kind: 'answered', text: '200 GET /lines' },
      { at: 0, tab: 0, kind: 'sent', text: 'GET /lines' },
    ],
    new Set(['stop.load', 'line.load']),
    (call) => ({ method: 'GET', path: call === 'readStops' ? '/stops' : '/lines' }),
  );
  expect(rows.map(({ record: leads }) => leads?.seq)).toEqual([2, 3, 4, 0]);
});

import { expect, test } from 'vitest';
import type { LogRecord } from '../kernel/record.ts';
import { entryBefore, networkOf } from './networkOfLog.ts';

const record = (seq: number, type: string, cause: string | undefined, payload: unknown = {}): LogRecord => ({
  seq,
  id: `s:${seq}`,
  kind: 'event',
  type,
  v: 1,
  payload,
  at: seq * 100,
  root: 's:0',
  ...(cause !== undefined && { cause }),
});
const LOG: readonly LogRecord[] = [
  { ...record(0, 'stop.move', undefined, { versionId: 7, stopId: 'S/1' }), kind: 'command' },
  { ...record(1, 'stop.loadAll', undefined, { versionId: 7 }), kind: 'command' },
  record(2, 'stop.move.sent', 's:0', { call: 'stop.move', input: 1 }),
  record(3, 'stop.loadAll.sent', 's:1', { call: 'listStops', input: 2 }),
  record(4, 'live.versionChanged', undefined, { VersionId: 7 }),
  record(5, 'stop.move.failed', 's:0', { error: { status: 412, messages: [], url: '', method: 'PUT' } }),
  record(6, 'core.hash', 's:5', { hash: 1 }),
];
const ADDRESSES: Readonly<Record<string, { method: string; path: string }>> = {
  'stop.move': { method: 'PUT', path: '/version/:versionId/stop/:stopId/:part' },
};

test('calls stand with method and path, answers with their time and status, one without an answer is marked', () => {
  const lines = networkOf(LOG, (call) => ADDRESSES[call]);
  expect(lines.map(({ record: { seq }, ...line }) => ({ seq, ...line }))).toEqual([
    { seq: 2, kind: 'sent', text: 'PUT /version/7/stop/S%2F1/:part' },
    { seq: 3, kind: 'sent', text: 'listStops', unanswered: true },
    { seq: 4, kind: 'live', text: 'versionChanged' },
    { seq: 5, kind: 'failed', text: 'PUT /version/7/stop/S%2F1/:part', took: 300, status: 412 },
  ]);
});

test('a read that a later one took the place of was dropped, and is not left open', () => {
  const lines = networkOf(
    [...LOG.slice(0, 4), record(4, 'stop.loadAll.superseded', 's:1'), record(5, 'stop.move.answered', 's:0', { reply: {} })],
    () => undefined,
  );
  expect(lines.map(({ kind, unanswered = false }) => [kind, unanswered])).toEqual([
    ['sent', false],
    ['sent', false],
    ['dropped', false],
    ['answered', false],
  ]);
});

test('the present line is the last one at or before the record', () => {
  const lines = networkOf(LOG, () => undefined);
  expect([1, 2, 4, 6].map((seq) => entryBefore(lines, seq)?.record.seq)).toEqual([undefined, 2, 4, 5]);
});

import { describe, expect, test } from 'vitest';
import { initialState } from './state.ts';
import { formatBytes, formatElapsed, percentOf, uploadDatabases, uploadWords } from './uploads.ts';

const database = (Id: string, ReadOnly: boolean) => ({ Id, Name: Id, RegionKey: 'r', RegionName: 'R', Permissions: { ReadOnly } });

test('a version is uploaded only where the user may run tasks [R071 R266]', () => {
  const value = [database('open', false), database('shut', true)];
  const account = (readOnly: boolean) => ({ name: 'm', email: 'm', verified: true, hasAccess: true, permissions: { readOnly } });
  const view = (readOnly: boolean) => ({
    ...initialState,
    session: { ...initialState.session, account: account(readOnly) },
    databases: { status: 'succeeded' as const, value, messages: [] },
  });
  expect(uploadDatabases(view(false)).map(({ Id }) => Id)).toEqual(['open']);
  expect(uploadDatabases(view(true))).toEqual([]);
});

describe('progress in words', () => {
  const progress = { uploadId: 't:1', sent: { done: 100, total: 100 }, reading: null, elapsedMs: 0 };

  test('sent, then read, then saving', () => {
    expect(uploadWords({ ...progress, sent: { done: 43, total: 100 } })).toBe('sent 43 %');
    expect(uploadWords({ ...progress, reading: { phase: 'receiving', done: 5, total: 9 } })).toBe('sent 100 %');
    expect(uploadWords({ ...progress, reading: { phase: 'reading', done: 1, total: 8 } })).toBe('read 12 %');
    expect(uploadWords({ ...progress, reading: { phase: 'reading', done: 1, total: 0 } })).toBe('reading');
    expect(uploadWords({ ...progress, reading: { phase: 'saving', done: 8, total: 8 } })).toBe('saving');
    expect(uploadWords({ ...progress, sent: { done: 0, total: 0 } })).toBe('');
  });

  test('all of it is said of all only', () => {
    expect(percentOf({ done: 999, total: 1000 })).toBe(99);
    expect(percentOf({ done: 1001, total: 1000 })).toBe(100);
  });

  test.each([
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1.0 kB'],
    [12_340_000, '12.3 MB'],
    [2_000_000_000, '2.0 GB'],
    [3e12, '3000.0 GB'],
  ])('%i bytes are %s', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });

  test.each([
    [0, '0:00'],
    [7900, '0:07'],
    [750_000, '12:30'],
    [3_750_000, '1:02:30'],
  ])('%i ms are %s', (ms, text) => {
    expect(formatElapsed(ms)).toBe(text);
  });
});

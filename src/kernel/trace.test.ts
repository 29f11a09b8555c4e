import { expect, test } from 'vitest';
import { decodeTrace, encodeTrace, looksLikeTrace } from './trace.ts';

const TRACE = {
  note: 'seed 7',
  tabs: [
    { name: 'Anna', log: '{"dmplog":2}\n' },
    { name: 'Ben', log: '{"dmplog":2}\n' },
  ],
  network: [
    { at: 20, tab: 1, kind: 'live' as const, text: 'versionChanged' },
    { at: 10, tab: 0, kind: 'sent' as const, text: 'POST /api/v2/edits', id: 'a:1' },
  ],
};

test('a trace is read as it was written, its network in the order of time', () => {
  const text = encodeTrace(TRACE);
  expect(text.startsWith('{"dmptrace":1,')).toBe(true);
  expect(decodeTrace(text)).toEqual({ ok: true, trace: { ...TRACE, network: [TRACE.network[1], TRACE.network[0]] } });
});

test('a file that is no trace, is newer, is cut short or names an absent tab says why it cannot be opened', () => {
  const problemOf = (text: string): unknown => {
    const read = decodeTrace(text);
    return read.ok ? 'none' : [read.problem, read.message];
  };
  expect(problemOf('{"dmplog":2}')).toEqual(['foreign', 'This file is not a trace of several tabs.']);
  expect(problemOf('GTFS')).toEqual(['foreign', 'This file is not a trace of several tabs.']);
  expect(problemOf('{"dmptrace":2}')).toEqual(['newer', 'This trace was written by a newer version of the product. Open it in that version.']);
  expect(problemOf('{"dmptrace":1,"note":"')).toEqual(['truncated', 'This trace is cut short: its end is missing. Make the file again.']);
  expect(problemOf(JSON.stringify({ dmptrace: 1, ...TRACE, network: [{ at: 1, tab: 2, kind: 'live', text: '' }] }))).toEqual([
    'corrupt',
    'This trace cannot be read: its network names tab 2, and it has 2 tabs.',
  ]);
  expect(problemOf(JSON.stringify({ dmptrace: 1, ...TRACE, tabs: [] }))).toEqual(['corrupt', 'This trace has no tabs.']);
  expect(problemOf(JSON.stringify({ dmptrace: 1, ...TRACE, tabs: 'none' }))).toEqual([
    'corrupt',
    expect.stringContaining('This trace cannot be read: tabs: '),
  ]);
});

test('a trace and a report are told apart, in whatever order the parts of a trace are', () => {
  const texts = [
    '{"dmptrace":1}',
    ' { "dmptrace" : 1 }',
    '{"note":"seed 7","dmptrace":1}',
    '{"dmplog":2,"note":"\\"dmptrace\\""}',
    '{"type":"FeatureCollection"}',
  ];
  expect(texts.map(looksLikeTrace)).toEqual([true, true, true, false, false]);
});

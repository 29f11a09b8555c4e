import { describe, expect, test } from 'vitest';
import { addNote, insertPoint, loadStops, moveStop, openShape, renameStop, signIn, toy, type ToyState } from '../../test/laws/toyCatalogue.ts';
import { toyServer } from '../../test/laws/toyServer.ts';
import { decodeDmplog, encodeDmplog } from './dmplog.ts';
import { createKernel } from './kernel.ts';
import { replay } from './replay.ts';

const header = { session: 't', schema: 3, build: '1.2.3', startedAt: '2026-01-01T00:00:00Z', locale: 'en', role: 'editor' };

function reported(...more: Parameters<ReturnType<typeof createKernel>['dispatch']>[0][]) {
  const server = toyServer();
  const kernel = createKernel<ToyState>({ ...toy, perform: server.perform, header, clock: () => 0 });
  for (const input of [loadStops({}), moveStop({ id: 's1', from: 0, to: 7 }), ...more]) {
    kernel.dispatch(input);
    server.answerAll();
  }
  return { kernel, text: encodeDmplog(kernel.log(), kernel.snapshot().errors, toy) };
}

function opened(text: string) {
  const report = decodeDmplog(text, 3);
  if (!report.ok) throw new Error(report.message);
  return report;
}

const problem = (text: string, schema = 3) => {
  const report = decodeDmplog(text, schema);
  return report.ok ? 'none' : report.problem;
};

describe('a problem report', () => {
  test('gives the same session again', () => {
    const { kernel, text } = reported();
    const report = opened(text);
    expect(report.masked).toBe(false);
    // the check of a record stands beside it in a report
    expect(report.records).toEqual(kernel.log().records.map(({ after: _after, ...record }) => record));
    const again = replay(report, toy);
    expect(again.divergences).toEqual([]);
    expect(again.kernelState.base).toEqual(kernel.snapshot().base);
  });

  test('leaves out whatever no allow-list names, and still replays', () => {
    const { text } = reported(
      renameStop({ id: 's1', from: 'First', to: 'Secret Square' }),
      addNote({ text: 'call +31 6 1234' }),
      signIn({ user: 'ada', password: 'hunter2' }),
    );
    for (const word of ['Secret Square', '+31 6', 'hunter2', '"ada']) expect(text).not.toContain(word);
    const report = opened(text);
    expect(report.masked).toBe(true);
    expect(report.records.find((r) => r.type === 'stop.rename')?.payload).toEqual({ id: 's1', from: '~1', to: '~2' });
    expect(replay(report, toy).divergences).toEqual([]);
  });

  test('with a checkpoint carries only the parts of the state that may leave', () => {
    const { kernel } = reported(openShape({ id: '1', points: 3 }), insertPoint({ id: '1', index: 0, x: 1 }), addNote({ text: 'private' }));
    const text = encodeDmplog({ header, checkpoint: kernel.checkpoint(), records: [], bodies: [] }, [], toy);
    expect(text).not.toContain('private');
    const again = replay(opened(text), toy).kernelState;
    expect(again.base.stops).toEqual(kernel.snapshot().base.stops);
    expect(again.drafts).toEqual(kernel.snapshot().drafts);
    const shy = encodeDmplog({ header, checkpoint: kernel.checkpoint(), records: [], bodies: [] }, [], { ...toy, keepState: [] });
    expect(replay(opened(shy), toy).kernelState.drafts).toEqual({});
  });

  test('says which errors were shown', () => {
    const { kernel } = reported({ type: 'no.such', payload: {} });
    expect(opened(encodeDmplog(kernel.log(), kernel.snapshot().errors, toy)).errors).toEqual(kernel.snapshot().errors);
  });

  test('that is cut short is recognised wherever it is cut', () => {
    const { text } = reported();
    for (let length = 12; length < text.length - 1; length += 97) expect(problem(text.slice(0, length)), `${length}`).toBe('truncated');
  });

  test('of something else, of a newer product, or changed by hand is refused with a sentence', () => {
    const { text } = reported();
    expect(problem('')).toBe('foreign');
    expect(problem('{"hello": 1}\n')).toBe('foreign');
    expect(problem(text, 2)).toBe('newer');
    expect(problem(text.replace('"to":7', '"to":8'))).toBe('corrupt');
    expect(problem(text.replace('{"record":{"seq":3', '{"record":{"seq":"3"'))).toBe('corrupt');
    expect(decodeDmplog('x', 3)).toMatchObject({ message: 'This file is not a problem report (.dmplog).' });
  });
});

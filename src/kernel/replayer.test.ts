import { describe, expect, test } from 'vitest';
import { go, loadStops, moveStop, renameStop, runPipeline, stumble, toy, type ToyState } from '../../test/laws/toyCatalogue.ts';
import { toyServer } from '../../test/laws/toyServer.ts';
import { createKernel } from './kernel.ts';
import type { LogRecord } from './record.ts';
import { replay } from './replay.ts';
import { createReplayer } from './replayer.ts';

const header = { session: 't', schema: 1, build: 'test', startedAt: '2026-01-01T00:00:00Z', locale: 'en', role: 'editor' };

function lived(more = 0) {
  const server = toyServer();
  const kernel = createKernel<ToyState>({ ...toy, perform: server.perform, header, clock: () => 0 });
  kernel.dispatch(loadStops({}));
  server.answerAll();
  kernel.dispatch(moveStop({ id: 's1', from: 0, to: 7 }));
  server.fail();
  kernel.dispatch(runPipeline({ id: 1 }));
  server.answerAll();
  kernel.dispatch(stumble({ n: 13 }));
  for (let i = 0; i < more; i++) kernel.dispatch(go({ to: `/${i}` }));
  return { kernel, log: kernel.log() };
}

const problems = (records: readonly LogRecord[]) => replay({ header, records, bodies: [] }, toy).divergences.map((d) => d.problem);

describe('a replay on the screen', () => {
  test('goes to any place, forth and back, and shows the state of that moment', () => {
    const { kernel, log } = lived(1200);
    const replayer = createReplayer(log, toy);
    expect(replayer.divergences).toEqual([]);
    replayer.seek(replayer.length);
    expect(replayer.snapshot().base).toEqual(kernel.snapshot().base);
    const seen = [700, 40, 1100, 3].map((position) => {
      replayer.seek(position);
      return [replayer.position, replayer.snapshot().seq];
    });
    expect(seen).toEqual([
      [700, 700],
      [40, 40],
      [1100, 1100],
      [3, 3],
    ]);
    expect(replayer.step()?.type).toBe('stop.move');
    expect(replayer.snapshot().pending).toHaveLength(1);
    replayer.seek(-5);
    expect(replayer.position).toBe(0);
  });

  test('gives two states beside the replay that share what did not change, and stays where it is', () => {
    const { log } = lived(1200);
    const replayer = createReplayer(log, toy);
    replayer.seek(30);
    const [before, after] = replayer.statesAt(700, 1100);
    expect([before.seq, after.seq, replayer.position, replayer.snapshot().seq]).toEqual([700, 1100, 30, 30]);
    expect(after.base.stops).toBe(before.base.stops);
    expect(replayer.statesAt(5, 5).map(({ seq }) => seq)).toEqual([5, 5]);
    expect(replayer.statesAt(-1, 9999).map(({ seq }) => seq)).toEqual([0, replayer.length]);
  });

  test('runs until it is told to stop, and tells its watchers once', () => {
    const replayer = createReplayer(lived().log, toy);
    let calls = 0;
    replayer.subscribe(() => calls++);
    const seen: (readonly [string, number, number])[] = [];
    replayer.run(replayer.length, (record, before, after) => {
      seen.push([record.type, before.seq, after.seq]);
      return record.type === 'stop.move';
    });
    expect([seen.length, seen.at(-1), replayer.position, calls]).toEqual([4, ['stop.move', 3, 4], 4, 1]);
    replayer.run(5, () => false);
    expect(replayer.position).toBe(5);
  });

  test('calls a command by its label against the state before it', () => {
    const { kernel } = lived();
    kernel.dispatch(renameStop({ id: 's2', from: '', to: 'Quay' }));
    kernel.dispatch(moveStop({ id: 's2', from: 0, to: 1 }));
    kernel.dispatch(renameStop({ id: 's2', from: 'Quay', to: 'Pier' }));
    const replayer = createReplayer(kernel.log(), toy);
    replayer.seek(replayer.length);
    const moves = replayer.records.filter(({ type }) => type === 'stop.move');
    expect(replayer.labelOf(moves.at(-1)?.id ?? '')).toBe('Move stop Quay');
    expect(replayer.labelOf('nobody')).toBe('');
  });

  test('tells its watchers, and finds one error after the other', () => {
    const replayer = createReplayer(lived().log, toy);
    let calls = 0;
    const end = replayer.subscribe(() => calls++);
    const errors: string[] = [];
    for (let at = replayer.nextError(0); at !== undefined; at = replayer.nextError(at)) {
      replayer.seek(at);
      errors.push(replayer.records[at - 1]?.type ?? '');
    }
    end();
    replayer.seek(0);
    expect(errors).toEqual(['stop.move.failed', 'core.fault']);
    expect(calls).toBe(2);
  });

  test('shows what a record came from, up to the act of the user', () => {
    const { log } = lived();
    const last = log.records.find((r) => r.type === 'search.run.answered');
    expect(
      createReplayer(log, toy)
        .causeChain(last?.id ?? '')
        .map((r) => r.type),
    ).toEqual(['search.run.answered', 'search.run', 'pipeline.run.answered', 'pipeline.run']);
  });
});

describe('a log that does not reproduce', () => {
  const without = (type: string) => {
    const { records } = lived(100).log;
    return records.filter((r) => r.type !== type).map((r, seq): LogRecord => ({ ...r, seq }));
  };

  test('unchanged, it does', () => {
    expect(problems(lived(100).log.records)).toEqual([]);
  });

  test('a lost derived command shows as missing', () => {
    expect(problems(without('search.run'))).toContain('missing');
  });

  test('a lost intent shows at the next answer, the next call or the next hash', () => {
    expect(problems(without('stop.move'))).toContain('unexpected');
    expect(problems(without('location.go'))).toContain('hash');
  });

  test('a changed payload shows at the call that would have been made', () => {
    const records = lived().log.records.map((r): LogRecord => (r.type === 'stop.move' ? { ...r, payload: { id: 's1', from: 0, to: 8 } } : r));
    expect(problems(records)).toContain('call');
  });

  test('an invented command shows as unexpected, a hole as a hole', () => {
    const { records } = lived().log;
    const invented = records.map((r): LogRecord => (r.type === 'search.run' ? { ...r, type: 'location.go', payload: { to: '/x' } } : r));
    expect(problems(invented)).toContain('unexpected');
    expect(problems(records.filter((r) => r.seq !== 3))).toContain('hole');
  });
});

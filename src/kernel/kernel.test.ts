import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  addNote,
  finishNote,
  go,
  loadStops,
  moveStop,
  renameStop,
  runPipeline,
  search,
  signIn,
  startNote,
  stopChanged,
  stumble,
  toy,
  type ToyState,
} from '../../test/laws/toyCatalogue.ts';
import { begun, loaded, reloaded } from '../../test/laws/toyKernel.ts';
import { toyServer } from '../../test/laws/toyServer.ts';
import { header } from '../../test/laws/world.ts';
import { clearErrors } from './builtIn.ts';
import { createDefine } from './command.ts';
import { createKernel } from './kernel.ts';
import type { LogRecord } from './record.ts';
import { replay } from './replay.ts';
import { getRow } from './table.ts';
import { unsentWrites } from './unsent.ts';

describe('commands and their outcomes', () => {
  test('a moved stop is shown at once and becomes true with the answer', () => {
    const { kernel, server, stop, types } = loaded();
    kernel.dispatch(moveStop({ id: 's1', from: 0, to: 7 }));
    expect(stop('s1')?.x).toBe(7);
    expect(getRow(kernel.snapshot().base.stops, 's1')?.x).toBe(0);
    server.answer();
    expect(kernel.snapshot().view).toBe(kernel.snapshot().base);
    expect(stop('s1')).toEqual({ id: 's1', name: 'First', x: 7, rev: 2 });
    expect(types()).toEqual(['stop.load', 'stop.load.sent', 'stop.load.answered', 'stop.move', 'stop.move.sent', 'stop.move.answered']);
  });

  test('a failed move goes back by itself and says what the server said', () => {
    const { kernel, server, stop } = loaded();
    const before = kernel.snapshot().view;
    kernel.dispatch(moveStop({ id: 's1', from: 0, to: 7 }));
    server.fail();
    expect(stop('s1')?.x).toBe(0);
    expect(kernel.snapshot().view).toBe(before);
    expect(kernel.snapshot().errors).toMatchObject([
      { kind: 'failed', label: 'Move stop First', status: 503, url: '/api/editStop', messages: ['The server is resting'] },
    ]);
    kernel.dispatch(clearErrors());
    expect(kernel.snapshot().errors).toEqual([]);
  });

  test('a new search aborts the one before, and its late answer changes nothing', () => {
    const { kernel, server, types } = loaded();
    kernel.dispatch(search({ text: 'fi' }));
    kernel.dispatch(search({ text: 'se' }));
    expect(server.waiting.map((w) => w.call.input)).toEqual([{ text: 'se' }]);
    expect(kernel.snapshot().view.search).toMatchObject({ text: 'se', status: 'loading' });
    server.answer();
    expect(kernel.snapshot().base.search).toEqual({ text: 'se', status: 'succeeded', found: ['s2'] });
    expect(types()).toContain('search.run.superseded');
  });

  test('a second run while the first is under way is dropped, and the log says so', () => {
    const { kernel, server, types } = begun();
    kernel.dispatch(runPipeline({ id: 1 }));
    kernel.dispatch(runPipeline({ id: 1 }));
    expect(server.waiting).toHaveLength(1);
    expect(types()).toContain('pipeline.run.dropped');
    server.answer();
    expect(kernel.snapshot().base.runs).toBe(1);
    expect(types().at(-2)).toBe('search.run');
    kernel.dispatch(runPipeline({ id: 1 }));
    expect(server.waiting.map((w) => w.call.call)).toEqual(['search', 'run']);
  });

  test('two edits of one stop go one after the other, each on the revision then known', () => {
    const { kernel, server, stop } = loaded();
    kernel.dispatch(moveStop({ id: 's1', from: 0, to: 7 }));
    kernel.dispatch(renameStop({ id: 's1', from: 'First', to: 'Market Street' }));
    kernel.dispatch(moveStop({ id: 's2', from: 1, to: 3 }));
    expect(server.waiting.map((w) => w.call.ifMatch)).toEqual([1, 1]);
    server.answer();
    expect(server.waiting.map((w) => w.call.ifMatch)).toEqual([1, 2]);
    server.answerAll();
    expect(stop('s1')).toEqual({ id: 's1', name: 'Market Street', x: 7, rev: 3 });
  });

  test('a command that is refused is never sent, and the reason is shown', () => {
    const { kernel, server } = loaded();
    kernel.receive(stopChanged({ stop: { id: 's1', name: 'First', x: 0, rev: 2, gone: true }, fields: [], who: 'Anna' }));
    kernel.dispatch(moveStop({ id: 's1', from: 0, to: 7 }));
    expect(server.waiting).toHaveLength(0);
    expect(kernel.snapshot().errors).toMatchObject([{ kind: 'refused', code: 'stop.gone' }]);
  });

  test('one taken up from a closed tab is sent under its old key though it would be refused by now', () => {
    const { kernel, server } = loaded();
    kernel.receive(stopChanged({ stop: { id: 's1', name: 'First', x: 0, rev: 2, gone: true }, fields: [], who: 'Anna' }));
    kernel.dispatch(moveStop({ id: 's1', from: 0, to: 7 }), { key: 'closed:4' });
    expect(server.waiting.map(({ key }) => key)).toEqual(['closed:4']);
    expect(kernel.snapshot().errors).toEqual([]);
    expect(replay(kernel.log(), toy).divergences).toEqual([]);
  });

  test('the record of a call of one taken up from a closed tab holds what it has seen by then', () => {
    const nudge = createDefine<ToyState>().defineCommand('stop.nudge', {
      payload: z.object({ x: z.number() }),
      samples: () => [{ x: 1 }],
      label: () => 'Nudge stop',
      lane: () => 'stop/s1',
      write: true,
      seen: () => 0,
      seenSince: (_seen, { reply }) => reply.rev,
      call: ({ x }, _base, seen) => ({ call: 'editStop', input: { id: 's1', x }, ifMatch: z.number().parse(seen) }),
      reply: z.object({ rev: z.number() }),
      inverse: 'none',
    });
    const server = toyServer();
    const kernel = createKernel({ ...toy, commands: [...toy.commands, nudge], perform: server.perform, header, clock: () => 0 });
    kernel.dispatch(nudge({ x: 5 }), { key: 'closed:1', seen: 1 });
    kernel.dispatch(nudge({ x: 6 }), { key: 'closed:2', seen: 1 });
    server.answer();
    expect(server.waiting.map(({ call }) => call.ifMatch)).toEqual([2]);
    expect(kernel.log().records.filter(({ type }) => type === 'stop.nudge.sent')).toMatchObject([
      { payload: { ifMatch: 1 } },
      { payload: { ifMatch: 2 } },
    ]);
  });

  test('a declaration that throws changes nothing, and the kernel goes on', () => {
    const { kernel, types } = begun();
    kernel.dispatch(stumble({ n: 13 }));
    expect(kernel.snapshot().base.runs).toBe(0);
    expect(types()).toEqual(['test.stumble', 'core.fault']);
    kernel.dispatch(stumble({ n: 1 }));
    expect(kernel.snapshot().base.runs).toBe(1);
  });

  test('a payload that is no good and a command nobody knows are faults in the log', () => {
    const { kernel } = begun();
    kernel.dispatch({ type: 'location.go', payload: { to: 7 } });
    kernel.dispatch({ type: 'no.such', payload: {} });
    expect(kernel.snapshot().errors.map((e) => [e.kind, e.type])).toEqual([
      ['fault', 'location.go'],
      ['fault', 'no.such'],
    ]);
  });

  test('an answer that cannot be understood is a failure', () => {
    const { kernel, server } = loaded();
    kernel.dispatch(moveStop({ id: 's1', from: 0, to: 7 }));
    server.answer(0, { rev: 'two' });
    expect(kernel.snapshot().errors[0]?.messages[0]).toContain('could not be understood');
  });

  test('what is dispatched inside a commit queues behind it', () => {
    const { kernel, types } = begun();
    let once = true;
    kernel.records$.subscribe((record) => {
      if (record.type === 'location.go' && once) {
        once = false;
        kernel.dispatch(go({ to: '/b' }));
        expect(kernel.snapshot().base.location).toBe('/a');
      }
    });
    kernel.dispatch(go({ to: '/a' }));
    expect(kernel.snapshot().base.location).toBe('/b');
    expect(types()).toEqual(['location.go', 'location.go']);
  });

  test('a password is never in the log, but the performer gets it', () => {
    const { kernel, server } = begun();
    kernel.dispatch(signIn({ user: 'ada', password: 'hunter2' }));
    expect(server.waiting[0]?.secrets).toEqual(['hunter2']);
    server.answer();
    const text = JSON.stringify(kernel.log()) + JSON.stringify(kernel.checkpoint());
    expect(kernel.snapshot().base.user).toBe('ada');
    expect(text).not.toContain('hunter2');
    expect(text).not.toContain('tok-secret-1');
  });

  test('a machine refuses what it may not do, and what it asks for comes from the user act', () => {
    const { kernel, server, types } = begun();
    kernel.dispatch(startNote({}));
    kernel.dispatch(finishNote({ text: '' }));
    expect(server.waiting).toHaveLength(0);
    const act = kernel.dispatch(finishNote({ text: 'x' }));
    expect(kernel.workflow('noting').getSnapshot().value).toBe('keeping');
    server.answer();
    expect(kernel.workflow('noting').getSnapshot().value).toBe('idle');
    expect(kernel.log().records.find((r) => r.type === 'note.add')).toMatchObject({ cause: act, root: act });
    expect(types()).toContain('note.add.answered');
  });

  test('large answers are kept beside the log', () => {
    const { kernel, server } = begun();
    kernel.dispatch(loadStops({}));
    server.answer(0, { stops: Array.from({ length: 200 }, (_, i) => ({ id: `n${i}`, name: `Stop ${i}`, x: i, rev: 1 })) });
    const record = kernel.log().records.at(-1);
    expect(JSON.stringify(record).length).toBeLessThan(300);
    expect(kernel.snapshot().base.stops.size).toBe(200);
    expect(replay(kernel.log(), toy).kernelState.base).toEqual(kernel.snapshot().base);
  });
});

describe('after a reload', () => {
  test('writes are sent again with the same key, reads are dropped', () => {
    const first = loaded();
    const id = first.kernel.dispatch(moveStop({ id: 's1', from: 0, to: 7 }));
    first.kernel.dispatch(renameStop({ id: 's1', from: 'First', to: 'Market Street' }));
    first.kernel.dispatch(search({ text: 'x' }));
    const second = reloaded(first);
    expect(second.kernel.snapshot().view.search.status).toBe('idle');
    expect(second.stop('s1')).toMatchObject({ x: 7, name: 'Market Street' });
    expect(second.server.waiting.map((w) => w.key)).toEqual([id]);
    second.server.answerAll();
    expect(second.stop('s1')).toEqual({ id: 's1', name: 'Market Street', x: 7, rev: 3 });
    expect(replay(second.kernel.log(), toy).divergences).toEqual([]);
  });

  test('what waits is still shown when only a checkpoint is left', () => {
    const first = loaded();
    first.kernel.dispatch(moveStop({ id: 's1', from: 0, to: 7 }));
    const second = reloaded(first, true);
    expect(second.stop('s1')?.x).toBe(7);
    expect(getRow(second.kernel.snapshot().base.stops, 's1')?.x).toBe(0);
    second.server.answerAll();
    expect(second.stop('s1')).toMatchObject({ x: 7, rev: 2 });
  });

  test('a write the server had already done is done once only', () => {
    const first = loaded();
    first.kernel.dispatch(addNote({ text: 'n' }));
    first.kernel.dispatch(moveStop({ id: 's1', from: 0, to: 7 }));
    const log = first.kernel.log();
    first.server.answerAll();
    first.kernel.stop();
    const second = begun(JSON.parse(JSON.stringify({ records: log.records, bodies: log.bodies })), first.server);
    second.server.answerAll();
    expect(first.server.stops.get('s1')).toMatchObject({ x: 7, rev: 2 });
    expect(second.stop('s1')).toMatchObject({ x: 7, rev: 2 });
  });

  test('a command made after a reload is not taken for one that the log has lost and the server has not', () => {
    const first = loaded();
    const { records, bodies } = first.kernel.log();
    const lost = first.kernel.dispatch(moveStop({ id: 's1', from: 0, to: 7 }));
    first.server.answer();
    first.kernel.stop();
    const second = begun(JSON.parse(JSON.stringify({ records, bodies })), first.server, 'b');
    const later = second.kernel.dispatch(moveStop({ id: 's2', from: 1, to: 5 }));
    second.server.answer();
    expect([lost, later]).toEqual(['law:3', 'law:b.3']);
    expect(second.server.stops.get('s2')).toMatchObject({ x: 5, rev: 2 });
    expect(replay(second.kernel.log(), toy).divergences).toEqual([]);
    const third = begun(JSON.parse(JSON.stringify(second.kernel.log())), second.server, 'c');
    expect(third.kernel.dispatch(moveStop({ id: 's3', from: 2, to: 6 }))).toBe('law:c.6');
  });

  test('what follows from the last record of an earlier run is sent under the id that it may have been sent under', () => {
    const first = loaded();
    first.kernel.dispatch(moveStop({ id: 's1', from: 0, to: 7 }), { gesture: 'g' });
    first.kernel.dispatch(moveStop({ id: 's2', from: 1, to: 8 }), { gesture: 'g' });
    first.server.answerAll();
    first.kernel.undo('version/1');
    const sent = first.server.waiting.map(({ key }) => key);
    const { records, bodies } = first.kernel.log();
    first.kernel.stop();
    first.server.forget();
    // the second of the two undoing moves had not reached the disk
    const kept = records.filter(({ seq }) => seq <= Number(sent[0]?.slice('law:'.length)));
    expect(unsentWrites(toy, { records: kept, bodies }).map(({ key }) => key)).toEqual(sent);
    const second = begun(JSON.parse(JSON.stringify({ records: kept, bodies })), first.server, 'b');
    expect(second.server.waiting.map(({ key }) => key).toSorted()).toEqual(sent);
    expect(second.kernel.dispatch(loadStops({}))).toMatch(/^law:b\./);
  });

  test('what followed but was not written any more follows now', () => {
    const first = begun();
    first.kernel.dispatch(runPipeline({ id: 1 }));
    first.server.answer();
    const records = first.kernel.log().records.filter((r) => !r.type.startsWith('search'));
    const second = begun({ records, bodies: [] });
    expect(second.types().at(-2)).toBe('search.run');
  });

  test('old payloads are lifted to the present version', () => {
    const first = loaded();
    first.kernel.dispatch(moveStop({ id: 's1', from: 0, to: 7 }));
    const old = first.kernel
      .log()
      .records.map((r): LogRecord => (r.type === 'stop.move' ? { ...r, v: 1, payload: { id: 's1', position: 7, was: 0 } } : r));
    const second = begun({ records: old, bodies: first.kernel.log().bodies });
    expect(second.stop('s1')?.x).toBe(7);
    expect(replay({ ...first.kernel.log(), records: old }, toy).divergences).toEqual([]);
  });
});

test('a log that lacks a record cannot be gone on with, but what is unsent before the gap can', () => {
  const { kernel } = loaded();
  const move = kernel.dispatch(moveStop({ id: 's1', from: 0, to: 7 }));
  const lacked = kernel.dispatch(moveStop({ id: 's2', from: 1, to: 8 }));
  kernel.dispatch(moveStop({ id: 's3', from: 2, to: 9 }));
  const { records, bodies } = kernel.log();
  const left = { records: records.filter(({ id }) => id !== lacked), bodies };
  expect(() => begun(left)).toThrow('The kept log lacks record');
  expect(unsentWrites(toy, left)).toMatchObject([{ key: move, input: { payload: { id: 's1', from: 0, to: 7 } } }]);
  expect(unsentWrites(toy, kernel.log())).toHaveLength(3);
});

describe('memory', () => {
  test('old records are let go behind a checkpoint from which the rest replays', () => {
    const server = toyServer();
    const kernel = createKernel<ToyState>({ ...toy, perform: server.perform, header, clock: () => 0, keepRecords: 50 });
    kernel.dispatch(loadStops({}));
    server.answerAll();
    for (let i = 0; i < 200; i++) {
      kernel.dispatch(moveStop({ id: 's1', from: i, to: i + 1 }));
      server.answerAll();
    }
    const log = kernel.log();
    expect(log.records.length).toBeLessThan(101);
    const again = replay(JSON.parse(JSON.stringify(log)), toy);
    expect(again.divergences).toEqual([]);
    expect(again.kernelState.base).toEqual(kernel.snapshot().base);
  });

  test('large answers are let go before there are too many records', () => {
    const server = toyServer();
    const kernel = createKernel<ToyState>({ ...toy, perform: server.perform, header, clock: () => 0, keepBodies: 30_000 });
    for (let i = 0; i < 40; i++) {
      kernel.dispatch(loadStops({}));
      server.answer(0, { stops: Array.from({ length: 50 }, (_, n) => ({ id: `s${n}`, name: `${i} ${'x'.repeat(160)}`, x: 0, rev: 1 })) });
    }
    const log = kernel.log();
    // Three answers of 10,000 characters fill one half.
    expect([...log.bodies].length).toBeLessThan(7);
    const again = replay(JSON.parse(JSON.stringify(log)), toy);
    expect(again.divergences).toEqual([]);
    expect(again.kernelState.base).toEqual(kernel.snapshot().base);
  });

  test('a session that comes back with more records than are held lets them go too', () => {
    const server = toyServer();
    const first = begun(undefined, server);
    const edit = (kernel: typeof first.kernel, times: number) => {
      for (let i = 0; i < times; i++) {
        kernel.dispatch(moveStop({ id: 's1', from: i, to: i + 1 }));
        server.answerAll();
      }
    };
    first.kernel.dispatch(loadStops({}));
    server.answerAll();
    edit(first.kernel, 40);
    const restore = first.kernel.log();
    expect(restore.records.length).toBeGreaterThan(100);
    const kernel = createKernel<ToyState>({ ...toy, perform: server.perform, header, clock: () => 0, keepRecords: 50, restore });
    edit(kernel, 40);
    const log = kernel.log();
    expect(log.records.length).toBeLessThan(101);
    expect(replay(JSON.parse(JSON.stringify(log)), toy).divergences).toEqual([]);
  });
});

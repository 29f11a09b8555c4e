import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  insertPoint,
  movePoint,
  moveStop,
  openShape,
  renameStop,
  saveShape,
  setZoom,
  shapeDraft,
  stopChanged,
  toy,
  type ToyState,
} from '../../test/laws/toyCatalogue.ts';
import { begun, loaded, VERSION } from '../../test/laws/toyKernel.ts';
import { toyServer } from '../../test/laws/toyServer.ts';
import { header } from '../../test/laws/world.ts';
import { applyMine, keepTheirs, undoEntry, undoLast } from './builtIn.ts';
import { createDefine } from './command.ts';
import { undoneAlong } from './history.ts';
import { createKernel } from './kernel.ts';

describe('undo of what the server holds', () => {
  test('undo names what it will do, sends a new command, and redo does it again', () => {
    const { kernel, server, stop } = loaded();
    kernel.dispatch(moveStop({ id: 's1', from: 0, to: 7 }));
    server.answer();
    expect(kernel.nextUndo(VERSION)?.label).toBe('Move stop First');
    kernel.undo(VERSION);
    expect(stop('s1')?.x).toBe(0);
    expect(kernel.nextUndo(VERSION)).toBeUndefined();
    server.answer();
    expect(stop('s1')).toMatchObject({ x: 0, rev: 3 });
    expect(kernel.nextRedo(VERSION)?.label).toBe('Move stop First');
    kernel.redo(VERSION);
    server.answer();
    expect(stop('s1')).toMatchObject({ x: 7, rev: 4 });
    expect(kernel.nextUndo(VERSION)?.label).toBe('Move stop First');
    expect(kernel.nextRedo(VERSION)).toBeUndefined();
  });

  test('several undos in a row take the acts back one by one, on the revisions then known', () => {
    const { kernel, server, stop } = loaded();
    for (const [from, to] of [
      [0, 1],
      [1, 2],
      [2, 3],
    ] as const)
      kernel.dispatch(moveStop({ id: 's1', from, to }));
    server.answerAll();
    for (let i = 0; i < 3; i++) kernel.undo(VERSION);
    server.answerAll();
    expect(stop('s1')).toMatchObject({ x: 0, rev: 7 });
    for (let i = 0; i < 3; i++) kernel.redo(VERSION);
    server.answerAll();
    expect(stop('s1')).toMatchObject({ x: 3, rev: 10 });
    expect(kernel.snapshot().errors).toEqual([]);
  });

  test('an act that has not been sent is simply not done', () => {
    const { kernel, server, stop } = loaded();
    kernel.dispatch(moveStop({ id: 's1', from: 0, to: 7 }));
    kernel.dispatch(renameStop({ id: 's1', from: 'First', to: 'Market Street' }));
    kernel.undo(VERSION);
    expect(stop('s1')?.name).toBe('First');
    server.answerAll();
    expect(server.stops.get('s1')?.name).toBe('First');
    kernel.redo(VERSION);
    server.answerAll();
    expect(stop('s1')).toEqual({ id: 's1', name: 'Market Street', x: 7, rev: 3 });
  });

  test('undo of an act under way waits for its answer', () => {
    const { kernel, server, stop } = loaded();
    kernel.dispatch(moveStop({ id: 's1', from: 0, to: 7 }));
    kernel.undo(VERSION);
    expect(server.waiting).toHaveLength(1);
    server.answer();
    expect(server.waiting.map((w) => w.call.input)).toEqual([{ id: 's1', x: 0 }]);
    server.answer();
    expect(stop('s1')).toMatchObject({ x: 0, rev: 3 });
    expect(kernel.nextRedo(VERSION)?.label).toBe('Move stop First');
  });

  test('a remote change makes the entry stale before it is tried, and it can be forced', () => {
    const { kernel, server, stop } = loaded();
    kernel.dispatch(moveStop({ id: 's2', from: 1, to: 7 }));
    server.answer();
    server.stops.set('s2', { id: 's2', name: 'Second', x: 50, rev: 3 });
    kernel.receive(stopChanged({ stop: { id: 's2', name: 'Second', x: 50, rev: 3 }, fields: ['x'], who: 'Anna' }));
    expect(kernel.nextUndo(VERSION)?.stale).toBe('Anna has changed this stop');
    kernel.undo(VERSION);
    expect(server.waiting).toHaveLength(0);
    expect(kernel.snapshot().errors).toMatchObject([{ code: 'history.stale' }]);
    kernel.dispatch(undoLast({ scope: VERSION, anyway: true }));
    server.answer();
    expect(stop('s2')).toMatchObject({ x: 1, rev: 4 });
  });

  test('a remote change of another field leaves the entry as it is', () => {
    const { kernel, server, stop } = loaded();
    kernel.dispatch(moveStop({ id: 's2', from: 1, to: 7 }));
    server.answer();
    server.stops.set('s2', { id: 's2', name: 'Renamed', x: 7, rev: 3 });
    kernel.receive(stopChanged({ stop: { id: 's2', name: 'Renamed', x: 7, rev: 3 }, fields: ['name'], who: 'Anna' }));
    expect(kernel.nextUndo(VERSION)?.stale).toBeUndefined();
    kernel.undo(VERSION);
    server.answer();
    expect(stop('s2')).toEqual({ id: 's2', name: 'Renamed', x: 1, rev: 4 });
  });

  test('one entry can be undone out of order, unless a later one touches the same field', () => {
    const { kernel, server, stop } = loaded();
    const first = kernel.dispatch(moveStop({ id: 's1', from: 0, to: 7 }));
    server.answer();
    const second = kernel.dispatch(renameStop({ id: 's1', from: 'First', to: 'Market Street' }));
    server.answer();
    kernel.undoEntry(VERSION, first);
    server.answer();
    expect(stop('s1')).toMatchObject({ x: 0, name: 'Market Street' });
    kernel.dispatch(renameStop({ id: 's1', from: 'Market Street', to: 'Harbour' }));
    server.answer();
    expect(kernel.entries(VERSION).map((e) => e.blockedBy.map((b) => b.label))).toEqual([[], ['Rename stop Harbour']]);
    kernel.undoEntry(VERSION, second);
    expect(server.waiting).toHaveLength(0);
    expect(kernel.snapshot().errors).toMatchObject([{ code: 'history.blocked' }]);
  });

  test('an entry is undone along with what stands in its way, and with what stands in the way of that', () => {
    const { kernel, server, stop } = loaded();
    const rename = (id: string, from: string, to: string): string => {
      const entry = kernel.dispatch(renameStop({ id, from, to }));
      server.answer();
      return entry;
    };
    const first = rename('s1', 'First', 'Market');
    rename('s2', 'Second', 'Quay');
    rename('s1', 'Market', 'Harbour');
    rename('s1', 'Harbour', 'Port');
    expect(undoneAlong(kernel.snapshot(), VERSION, first).map(({ label }) => label)).toEqual([
      'Rename stop Port',
      'Rename stop Harbour',
      'Rename stop Market',
    ]);
    kernel.dispatch(undoEntry({ scope: VERSION, entry: first, along: true }));
    server.answerAll();
    expect([stop('s1')?.name, stop('s2')?.name]).toEqual(['First', 'Quay']);
    expect(kernel.snapshot().errors).toEqual([]);
    expect(kernel.entries(VERSION).map(({ label }) => label)).toEqual(['Rename stop Quay']);
    for (let i = 0; i < 3; i++) kernel.redo(VERSION);
    server.answerAll();
    expect(stop('s1')?.name).toBe('Port');
  });

  test('the act said last is undone first, whichever was answered first', () => {
    const { kernel, server, stop } = loaded();
    kernel.dispatch(moveStop({ id: 's1', from: 0, to: 7 }));
    kernel.dispatch(moveStop({ id: 's2', from: 1, to: 8 }));
    server.answer(1);
    server.answer(0);
    kernel.undo(VERSION);
    server.answerAll();
    expect([stop('s1')?.x, stop('s2')?.x]).toEqual([7, 1]);
  });

  test('acts of one gesture undo and redo together', () => {
    const { kernel, server, stop } = loaded();
    kernel.dispatch(moveStop({ id: 's1', from: 0, to: 7 }), { gesture: 'g1' });
    kernel.dispatch(moveStop({ id: 's2', from: 1, to: 8 }), { gesture: 'g1' });
    server.answerAll();
    kernel.undo(VERSION);
    server.answerAll();
    expect([stop('s1')?.x, stop('s2')?.x]).toEqual([0, 1]);
    kernel.redo(VERSION);
    server.answerAll();
    expect([stop('s1')?.x, stop('s2')?.x]).toEqual([7, 8]);
  });

  test('the common undo of a gesture is called what all of it comes to, the redo too', () => {
    const nudge = createDefine<ToyState>().defineCommand('test.nudge', {
      payload: z.object({ by: z.number() }),
      samples: () => [{ by: 1 }],
      label: ({ by }) => `Nudge by ${by}`,
      joined: (earlier, later) => ({ by: earlier.by + later.by }),
      apply: (base, p) => {
        base.runs += p.by;
      },
      inverse: (p) => ({ type: 'test.nudge', payload: { by: -p.by } }),
      undoScope: () => VERSION,
    });
    const kernel = createKernel<ToyState>({ ...toy, commands: [...toy.commands, nudge], perform: toyServer().perform, header, clock: () => 0 });
    for (const by of [1, 3, 2]) kernel.dispatch(nudge({ by }), { gesture: 'g1' });
    expect(kernel.nextUndo(VERSION)?.label).toBe('Nudge by 6');
    expect(kernel.entries(VERSION).map(({ label }) => label)).toEqual(['Nudge by 2', 'Nudge by 3', 'Nudge by 1']);
    kernel.dispatch(nudge({ by: 10 }), { gesture: 'g2' });
    expect(kernel.nextUndo(VERSION)?.label).toBe('Nudge by 10');
    kernel.undo(VERSION);
    kernel.undo(VERSION);
    expect(kernel.snapshot().base.runs).toBe(0);
    expect(kernel.nextRedo(VERSION)?.label).toBe('Nudge by 6');
    kernel.redo(VERSION);
    expect(kernel.snapshot().base.runs).toBe(6);
    expect(kernel.nextUndo(VERSION)?.label).toBe('Nudge by 6');
  });

  test('a redo on its way is called what it does again', () => {
    const { kernel, server } = loaded();
    kernel.dispatch(moveStop({ id: 's1', from: 0, to: 7 }));
    server.answerAll();
    kernel.undo(VERSION);
    server.answerAll();
    kernel.redo(VERSION);
    expect(kernel.nextUndo(VERSION)?.label).toBe('Move stop First');
    expect(kernel.entries(VERSION).map(({ label }) => label)).toEqual(['Move stop First']);
    server.answerAll();
    expect(kernel.nextUndo(VERSION)?.label).toBe('Move stop First');
  });

  test('a failed undo leaves the entry to be tried again', () => {
    const { kernel, server } = loaded();
    kernel.dispatch(moveStop({ id: 's1', from: 0, to: 7 }));
    server.answer();
    kernel.undo(VERSION);
    server.fail();
    expect(kernel.nextUndo(VERSION)?.label).toBe('Move stop First');
  });

  test('an undo that stumbles leaves the entry to be tried again', () => {
    const trap = createDefine<ToyState>().defineCommand('test.trap', {
      payload: z.object({ from: z.number(), to: z.number() }),
      samples: () => [{ from: 13, to: 1 }],
      label: () => 'Set a trap',
      apply: (base, p) => {
        if (p.to === 13) throw new Error('stumbled over 13');
        base.runs = p.to;
      },
      inverse: (p) => ({ type: 'test.trap', payload: { from: p.to, to: p.from } }),
      undoScope: () => VERSION,
    });
    const kernel = createKernel<ToyState>({ ...toy, commands: [...toy.commands, trap], perform: toyServer().perform, header, clock: () => 0 });
    kernel.dispatch(trap({ from: 13, to: 1 }));
    kernel.undo(VERSION);
    expect(kernel.snapshot().errors).toMatchObject([{ kind: 'fault', messages: ['stumbled over 13'] }]);
    expect(kernel.snapshot().tasks).toEqual({});
    expect(kernel.nextUndo(VERSION)?.label).toBe('Set a trap');
  });

  test('a local setting undoes at once', () => {
    const { kernel } = begun();
    kernel.dispatch(setZoom({ from: 5, to: 9 }));
    kernel.undo('settings');
    expect(kernel.snapshot().base.settings.zoom).toBe(5);
    kernel.redo('settings');
    expect(kernel.snapshot().base.settings.zoom).toBe(9);
  });
});

describe('when somebody else has changed the same', () => {
  function conflicted() {
    const all = loaded();
    all.server.stops.set('s1', { id: 's1', name: 'First', x: 50, rev: 2 });
    all.kernel.dispatch(moveStop({ id: 's1', from: 0, to: 7 }));
    all.server.answer();
    return all;
  }

  test('the present state is shown, and mine can be applied anyway', () => {
    const { kernel, server, stop } = conflicted();
    expect(stop('s1')).toMatchObject({ x: 50, rev: 2 });
    const conflict = kernel.snapshot().conflicts[0];
    expect(conflict).toMatchObject({ label: 'Move stop First', mine: { to: 7 }, theirs: { x: 50 } });
    kernel.dispatch(applyMine({ id: conflict?.id ?? '' }));
    server.answer();
    expect(stop('s1')).toMatchObject({ x: 7, rev: 3 });
    expect(kernel.snapshot().conflicts).toEqual([]);
    kernel.undo(VERSION);
    server.answer();
    expect(stop('s1')?.x).toBe(50);
  });

  test('theirs can stay', () => {
    const { kernel, server, stop } = conflicted();
    kernel.dispatch(keepTheirs({ id: kernel.snapshot().conflicts[0]?.id ?? '' }));
    expect(kernel.snapshot().conflicts).toEqual([]);
    expect(server.waiting).toHaveLength(0);
    expect(stop('s1')?.x).toBe(50);
  });

  test('an intent is not sent again without end', () => {
    const { kernel, server } = loaded();
    kernel.dispatch(moveStop({ id: 's1', from: 0, to: 7 }));
    let sent = 0;
    for (; server.waiting.length > 0 && sent < 50; sent++)
      server.fail(0, { status: 412, present: { id: 's1', name: `N${sent}`, x: 0, rev: sent + 5 } });
    expect(sent).toBe(6);
    expect(kernel.snapshot().conflicts).toHaveLength(1);
  });

  test('older acts on the same field say so before they are tried', () => {
    const { kernel, server } = loaded();
    kernel.dispatch(moveStop({ id: 's1', from: 0, to: 7 }));
    server.answer();
    server.stops.set('s1', { id: 's1', name: 'First', x: 50, rev: 3 });
    kernel.dispatch(moveStop({ id: 's1', from: 7, to: 8 }));
    server.answer();
    expect(kernel.nextUndo(VERSION)).toMatchObject({ label: 'Move stop First', stale: 'Somebody else has changed it since' });
  });

  test('an undo that comes too late is a conflict too, and can be applied anyway', () => {
    const { kernel, server, stop } = loaded();
    kernel.dispatch(moveStop({ id: 's1', from: 0, to: 7 }));
    server.answer();
    server.stops.set('s1', { id: 's1', name: 'First', x: 50, rev: 3 });
    kernel.undo(VERSION);
    server.answer();
    expect(stop('s1')?.x).toBe(50);
    kernel.dispatch(applyMine({ id: kernel.snapshot().conflicts[0]?.id ?? '' }));
    server.answer();
    expect(stop('s1')?.x).toBe(0);
    expect(kernel.nextUndo(VERSION)).toBeUndefined();
    expect(kernel.nextRedo(VERSION)).toBeDefined();
  });

  test('a present state that makes no sense is a fault, and nothing stays waiting', () => {
    const { kernel, server } = loaded();
    kernel.dispatch(moveStop({ id: 's1', from: 0, to: 7 }));
    server.fail(0, { status: 412, present: { what: 'is this' } });
    expect(kernel.snapshot().pending).toEqual([]);
    expect(kernel.snapshot().errors).toMatchObject([{ kind: 'fault', label: 'Move stop First' }]);
  });

  test('a move that is sent again goes before what was said of its stop later, and overtakes no act on another stop', () => {
    const { kernel, server } = loaded();
    server.stops.set('s1', { id: 's1', name: 'Renamed', x: 0, rev: 2 });
    kernel.dispatch(moveStop({ id: 's2', from: 0, to: 5 }));
    kernel.dispatch(moveStop({ id: 's1', from: 0, to: 7 }));
    kernel.dispatch(moveStop({ id: 's2', from: 5, to: 6 }));
    kernel.dispatch(moveStop({ id: 's1', from: 7, to: 8 }));
    const waiting = () => kernel.snapshot().pending.map(({ payload }) => payload);
    const [first, second, third, fourth] = waiting();
    server.answer(1);
    expect(waiting()).toEqual([first, third, second, fourth]);
    server.answerAll();
    expect(waiting()).toEqual([]);
    expect([server.stops.get('s1')?.x, server.stops.get('s2')?.x]).toEqual([8, 6]);
  });

  test('where they changed something else, the move is sent again by itself', () => {
    const { kernel, server, stop } = loaded();
    server.stops.set('s1', { id: 's1', name: 'Renamed', x: 0, rev: 2 });
    kernel.dispatch(moveStop({ id: 's1', from: 0, to: 7 }));
    server.answerAll();
    expect(kernel.snapshot().conflicts).toEqual([]);
    expect(stop('s1')).toEqual({ id: 's1', name: 'Renamed', x: 7, rev: 3 });
    const again = kernel.log().records.filter((r) => r.type === 'stop.move')[1];
    expect(kernel.log().records.find((r) => r.id === again?.cause)?.type).toBe('stop.move.failed');
    kernel.undo(VERSION);
    server.answer();
    expect(stop('s1')).toEqual({ id: 's1', name: 'Renamed', x: 0, rev: 4 });
  });
});

describe('drafts', () => {
  const points = (kernel: ReturnType<typeof begun>['kernel']) => shapeDraft.of(kernel.snapshot(), 'shape/1')?.points.map((p) => p.x);

  test('a draft has its own undo stack, and a gesture is one entry', () => {
    const { kernel } = begun();
    kernel.dispatch(openShape({ id: '1', points: 3 }));
    for (let x = 10; x < 30; x++) kernel.dispatch(movePoint({ id: '1', index: 0, x }), { gesture: 'drag1' });
    kernel.dispatch(insertPoint({ id: '1', index: 1, x: 5 }));
    expect(points(kernel)).toEqual([29, 5, 1, 2]);
    expect(kernel.entries('shape/1').map((e) => e.label)).toEqual(['Insert point', 'Move point 1']);
    kernel.undo('shape/1');
    expect(points(kernel)).toEqual([29, 1, 2]);
    kernel.undo('shape/1');
    expect(points(kernel)).toEqual([0, 1, 2]);
    kernel.redo('shape/1');
    kernel.redo('shape/1');
    expect(points(kernel)).toEqual([29, 5, 1, 2]);
    kernel.undo('shape/1');
    kernel.dispatch(movePoint({ id: '1', index: 2, x: 77 }));
    expect(kernel.nextRedo('shape/1')).toBeUndefined();
  });

  test('an edit of a draft that is not open is refused', () => {
    const { kernel } = begun();
    kernel.dispatch(movePoint({ id: '1', index: 0, x: 1 }));
    expect(kernel.snapshot().errors).toMatchObject([{ code: 'draft.closed' }]);
  });

  test('a draft ends when it is saved, and stays when saving fails', () => {
    const { kernel, server } = begun();
    kernel.dispatch(insertPoint({ id: '1', index: 0, x: 5 }));
    kernel.dispatch(saveShape({ id: '1' }));
    server.fail();
    expect(points(kernel)).toEqual([5]);
    kernel.dispatch(saveShape({ id: '1' }));
    server.answer();
    expect(points(kernel)).toBeUndefined();
    expect(kernel.nextUndo('shape/1')).toBeUndefined();
  });

  test('at most 200 entries are kept', () => {
    const { kernel } = begun();
    kernel.dispatch(openShape({ id: '1', points: 1 }));
    for (let x = 1; x <= 250; x++) kernel.dispatch(movePoint({ id: '1', index: 0, x }));
    expect(kernel.entries('shape/1')).toHaveLength(200);
  });
});

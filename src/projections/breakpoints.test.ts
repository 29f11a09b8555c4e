import { expect, test } from 'vitest';
import { stumble, toy, moveStop, loadStops, type ToyState } from '../../test/laws/toyCatalogue.ts';
import { toyServer } from '../../test/laws/toyServer.ts';
import { createKernel } from '../kernel/kernel.ts';
import { createReplayer } from '../kernel/replayer.ts';
import { type Breakpoint, breakpointHits, breakpointProblem, type BreakpointHit } from './breakpoints.ts';

/** What a replay of a small session stops at, one after the other. */
function hits(...list: readonly Breakpoint[]): readonly string[] {
  const server = toyServer();
  const header = { session: 't', schema: 1, build: 'test', startedAt: '2026-01-01T00:00:00Z', locale: 'en', role: 'editor' };
  const kernel = createKernel<ToyState>({ ...toy, perform: server.perform, header, clock: () => 0 });
  kernel.dispatch(loadStops({}));
  server.answerAll();
  kernel.dispatch(moveStop({ id: 's1', from: 0, to: 7 }));
  server.fail();
  kernel.dispatch(stumble({ n: 13 }));
  const replayer = createReplayer(kernel.log(), toy);
  const hitOf = breakpointHits<ToyState>(list);
  const found: string[] = [];
  while (replayer.position < replayer.length) {
    let hit: BreakpointHit | undefined;
    replayer.run(replayer.length, (record, before, after) => {
      hit = hitOf(record, before, after);
      return hit !== undefined;
    });
    if (hit) found.push(`${hit.record.type} ${JSON.stringify([hit.before, hit.after])}`);
  }
  return found;
}

const type = (text: string, on = true): Breakpoint => ({ of: 'type', text, on });
const path = (text: string): Breakpoint => ({ of: 'path', text, on: true });

test('a breakpoint on a type stops at the command alone, on an outcome at each of them', () => {
  expect(hits(type('stop.move'))).toEqual(['stop.move [null,null]']);
  expect(hits(type('FAILED'))).toEqual(['stop.move.failed [null,null]']);
  expect(hits(type('stop.move*'))).toEqual(['stop.move [null,null]', 'stop.move.sent [null,null]', 'stop.move.failed [null,null]']);
  expect(hits(type('stop.move', false))).toEqual([]);
});

test('a breakpoint on a path stops where the value changes, and says from what to what', () => {
  expect(hits(path('pending.0.status'))).toEqual([
    'stop.load [null,"waiting"]',
    'stop.load.sent ["waiting","sent"]',
    'stop.load.answered ["sent",null]',
    'stop.move [null,"waiting"]',
    'stop.move.sent ["waiting","sent"]',
    'stop.move.failed ["sent",null]',
  ]);
  expect(hits(path('errors.0.kind'))).toEqual(['stop.move.failed [null,"failed"]']);
});

test('of several breakpoints the first that is hit stops the replay', () => {
  expect(hits(path('errors.0.kind'), type('failed'), type('core.fault')).map((hit) => hit.split(' ')[0])).toEqual(['stop.move.failed', 'core.fault']);
});

test('an empty one, one that is there and a path that is none are not added', () => {
  const list = [type('failed')];
  expect([type(' '), type('failed '), path('a..b'), path('failed')].map((one) => breakpointProblem(list, one))).toEqual([
    'empty',
    'there',
    'noPath',
    undefined,
  ]);
});

/** A replay is played by a timer that waits as long as its records did, and that is called off by whatever ends it. */
import { act, useLayoutEffect, useSyncExternalStore } from 'react';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { emptyRoot } from '../../../test/builders/emptyRoot.ts';
import { recordStopEdits } from '../../../test/logs/stopEditsSession.ts';
import { decodeDmplog } from '../../kernel/dmplog.ts';
import { createReplayer } from '../../kernel/replayer.ts';
import { definitions, LOG_SCHEMA } from '../../machines/definitions.ts';
import type { Breakpoint } from '../../projections/breakpoints.ts';
import { type Player, type Timer, usePlayer } from './usePlayer.ts';

beforeAll(() => {
  vi.stubGlobal('window', { addEventListener: () => undefined, HTMLIFrameElement: Map });
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
});
afterAll(() => void vi.unstubAllGlobals());

const NONE: readonly Breakpoint[] = [];
const RENAMINGS: readonly Breakpoint[] = [{ of: 'type', text: 'stop.editField', on: true }];

/** A session whose records are 40 ms apart, with its player. */
function opened(breakpoints = NONE) {
  const report = decodeDmplog(recordStopEdits(), LOG_SCHEMA);
  if (!report.ok) throw new Error(report.message);
  const replayer = createReplayer(report, definitions);
  const waiting: { ms: number; run: () => void }[] = [];
  const timer: Timer = (ms, run) => {
    const one = { ms, run };
    waiting.push(one);
    return () => void waiting.splice(waiting.indexOf(one), waiting.includes(one) ? 1 : 0);
  };
  let player: Player | undefined;
  function Desk() {
    const position = useSyncExternalStore(replayer.subscribe, () => replayer.position);
    const present = usePlayer(replayer, position, breakpoints, timer);
    useLayoutEffect(() => void (player = present));
    return null;
  }
  const root = emptyRoot();
  act(() => root.render(<Desk />));
  return {
    replayer,
    waits: () => waiting.map(({ ms }) => ms),
    due: () => act(() => waiting.shift()?.run()),
    say: (what: (player: Player) => void) => act(() => player && what(player)),
    player: () => player,
    close: () => act(() => root.unmount()),
  };
}

test('each record is waited for as long as it took, or a part of it', () => {
  const { replayer, waits, due, say } = opened();
  expect(waits()).toEqual([]);
  say((player) => player.toggle());
  expect(waits()).toEqual([0]);
  due();
  expect([replayer.position, waits()]).toEqual([1, [40]]);
  due();
  expect([replayer.position, waits()]).toEqual([2, [40]]);
  say((player) => player.setSpeed('4'));
  expect(waits()).toEqual([10]);
});

test('a pause and the end of the page call the timer off', () => {
  const { waits, say, close } = opened();
  say((player) => player.toggle());
  say((player) => player.pause());
  expect(waits()).toEqual([]);
  say((player) => player.toggle());
  expect(waits()).toEqual([0]);
  close();
  expect(waits()).toEqual([]);
});

test('it stops at a breakpoint, goes on from there, ends at the end and begins again', () => {
  const { replayer, waits, due, say, player } = opened(RENAMINGS);
  say((one) => one.setSpeed('max'));
  const stops: (readonly [number, string | undefined])[] = [];
  for (let i = 0; i < 3; i++) {
    say((one) => one.toggle());
    while (player()?.playing) due();
    stops.push([replayer.position, player()?.hit?.record.type]);
  }
  expect(stops).toEqual([
    [43, 'stop.editField'],
    [55, 'stop.editField'],
    [61, undefined],
  ]);
  expect([waits(), player()?.playing]).toEqual([[], false]);
  say((one) => one.toggle());
  expect([replayer.position, player()?.playing]).toEqual([0, true]);
});

test('what it stopped at is said for as long as it stands there', () => {
  const { replayer, due, say, player } = opened(RENAMINGS);
  say((one) => one.setSpeed('max'));
  say((one) => one.toggle());
  while (player()?.playing) due();
  expect(player()?.hit?.record.type).toBe('stop.editField');
  say(() => replayer.seek(44));
  expect(player()?.hit).toBeUndefined();
});

import { expect, test } from 'vitest';
import type { PendingCommand } from '../kernel/state.ts';
import { isStopMoving, pendingStopFields } from './pendingStops.ts';

const pending = (...touches: string[]): PendingCommand => ({
  id: 's:1',
  seq: 1,
  type: 'x',
  payload: {},
  label: '',
  root: 's:1',
  at: 0,
  write: true,
  status: 'sent',
  mode: 'do',
  touches,
  attempt: 0,
});

test('a stop whose coordinate is on its way is being moved, others are not [R193]', () => {
  const commands = [pending('stop/S1/Name'), pending('stop/S2/Coordinate')];
  expect([isStopMoving(commands, 'S1'), isStopMoving(commands, 'S2'), isStopMoving([], 'S2')]).toEqual([false, true, false]);
  expect(pendingStopFields(commands, 'S1')).toEqual(['Name']);
});

test('an id that begins like another is another stop', () => {
  expect(pendingStopFields([pending('stop/S10/Name')], 'S1')).toEqual([]);
});

import { expect, test } from 'vitest';
import { doubtsOf } from './trackPath.ts';

test('long detours, straight segments and stops beside the shape are to be looked at, in the order of the stops', () => {
  const segment = (Engine: 'streets' | 'straight', Detour: number) => ({ Engine, Detour });
  expect(doubtsOf({ Away: [25, 25.6, 3, 4], Segments: [segment('streets', 2.5), segment('streets', 2.61), segment('straight', 1)] })).toEqual([
    { kind: 'away', at: 1, metres: 26 },
    { kind: 'detour', from: 1, to: 2, times: 2.6 },
    { kind: 'straight', from: 2, to: 3 },
  ]);
  expect(doubtsOf({ Away: [0, 0], Segments: [segment('streets', 1)] })).toEqual([]);
});

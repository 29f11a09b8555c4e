import { expect, it } from 'vitest';
import { tableOf } from '../kernel/table.ts';
import { freeStopId } from './freeStopId.ts';
import { initialState, type AppState } from './state.ts';

const stop = (Id: string) => ({ Id, Name: Id, Type: 0, Coordinate: null });

function viewOf(ids: readonly string[], rev: number, told: number): AppState {
  const version = { rev, heard: { upTo: rev, told }, stops: { value: tableOf(ids.map(stop), ({ Id }) => Id) } };
  return { ...initialState, versions: { 7: version } } as unknown as AppState;
}

it('the id of a new stop is short, counts with the revisions, and is free', () => {
  expect(freeStopId(viewOf(['A'], 411, 0), 7)).toBe('S-0412');
  expect(freeStopId(viewOf(['S-0412', 'S-0413'], 411, 0), 7)).toBe('S-0414');
  expect(freeStopId(viewOf(['A'], 3, 12_000), 7)).toBe('S-12001');
  expect(freeStopId(viewOf(['A'], 0, 0), 7, new Set(['S-0001']))).toBe('S-0002');
});

it('before the stops are loaded there is none', () => {
  expect(freeStopId(initialState, 7)).toBeUndefined();
});

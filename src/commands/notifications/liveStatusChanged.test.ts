import { expect, test } from 'vitest';
import type { CommandInput } from '../../kernel/command.ts';
import { type AppState, initialState } from '../../projections/state.ts';
import { liveStatusChanged } from './liveStatusChanged.ts';

const loaded = { status: 'succeeded', messages: [] } as const;
const at = (path: string, search = ''): AppState => ({
  ...initialState,
  location: { path, search },
  exports: {
    ...initialState.exports,
    list: { ...loaded, value: [] },
    details: { 7: { ...initialState.exports.runLookup, value: null } },
    history: { 7: { page: 2, load: { ...loaded, value: null } } },
  },
});
const readAgain = (view: AppState, gap = true): readonly CommandInput[] =>
  liveStatusChanged.definition.next?.({ status: 'connected', gap }, view) ?? [];

test('after a gap the screen in view is read again: runs may have moved on meanwhile', () => {
  expect(readAgain(at('/exports', '?export=7'))).toEqual([
    { type: 'export.loadAll', payload: {} },
    { type: 'export.load', payload: { id: 7 } },
    { type: 'export.loadHistory', payload: { id: 7, page: 2 } },
  ]);
  expect(readAgain(at('/pipelines', '?pipeline=3'))).toEqual([
    { type: 'pipeline.loadAll', payload: {} },
    { type: 'pipeline.load', payload: { id: 3 } },
  ]);
  expect(readAgain(at('/data'))).toEqual([]);
  expect(readAgain(at('/exports'), false), 'without a gap nothing was missed').toEqual([]);
});

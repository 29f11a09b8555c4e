import { expect, test } from 'vitest';
import type { KernelState } from '../../kernel/state.ts';
import type { AppState } from '../../projections/state.ts';
import { toolInHand } from './mapTools.ts';

/** What the map says while a workflow is in a state. */
function said(workflow: string, value: string): string | undefined {
  const workflows = { [workflow]: { value, context: { from: null, to: null, stopId: 'S1' } } };
  const state = {
    view: { versions: {}, location: { path: '/', search: '' } },
    drafts: {},
    pending: [],
    workflows,
  } as unknown as KernelState<AppState>;
  return toolInHand(state).hint?.(state);
}

test.each([
  ['createTransfer', 'choosingStart', 'Click the stop where the transfer begins. Escape leaves.'],
  ['createTransfer', 'drawing', 'Complete creating transfer'],
  ['drawPathway', 'drawing', 'Click a stop, or empty ground to make a node. Click the last node again, or press Escape, to end.'],
  ['moveStop', 'armed', 'Press the stop and drag it to its new place. Escape leaves.'],
  ['moveStop', 'dragging', 'Let go to put the stop here. Escape cancels.'],
  ['shape', 'routing', 'Looking for the path...'],
])('%s, %s: the map says %j [R092 R185]', (workflow, value, text) => {
  expect(said(workflow, value)).toBe(text);
});

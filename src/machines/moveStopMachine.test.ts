import { expect, test } from 'vitest';
import { openFakeScreen } from '../../test/paths/fakeScreen.ts';
import { versionListed } from '../commands/notifications/versionListed.ts';
import { dropStop, grabStop, startStopMove } from '../commands/stops/moveStopGesture.ts';
import { moveStopWorkflow } from './moveStopMachine.ts';

test('the move tool is not taken up in a version that is not editable [E191 E136]', () => {
  const { kernel } = openFakeScreen();
  const version = kernel.snapshot().view.versionLists['demo']?.value?.find((one) => one.Id === 1);
  if (!version) throw new Error('The fake screen has no version 1');

  kernel.receive(versionListed({ DatabaseId: 'demo', Version: { ...version, Editable: false } }));
  kernel.dispatch(startStopMove({ versionId: 1, stopId: 'S1' }));
  expect(kernel.workflow('moveStop').getSnapshot().value).toBe('idle');
  expect(kernel.snapshot().errors).toMatchObject([{ kind: 'refused', messages: ['Begin an edit to change anything'] }]);

  kernel.receive(versionListed({ DatabaseId: 'demo', Version: version }));
  kernel.dispatch(startStopMove({ versionId: 1, stopId: 'S1' }));
  expect(kernel.workflow('moveStop').getSnapshot().value).toBe('armed');
});

test('a move that is refused before it is sent leaves the stop armed, to be dragged again', () => {
  const { kernel } = openFakeScreen();
  const version = kernel.snapshot().view.versionLists['demo']?.value?.find((one) => one.Id === 1);
  if (!version) throw new Error('The fake screen has no version 1');
  kernel.dispatch(startStopMove({ versionId: 1, stopId: 'S1' }));
  kernel.dispatch(grabStop({ stopId: 'S1', from: { Lat: 52.1, Lng: 5.1 }, rev: 0 }));
  kernel.dispatch(dropStop({ to: { Lat: 52.9, Lng: 5.9 } }));
  expect(kernel.workflow('moveStop').getSnapshot().value).toBe('saving');
  const refused = { type: 'stop.move.refused', payload: { code: 'edit.same', message: 'The value is the same' } };
  const { route } = moveStopWorkflow;
  const context = { drafts: {}, snapshot: kernel.workflow('moveStop').getSnapshot() };
  const record = { seq: 99, id: 's:99', kind: 'event' as const, v: 1, at: 0, root: 's:98', cause: 's:98', ...refused };
  expect(route(record, kernel.snapshot().view, context)).toEqual({ type: 'FAILED' });
});

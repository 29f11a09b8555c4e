import { expect, test } from 'vitest';
import { openFakeScreen } from '../../test/paths/fakeScreen.ts';
import { versionListed } from '../commands/notifications/versionListed.ts';
import { startStopMove } from '../commands/stops/moveStopGesture.ts';
import { READ_ONLY } from '../domain/versions.ts';

test('the move tool is not taken up in a version that is not editable [E191 E136]', () => {
  const { kernel } = openFakeScreen();
  const version = kernel.snapshot().view.versionLists['demo']?.value?.find((one) => one.Id === 1);
  if (!version) throw new Error('The fake screen has no version 1');

  kernel.receive(versionListed({ DatabaseId: 'demo', Version: { ...version, Editable: false } }));
  kernel.dispatch(startStopMove({ versionId: 1, stopId: 'S1' }));
  expect(kernel.workflow('moveStop').getSnapshot().value).toBe('idle');
  expect(kernel.snapshot().errors).toMatchObject([{ kind: 'refused', messages: [READ_ONLY] }]);

  kernel.receive(versionListed({ DatabaseId: 'demo', Version: version }));
  kernel.dispatch(startStopMove({ versionId: 1, stopId: 'S1' }));
  expect(kernel.workflow('moveStop').getSnapshot().value).toBe('armed');
});

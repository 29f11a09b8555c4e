import { describe, expect, test } from 'vitest';
import { openFakeScreen } from '../../../test/paths/fakeScreen.ts';
import { attachTrack, deleteChanges, toggleChanges, undoChangesets } from './switchChanges.ts';
import { builtIn, undoSteps } from './undoRedo.ts';

const SCOPE = 'version/1';
const DONE = { Rev: 9, Conflicts: [] };

describe('acts on change sets', () => {
  const screenWith = () => {
    const screen = openFakeScreen();
    const payloads = (): unknown[] => screen.kernel.snapshot().pending.flatMap(({ write, payload }) => (write ? [payload] : []));
    return { ...screen, payloads, steps: () => undoSteps(screen.kernel.snapshot(), SCOPE) };
  };

  test('a switch is in the undo list, and its undo switches back what was switched', () => {
    const { kernel, answer, payloads, steps } = screenWith();
    kernel.dispatch(toggleChanges({ versionId: 1, changeIds: [], setIds: [7], active: false }));
    answer('toggleChanges', () => ({ ...DONE, Switched: [3, 4] }));
    expect(steps().undo?.label).toBe('Switch off 1 change set');
    kernel.dispatch(builtIn.undoLast({ scope: SCOPE }));
    expect(payloads()).toEqual([{ versionId: 1, changeIds: [3, 4], setIds: [], active: true }]);
    answer('toggleChanges', () => ({ ...DONE, Switched: [3, 4] }));
    expect(steps()).toEqual({ redo: expect.objectContaining({ label: 'Switch off 1 change set' }) });
  });

  test('one that switched nothing is no act', () => {
    const { kernel, answer, steps } = screenWith();
    kernel.dispatch(undoChangesets({ versionId: 1, setIds: [7] }));
    answer('undoChangesets', () => ({ ...DONE, Switched: [] }));
    expect(steps()).toEqual({});
  });

  test('the undo of a deletion restores all changes and switches on those that held; its redo deletes them again', () => {
    const { kernel, answer, payloads, steps } = screenWith();
    kernel.dispatch(deleteChanges({ versionId: 1, changeIds: [], setId: 7 }));
    answer('deleteChanges', () => ({ ...DONE, Switched: [3, 4], TakenBack: [4] }));
    expect(steps().undo?.label).toBe('Delete 1 change set');
    kernel.dispatch(builtIn.undoLast({ scope: SCOPE }));
    expect(payloads()).toEqual([{ versionId: 1, changeIds: [4], setIds: [], active: true, restore: [3, 4] }]);
    answer('toggleChanges', () => ({ ...DONE, Switched: [4] }));
    expect(steps().redo?.label).toBe('Delete 1 change set');
    kernel.dispatch(builtIn.redoLast({ scope: SCOPE }));
    expect(payloads()).toEqual([{ versionId: 1, changeIds: [3, 4] }]);
  });

  test('the undo of an attachment takes it back with what it was answered, and its redo attaches again', () => {
    const { kernel, answer, payloads, steps } = screenWith();
    const attached = { versionId: 1, changeIds: [3], scheduleId: '1', trackId: 'a-b' };
    kernel.dispatch(attachTrack(attached));
    const Back = { Rev: 9, Before: [{ ChangeId: 3, TrackId: 'a-c' }] };
    answer('attachTrack', () => ({ ...DONE, Switched: [3], Back }));
    expect(steps().undo?.label).toBe('Attach to track a-b');
    kernel.dispatch(builtIn.undoLast({ scope: SCOPE }));
    expect(payloads()).toEqual([{ ...attached, back: Back }]);
    answer('attachTrack', () => ({ ...DONE, Switched: [3] }));
    expect(kernel.snapshot().view.notices.at(-1)?.text).toBe('1 change detached');
    kernel.dispatch(builtIn.redoLast({ scope: SCOPE }));
    expect(payloads()).toEqual([attached]);
  });
});

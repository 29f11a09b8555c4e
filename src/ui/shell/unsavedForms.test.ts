import { describe, expect, test } from 'vitest';
import { openFakeScreen } from '../../../test/paths/fakeScreen.ts';
import { editExport, openExportDraft } from '../../commands/exports/exportDraft.ts';
import { builtIn } from '../../commands/changes/undoRedo.ts';
import { unsavedForms } from './unsavedForms.ts';

describe('forms that are not saved', () => {
  test('one counts from its first change on, and no longer once that is undone', () => {
    const { kernel } = openFakeScreen();
    kernel.dispatch(openExportDraft({ exportId: null }));
    expect(unsavedForms(kernel.snapshot())).toEqual([]);
    kernel.dispatch(editExport({ exportId: null, changes: { name: 'To partners' } }));
    expect(unsavedForms(kernel.snapshot())).toEqual(['an export']);
    kernel.dispatch(builtIn.undoLast({ scope: 'export/new' }));
    expect(unsavedForms(kernel.snapshot())).toEqual([]);
  });
});

import { describe, expect, test } from 'vitest';
import { databases, openProduct } from '../../../test/builders/productKernel.ts';
import { EXPORT_INPUT } from '../../../test/paths/exportFormActs.ts';
import { conflictSides } from '../changes/conflictSides.ts';
import { formWithTheirs } from '../changes/formConflicts.ts';
import { builtIn } from '../changes/undoRedo.ts';
import { addMergingRule, editExport, editMergingRule, exportDraft, exportScope } from './exportDraft.ts';
import { submitExport } from './exportFormSteps.ts';

const EXPORT = {
  id: 5,
  ...EXPORT_INPUT,
  timezone: 'Europe/Amsterdam',
  status: 2,
  lastRunId: null,
  nextRun: null,
  locationName: 'Nightly',
  permissions: { readOnly: false },
  rev: 1,
};

/** The form of export 5, changed to another name. */
function renamed() {
  const product = openProduct('/exports', { search: '?export=5&mode=edit' });
  product.call('listDatabases').answer(databases());
  product.call('readExport').answer(EXPORT);
  const { kernel } = product;
  const name = () => exportDraft.of(kernel.snapshot(), exportScope({ exportId: 5 }))?.form.name;
  const state = () => String(kernel.workflow('exportForm').getSnapshot().value);
  kernel.dispatch(editExport({ exportId: 5, changes: { name: 'To all' } }));
  return { ...product, name, state };
}

test('the form of an export undoes and redoes each step, and sends nothing before it is saved [H221]', () => {
  const { kernel, name, calls } = renamed();
  kernel.dispatch(editExport({ exportId: 5, changes: { schedule: { timeOfDay: '05:00' } } }));
  kernel.undo(exportScope({ exportId: 5 }));
  kernel.undo(exportScope({ exportId: 5 }));
  expect(name()).toBe('To partners');
  kernel.redo(exportScope({ exportId: 5 }));
  expect(name()).toBe('To all');
  expect(calls.some(({ call }) => call.call === 'updateExport')).toBe(false);
});

test('an agency merging is changed in the form, undone and redone there, and goes with the whole export when it is saved [R315]', () => {
  const { kernel, call } = renamed();
  const rules = () => exportDraft.of(kernel.snapshot(), exportScope({ exportId: 5 }))?.form.agencyMergingRules;
  kernel.dispatch(addMergingRule({ exportId: 5 }));
  const changes = { agencyIds: ['EAST', 'WEST'], mergedAgencyId: 'CITY', mergedAgencyName: 'City buses' };
  kernel.dispatch(editMergingRule({ exportId: 5, ruleId: '1', changes }));
  expect(rules()).toEqual([{ id: '1', ...changes }]);
  kernel.undo(exportScope({ exportId: 5 }));
  expect(rules()).toEqual([{ id: '1', agencyIds: [], mergedAgencyId: '', mergedAgencyName: '' }]);
  kernel.redo(exportScope({ exportId: 5 }));
  kernel.dispatch(submitExport({}));
  expect(call('updateExport').call).toMatchObject({ input: { body: { agencyMergingRules: [{ id: '1', ...changes }] } } });
});

describe('two editors of one export', () => {
  /** Somebody else has saved the export while it was edited here. */
  function overtaken() {
    const product = renamed();
    product.kernel.dispatch(submitExport({}));
    expect(product.call('updateExport').call).toMatchObject({ ifMatch: 1, input: { body: { name: 'To all' } } });
    product
      .call('updateExport')
      .fail({ status: 412, messages: ['Somebody else has changed this export.'], present: { ...EXPORT, name: 'Theirs', rev: 2 } });
    return product;
  }

  test('the second is asked: what was typed stays in the form, and theirs is shown where theirs is chosen', () => {
    const { kernel, name, state } = overtaken();
    expect([name(), state()]).toEqual(['To all', 'editing']);
    const [conflict] = kernel.snapshot().conflicts;
    expect(conflict?.label).toBe('Save export To all');
    kernel.dispatch(builtIn.keepTheirs({ id: conflict?.id ?? '' }));
    expect(kernel.snapshot().conflicts).toEqual([]);
    expect(kernel.snapshot().view.exports.details['5']?.value).toMatchObject({ name: 'Theirs', rev: 2 });
  });

  test('mine is sent again on the revision of theirs, and the form closes when it is saved', () => {
    const { kernel, call, state, name } = overtaken();
    kernel.dispatch(builtIn.applyMine({ id: kernel.snapshot().conflicts[0]?.id ?? '' }));
    expect(call('updateExport').call).toMatchObject({ ifMatch: 2, input: { body: { name: 'To all' } } });
    call('updateExport').answer({ ...EXPORT, name: 'To all', rev: 3 });
    expect([state(), name()]).toEqual(['viewing', undefined]);
    expect(kernel.snapshot().view.location.search).toBe('?export=5');
  });

  test('where theirs is chosen the form shows them, and another save is made on their revision', () => {
    const { kernel, call, name } = overtaken();
    const [conflict] = kernel.snapshot().conflicts;
    if (!conflict) throw new Error('There is no conflict');
    expect(conflictSides(conflict).lines).toEqual([{ what: 'Name', theirs: 'Theirs', mine: 'To all' }]);
    kernel.dispatch(builtIn.keepTheirs({ id: conflict.id }));
    for (const input of formWithTheirs(conflict)) kernel.dispatch(input);
    expect(name()).toBe('Theirs');
    kernel.dispatch(editExport({ exportId: 5, changes: { name: 'Both' } }));
    kernel.dispatch(submitExport({}));
    expect(call('updateExport').call).toMatchObject({ ifMatch: 2, input: { body: { name: 'Both' } } });
  });
});

/** A conflict is settled beside the question that it came of: the question follows what became of it. */
import { describe, expect, test } from 'vitest';
import { openProduct } from '../../test/builders/productKernel.ts';
import { builtIn } from '../commands/changes/undoRedo.ts';
import { askDeleteSchedules, confirmScheduleForm } from '../commands/schedules/scheduleFormSteps.ts';

/** Two schedules are being deleted, and a colleague was first with one of them: the question is there again, and so is the conflict. */
function overtaken() {
  const { kernel, call } = openProduct('/data/db/demo/v/1/schedules');
  kernel.dispatch(askDeleteSchedules({ versionId: 1, scheduleIds: ['L1', 'L2'] }));
  kernel.dispatch(confirmScheduleForm({}));
  const theirs = { Kind: 'Schedule', Id: 'L1', Rev: 9, Doc: null, Fields: ['Name'] };
  call('schedule.delete').fail({ status: 412, messages: ['Somebody else has changed this.'], present: { Rev: 9, Documents: [theirs] } });
  const form = (): unknown => {
    const { value, context } = kernel.workflow('scheduleForm').getSnapshot();
    return [value, context.messages];
  };
  expect(form()).toEqual(['asking', ['Somebody else has changed this.']]);
  return { kernel, call, form, conflictId: kernel.snapshot().conflicts[0]?.id ?? '' };
}

describe('the question before schedules are deleted, after a conflict', () => {
  test('closes when mine was applied', () => {
    const { kernel, call, form, conflictId } = overtaken();
    kernel.dispatch(builtIn.applyMine({ id: conflictId }));
    call('schedule.delete').answer({ Rev: 10 });
    expect(form()).toEqual(['closed', []]);
  });

  test('stays when mine was refused again, and the reason is shown', () => {
    const { kernel, call, form, conflictId } = overtaken();
    kernel.dispatch(builtIn.applyMine({ id: conflictId }));
    call('schedule.delete').fail({ status: 409, messages: ['The version is being published.'] });
    expect(form()).toEqual(['asking', ['Somebody else has changed this.']]);
    expect(kernel.snapshot().errors.map(({ messages }) => messages)).toEqual([['The version is being published.']]);
  });

  test('stays when theirs is kept', () => {
    const { kernel, form, conflictId } = overtaken();
    kernel.dispatch(builtIn.keepTheirs({ id: conflictId }));
    expect(form()).toEqual(['asking', ['Somebody else has changed this.']]);
  });
});

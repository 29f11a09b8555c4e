/** What running a task by hand is in acts of the user and answers of the server. */
import { openPlace } from '../../src/commands/shell/openPlace.ts';
import { changeTaskRunForm, submitTaskRun, TASK_RUN_SCOPE } from '../../src/commands/tasks/taskRunSteps.ts';
import { newTaskRunForm, taskToRunOf } from '../../src/domain/taskRunForm.ts';
import type { TaskRunEvent } from '../../src/machines/taskRunMachine.ts';
import type { FakeScreen } from './fakeParts.ts';

const COMPLETE = { ...newTaskRunForm('check'), db_id: 'demo' };
const task = taskToRunOf(COMPLETE);
if (task === undefined) throw new Error('The form of check is not complete');
/** What is sent of the complete form. */
export const TASK_TO_RUN = task;

/** Carries one event out. */
export function actOnTaskRun(screen: FakeScreen, event: TaskRunEvent): void {
  const { kernel } = screen;
  switch (event.type) {
    case 'OPEN':
      // the form that is being sent cannot be changed
      if (kernel.workflow('taskRun').getSnapshot().value === 'starting') return;
      kernel.dispatch(openPlace({ path: '/tasks', search: `?dialog=run${event.template === null ? '' : `&template=${event.template}`}` }));
      return;
    case 'SUBMIT':
      if (TASK_RUN_SCOPE in kernel.snapshot().drafts) kernel.dispatch(changeTaskRunForm({ ...COMPLETE, db_id: event.run === null ? '' : 'demo' }));
      kernel.dispatch(submitTaskRun({}));
      return;
    case 'STARTED':
      screen.answer('runTask', () => ({ task_run_id: event.taskRunId, run_id: 3 }));
      return;
    case 'FAILED':
      screen.fail('runTask', {
        status: event.errors.length > 0 ? 400 : 500,
        messages: [...event.messages],
        url: '/',
        method: 'POST',
        ...(event.errors.length > 0 ? { fields: [...event.errors] } : {}),
      });
      return;
    case 'LEAVE':
      kernel.dispatch(openPlace({ path: '/tasks', search: '' }));
  }
}

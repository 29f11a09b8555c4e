/** What running a task by hand is in acts of the user and answers of the server. */
import { openPlace } from '../../src/commands/shell/openPlace.ts';
import { changeTaskRunForm, submitTaskRun, TASK_RUN_SCOPE } from '../../src/commands/tasks/taskRunSteps.ts';
import { newTaskRunForm, taskToRunOf } from '../../src/domain/taskRunForm.ts';
import type { TaskRunEvent } from '../../src/machines/taskRunMachine.ts';
import { acting } from './fakeParts.ts';

const COMPLETE = { ...newTaskRunForm('check'), db_id: 'demo' };
const task = taskToRunOf(COMPLETE);
if (task === undefined) throw new Error('The form of check is not complete');
/** What is sent of the complete form. */
export const TASK_TO_RUN = task;

/** Carries one event out. */
export const actOnTaskRun = acting<TaskRunEvent>((screen) => {
  const { kernel } = screen;
  return {
    OPEN: (event) => {
      // the form that is being sent cannot be changed
      if (kernel.workflow('taskRun').getSnapshot().value === 'starting') return;
      kernel.dispatch(openPlace({ path: '/tasks', search: `?dialog=run${event.template === null ? '' : `&template=${event.template}`}` }));
    },
    SUBMIT: (event) => {
      if (TASK_RUN_SCOPE in kernel.snapshot().drafts) kernel.dispatch(changeTaskRunForm({ ...COMPLETE, db_id: event.run === null ? '' : 'demo' }));
      kernel.dispatch(submitTaskRun({}));
    },
    STARTED: ({ taskRunId }) => screen.answer('runTask', () => ({ task_run_id: taskRunId, run_id: 3 })),
    FAILED: ({ errors, messages }) =>
      screen.fail('runTask', {
        status: errors.length > 0 ? 400 : 500,
        messages: [...messages],
        url: '/',
        method: 'POST',
        ...(errors.length > 0 ? { fields: [...errors] } : {}),
      }),
    LEAVE: () => openPlace({ path: '/tasks', search: '' }),
  };
});

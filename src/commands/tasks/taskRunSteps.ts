/** The steps of running a task by hand; `machines/taskRunMachine.ts` follows them, the draft keeps what is filled in. */
import { z } from 'zod';
import { newTaskRunForm, TaskRunForm } from '../../domain/taskRunForm.ts';
import { defineDraft } from '../../kernel/draftKind.ts';
import { defineStep, stepsOn } from '../defineStep.ts';

export const taskRunDraft = defineDraft('taskRun', TaskRunForm);

/** Scope of the task that is about to be run: there is one at most. */
export const TASK_RUN_SCOPE = 'taskRun';

const taskRunStep = stepsOn(taskRunDraft, () => TASK_RUN_SCOPE);

/** Opens the form, of a template where one is named. */
export const openTaskRunForm = taskRunStep('taskRunForm.open', 'Run a task', {
  payload: z.object({ template: z.string().nullable() }),
  samples: [{ template: null }, { template: 'check' }],
  open: ({ template }) => newTaskRunForm(template ?? undefined),
});

/** Fills the form in. Another template has other parameters: those that were filled in go. */
export const changeTaskRunForm = taskRunStep('taskRunForm.change', 'Fill the form of a task in', {
  payload: TaskRunForm.partial(),
  samples: [{ db_id: 'demo' }, { template: 'check' }, { command: { url: 'https://feeds.example/gtfs.zip' } }],
  edit: (form, changes) => {
    if (changes.template !== undefined && changes.template !== form.template) form.command = {};
    Object.assign(form, changes);
  },
  keep: ['template', 'db_id', 'name', 'version'],
});

/** Runs the task of the form. */
export const submitTaskRun = defineStep('taskRunForm.submit', 'Run the task');

/** Ends the form: what was filled in goes. */
export const closeTaskRunForm = taskRunStep('taskRunForm.close', 'Close the form of a task', {
  payload: z.object({}),
  samples: [{}],
  close: true,
});

/** The steps of running a task by hand; `machines/taskRunMachine.ts` follows them, the draft keeps what is filled in. */
import { z } from 'zod';
import { newTaskRunForm, TaskRunForm } from '../../domain/taskRunForm.ts';
import { defineDraft } from '../../kernel/draftKind.ts';
import { defineCommand } from '../define.ts';

export const taskRunDraft = defineDraft('taskRun', TaskRunForm);

/** Scope of the task that is about to be run: there is one at most. */
export const TASK_RUN_SCOPE = 'taskRun';

const scope = (): string => TASK_RUN_SCOPE;

/** Opens the form, of a template where one is named. */
export const openTaskRunForm = defineCommand('taskRunForm.open', {
  payload: z.object({ template: z.string().nullable() }),
  samples: () => [{ template: null }, { template: 'check' }],
  label: () => 'Run a task',
  draft: { kind: taskRunDraft, scope, open: ({ template }) => newTaskRunForm(template ?? undefined) },
  inverse: 'none',
  keep: 'all',
});

/** Fills the form in. Another template has other parameters: those that were filled in go. */
export const changeTaskRunForm = defineCommand('taskRunForm.change', {
  payload: TaskRunForm.partial(),
  samples: () => [{ db_id: 'demo' }, { template: 'check' }, { command: { url: 'https://feeds.example/gtfs.zip' } }],
  label: () => 'Fill the form of a task in',
  draft: {
    kind: taskRunDraft,
    scope,
    edit: (form, changes) => {
      if (changes.template !== undefined && changes.template !== form.template) form.command = {};
      Object.assign(form, changes);
    },
  },
  inverse: 'draft',
  keep: ['template', 'db_id', 'name', 'version'],
});

/** Runs the task of the form. */
export const submitTaskRun = defineCommand('taskRunForm.submit', {
  payload: z.object({}),
  samples: () => [{}],
  label: () => 'Run the task',
  inverse: 'none',
  keep: 'all',
});

/** Ends the form: what was filled in goes. */
export const closeTaskRunForm = defineCommand('taskRunForm.close', {
  payload: z.object({}),
  samples: () => [{}],
  label: () => 'Close the form of a task',
  draft: { kind: taskRunDraft, scope, close: true },
  inverse: 'none',
  keep: 'all',
});

import type { TaskRunContext, TaskRunEvent } from '../../../src/machines/taskRunMachine.ts';
import { expect, visit } from '../browser.ts';
import { commonOnScreen, type Surroundings, type WorkflowOnScreen } from './workflowOnScreen.ts';

type State = 'closed' | 'filling' | 'starting';

/** Running a task by hand. What is run never reaches the server: no task is left behind. */
export function taskRunOnScreen(surroundings: Surroundings): WorkflowOnScreen<TaskRunEvent, State> {
  const { page, held } = surroundings;
  const { answer, dismissErrors, nothingToAnswer } = commonOnScreen(surroundings);
  const dialog = page.getByRole('dialog', { name: 'Run a task' });
  const run = dialog.getByRole('button', { name: 'Run', exact: true });
  const task = dialog.getByRole('combobox', { name: 'Task' });
  const name = dialog.getByLabel('Name', { exact: true });
  const database = dialog.getByRole('combobox', { name: 'Database' });

  return {
    async begin() {
      await page.goto('/tasks');
      await expect(page.getByRole('button', { name: 'Run a task' })).toBeVisible();
    },
    events: {
      async OPEN({ template }, state) {
        // what is being begun cannot be changed
        if (state === 'starting') return expect(run).toHaveAttribute('data-loading', 'true');
        if (state === 'closed' && template === null) {
          await visit(page, '/tasks');
          return page.getByRole('button', { name: 'Run a task' }).click();
        }
        if (state === 'filling' && template === 'check') {
          await task.click();
          return page.getByRole('option', { name: 'Check', exact: true }).click();
        }
        await visit(page, `/tasks?dialog=run${template === null ? '' : `&template=${template}`}`);
      },
      async SUBMIT(event, state) {
        if (state === 'closed') return expect(dialog).toHaveCount(0);
        if (state === 'starting') return expect(run).toHaveAttribute('data-loading', 'true');
        await name.fill(event.run === null ? 'x'.repeat(300) : 'Path');
        if (event.run !== null) {
          await database.click();
          await page.getByRole('option', { name: /^velmar/ }).click();
        }
        await run.click();
      },
      STARTED: ({ taskRunId }, state) =>
        answer(async () => {
          await held.reply(200, { task_run_id: taskRunId, run_id: 3 });
          if (state === 'starting') await expect(page).toHaveURL(new RegExp(`/log/${taskRunId}$`));
        }),
      FAILED: ({ errors, messages }) => answer(() => (errors.length > 0 ? held.reply(400, errors) : held.fail(500, messages[0] ?? ''))),
      async LEAVE(_event, state) {
        if (state === 'filling') return dialog.getByRole('button', { name: 'Cancel' }).click();
        await visit(page, '/tasks');
      },
    },
    states: {
      async closed() {
        await expect(dialog).toHaveCount(0);
        // they lie under the dialog while that is open
        await dismissErrors();
      },
      async filling(context) {
        const { template, tried, errors, messages } = context as unknown as TaskRunContext;
        await expect(task).toHaveValue(template === null ? '' : 'Check');
        await expect(run).not.toHaveAttribute('data-loading');
        for (const { Message } of errors) await expect(dialog.getByText(Message, { exact: true })).toBeVisible();
        for (const message of messages) await expect(dialog.getByRole('alert').getByText(message)).toBeVisible();
        if (!tried) await expect(dialog.locator('[aria-invalid="true"]')).toHaveCount(0);
      },
      async starting() {
        await expect(run).toHaveAttribute('data-loading', 'true');
      },
    },
    // tasks of one database go one after another
    sent: (asked, answered) => Math.min(asked, answered + 1),
    async end() {
      await visit(page, '/tasks');
      while (held.waiting > 0) await held.fail(500, 'No');
      await nothingToAnswer();
      await dismissErrors();
    },
  };
}

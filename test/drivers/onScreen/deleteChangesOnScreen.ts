import type { DeleteChangesContext, DeleteChangesEvent } from '../../../src/machines/deleteChangesMachine.ts';
import { expect, visit } from '../browser.ts';
import { commonOnScreen, type Surroundings, type WorkflowOnScreen } from './workflowOnScreen.ts';

type State = 'closed' | 'asking' | 'deleting';

/** Deleting the two change sets of a draft. */
export function deleteChangesOnScreen(surroundings: Surroundings): WorkflowOnScreen<DeleteChangesEvent, State> {
  const { page, held, base } = surroundings;
  const { nothingToAnswer, dismissErrors } = commonOnScreen(surroundings);
  const list = page.getByRole('grid', { name: 'ChangeSets' });
  const open = page.getByRole('button', { name: 'Delete', exact: true });
  const question = page.getByRole('dialog', { name: /^Delete \d change sets?\?$/ });
  const yes = question.getByRole('button', { name: 'Delete', exact: true });
  const alert = question.getByRole('alert');

  return {
    async begin() {
      await page.goto(`${base}/agencies`);
      const form = page.getByRole('dialog', { name: 'Create agency' });
      for (const name of ['Path ferries', 'Path metro']) {
        await page.getByRole('button', { name: 'Create agency', exact: true }).click();
        await form.getByLabel('Id').fill(name);
        await form.getByLabel('Name').fill(name);
        await form.getByRole('button', { name: 'Create' }).click();
        await expect(page.getByRole('complementary', { name: `Agency ${name}` })).toBeVisible();
      }
      await nothingToAnswer();
      await visit(page, `/changes/velmar?dbVersionId=${base.split('/').at(-1)}&mode=Delete`);
      await expect(list.locator('[data-row]')).toHaveCount(2);
    },
    events: {
      async ASK({ setIds }, state) {
        if (state !== 'closed') return expect(question).toBeVisible();
        // deleting them made sets too
        const rows = list.locator('[data-row]').filter({ hasText: /^Create agency/ });
        for (const box of await rows.getByRole('checkbox').all()) await box.setChecked(setIds.length > 0);
        if (setIds.length > 0) return open.click();
        await expect(open).toHaveAttribute('aria-disabled', 'true');
      },
      async CONFIRM(_event, state) {
        if (state === 'closed') return expect(question).toHaveCount(0);
        if (state === 'deleting') return expect(yes).toHaveAttribute('data-loading', 'true');
        await yes.click();
      },
      async DONE(_event, state) {
        if (state !== 'deleting') return nothingToAnswer();
        await expect.poll(() => held.waiting).toBe(1);
        await held.release();
      },
      async FAILED({ messages: [message = ''] }, state) {
        if (state !== 'deleting') return nothingToAnswer();
        await expect.poll(() => held.waiting).toBe(1);
        await held.fail(409, message);
      },
      async CLOSE(_event, state, context) {
        if (state === 'closed') return expect(question).toHaveCount(0);
        await page.keyboard.press('Escape');
        await expect(question).toHaveCount(0);
        if (state === 'asking') return;
        // what was under way fails, and that is told where one is then
        for (const _set of (context as DeleteChangesContext).setIds) {
          await expect.poll(() => held.waiting).toBe(1);
          await held.fail(500, 'No');
        }
        await expect(page.getByTestId('errors')).toContainText('No');
        await dismissErrors();
      },
    },
    states: {
      async closed() {
        await expect(question).toHaveCount(0);
      },
      async asking(context) {
        const { setIds, messages } = context as DeleteChangesContext;
        await expect(question).toHaveAccessibleName(`Delete ${setIds.length} change set${setIds.length === 1 ? '' : 's'}?`);
        await expect(yes).not.toHaveAttribute('aria-disabled');
        if (messages.length === 0) await expect(alert).toHaveCount(0);
        for (const message of messages) await expect(alert).toContainText(message);
      },
      async deleting() {
        await expect(yes).toHaveAttribute('data-loading', 'true');
      },
    },
    // one after the other
    sent: (asked, answered) => Math.min(asked, answered + 1),
    async end() {
      if (await question.isVisible()) await page.keyboard.press('Escape');
      while (!(await page.getByRole('contentinfo', { name: 'Status' }).getByText('All saved').isVisible())) {
        await expect.poll(() => held.waiting).toBe(1);
        await held.fail(500, 'No');
      }
      await dismissErrors();
    },
  };
}

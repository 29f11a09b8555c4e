import type { FareFormEvent } from '../../../src/machines/fareFormMachine.ts';
import { expect, visit } from '../browser.ts';
import type { Surroundings, WorkflowOnScreen } from './workflowOnScreen.ts';

type State = 'closed' | 'filling' | 'saving';

/** Making a fare, as somebody fills in its form. */
export function fareFormOnScreen({ page, held, base }: Surroundings): WorkflowOnScreen<FareFormEvent, State> {
  const form = page.getByRole('dialog', { name: 'Create fare' });
  const id = form.getByLabel('Id');
  const create = form.getByRole('button', { name: 'Create', exact: true });
  const errors = page.getByTestId('errors');
  const status = page.getByRole('contentinfo', { name: 'Status' });
  const rows = page.getByRole('grid', { name: 'Fares' }).locator('[data-row]');

  /** The id that was typed last; each is given once. */
  let typed = '';
  let made = 0;

  /** What was told of a failure lies under the form while that is open. */
  const dismissErrors = async (): Promise<void> => {
    if (await errors.isVisible()) await errors.getByRole('button', { name: 'Close and clear the errors' }).click();
  };
  const nothingToAnswer = (): Promise<void> => expect(status.getByText('All saved')).toBeVisible();

  return {
    async begin() {
      await page.goto(`${base}/fares`);
      await expect(rows.first()).toBeVisible();
    },
    events: {
      async OPEN(_event, state) {
        if (state !== 'closed') return expect(form).toBeVisible();
        await page.getByRole('main').getByRole('button', { name: 'Create fare' }).click();
      },
      async SUBMIT({ form: { fareId, description, price } }, state) {
        if (state === 'closed') return expect(form).toHaveCount(0);
        if (state === 'saving') {
          await expect(create).toBeDisabled();
          return id.press('Enter');
        }
        typed = fareId.trim() === '' ? fareId : `${fareId}-${(made += 1)}`;
        await id.fill(typed);
        await form.getByLabel('Description').fill(description);
        await form.getByLabel('Price').fill(price);
        return made % 2 === 1 ? id.press('Enter') : create.click();
      },
      async CANCEL(_event, state) {
        await page.keyboard.press('Escape');
        if (state === 'saving') await expect(form).toBeVisible();
      },
      async LEAVE() {
        await visit(page, '/data');
        await expect(page.getByRole('heading', { name: /^Databases/ })).toBeVisible();
        await expect(form).toHaveCount(0);
        await visit(page, `${base}/fares`);
        await expect(rows.first()).toBeVisible();
      },
      async DONE(_event, state) {
        if (held.waiting === 0) return nothingToAnswer();
        await held.release();
        if (state !== 'saving') return;
        await expect(page).toHaveURL(new RegExp(`/fares/${typed}$`));
        await expect(page.getByRole('complementary', { name: /^Fare / }).getByLabel('Description', { exact: true })).toBeVisible();
      },
      async FAILED({ messages: [message = ''] }, state) {
        if (held.waiting === 0) return nothingToAnswer();
        await held.fail(409, message);
        if (state !== 'saving') return expect(errors).toContainText(message);
        // told in the form alone
        await expect(form).toContainText(message);
        await expect(errors).toHaveCount(0);
      },
    },
    states: {
      async closed() {
        await expect(form).toHaveCount(0);
        await dismissErrors();
      },
      async filling({ messages = [] }) {
        await expect(create).toBeEnabled();
        for (const message of messages) await expect(form.getByText(message)).toBeVisible();
        if (messages.length > 0) await expect(id).toHaveValue(typed);
        else await expect(form.getByRole('alert')).toHaveCount(0);
      },
      async saving() {
        await expect(create).toBeDisabled();
        await expect(id).toHaveValue(typed);
      },
    },
    // each fare is written by itself, whatever others wait for
    sent: (asked) => asked,
    async end() {
      if (await form.isVisible()) await page.keyboard.press('Escape');
      while (held.waiting > 0) await held.release();
      await nothingToAnswer();
      await dismissErrors();
    },
  };
}

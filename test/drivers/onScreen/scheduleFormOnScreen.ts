import type { ScheduleFormEvent } from '../../../src/machines/scheduleFormMachine.ts';
import { expect, visit } from '../browser.ts';
import type { Surroundings, WorkflowOnScreen } from './workflowOnScreen.ts';

type State = 'closed' | 'filling' | 'saving' | 'asking' | 'removing';

/** Making a schedule, cloning one and deleting one, as somebody fills in the form and answers the question. */
export function scheduleFormOnScreen({ page, held, base }: Surroundings): WorkflowOnScreen<ScheduleFormEvent, State> {
  const form = page.getByRole('dialog', { name: /^(Create|Clone) schedule$/ });
  const id = form.getByLabel(/chedule id/);
  const submit = form.getByRole('button', { name: /^(Create|Clone)$/ });
  const question = page.getByRole('dialog', { name: 'Delete schedule' });
  const confirm = question.getByRole('button', { name: 'Delete', exact: true });
  const errors = page.getByTestId('errors');
  const rows = page.getByRole('grid', { name: 'Schedules' }).locator('[data-row]');

  /** The id that was typed last; each is given once. */
  let typed = '';
  let made = 0;

  /** What was told of a failure lies under the form or the question while that is open. */
  const dismissErrors = async (): Promise<void> => {
    if (await errors.isVisible()) await errors.getByRole('button', { name: 'Close and clear the errors' }).click();
  };
  const nothingToAnswer = (): Promise<void> => expect(page.getByRole('contentinfo', { name: 'Status' }).getByText('All saved')).toBeVisible();
  const fail = async (status: number, message: string): Promise<void> => {
    await expect.poll(() => held.waiting).toBe(1);
    await held.fail(status, message);
  };
  const openList = async (): Promise<void> => {
    await visit(page, `${base}/schedules`);
    await expect(rows.first()).toBeVisible();
  };
  const openSchedule = async (): Promise<void> => {
    await openList();
    await rows.nth(1).click();
    await expect(page.getByRole('region', { name: 'Tracks' })).toBeVisible();
  };
  /** What is open covers the screen: nothing else can be asked for. */
  const covered = (state: State): Promise<void> => expect(state === 'filling' || state === 'saving' ? form : question).toBeVisible();

  return {
    async begin() {
      await page.goto(`${base}/schedules`);
      await expect(rows.first()).toBeVisible();
    },
    events: {
      async FORM({ scheduleIds }, state) {
        if (state !== 'closed') return covered(state);
        if (scheduleIds.length === 0) {
          await openList();
          return page.getByRole('button', { name: 'Create schedule' }).click();
        }
        await openSchedule();
        await page.getByRole('button', { name: 'Clone', exact: true }).click();
      },
      async ASK(_event, state) {
        if (state !== 'closed') return covered(state);
        await openSchedule();
        await page.getByRole('button', { name: 'Delete', exact: true }).click();
      },
      async SUBMIT(event, state) {
        if (state === 'saving') return id.press('Enter');
        if (state !== 'filling') return expect(form).toHaveCount(0);
        typed = event.id.trim() === '' ? event.id : `${event.id}-${(made += 1)}`;
        await id.fill(typed);
        return made % 2 === 1 ? id.press('Enter') : submit.click();
      },
      async CONFIRM(_event, state) {
        if (state === 'asking') return confirm.click();
        if (state === 'removing') return expect(confirm).toBeDisabled();
        await expect(question).toHaveCount(0);
      },
      async CANCEL() {
        await page.keyboard.press('Escape');
      },
      async LEAVE() {
        await visit(page, '/data');
        await expect(page.getByRole('heading', { name: /^Databases/ })).toBeVisible();
        await expect(form).toHaveCount(0);
        await expect(question).toHaveCount(0);
        if (held.waiting > 0) {
          // nobody waits in a form any more: it is told in the corner
          await fail(500, 'No');
          await expect(errors).toContainText('No');
        }
        await dismissErrors();
        await openList();
      },
      async DONE(_event, state) {
        if (held.waiting === 0) return nothingToAnswer();
        await held.release();
        if (state === 'saving') await expect(page).toHaveURL(`${base}/schedules/${typed}/a-b/map`);
        if (state === 'removing') await expect(page).toHaveURL(`${base}/schedules`);
      },
      async FAILED({ messages: [message = ''] }) {
        if (held.waiting === 0) return nothingToAnswer();
        await fail(400, message);
        // told in the form alone
        await expect(form.or(question)).toContainText(message);
        await expect(errors).toHaveCount(0);
      },
    },
    states: {
      async closed() {
        await expect(form).toHaveCount(0);
        await expect(question).toHaveCount(0);
        await dismissErrors();
      },
      async filling({ messages = [] }) {
        await expect(submit).toBeEnabled();
        for (const message of messages) await expect(form.getByText(message)).toBeVisible();
        if (messages.length > 0) await expect(id).toHaveValue(typed);
      },
      async saving() {
        await expect(submit).toBeDisabled();
        await expect(id).toHaveValue(typed);
      },
      async asking({ messages = [] }) {
        await expect(confirm).toBeEnabled();
        for (const message of messages) await expect(question.getByText(message)).toBeVisible();
        if (messages.length === 0) await expect(question.getByRole('alert')).toHaveCount(0);
      },
      async removing() {
        await expect(confirm).toBeDisabled();
      },
    },
    sent: (asked) => asked,
    async end() {
      if ((await form.isVisible()) || (await question.isVisible())) await page.keyboard.press('Escape');
      while (held.waiting > 0) await held.release();
      await nothingToAnswer();
      await dismissErrors();
    },
  };
}

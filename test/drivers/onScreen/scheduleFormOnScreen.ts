import type { ScheduleFormEvent } from '../../../src/machines/scheduleFormMachine.ts';
import { expect } from '../browser.ts';
import type { Surroundings, WorkflowOnScreen } from './workflowOnScreen.ts';

type State = 'closed' | 'filling' | 'saving' | 'asking' | 'removing';

/** Making, cloning and deleting a schedule, as somebody with mouse and keyboard does it. */
export function scheduleFormOnScreen({ page, held, base }: Surroundings): WorkflowOnScreen<ScheduleFormEvent, State> {
  const form = page.getByRole('dialog', { name: /^(Create|Clone) schedule$/ });
  const question = page.getByRole('dialog', { name: 'Delete schedule' });
  const id = form.getByRole('textbox', { name: /schedule id/i });
  const rows = page.getByRole('grid', { name: 'Schedules' }).locator('[data-row]');
  const errors = page.getByTestId('errors');
  /** A schedule that is made must not be there yet. */
  let made = 0;
  let removes = false;

  const toList = async (): Promise<void> => {
    if (!new URL(page.url()).pathname.endsWith('/schedules')) await page.getByRole('link', { name: 'All schedules' }).click();
    await expect(rows.first()).toBeVisible();
  };
  const pick = async (): Promise<void> => {
    await toList();
    const checked = page.getByRole('checkbox', { name: /^Select / }).first();
    if (!(await checked.isChecked())) await checked.check();
  };

  return {
    async begin() {
      await page.goto(`${base}/schedules`);
      await expect(rows.first()).toBeVisible();
    },
    events: {
      async FORM(event, state) {
        if (state !== 'closed') return expect(form.or(question)).toBeVisible();
        removes = false;
        if (event.scheduleIds.length === 0) {
          await toList();
          return page.getByRole('button', { name: 'Create schedule' }).click();
        }
        await pick();
        return page.getByRole('button', { name: 'Clone', exact: true }).click();
      },
      async ASK(_event, state) {
        if (state !== 'closed') return expect(form.or(question)).toBeVisible();
        removes = true;
        await pick();
        return page.getByRole('button', { name: 'Delete', exact: true }).click();
      },
      async SUBMIT(event, state) {
        if (state === 'closed' || state === 'asking' || state === 'removing') return expect(form).toHaveCount(0);
        if (state === 'saving') return id.press('Enter');
        await id.fill(event.id.trim() === '' ? event.id : `${event.id}-${++made}`);
        await id.press('Enter');
      },
      async CONFIRM(_event, state) {
        if (state !== 'asking') return expect(question.getByRole('button', { name: 'Delete', disabled: false })).toHaveCount(0);
        await question.getByRole('button', { name: 'Delete' }).click();
      },
      async CANCEL() {
        await page.keyboard.press('Escape');
      },
      async LEAVE() {
        await page.evaluate(() => {
          window.history.pushState(null, '', '/data');
          window.dispatchEvent(new PopStateEvent('popstate'));
        });
        await expect(form.or(question)).toHaveCount(0);
        await page.goBack();
        await expect(rows.first().or(page.getByRole('link', { name: 'All schedules' }))).toBeVisible();
      },
      async DONE(_event, state) {
        if (held.waiting === 0) return;
        await held.release();
        await expect(page.getByRole('contentinfo', { name: 'Status' }).getByText('All saved')).toBeVisible();
        if (state === 'saving' && !removes) await expect(page).toHaveURL(new RegExp(`/schedules/[^/]+-${made}(/a-b/map)?$`));
      },
      async FAILED(event) {
        if (held.waiting === 0) return;
        await held.fail(400, event.messages[0] ?? '');
        await expect(errors).toContainText(event.messages[0] ?? '');
        await errors.getByRole('button', { name: 'Close and clear the errors' }).click();
      },
    },
    states: {
      async closed() {
        await expect(form.or(question)).toHaveCount(0);
      },
      async filling({ messages = [] }) {
        await expect(id).toBeVisible();
        for (const message of messages) await expect(form.getByText(message)).toBeVisible();
      },
      async saving() {
        await expect(form.locator('[data-loading=true]')).toBeVisible();
      },
      async asking({ messages = [] }) {
        await expect(question.getByText('Do you want to delete')).toBeVisible();
        for (const message of messages) await expect(question.getByText(message)).toBeVisible();
      },
      async removing() {
        await expect(question.locator('[data-loading=true]')).toBeVisible();
      },
    },
    sent: (asked) => asked,
    async end() {
      while (held.waiting > 0) await held.release();
    },
  };
}

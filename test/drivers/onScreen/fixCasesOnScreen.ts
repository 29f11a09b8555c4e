import type { FixCasesContext, FixCasesEvent } from '../../../src/machines/fixCasesMachine.ts';
import { stopPopup } from '../../e2e/editing.ts';
import { expect, visit } from '../browser.ts';
import { commonOnScreen, type Surroundings, type WorkflowOnScreen } from './workflowOnScreen.ts';

type State = 'closed' | 'choosing' | 'fixing';

const STOPS = ['V0133A', 'V0020A'];

/** Fixing the names of two stops; what was fixed is undone, so that there is something to fix again. */
export function fixCasesOnScreen(surroundings: Surroundings): WorkflowOnScreen<FixCasesEvent, State> {
  const { page, held, base } = surroundings;
  const { nothingToAnswer, dismissErrors, letGo } = commonOnScreen(surroundings);
  const panel = page.getByRole('region', { name: 'Validation' });
  const cases = panel.getByRole('grid', { name: 'Cases' }).locator('[data-row]');
  const open = panel.getByRole('button', { name: 'Fix…' });
  const dialog = page.getByRole('dialog', { name: 'Trim the name: Stop name format' });
  const fix = dialog.getByRole('button', { name: /^Fix (all )?\d$/ });
  const alert = dialog.getByRole('alert');
  const boxOf = (id: string) => dialog.getByRole('checkbox', { name: `Fix ${id}` });
  const toggle = (id: string): Promise<void> => dialog.locator('[data-row]').filter({ hasText: id }).first().click();

  return {
    async begin() {
      for (const stop of STOPS) {
        await page.goto(`${base}/stops/${stop}`);
        const name = stopPopup(page).getByLabel('Name', { exact: true });
        await name.fill(`Two  spaces ${stop}`);
        await name.press('Enter');
        await nothingToAnswer();
      }
      await visit(page, `${base}/stops?rule=stops.203`);
      await expect(cases).toHaveCount(2);
    },
    events: {
      OPEN: (_event, state) => (state === 'closed' ? open.click() : expect(dialog).toBeVisible()),
      async TOGGLE({ id }, state) {
        if (state === 'closed') return expect(dialog).toHaveCount(0);
        // while they are being fixed, what is chosen stays so
        await toggle(id);
      },
      async FIX({ documents }, state) {
        if (state === 'closed') return expect(dialog).toHaveCount(0);
        if (state === 'fixing') return expect(fix).toHaveAttribute('data-loading', 'true');
        if (documents.length > 0) return fix.click();
        const ticked: string[] = [];
        for (const id of STOPS) if (await boxOf(id).isChecked()) ticked.push(id);
        for (const id of ticked) await toggle(id);
        await expect(fix).toHaveAttribute('aria-disabled', 'true');
        for (const id of ticked) await toggle(id);
      },
      async DONE(_event, state) {
        if (state !== 'fixing') return nothingToAnswer();
        await expect.poll(() => held.waiting).toBe(1);
        await held.release();
        await expect(dialog).toHaveCount(0);
        await page.getByRole('button', { name: /^Undo: Trim the name of / }).click();
        await expect(page.getByRole('button', { name: /^Undo: Rename stop / })).toBeVisible();
        await expect(cases).toHaveCount(2);
      },
      async FAILED({ messages: [message = ''] }, state) {
        if (state !== 'fixing') return nothingToAnswer();
        await expect.poll(() => held.waiting).toBe(1);
        await held.fail(409, message);
      },
      async CLOSE(_event, state) {
        if (state === 'closed') return expect(dialog).toHaveCount(0);
        await page.keyboard.press('Escape');
        await expect(dialog).toHaveCount(0);
        if (state === 'choosing') return;
        // what was under way fails, and that is told where one is then
        await expect.poll(() => held.waiting).toBe(1);
        await held.fail(500, 'No');
        await expect(page.getByTestId('errors')).toContainText('No');
        await dismissErrors();
      },
    },
    states: {
      async closed() {
        await expect(dialog).toHaveCount(0);
      },
      async choosing(context) {
        const { left, messages } = context as FixCasesContext;
        for (const id of STOPS) await expect(boxOf(id)).toBeChecked({ checked: !left.includes(id) });
        await expect(fix).not.toHaveAttribute('data-loading');
        if (messages.length === 0) await expect(alert).toHaveCount(0);
        for (const message of messages) await expect(alert).toContainText(message);
      },
      async fixing() {
        await expect(fix).toHaveAttribute('data-loading', 'true');
        await expect(alert).toHaveCount(0);
      },
    },
    sent: (asked) => asked,
    async end() {
      if (await dialog.isVisible()) await page.keyboard.press('Escape');
      await letGo();
      await dismissErrors();
    },
  };
}

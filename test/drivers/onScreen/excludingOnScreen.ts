import type { ExcludingEvent } from '../../../src/machines/excludingMachine.ts';
import { expect, visit } from '../browser.ts';
import { setCaseAside } from '../setAside.ts';
import { commonOnScreen, type Surroundings, type WorkflowOnScreen } from './workflowOnScreen.ts';

type State = 'idle' | 'selecting' | 'saving';
interface Context {
  readonly selected?: readonly string[];
  readonly messages?: readonly string[];
}

/** The one rule of the demo city whose cases can be excluded stands for both of the path cases: entering it again forgets the selection. */
const RULE = 212;

/** Setting cases of a rule aside, and taking back one that was set aside before. The server never hears of what is confirmed. */
export function excludingOnScreen(surroundings: Surroundings): WorkflowOnScreen<ExcludingEvent, State> {
  const { page, held, base } = surroundings;
  const { answer, dismissErrors, letGo } = commonOnScreen(surroundings);
  const panel = page.getByRole('region', { name: 'Validation' });
  const rows = panel.getByRole('grid', { name: 'Cases' }).locator('[data-row]');
  const exclude = panel.getByRole('button', { name: /^Exclude( \d+)?$/ });
  const takeBack = panel.getByRole('button', { name: 'Remove excluded cases' });
  const selectAll = panel.getByRole('button', { name: 'Select all' });
  /** The first case is set aside in this version already; the second is not. */
  const chosen = [rows.nth(0), rows.nth(1)];
  const isOn = async (): Promise<boolean> => /\d/.test((await exclude.textContent()) ?? '');

  let takeItBack: (() => Promise<void>) | undefined;

  return {
    async begin() {
      await page.goto(`${base}/stops?rule=stops.${RULE}`);
      await expect(rows.first()).toBeVisible({ timeout: 60_000 });
      takeItBack = await setCaseAside(page, base, RULE);
      await page.goto(`${base}/stops?rule=stops.${RULE}`);
      await expect(rows.first().locator('[data-ignored]')).toBeVisible();
      await expect(rows.nth(1).locator('[data-ignored]')).toHaveCount(0);
    },
    events: {
      async ENTER() {
        await visit(page, `${base}/stops?rule=stops.${RULE}&excluding=true`);
        await expect(rows.first()).toBeVisible();
      },
      async SELECT({ selected }, state) {
        if (state === 'idle') return expect(selectAll).toHaveCount(0);
        // while they are being set aside, what is chosen stays so
        if (state === 'saving' || (await isOn()) !== selected) for (const row of chosen) await row.click();
      },
      async CONFIRM({ removed }, state) {
        if (state === 'idle') return expect(exclude).toHaveCount(0);
        if (state === 'saving') return expect(exclude).toHaveAttribute('data-loading', 'true');
        const button = removed ? takeBack : exclude;
        if (!(await isOn())) return expect(button).toHaveAttribute('aria-disabled', 'true');
        const call = page.waitForRequest((request) => request.url().endsWith(`/rules/${RULE}/ignore`));
        await button.click();
        expect((await call).method()).toBe(removed ? 'DELETE' : 'POST');
      },
      DONE: () => answer(() => held.reply(200, { Cases: 1, Entities: 1, Entity: 'Stop' })),
      FAILED: ({ messages }) => answer(() => held.fail(500, messages[0] ?? '')),
      async LEAVE() {
        await visit(page, `${base}/stops?rule=stops.${RULE}`);
        await expect(selectAll).toHaveCount(0);
      },
    },
    states: {
      async idle() {
        await expect(exclude).toHaveCount(0);
        await dismissErrors();
      },
      async selecting(context) {
        const { selected = [], messages = [] } = context as Context;
        await expect(exclude).toHaveText(selected.length === 0 ? 'Exclude' : 'Exclude 2');
        await expect(exclude).not.toHaveAttribute('data-loading');
        for (const message of messages) await expect(panel.getByRole('alert').getByText(message)).toBeVisible();
        if (messages.length === 0) await expect(panel.getByRole('alert')).toHaveCount(0);
        await dismissErrors();
      },
      async saving() {
        await expect(exclude).toHaveAttribute('data-loading', 'true');
      },
    },
    // what is set aside in one version goes one after another
    sent: (asked, answered) => Math.min(asked, answered + 1),
    async end() {
      await visit(page, `${base}/stops`);
      while (held.waiting > 0) await held.fail(500, 'No');
      await letGo();
      await dismissErrors();
      await takeItBack?.();
    },
  };
}

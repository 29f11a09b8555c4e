import type { DeleteModeEvent } from '../../../src/machines/deleteModeMachine.ts';
import { expect, visit } from '../browser.ts';
import { commonOnScreen, type Surroundings, type WorkflowOnScreen } from './workflowOnScreen.ts';

type State = 'off' | 'choosing' | 'asking';
type Context = Extract<DeleteModeEvent, { type: 'ASK_ONE' }> & { readonly single: boolean };

/** Two agencies that no line belongs to, and the fare of the demo city: names by the ids of the path cases. */
const AGENCIES: Readonly<Record<string, string>> = { A1: 'Path ferries', A2: 'Path metro' };
const FARE = 'day';

/** Removing agencies and fares, as somebody chooses them from their list. */
export function deleteModeOnScreen(surroundings: Surroundings): WorkflowOnScreen<DeleteModeEvent, State> {
  const { page, held, base } = surroundings;
  const { dismissErrors, errors } = commonOnScreen(surroundings);
  const bar = page.getByRole('group', { name: 'Delete mode' });
  const dialog = page.getByRole('dialog', { name: /^Removes? / });
  const start = page.getByRole('button', { name: 'Delete mode', exact: true });
  const list = { agencies: page.getByRole('grid', { name: 'Agencies' }), fares: page.getByRole('grid', { name: 'Fares' }) };
  /** Rows of the list that stand for the ids of a case: the second fare is not among those of the case. */
  let present: 'agencies' | 'fares' = 'agencies';
  const nameOf = (id: string): string => (present === 'agencies' ? (AGENCIES[id] ?? id) : id === 'A1' ? 'Day ticket' : 'Night ticket');
  const boxOf = (id: string) => list[present].getByRole('checkbox', { name: `Choose ${nameOf(id)}` });
  const questionOf = ({ ids, page: of }: Context): string =>
    ids.length > 1
      ? `Do you want to remove ${ids.length} selected ${of} from the list?`
      : `Do you want to remove "${nameOf(ids[0] === 'F1' ? 'A1' : (ids[0] ?? ''))}" ${of === 'agencies' ? 'agency' : 'fare'}?`;

  return {
    async begin() {
      await page.goto(`${base}/agencies`);
      const form = page.getByRole('dialog', { name: 'Create agency' });
      for (const [id, name] of Object.entries(AGENCIES)) {
        await page.getByRole('button', { name: 'Create agency', exact: true }).click();
        await form.getByLabel('Id').fill(id);
        await form.getByLabel('Name').fill(name);
        await form.getByRole('button', { name: 'Create' }).click();
        await expect(page.getByRole('complementary', { name: `Agency ${name}` })).toBeVisible();
      }
    },
    events: {
      async START(event, state) {
        // the question lies over the list, and over the details that it was asked from
        if (state === 'asking') return expect(dialog).toBeVisible();
        // the list that is chosen from offers no second mode
        if (state !== 'off') return expect(start).toHaveCount(0);
        present = event.page === 'fares' ? 'fares' : 'agencies';
        await visit(page, `${base}/${present}${present === 'agencies' ? '?Name=path' : ''}`);
        await expect(list[present].locator('[data-row]').first()).toBeVisible();
        await start.click();
      },
      async ASK_ONE(_event, state) {
        const remove = page.getByRole('button', { name: 'Remove fare', exact: true });
        // the question lies over the details
        if (state === 'asking') return expect(dialog).toBeVisible();
        if (state === 'choosing') return expect(remove).toHaveCount(0);
        present = 'fares';
        await visit(page, `${base}/fares/${FARE}`);
        await remove.click();
      },
      async CHOOSE({ ids }, state) {
        if (state !== 'choosing') return expect(bar.filter({ visible: state === 'off' })).toHaveCount(0);
        for (const id of Object.keys(AGENCIES)) {
          if ((await boxOf(id).isChecked()) === ids.includes(id)) continue;
          await list[present]
            .locator('[data-row]')
            .filter({ hasText: nameOf(id) })
            .click();
          await expect(boxOf(id)).toBeChecked({ checked: ids.includes(id) });
        }
      },
      async ASK(_event, state) {
        if (state === 'off') return expect(bar).toHaveCount(0);
        if (state === 'asking') return expect(dialog).toBeVisible();
        const remove = bar.getByRole('button', { name: /^Remove/ });
        if ((await remove.getAttribute('aria-disabled')) === 'true') return;
        await remove.click();
      },
      async CONFIRM(_event, state) {
        if (state !== 'asking') return expect(dialog).toHaveCount(0);
        // Enter says yes
        await expect(dialog.getByRole('button', { name: 'Remove', exact: true })).toBeFocused();
        await page.keyboard.press('Enter');
        await expect(page).toHaveURL(new RegExp(present === 'agencies' ? `${base}\\?Name=path$` : `${base}/fares$`));
        // refused, they stay for the next time
        await expect.poll(() => held.waiting).toBe(1);
        await held.fail(409, 'Not now');
        await expect(errors).toContainText('Not now');
        await dismissErrors();
      },
      async CANCEL(_event, state) {
        if (state === 'choosing') return bar.getByRole('button', { name: 'Cancel' }).click();
        if (state === 'asking') return page.keyboard.press('Escape');
        await expect(bar).toHaveCount(0);
      },
      async LEAVE() {
        await visit(page, `${base}/stops`);
        await expect(page.getByRole('grid', { name: 'Stops' }).locator('[data-row]').first()).toBeVisible();
      },
    },
    states: {
      async off() {
        await expect(dialog).toHaveCount(0);
        await expect(bar).toHaveCount(0);
      },
      async choosing(context) {
        const { ids } = context as Context;
        await expect(dialog).toHaveCount(0);
        await expect(bar.getByRole('button', { name: ids.length === 0 ? 'Remove' : `Remove ${ids.length}`, exact: true })).toBeVisible();
        for (const id of Object.keys(AGENCIES)) await expect(boxOf(id)).toBeChecked({ checked: ids.includes(id) });
      },
      async asking(context) {
        await expect(dialog.getByText(questionOf(context as Context))).toBeVisible();
      },
    },
    sent: (asked) => asked,
    async end() {
      if (await dialog.isVisible()) await page.keyboard.press('Escape');
      if (await bar.isVisible()) await bar.getByRole('button', { name: 'Cancel' }).click();
    },
  };
}

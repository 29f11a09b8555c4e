import type { FareCheckEvent } from '../../../src/machines/fareCheckMachine.ts';
import { expect, visit } from '../browser.ts';
import type { Surroundings, WorkflowOnScreen } from './workflowOnScreen.ts';

type State = 'closed' | 'filling' | 'picking';

/** The stop of the demo city that stands for that of the path cases. */
const STOP = 'V0133A';
const HINT = 'Click the stop of the journey. Escape leaves.';

/** Asking which fares apply to a journey. */
export function fareCheckOnScreen({ page, map, base }: Surroundings): WorkflowOnScreen<FareCheckEvent, State> {
  const panel = page.getByRole('complementary', { name: 'Fare check Which fares apply' });
  const pickers = { 0: 'origin', [-1]: 'stop of the ride before' };
  const hint = page.getByRole('region', { name: 'Map' }).locator('.map-hint').getByText(HINT, { exact: true });
  /** Field that a stop is picked for. */
  let picking = 0;

  return {
    async begin() {
      // the map stands where that stop is
      await page.goto(`${base}/stops/${STOP}`);
      await map.stop(STOP);
      await visit(page, `${base}/fares`);
      await expect(page.getByRole('grid', { name: 'Fares' }).locator('[data-row]').first()).toBeVisible();
    },
    events: {
      async OPEN(_event, state) {
        if (state !== 'closed') return expect(panel).toBeVisible();
        await visit(page, `${base}/fares`);
        await page.keyboard.press('Alt+Shift+F');
      },
      async CHANGE({ draft: { date = '' } }, state) {
        if (state === 'closed') return expect(panel).toHaveCount(0);
        const field = panel.getByLabel('Date');
        // with the active tool what is written does not count
        if (state === 'picking') return expect(hint).toBeVisible();
        await field.fill(date);
      },
      async PICK({ at }, state) {
        if (state === 'closed') return expect(panel).toHaveCount(0);
        if (state === 'picking') return expect(hint).toBeVisible();
        picking = at;
        const prior = panel.getByRole('button', { name: 'There was a ride before' });
        if (at < 0 && (await prior.count()) > 0) await prior.click();
        await panel.getByRole('button', { name: `Pick ${pickers[at === 0 ? 0 : -1]} on the map` }).click();
      },
      async PICKED(_event, state) {
        if (state !== 'picking') return expect(hint).toHaveCount(0);
        await map.click(await map.stop(STOP));
        await expect(panel.getByRole('combobox', { name: picking === 0 ? 'Origin' : 'Stop of the ride before' })).toHaveValue(new RegExp(STOP));
      },
      CLOSE: () => page.keyboard.press('Escape'),
      async LEAVE() {
        await visit(page, `${base}/stops`);
        await expect(page.getByRole('grid', { name: 'Stops' }).locator('[data-row]').first()).toBeVisible();
      },
    },
    states: {
      async closed() {
        await expect(panel).toHaveCount(0);
        await expect(hint).toHaveCount(0);
      },
      async filling(context) {
        const { draft } = context as { draft?: { date?: string; stops?: readonly string[] } };
        await expect(hint).toHaveCount(0);
        // it begins with today
        if (draft?.date === '') await expect(panel.getByLabel('Date')).toHaveValue(/^\d{4}-\d{2}-\d{2}$/);
        else await expect(panel.getByLabel('Date')).toHaveValue(draft?.date ?? '');
        await expect(panel.getByRole('combobox', { name: 'Origin' })).toHaveValue(draft?.stops?.[0] === '' ? '' : new RegExp(STOP));
      },
      async picking() {
        await expect(hint).toBeVisible();
        await expect(panel).toBeVisible();
      },
    },
    sent: (asked) => asked,
    async end() {
      await page.keyboard.press('Escape');
    },
  };
}

import type { CreateStopEvent } from '../../../src/machines/createStopMachine.ts';
import { parseCoordinate } from '../../../src/domain/coordinate.ts';
import { expect } from '../browser.ts';
import type { Point } from '../mapDriver.ts';
import type { Surroundings, WorkflowOnScreen } from './workflowOnScreen.ts';

type State = 'closed' | 'placing' | 'offered' | 'filling' | 'creating';

/** A stop of the demo city, to bring the map to where stops are made. */
const NEIGHBOUR = 'V0133A';
/** Px by which the place in the form may miss the place of the click: it is written with 6 decimals. */
const NEAR = 2;

/** Creating a stop from a click on the map, as somebody with mouse and keyboard does it. */
export function createStopOnScreen({ page, map, held, base }: Surroundings): WorkflowOnScreen<CreateStopEvent, State> {
  const menu = page.getByRole('dialog', { name: 'Create here' });
  const form = page.getByRole('dialog', { name: 'Create stop' });
  const name = form.getByLabel('Name');
  const create = form.getByRole('button', { name: 'Create', exact: true });
  const cancel = form.getByRole('button', { name: 'Cancel' });
  const errors = page.getByTestId('errors');
  const status = page.getByRole('contentinfo', { name: 'Status' });
  const rows = page.getByRole('grid', { name: 'Stops' }).locator('[data-row]');
  const hasStopOpen = (): boolean => /\/stops\/[^/]+$/.test(new URL(page.url()).pathname);

  /** Where the stop would be made. */
  let offeredAt: Point | undefined;
  /** What was typed last into the form that is open. */
  let typed = '';
  /** Ids given by hand: each is given once. */
  let made = 0;

  const nothingToAnswer = (): Promise<void> => expect(status.getByText('All saved')).toBeVisible();
  const placeInForm = async (): Promise<Point> => {
    const text = await form.getByText(/^-?[\d.]+,-?[\d.]+$/).textContent();
    const at = parseCoordinate(text ?? '');
    if (!at) throw new Error(`The form names no place: ${text}`);
    return map.place(at);
  };
  const expectPlace = async (): Promise<void> => {
    const { x, y } = await placeInForm();
    if (!offeredAt) throw new Error('No place was offered');
    expect(Math.hypot(x - offeredAt.x, y - offeredAt.y)).toBeLessThan(NEAR);
  };

  return {
    async begin() {
      await page.goto(`${base}/stops/${NEIGHBOUR}`);
      const popup = page.getByRole('complementary', { name: /^Stop / });
      await expect(popup.getByLabel('Coordinates')).toBeVisible();
      await map.idle();
      await popup.getByRole('button', { name: 'Close', exact: true }).click();
      await expect(rows.first()).toBeVisible();
    },
    events: {
      async START(_event, state) {
        await page.keyboard.press('Alt+Shift+N');
        if (state !== 'closed' && state !== 'offered') return;
        // the map has answered already: the form says where
        const at = await placeInForm();
        const canvas = await page.locator('canvas').first().boundingBox();
        if (!canvas) throw new Error('The map is not on the page');
        expect(at.x).toBeGreaterThan(canvas.x);
        expect(at.x).toBeLessThan(canvas.x + canvas.width);
        offeredAt = at;
      },
      async OFFER(event, state) {
        if (state === 'placing') return;
        const at = await map.ground(event.stopId === 'N1' ? 0 : 3);
        // A left click while something is open closes it; the right button offers a stop at any time.
        await map.click(at, state === 'closed' && !hasStopOpen() ? 'left' : 'right');
        if (state === 'closed' || state === 'offered') offeredAt = at;
      },
      async CHOOSE(_event, state) {
        if (state !== 'offered') return expect(menu).toHaveCount(0);
        await menu.getByRole('button', { name: 'Create stop' }).click();
        typed = '';
      },
      async SUBMIT(event, state) {
        if (state === 'placing') return;
        if (state === 'closed' || state === 'offered') return expect(form).toHaveCount(0);
        if (state === 'creating') {
          await expect(create).toBeDisabled();
          return name.press('Enter');
        }
        typed = event.stopName;
        await name.fill(typed);
        if (event.stopId !== undefined) await form.getByLabel('Stop id').fill(`${event.stopId}-${(made += 1)}`);
        if (typed.trim() === '') return name.press('Enter');
        return create.click();
      },
      async CANCEL(_event, state) {
        if (state === 'creating') await expect(cancel).toBeDisabled();
        await page.keyboard.press('Escape');
      },
      async LEAVE() {
        await page.getByRole('link', { name: 'DMP, to the databases' }).click();
        await expect(page).toHaveURL(/\/data$/);
        await expect(menu).toHaveCount(0);
        await expect(form).toHaveCount(0);
        await page.goBack();
        await expect(rows.first()).toBeVisible();
      },
      async DONE(_event, state) {
        if (held.waiting === 0) return nothingToAnswer();
        // one that was left while it was on its way may be there still
        while (held.waiting > 0) await held.release();
        await nothingToAnswer();
        if (state !== 'creating') return;
        await expect.poll(hasStopOpen).toBe(true);
        await expect(page.getByRole('complementary', { name: /^Stop / }).getByLabel('Name', { exact: true })).toHaveValue(typed);
      },
      async FAILED(event, state) {
        if (held.waiting === 0) return nothingToAnswer();
        const [message = ''] = event.messages;
        await held.fail(409, message);
        if (state === 'creating') {
          // told in the form alone
          await expect(form).toContainText(message);
          await expect(errors).toHaveCount(0);
          return expect(name).toHaveValue(typed);
        }
        await expect(errors).toContainText(message);
        await errors.getByRole('button', { name: 'Close and clear the errors' }).click();
      },
    },
    states: {
      async closed() {
        await expect(menu).toHaveCount(0);
        await expect(form).toHaveCount(0);
      },
      async placing() {
        await expect(menu).toHaveCount(0);
        await expectPlace();
      },
      async offered() {
        await expect(menu.getByRole('button', { name: 'Create stop' })).toBeEnabled();
        await expect(form).toHaveCount(0);
      },
      async filling({ messages = [] }) {
        await expect(menu).toHaveCount(0);
        await expect(create).toBeEnabled();
        await expectPlace();
        for (const message of messages) await expect(form.getByText(message)).toBeVisible();
        if (messages.length === 0) await expect(form.getByRole('alert')).toHaveCount(0);
        if (messages.includes('Stop name is required')) await expect(name).toHaveAttribute('aria-invalid', 'true');
        else await expect(name).not.toHaveAttribute('aria-invalid', 'true');
      },
      async creating() {
        await expect(menu).toHaveCount(0);
        await expect(create).toBeDisabled();
        await expect(cancel).toBeDisabled();
        await expectPlace();
      },
    },
    // Each new stop is written by itself, whatever others wait for.
    sent: (asked) => asked,
    async end() {
      while (held.waiting > 0) await held.release();
      await nothingToAnswer();
    },
  };
}

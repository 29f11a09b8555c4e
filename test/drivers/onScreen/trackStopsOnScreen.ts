import type { TrackStopsEvent } from '../../../src/machines/trackStopsMachine.ts';
import { expect, visit } from '../browser.ts';
import type { Surroundings, WorkflowOnScreen } from './workflowOnScreen.ts';

type State = 'reading' | 'destinations' | 'order' | 'adding' | 'sequence' | 'removing' | 'asking' | 'deleting';

const MODES = { reading: 'View', destinations: 'Destinations', order: 'Order', adding: 'Add', sequence: 'Sequence', removing: 'Remove' } as const;
const FILLS = { interpolated: 'Times by distance', copied: 'Times copied', blank: 'Without times' } as const;

/** Editing the stops of a track, in the modes of its page. */
export function trackStopsOnScreen({ page, held, base }: Surroundings): WorkflowOnScreen<TrackStopsEvent, State> {
  const track = `${base}/schedules/2_20260701/a-b/map`;
  const modes = page.getByRole('radiogroup', { name: 'Edit track stops' });
  const rows = page.getByRole('grid', { name: /^Stops of track/ }).locator('[data-row]');
  const times = page.getByRole('combobox', { name: 'Times of the stop' });
  const place = page.getByRole('textbox', { name: 'As stop' });
  const remove = (position: number) => page.getByRole('button', { name: `Remove stop ${position + 1}`, exact: true });
  const question = page.getByRole('dialog', { name: 'Delete track stop' });
  const confirm = question.getByRole('button', { name: 'Delete', exact: true });
  const errors = page.getByTestId('errors');

  /** What was told of a failure lies under the question while that is open. */
  const dismissErrors = async (): Promise<void> => {
    if (await errors.isVisible()) await errors.getByRole('button', { name: 'Close and clear the errors' }).click();
  };
  const nothingToAnswer = (): Promise<void> => expect(page.getByRole('contentinfo', { name: 'Status' }).getByText('All saved')).toBeVisible();
  const fail = async (status: number, message: string): Promise<void> => {
    await expect.poll(() => held.waiting).toBe(1);
    await held.fail(status, message);
  };
  const isAsked = (state: State): boolean => state === 'asking' || state === 'deleting';
  const choose = (mode: keyof typeof MODES): Promise<void> => modes.getByText(MODES[mode], { exact: true }).click();
  const inMode = async (mode: keyof typeof MODES): Promise<void> => {
    await expect(question).toHaveCount(0);
    await expect(modes.getByRole('radio', { name: MODES[mode], exact: true })).toBeChecked();
  };

  return {
    async begin() {
      await page.goto(track);
      await expect(rows.first()).toBeVisible();
    },
    events: {
      async MODE({ mode }, state) {
        if (isAsked(state)) return expect(question).toBeVisible();
        await choose(mode);
      },
      async PLACE({ at, fill }, state) {
        if (isAsked(state)) return expect(question).toBeVisible();
        if (state !== 'order' && state !== 'adding') return expect(times).toHaveCount(0);
        await times.click();
        await page.getByRole('option', { name: FILLS[fill] }).click();
        await expect(times).toHaveValue(FILLS[fill]);
        if (state === 'order') return;
        // beyond the last stop is the end
        await place.fill(at === null ? '999' : String(at + 1));
        await place.press('Tab');
        if (at !== null) await expect(place).toHaveValue(String(at + 1));
      },
      async ASK({ position }, state) {
        if (isAsked(state)) return expect(question).toBeVisible();
        if (state !== 'removing') return expect(remove(position)).toHaveCount(0);
        await remove(position).click();
      },
      async CONFIRM(_event, state) {
        if (state === 'asking') return confirm.click();
        if (state === 'deleting') return expect(confirm).toBeDisabled();
        await expect(question).toHaveCount(0);
      },
      async CANCEL(_event, state) {
        if (isAsked(state)) return page.keyboard.press('Escape');
        // that is how a mode is left
        await choose('reading');
      },
      async LEAVE() {
        await visit(page, `${base}/schedules`);
        await expect(page.getByRole('grid', { name: 'Schedules' }).locator('[data-row]').first()).toBeVisible();
        await expect(question).toHaveCount(0);
        if (held.waiting > 0) {
          // nobody waits in a form any more: it is told in the corner
          await fail(500, 'No');
          await expect(errors).toContainText('No');
        }
        await dismissErrors();
        await visit(page, track);
        await expect(rows.first()).toBeVisible();
      },
      async DONE() {
        if (held.waiting === 0) return nothingToAnswer();
        await held.release();
      },
      async FAILED({ messages: [message = ''] }) {
        if (held.waiting === 0) return nothingToAnswer();
        await fail(409, message);
        // told in the question alone
        await expect(question).toContainText(message);
        await expect(errors).toHaveCount(0);
      },
    },
    states: {
      reading: () => inMode('reading'),
      destinations: () => inMode('destinations'),
      order: () => inMode('order'),
      adding: () => inMode('adding'),
      sequence: () => inMode('sequence'),
      removing: () => inMode('removing'),
      async asking({ messages = [] }) {
        await expect(confirm).toBeEnabled();
        for (const message of messages) await expect(question.getByText(message)).toBeVisible();
        if (messages.length === 0) await expect(question.getByRole('alert')).toHaveCount(0);
      },
      async deleting() {
        await expect(confirm).toBeDisabled();
      },
    },
    sent: (asked) => asked,
    async end() {
      if (await question.isVisible()) await page.keyboard.press('Escape');
      while (held.waiting > 0) await held.release();
      await nothingToAnswer();
      await dismissErrors();
    },
  };
}

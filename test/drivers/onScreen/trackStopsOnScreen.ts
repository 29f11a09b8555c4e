import type { TrackStopMode } from '../../../src/commands/tracks/trackStopSteps.ts';
import type { TrackStopsEvent } from '../../../src/machines/trackStopsMachine.ts';
import { expect } from '../browser.ts';
import type { Surroundings, WorkflowOnScreen } from './workflowOnScreen.ts';

type State = 'reading' | 'destinations' | 'order' | 'adding' | 'sequence' | 'removing' | 'asking' | 'deleting';

/** Editing the stops of a track in its modes, as somebody with mouse and keyboard does it. */
export function trackStopsOnScreen({ page, held, base }: Surroundings): WorkflowOnScreen<TrackStopsEvent, State> {
  const modes = page.getByRole('radiogroup', { name: 'Edit track stops' });
  const question = page.getByRole('dialog', { name: 'Delete track stop' });
  const errors = page.getByTestId('errors');
  const status = page.getByRole('contentinfo', { name: 'Status' });
  let track = '';

  const isChosen = (mode: TrackStopMode): Promise<void> => expect(modes.getByRole('radio', { name: WORDS[mode], exact: true })).toBeChecked();
  const chosen = (mode: TrackStopMode) => async (): Promise<void> => {
    await expect(question).toHaveCount(0);
    await isChosen(mode);
  };
  const ask = async (position: number): Promise<void> => page.getByRole('button', { name: `Remove stop ${position + 1}`, exact: true }).click();

  return {
    async begin() {
      await page.goto(`${base}/schedules`);
      await page.getByRole('grid', { name: 'Schedules' }).locator('[data-row]').nth(1).click();
      await page.getByRole('region', { name: 'Tracks' }).getByRole('link').first().click();
      await expect(modes).toBeVisible();
      track = page.url();
    },
    events: {
      async MODE(event, state) {
        if (state === 'asking' || state === 'deleting') return expect(question).toBeVisible();
        await modes.getByText(WORDS[event.mode], { exact: true }).click();
      },
      async ASK(event, state) {
        // behind the question its button cannot be reached
        if (state !== 'removing') return expect(page.getByRole('button', { name: `Remove stop ${event.position + 1}`, exact: true })).toHaveCount(0);
        await ask(event.position);
      },
      async CONFIRM(_event, state) {
        if (state !== 'asking') return expect(question.getByRole('button', { name: 'Delete', disabled: false })).toHaveCount(0);
        await question.getByRole('button', { name: 'Delete' }).click();
      },
      async CANCEL(_event, state) {
        if (state === 'asking' || state === 'deleting') return page.keyboard.press('Escape');
        if (state !== 'reading') await modes.getByText(WORDS.reading, { exact: true }).click();
      },
      async LEAVE() {
        await page.evaluate(() => {
          window.history.pushState(null, '', '/data');
          window.dispatchEvent(new PopStateEvent('popstate'));
        });
        await expect(question).toHaveCount(0);
        await page.goBack();
        await expect(page).toHaveURL(track);
        await expect(modes).toBeVisible();
      },
      async DONE() {
        if (held.waiting === 0) return;
        await held.release();
        await expect(status.getByText('All saved')).toBeVisible();
      },
      async FAILED(event) {
        if (held.waiting === 0) return;
        const [message = ''] = event.messages;
        await held.fail(409, message);
        await expect(errors).toContainText(message);
        await errors.getByRole('button', { name: 'Close and clear the errors' }).click();
      },
    },
    states: {
      reading: chosen('reading'),
      destinations: chosen('destinations'),
      order: chosen('order'),
      adding: chosen('adding'),
      sequence: chosen('sequence'),
      removing: chosen('removing'),
      async asking({ messages = [] }) {
        await expect(question.getByText('will follow')).toBeVisible();
        for (const message of messages) await expect(question.getByText(message)).toBeVisible();
      },
      async deleting() {
        await expect(question.locator('[data-loading=true]')).toBeVisible();
      },
    },
    sent: (asked) => asked,
    async end() {
      while (held.waiting > 0) await held.release();
      await expect(status.getByText('All saved')).toBeVisible();
    },
  };
}

const WORDS: Readonly<Record<TrackStopMode, string>> = {
  reading: 'View',
  destinations: 'Destinations',
  order: 'Order',
  adding: 'Add',
  sequence: 'Sequence',
  removing: 'Remove',
};

import { datesBetween } from '../../../src/domain/activeDates.ts';
import type { PaintCalendarEvent } from '../../../src/machines/paintCalendarMachine.ts';
import { expect, visit } from '../browser.ts';
import type { Surroundings, WorkflowOnScreen } from './workflowOnScreen.ts';

type State = 'idle' | 'painting';

/** Painting dates of a calendar with the mouse. */
export function paintCalendarOnScreen({ page, held, base }: Surroundings): WorkflowOnScreen<PaintCalendarEvent, State> {
  const calendar = page.getByRole('region', { name: 'Calendar' });
  const date = (day: string) => page.locator(`[data-date="${day}"]`);
  const painted = calendar.locator('[data-painted]');
  /** First and present date of the stroke. */
  let stroke: readonly [from: string, to: string] = ['', ''];

  const openCalendar = async (): Promise<void> => {
    await visit(page, `${base}/schedules/2_20260701`);
    await expect(calendar).toBeVisible();
  };

  return {
    async begin() {
      await page.goto(`${base}/schedules/2_20260701`);
      await expect(calendar).toBeVisible();
    },
    events: {
      async PRESS({ from, to, runAs }, state) {
        // the hand that paints cannot press a second time
        if (state === 'painting') return;
        await calendar.getByText(runAs === 64 ? 'As Sunday' : 'As usual', { exact: true }).click();
        await calendar.getByLabel('What runs on').fill(from);
        await expect(calendar.getByRole('status')).toContainText(` on ${from}`);
        await date(to).scrollIntoViewIfNeeded();
        await date(to).hover();
        if (from !== to) await page.keyboard.down('Shift');
        await page.mouse.down();
        await page.keyboard.up('Shift');
        stroke = [from, to];
      },
      async REACH({ date: to }) {
        await date(to).scrollIntoViewIfNeeded();
        await date(to).hover();
        stroke = [stroke[0], to];
      },
      async RELEASE(_event, state) {
        await page.mouse.up();
        if (state !== 'painting') return;
        for (const day of datesBetween(...stroke)) await expect(date(day)).toHaveAccessibleName(new RegExp(`^\\d+: ${day}, Runs as on Sun,`));
      },
      async CANCEL() {
        await page.keyboard.press('Escape');
        await expect(painted).toHaveCount(0);
        await page.mouse.up();
      },
      async LEAVE() {
        await visit(page, `${base}/schedules`);
        await expect(page.getByRole('grid', { name: 'Schedules' })).toBeVisible();
        await page.mouse.up();
        await openCalendar();
      },
    },
    states: {
      async idle() {
        await expect(painted).toHaveCount(0);
      },
      async painting() {
        await expect(painted).toHaveCount(datesBetween(...stroke).length);
        for (const day of datesBetween(...stroke)) await expect(date(day)).toHaveAttribute('data-painted');
      },
    },
    sent: (asked) => asked,
    async end() {
      while (held.waiting > 0) await held.release();
      await expect(page.getByRole('contentinfo', { name: 'Status' }).getByText('All saved')).toBeVisible();
    },
  };
}

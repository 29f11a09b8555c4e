import type { AttachTrackEvent } from '../../../src/machines/attachTrackMachine.ts';
import { expect, visit } from '../browser.ts';
import { commonOnScreen, type Surroundings, type WorkflowOnScreen } from './workflowOnScreen.ts';

type State = 'closed' | 'choosing' | 'attaching';

/** Attaching a change of a timetable to a track of the draft. */
export function attachTrackOnScreen(surroundings: Surroundings): WorkflowOnScreen<AttachTrackEvent, State> {
  const { page, held, base } = surroundings;
  const { nothingToAnswer, letGo, dismissErrors } = commonOnScreen(surroundings);
  const log = `/changes/velmar?dbVersionId=${base.split('/').at(-1)}&mode=Attach`;
  const open = page.getByRole('button', { name: 'Attach to a track' });
  const modal = page.getByRole('dialog', { name: 'Attach to a track' });
  const attach = modal.getByRole('button', { name: 'Attach', exact: true });
  const alert = modal.getByRole('alert');
  const details = page.getByRole('region', { name: /^Changes of set/ });
  /** Address of the set with the change of the timetable. */
  let set = '';

  const stand = async (path: string): Promise<void> => {
    await visit(page, path);
    await expect(open).toBeVisible();
    await expect(details.getByRole('article')).toHaveCount(path === log ? 0 : 2);
  };

  return {
    async begin() {
      await page.goto(`${base}/schedules/2_20260701/a-b/timetables`);
      await page
        .getByRole('grid', { name: /^Timetable of track/ })
        .locator('[role=row][aria-rowindex="4"] [aria-colindex="2"]')
        .click();
      await page.keyboard.type('2510');
      await page.keyboard.press('Enter');
      await nothingToAnswer();
      await page.goto(log);
      await page.getByRole('grid', { name: 'ChangeSets' }).getByRole('row').nth(1).click();
      await expect(details.getByRole('article')).toHaveCount(2);
      set = page.url().replace(/^https?:\/\/[^/]+/, '');
    },
    events: {
      async OPEN({ changeIds }, state) {
        if (state !== 'closed') return expect(modal).toBeVisible();
        await stand(changeIds.length === 0 ? log : set);
        if (changeIds.length > 0) return open.click();
        await expect(open).toHaveAttribute('aria-disabled', 'true');
        await open.hover();
        await expect(page.getByRole('tooltip')).toHaveText('Open a change set with a change of a track first');
      },
      async SUBMIT(_event, state) {
        if (state === 'closed') return expect(modal).toHaveCount(0);
        if (state === 'attaching') return expect(attach).toHaveAttribute('aria-disabled', 'true');
        await attach.click();
      },
      async DONE(_event, state) {
        if (state !== 'attaching') return nothingToAnswer();
        await expect.poll(() => held.waiting).toBe(1);
        await held.release();
        await expect(modal).toHaveCount(0);
        await expect(details).toContainText('attached to track');
      },
      async FAILED({ messages: [message = ''] }, state) {
        if (state !== 'attaching') return nothingToAnswer();
        await expect.poll(() => held.waiting).toBe(1);
        await held.fail(409, message);
      },
      async CLOSE(_event, state) {
        if (state === 'closed') return expect(modal).toHaveCount(0);
        if (state === 'choosing') return page.keyboard.press('Escape');
        // by leaving the page; what was under way fails, and that is told where one is then
        await expect.poll(() => held.waiting).toBe(1);
        await visit(page, '/data');
        await expect(modal).toHaveCount(0);
        await held.fail(500, 'No');
        await expect(page.getByTestId('errors')).toContainText('No');
        await dismissErrors();
        await stand(set);
      },
    },
    states: {
      async closed() {
        await expect(modal).toHaveCount(0);
      },
      async choosing({ messages = [] }) {
        // the most alike by its stops first
        await expect(modal.getByRole('radio').first()).toBeChecked();
        await expect(modal.getByRole('radio').first()).toHaveAccessibleName(/: \d+ stops, 100 % alike$/);
        await expect(attach).not.toHaveAttribute('aria-disabled');
        if (messages.length === 0) await expect(alert).toHaveCount(0);
        for (const message of messages) await expect(alert).toContainText(message);
      },
      async attaching() {
        await expect(attach).toHaveAttribute('aria-disabled', 'true');
        await expect(alert).toHaveCount(0);
      },
    },
    sent: (count) => count,
    async end() {
      await visit(page, '/data');
      await letGo();
      await dismissErrors();
    },
  };
}

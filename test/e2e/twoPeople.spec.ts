import type { Browser, Page } from '@playwright/test';
import { expect, LONG, signIn, test, WITHOUT_MAP } from '../drivers/browser.ts';
import { holdCalls } from '../drivers/heldCalls.ts';
import { editNewVersion, openStop, saved, stopPopup, stopRows } from './editing.ts';

const STOP = 'V0133A';

/** A second person at another screen, looking at the same stop. */
async function another(browser: Browser, base: string): Promise<{ page: Page; leave: () => Promise<void> }> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, 'editor', `${base}/stops/${STOP}`, WITHOUT_MAP);
  await expect(stopPopup(page).getByLabel('Coordinates')).toBeVisible();
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  return { page, leave: () => context.close() };
}

test('what one person edits appears at once at the other', LONG, async ({ page, browser }) => {
  const base = await editNewVersion(page, WITHOUT_MAP);
  const mine = await openStop(page, base, STOP);
  const other = await another(browser, base);
  await mine.getByLabel('Name', { exact: true }).fill('Seen by both');
  await mine.getByLabel('Name', { exact: true }).press('Enter');
  await expect(stopPopup(other.page).getByLabel('Name', { exact: true })).toHaveValue('Seen by both');
  await expect(stopRows(other.page).filter({ hasText: STOP })).toContainText('Seen by both');
  await other.leave();
});

test('who edits what somebody else has just changed is shown both and chooses', async ({ page, browser }) => {
  const base = await editNewVersion(page, WITHOUT_MAP);
  const mine = await openStop(page, base, STOP);
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  const other = await another(browser, base);
  const name = mine.getByLabel('Name', { exact: true });
  const theirName = stopPopup(other.page).getByLabel('Name', { exact: true });

  await name.fill('Mine');
  await theirName.fill('Theirs');
  await theirName.press('Enter');
  await expect(stopRows(page).filter({ hasText: STOP })).toContainText('Theirs');
  await name.press('Enter');

  const conflict = page.getByRole('alert').filter({ hasText: 'changed this at the same time' });
  await expect(conflict).toContainText('Mia Jansen changed this at the same time');
  await expect(conflict).toContainText('Theirs');
  await expect(conflict).toContainText('Mine');
  await expect(name).toHaveValue('Theirs');
  await conflict.getByRole('button', { name: 'Apply mine anyway' }).click();
  await expect(name).toHaveValue('Mine');
  await expect(theirName).toHaveValue('Mine');
  await expect(conflict).toBeHidden();

  await name.fill('Mine again');
  await theirName.fill('Theirs again');
  await theirName.press('Enter');
  await expect(stopRows(page).filter({ hasText: STOP })).toContainText('Theirs again');
  await name.press('Enter');
  await conflict.getByRole('button', { name: 'Show theirs' }).click();
  await expect(name).toHaveValue('Theirs again');
  await expect(conflict).toBeHidden();
  await other.leave();
});

test('edits of different fields go through untouched', LONG, async ({ page, browser }) => {
  const base = await editNewVersion(page, WITHOUT_MAP);
  const mine = await openStop(page, base, STOP);
  const other = await another(browser, base);
  const zone = mine.getByLabel('Zone id');
  await zone.fill('77');
  const theirName = stopPopup(other.page).getByLabel('Name', { exact: true });
  await theirName.fill('Renamed meanwhile');
  await theirName.press('Enter');
  await expect(stopRows(page).filter({ hasText: STOP })).toContainText('Renamed meanwhile');
  await zone.press('Enter');
  await saved(page);
  await expect(page.getByText('changed this at the same time')).toBeHidden();
  await expect(stopPopup(other.page).getByLabel('Zone id')).toHaveValue('77');
  await expect(mine.getByLabel('Name', { exact: true })).toHaveValue('Renamed meanwhile');
  await other.leave();
});

test(
  'what one person writes before the other is connected live is not missed, also where the list was read before the stops',
  LONG,
  async ({ page, browser }) => {
    const base = await editNewVersion(page, WITHOUT_MAP);
    await page.goto(`${base}/agencies`);
    await page.getByRole('grid', { name: 'Agencies' }).locator('[data-row]').first().click();
    const name = page.getByRole('complementary', { name: /^Agency / }).getByLabel('Name', { exact: true });
    await expect(name).not.toHaveValue('');

    const context = await browser.newContext();
    const other = await context.newPage();
    const site = new URL(page.url()).origin;
    const live = await holdCalls(other, /\/notifications\/watch$/);
    let readStops: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (readStops = resolve));
    await other.route(/\/stops\/overlay/, async (route) => {
      await held;
      await route.continue();
    });
    await signIn(other, 'editor', `${site}${base}/agencies`, WITHOUT_MAP);
    const agencies = other.getByRole('grid', { name: 'Agencies' }).locator('[data-row]');
    await expect(agencies.first()).toBeVisible();
    await expect.poll(() => live.waiting).toBe(1);
    await name.fill('Written early');
    await name.press('Enter');
    await saved(page);
    await expect(agencies.filter({ hasText: 'Written early' })).toHaveCount(0);
    const stopsRead = other.waitForResponse(/\/stops\/overlay/);
    readStops();
    await stopsRead;
    await live.release();
    await expect(agencies.filter({ hasText: 'Written early' })).toHaveCount(1);
    await context.close();
  },
);

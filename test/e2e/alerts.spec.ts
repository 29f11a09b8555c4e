/** A service alert of a public feed on the real screen: written, published, read by everybody, ended. */
import type { Page } from '@playwright/test';
import { axeFindings } from '../drivers/axe.ts';
import { expect, signIn, test, WITHOUT_MAP } from '../drivers/browser.ts';

const panel = (page: Page) => page.getByRole('region', { name: 'Export', exact: true });

test('an alert about a line is written, published for everybody and ended', async ({ page }) => {
  await signIn(page, 'editor', '/exports', WITHOUT_MAP);
  await page.getByRole('region', { name: 'Exports' }).locator('[data-export-row]').filter({ hasText: 'Velmar, every night' }).click();
  await panel(page).getByRole('button', { name: 'Run', exact: true }).click();
  await panel(page).getByRole('article').first().getByRole('button', { name: 'Publish', exact: true }).click();
  const publishing = page.getByRole('dialog', { name: 'Publish a zip' });
  await publishing.getByLabel('Address of the feed').fill('velmar-alerts');
  await publishing.getByLabel('Most validation errors').fill('9999999');
  await publishing.getByRole('button', { name: 'Publish', exact: true }).click();
  const feed = page.getByRole('dialog', { name: 'Public feeds' }).getByRole('region', { name: 'velmar-alerts' });
  await expect(feed.getByText('Served', { exact: true })).toBeVisible({ timeout: 30_000 });
  await feed.getByRole('button', { name: 'Service alerts of velmar-alerts' }).click();

  const dialog = page.getByRole('dialog', { name: 'Service alerts' });
  await dialog.getByRole('button', { name: 'New alert' }).click();
  const form = page.getByRole('dialog', { name: 'New alert' });
  await form.getByLabel('Title', { exact: true }).fill('Line 1 takes another way');
  await form.getByLabel('Description', { exact: true }).fill('Works in Market Street.');
  await form.getByRole('combobox', { name: 'Effect' }).click();
  await page.getByRole('option', { name: 'Detour' }).click();
  await form.getByLabel('Name or id').fill('1');
  await form
    .getByRole('button', { name: /^Add / })
    .filter({ hasNotText: /period|language/ })
    .nth(1)
    .click();
  await expect(form.getByRole('list', { name: 'What it is about' }).getByRole('listitem')).toHaveCount(1);
  expect(await axeFindings(page)).toEqual([]);
  await form.getByRole('button', { name: 'Save draft' }).click();

  const alert = dialog.getByRole('region', { name: 'Line 1 takes another way' });
  await expect(alert.getByText('Draft', { exact: true })).toBeVisible();
  const served = async (): Promise<string> => (await page.request.get('/feeds/velmar-alerts/alerts.json')).text();
  expect(await served()).not.toContain('Market Street');
  await alert.getByRole('button', { name: 'Publish' }).click();
  const question = page.getByRole('dialog', { name: 'Publish', exact: true });
  await expect(question.getByRole('region', { name: 'As riders see it' })).toContainText('Works in Market Street.');
  await question.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(alert.getByText('Served', { exact: true })).toBeVisible();
  expect(await served()).toContain('Works in Market Street.');
  expect(await axeFindings(page)).toEqual([]);

  await alert.getByRole('button', { name: 'End now' }).click();
  await page.getByRole('dialog', { name: 'End now' }).getByRole('button', { name: 'End now' }).click();
  await expect(alert.getByText('Ended', { exact: true })).toBeVisible();
  expect(await served()).not.toContain('Market Street');

  // a withdrawn feed is not offered for the next release
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Public feeds', exact: true }).click();
  await feed.getByRole('button', { name: 'Withdraw velmar-alerts' }).click();
  await page.getByRole('dialog', { name: 'Withdraw the feed' }).getByRole('button', { name: 'Withdraw the feed' }).click();
  await expect(feed.getByText('Withdrawn')).toBeVisible();
});

/** What was changed is seen, switched off and commented, by one person and by two. */
import type { Browser, Page } from '@playwright/test';
import { seriousFindings } from '../drivers/axe.ts';
import { expect, signIn, test, WITHOUT_MAP } from '../drivers/browser.ts';
import { colleagueEdits } from '../drivers/colleague.ts';
import { aColleague } from '../drivers/colleagueVersions.ts';

const STOP = 'V0133A';

/** Somebody has renamed a stop in a new draft; answers the draft's id. */
async function renameInDraft(site: string, name: string): Promise<number> {
  const draft = await (await aColleague(site, 'velmar')).draft();
  await colleagueEdits(site, draft, STOP, 'name', name);
  return draft;
}

async function another(browser: Browser, path: string, account: 'editor' | 'viewer' = 'editor'): Promise<{ page: Page; leave: () => Promise<void> }> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, account, path, WITHOUT_MAP);
  return { page, leave: () => context.close() };
}

test('a change is found in the log, seen field by field, switched off and on again, and commented; a colleague sees it [H126 H190 H192]', async ({
  page,
  browser,
  product,
}) => {
  const draft = await renameInDraft(product.url, 'Logged');
  const path = `/changes/velmar?dbVersionId=${draft}`;
  await signIn(page, 'editor', path, WITHOUT_MAP);
  const list = page.getByRole('grid', { name: 'ChangeSets' });
  await expect(page.getByRole('radio', { name: 'Activate' })).toBeChecked();
  await expect(list.getByRole('columnheader').first()).toHaveText('ChangeSets');
  await list.getByRole('row').nth(1).click();
  const details = page.getByRole('region', { name: /^Changes of set/ });
  await expect(details.getByRole('row', { name: /^Name/ })).toContainText('Logged');
  const other = await another(browser, new URL(page.url()).pathname + new URL(page.url()).search);
  await expect(other.page.getByRole('region', { name: /^Changes of set/ })).toBeVisible();

  await details.getByRole('button', { name: 'Switch off' }).click();
  await expect(details.getByRole('button', { name: 'Switch on' })).toBeVisible();
  await expect(other.page.getByRole('button', { name: 'Switch on' }).last()).toBeVisible();
  await details.getByRole('button', { name: 'Switch on' }).click();
  await expect(details.getByRole('button', { name: 'Switch off' })).toBeVisible();

  await page.getByText('Comment', { exact: true }).first().click();
  await page.getByRole('button', { name: 'Comment on changes' }).click();
  const modal = page.getByRole('dialog', { name: 'Comment on changes' });
  await modal.getByPlaceholder('Type your comment here').fill('Looks right');
  await modal.getByRole('button', { name: 'Comment', exact: true }).hover();
  await expect(page.getByRole('tooltip')).toHaveText('Select changes first');
  await modal.getByRole('checkbox', { name: /Logged/ }).check();
  await modal.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(modal.getByRole('tree')).toContainText('Looks right');
  await page.keyboard.press('Escape');
  await expect(details).toContainText('Looks right');
  await expect(other.page.getByRole('region', { name: /^Changes of set/ })).toContainText('Looks right');
  await other.leave();
  expect(await seriousFindings(page)).toEqual([]);
});

test('the history of what is in view is one key away; filters of ids must be integers [H230]', async ({ page, product, browser }) => {
  const draft = await renameInDraft(product.url, 'Blamed');
  await signIn(page, 'editor', `/data/db/velmar/v/${draft}/stops/${STOP}`, WITHOUT_MAP);
  await expect(page.getByRole('grid', { name: 'Stops' }).getByRole('row').filter({ hasText: STOP })).toBeVisible();
  await page.getByRole('heading', { name: /^Stops/ }).click();
  await page.keyboard.press('Alt+h');
  const history = page.getByRole('dialog', { name: /^Change history/ });
  await expect(history.getByRole('row', { name: /^Name Blamed/ })).toBeVisible();

  const viewer = await another(browser, `/changes/velmar?dbVersionId=${draft}`, 'viewer');
  await viewer.page.getByLabel('Set ID').fill('x');
  await expect(viewer.page.getByText('The Set ID field must be an integer')).toBeVisible();
  await viewer.page.getByRole('button', { name: 'Switch off' }).first().hover();
  await expect(viewer.page.getByRole('tooltip')).toHaveText('You have read-only rights');
  await viewer.leave();
});

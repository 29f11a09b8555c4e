/** A search is saved under a name and watched; a colleague brings a stop into it, and the bell leads there. */
import { axeFindings } from '../drivers/axe.ts';
import { expect, signIn, test, WITHOUT_MAP } from '../drivers/browser.ts';
import { colleagueEdits } from '../drivers/colleague.ts';
import { aColleague } from '../drivers/colleagueVersions.ts';

test('somebody who watches a saved search is notified by the bell of a stop that a colleague brings into it', async ({ page, product }) => {
  const draft = await (await aColleague(product.url, 'tarnholm')).draft();
  await signIn(page, 'viewer', `/data/db/tarnholm/v/${draft}/stops`, WITHOUT_MAP);
  await page.getByRole('combobox', { name: 'Search stops' }).fill('lighthouse');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Saved searches' }).click();
  const window = page.getByRole('dialog', { name: 'Saved searches' });
  await expect(window.getByRole('button', { name: 'Save search' })).toHaveAttribute('aria-disabled', 'true');
  // a problem is reported over the window, which stays
  await page.keyboard.press('Alt+R');
  await expect(page.getByRole('dialog', { name: 'Report a problem' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Report a problem' })).toBeHidden();
  await expect(window).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(window).toBeHidden();

  const editor = await page.context().browser()?.newContext();
  const other = await editor?.newPage();
  if (!editor || !other) throw new Error('There is no second window');
  await signIn(other, 'editor', `/data/db/tarnholm/v/${draft}/stops?query=lighthouse`, WITHOUT_MAP);
  await other.getByRole('button', { name: /^Find anything/ }).click();
  await other.getByRole('combobox', { name: 'Find anything' }).fill('watch');
  await other.getByRole('option', { name: 'Saved searches' }).click();
  const saving = other.getByRole('dialog', { name: 'Saved searches' });
  await saving.getByLabel('Name of the search').fill('At the lighthouse');
  await saving.getByRole('button', { name: 'Save search' }).click();
  await expect(saving.getByRole('list', { name: 'Saved searches' })).toContainText('Stops: Text contains lighthouse');
  expect(await axeFindings(other)).toEqual([]);
  await editor.close();

  await page.getByRole('button', { name: 'Clear the search' }).click();
  await page.getByRole('button', { name: 'Saved searches' }).click();
  await window.getByRole('button', { name: 'Watch At the lighthouse' }).click();
  await expect(window.getByRole('list', { name: 'Saved searches' })).toContainText('1 person watches it');
  await window.getByRole('button', { name: 'At the lighthouse', exact: true }).click();
  await expect(page).toHaveURL(/\/stops\?query=lighthouse$/);

  // what is looked at already is not notified as unread
  await page.getByRole('button', { name: 'View Stops' }).click();
  await page.getByRole('option', { name: 'Schedules' }).click();
  await colleagueEdits(product.url, draft, 0, 'name', 'Old lighthouse');
  await expect(page.getByRole('button', { name: /^News, \d+ unread/ })).toBeVisible();
  await page.keyboard.press('Alt+B');
  await page.getByRole('link', { name: /At the lighthouse: 1 stop entered your saved search/ }).click();
  await expect(page).toHaveURL(/\/stops\?query=lighthouse$/);
  await expect(page.getByRole('row', { name: /Old lighthouse/ })).toBeVisible();
});

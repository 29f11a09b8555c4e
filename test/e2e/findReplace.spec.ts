/** Find and replace: every text that would change is seen and can be left, one edit changes the others, one undo brings them back. */
import { axeFindings } from '../drivers/axe.ts';
import { expect, test, WITHOUT_MAP } from '../drivers/browser.ts';
import { haveFreshVersion } from '../drivers/freshVersion.ts';
import { saved } from './editing.ts';

test('words are replaced in what is selected, in one act that one undo takes back', async ({ page }) => {
  const base = await haveFreshVersion(page, WITHOUT_MAP);
  await page.goto(`${base}/stops`);
  const list = page.getByRole('grid', { name: 'Stops' });
  const name = 'Alhain Village';
  await expect(list.locator('[data-row]').filter({ hasText: name })).toHaveCount(2);

  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Find anything' }).fill('replace');
  await page.getByRole('option').filter({ hasText: 'Find and replace' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Find and replace' });
  await dialog.getByLabel('Find', { exact: true }).fill(name);
  await dialog.getByLabel('Replace with').fill(`${name} (north)`);
  await dialog.getByLabel('Replace with').press('Enter');
  const found = dialog.getByRole('grid', { name: 'Texts that change' }).locator('[data-row]');
  await expect(found.first()).toContainText(`${name} (north)`);
  const texts = await found.count();
  const status = dialog.getByRole('status');
  await expect(status).toHaveText(new RegExp(`^${texts} texts?, ${texts} selected$`));
  expect(await axeFindings(page)).toEqual([]);

  // nothing is replaced by a search that is not the one on the screen
  await dialog.getByLabel('Replace with').fill(`${name} (south)`);
  await expect(dialog.getByRole('button', { name: /^Replace in/ })).toHaveAttribute('aria-disabled', 'true');
  await dialog.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(found.first()).toContainText(`${name} (south)`);
  await dialog.getByRole('button', { name: 'Select none' }).click();
  await expect(status).toHaveText(new RegExp(`, 0 selected$`));
  await found.first().click();
  await dialog.getByRole('button', { name: 'Replace in 1 text' }).click();
  await expect(dialog).toHaveCount(0);
  await saved(page);
  await expect(list.locator('[data-row]').filter({ hasText: `${name} (south)` })).toHaveCount(1);
  const undo = page.getByRole('contentinfo', { name: 'Status' }).getByRole('button', { name: /^Undo/ });
  await expect(undo).toHaveAccessibleName(new RegExp(`Replace "${name}" with`));
  await page.keyboard.press('Control+z');
  await saved(page);
  await expect(list.locator('[data-row]').filter({ hasText: `${name} (south)` })).toHaveCount(0);
});

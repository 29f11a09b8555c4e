/** Two versions of a database compared. */
import { seriousFindings } from '../drivers/axe.ts';
import { expect, signIn, test } from '../drivers/browser.ts';
import { colleagueEdits } from '../drivers/colleague.ts';
import { aColleague } from '../drivers/colleagueVersions.ts';

test('two versions are chosen with the keyboard and compared, down to both states of a stop [H052 H058 H069]', async ({ page, product }) => {
  const draft = await (await aColleague(product.url, 'velmar')).draft();
  await colleagueEdits(product.url, draft, 'V0133A', 'name', 'Compared');
  await signIn(page, 'editor', '/comparer');
  await expect(page.getByRole('combobox', { name: 'Search database' })).toBeFocused();
  await page.keyboard.type('velmar');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Search first version' })).toBeFocused();
  await page.getByRole('combobox', { name: 'Search first version' }).fill('Current');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Search second version' })).toBeFocused();
  const second = page.getByRole('listbox', { name: 'Second version' });
  await page.keyboard.press('ArrowUp');
  await expect(second.getByRole('option').last()).toHaveAttribute('data-active', 'true');
  await page.keyboard.press('ArrowDown');
  await expect(second.getByRole('option').first()).toHaveAttribute('data-active', 'true');
  await page.keyboard.press('Enter');

  await expect(page).toHaveURL(new RegExp(`/comparer/velmar/\\d+/${draft}/stops\\?page=changed`));
  await expect(page).toHaveTitle(/^DMP \| Comparer \| .+ ⇄ .+/);
  await expect(page.getByRole('link', { name: 'Changed 1' })).toHaveAttribute('aria-current', 'page');
  await page.getByRole('grid', { name: 'Stops: Changed' }).getByRole('row').filter({ hasText: 'Compared' }).click();
  const states = page.getByRole('region', { name: 'Both states of Compared' });
  await expect(states.getByRole('row', { name: /^Name/ })).toContainText('Compared');
  await expect(states.locator('tr[data-differs]')).toHaveCount(1);
  await expect(page.getByText('Red, dashed: first version.')).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
});

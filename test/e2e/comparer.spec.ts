/** Two versions of a database compared. */
import { readFileSync } from 'node:fs';
import { axeFindings } from '../drivers/axe.ts';
import { expect, signIn, test, WITHOUT_MAP } from '../drivers/browser.ts';
import { colleagueEdits } from '../drivers/colleague.ts';
import { aColleague } from '../drivers/colleagueVersions.ts';

test('two versions are chosen with the keyboard and compared, down to both states of a stop [H006]', async ({ page, product }) => {
  const draft = await (await aColleague(product.url, 'velmar')).draft();
  await colleagueEdits(product.url, draft, 'V0133A', 'name', 'Compared');
  await signIn(page, 'editor', '/comparer');
  await expect(page.getByRole('combobox', { name: 'Search database' })).toBeFocused();
  await test.step('the navigation has the comparer [R030]', () =>
    expect(page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Comparer' })).toHaveAttribute('aria-current', 'page'));
  await test.step("the region's name stands over its databases [H053]", () =>
    expect(page.getByRole('listbox', { name: 'Database' }).getByText('Velmar', { exact: true }).first()).toBeVisible());
  await test.step('a database is searched for [H052]', async () => {
    await page.keyboard.type('velmar');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('combobox', { name: 'Search first version' })).toBeFocused();
  });
  await test.step('then a first version, then a second one [H054]', async () => {
    await page.getByRole('combobox', { name: 'Search first version' }).fill('Current');
    await expect(page.getByRole('listbox', { name: 'First version' }).getByRole('option').first()).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('combobox', { name: 'Search second version' })).toBeFocused();
    const second = page.getByRole('listbox', { name: 'Second version' });
    await page.keyboard.press('ArrowUp');
    await expect(second.getByRole('option').last()).toHaveAttribute('data-active', 'true');
    await page.keyboard.press('ArrowDown');
    await expect(second.getByRole('option').first()).toHaveAttribute('data-active', 'true');
    await page.keyboard.press('Enter');
  });

  await test.step('the first page that has entries is shown [H069]', async () => {
    await expect(page).toHaveURL(new RegExp(`/comparer/velmar/\\d+/${draft}/stops\\?page=changed`));
    await expect(page).toHaveTitle(/^DMP \| Comparer \| .+ ⇄ .+/);
  });
  await test.step('each page has its count [H063]', async () => {
    await expect(page.getByRole('link', { name: 'Changed 1' })).toHaveAttribute('aria-current', 'page');
    await expect(page.getByRole('link', { name: 'Added 0' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Removed 0' })).toBeVisible();
  });
  const property = page.getByRole('combobox', { name: 'Property' });
  await test.step('all properties are shown at first [H065]', () => expect(property).toHaveValue('All'));
  await test.step('one without changes cannot be chosen [H066]', async () => {
    await property.click();
    await expect(page.getByRole('option', { name: 'Name (1)' })).not.toHaveAttribute('data-combobox-disabled');
    await expect(page.getByRole('option', { name: 'Coordinate (0)' })).toHaveAttribute('data-combobox-disabled', 'true');
  });
  await page.keyboard.press('Escape');
  await page.getByRole('grid', { name: 'Stops: Changed' }).getByRole('row').filter({ hasText: 'Compared' }).click();
  const states = page.getByRole('region', { name: 'Both states of Compared' });
  await expect(states.getByRole('row', { name: /^Name/ })).toContainText('Compared');
  await expect(states.locator('tr[data-differs]')).toHaveCount(1);
  await expect(page.getByText('Red, dashed: first version.')).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await test.step('release notes are a text that can be edited and saved', async () => {
    await page.getByRole('button', { name: 'Notes', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Release notes' });
    const text = dialog.getByRole('textbox', { name: 'Text' });
    await expect(text).toHaveValue(/^## Line .+\n\n- .+ is now called Compared$/m);
    expect(await axeFindings(page)).toEqual([]);
    await text.fill('## Line 1\n\n- A <b>new</b> stop');
    await expect(dialog.getByText('The text was edited.')).toBeVisible();
    const saved = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Save as HTML' }).click();
    expect(readFileSync(await (await saved).path(), 'utf8')).toBe('<h2>Line 1</h2>\n<ul>\n<li>A &lt;b&gt;new&lt;/b&gt; stop</li>\n</ul>\n');
    await dialog.getByRole('button', { name: 'Discard edits' }).click();
    await expect(text).toHaveValue(/is now called Compared/);
  });
});

test('a comparison that fails says why, with the status, and is tried again [H204 H350]', async ({ page, product }) => {
  const colleague = await aColleague(product.url, 'velmar');
  const draft = await colleague.draft();
  await colleagueEdits(product.url, draft, 'V0133A', 'name', 'Compared again');
  const { ParentId } = await colleague.read(draft);
  await page.route('**/diff?*', (route) => route.fulfill({ status: 503, json: { errors: [{ message: 'No' }] } }));
  await signIn(page, 'editor', `/comparer/velmar/${ParentId}/${draft}`, WITHOUT_MAP);
  const alert = page.getByRole('alert').filter({ hasText: 'The versions could not be compared' });
  await expect(alert).toContainText('Status 503');
  await page.unroute('**/diff?*');
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('link', { name: 'Changed 1' })).toBeVisible();
});

import type { Locator, Page } from '@playwright/test';
import { expect, signIn, test, WITHOUT_MAP } from '../drivers/browser.ts';
import { seriousFindings } from '../drivers/axe.ts';
import { haveFreshVersion } from '../drivers/freshVersion.ts';
import { saved } from './editing.ts';

/** The details of a record. */
const details = (page: Page, kind: string): Locator => page.getByRole('complementary', { name: new RegExp(`^${kind} `) });

async function choose(form: Locator, label: string, option: string): Promise<void> {
  const field = form.getByRole('combobox', { name: label });
  await field.click();
  await field.page().getByRole('option', { name: option }).click();
}

async function createCategory(page: Page, id: string, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Create vehicle category' }).first().click();
  const form = page.getByRole('dialog', { name: 'Create vehicle category' });
  await form.getByLabel('Id').fill(id);
  await form.getByLabel('Name').fill(name);
  await form.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(details(page, 'Vehicle category').getByRole('heading', { name })).toBeVisible();
}

async function couple(page: Page, parent: string, child: string, sequence: string): Promise<void> {
  await page.getByRole('button', { name: 'Create vehicle coupling' }).first().click();
  const form = page.getByRole('dialog', { name: 'Create vehicle coupling' });
  await choose(form, 'Parent', parent);
  await choose(form, 'Child', child);
  await form.getByLabel('Child sequence').fill(sequence);
  await form.getByRole('button', { name: 'Create', exact: true }).click();
}

test('vehicles are coupled up to three levels; a fourth is refused, and what is used stays [E346]', async ({ page }) => {
  const base = await haveFreshVersion(page, WITHOUT_MAP);
  await page.goto(base);
  await page.getByRole('button', { name: /^View/ }).click();
  await page.getByRole('option', { name: 'Vehicle categories' }).click();
  await expect(page).toHaveURL(new RegExp(`${base}/vehicle-categories$`));
  for (const [id, name] of [
    ['train', 'Train'],
    ['car', 'Car'],
    ['door', 'Door'],
    ['step', 'Step'],
  ] as const)
    await createCategory(page, id, name);
  await page.goto(`${base}/vehicle-couplings`);
  await couple(page, 'Train · train', 'Car · car', '1');
  await couple(page, 'Car · car', 'Door · door', '1');
  await saved(page);
  await couple(page, 'Door · door', 'Step · step', '1');
  await expect(page.getByText('Vehicle couplings have at most 3 levels: train → car → door → step would be 4')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('grid', { name: 'Vehicle couplings' }).locator('[data-row]')).toHaveCount(2);
  expect(await seriousFindings(page)).toEqual([]);

  await page.goto(`${base}/vehicle-categories/car`);
  await page.getByRole('button', { name: 'Remove vehicle category' }).click();
  const question = page.getByRole('dialog', { name: 'Remove vehicle category' });
  await expect(question.getByText('In use by 2 vehicle couplings: ')).toBeVisible();
  await expect(question.getByRole('button', { name: 'Remove', exact: true })).toHaveAttribute('aria-disabled', 'true');
});

test('a level is made, refused, changed, cloned and removed; undo brings it back, and a colleague sees it', async ({ page, browser }) => {
  const base = await haveFreshVersion(page, WITHOUT_MAP);
  await page.goto(`${base}/levels`);
  await page.getByRole('button', { name: 'Create level' }).click();
  const form = page.getByRole('dialog', { name: 'Create level' });
  await form.getByLabel('Index').fill('top');
  await form.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(form.getByText('Id is required')).toBeVisible();
  await expect(form.getByText('Enter a number')).toBeVisible();
  await form.getByLabel('Id').fill('L9');
  await form.getByLabel('Index').fill('9');
  await form.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`${base}/levels/L9$`));
  await saved(page);

  const other = await (await browser.newContext()).newPage();
  await signIn(other, 'editor', `${new URL(page.url()).origin}${base}/levels`, WITHOUT_MAP);
  await expect(other.getByRole('grid', { name: 'Levels' }).getByText('L9')).toBeVisible();
  const name = details(page, 'Level').getByLabel('Name');
  await name.fill('Roof garden');
  await name.press('Enter');
  await expect(other.getByText('Roof garden')).toBeVisible();
  await other.context().close();

  await page.getByRole('button', { name: 'Clone level' }).click();
  const clone = page.getByRole('dialog', { name: 'Clone level' });
  await expect(clone.getByLabel('Id')).toHaveValue('L9-2');
  await clone.getByRole('button', { name: 'Clone', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`${base}/levels/L9-2$`));
  await page.getByRole('button', { name: 'Remove level' }).click();
  await page.keyboard.press('Enter');
  const rows = page.getByRole('grid', { name: 'Levels' }).locator('[data-row]');
  await expect(rows.filter({ hasText: 'L9-2' })).toHaveCount(0);
  await saved(page);
  await page.keyboard.press('Control+z');
  await expect(rows.filter({ hasText: 'L9-2' })).toHaveCount(1);
});

test('the feed information is one; its dates are looked at together', async ({ page }) => {
  const base = await haveFreshVersion(page, WITHOUT_MAP);
  await page.goto(`${base}/feeds/feed`);
  const panel = details(page, 'Feed information');
  await panel.getByLabel('Start date').fill('2026-12-01');
  await panel.getByLabel('Start date').press('Enter');
  await panel.getByLabel('End date').fill('2026-02-30');
  await panel.getByLabel('End date').press('Enter');
  await expect(panel.getByText('Enter a date: YYYY-MM-DD')).toBeVisible();
  await panel.getByLabel('End date').fill('2026-11-01');
  await panel.getByLabel('End date').press('Enter');
  await expect(panel.getByText('The end date is before the start date')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create feed information' })).toHaveAttribute('aria-disabled', 'true');
});

test('who has read-only rights reads the smaller kinds, can change none of them, and is told why', async ({ page }) => {
  await signIn(page, 'viewer', '/data/db/velmar/v/1/levels/L0', WITHOUT_MAP);
  await expect(details(page, 'Level').getByText('Street').first()).toBeVisible();
  for (const name of ['Create level', 'Delete mode', 'Clone level', 'Remove level'])
    await expect(page.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true');
});

test('what lacks a translation is counted and filled in on a sheet; a paste is one step of undo, and a file with wrong columns changes nothing', async ({
  page,
}) => {
  const base = await haveFreshVersion(page, WITHOUT_MAP);
  await page.goto(`${base}/translations?view=sheet&Add=sv&FieldName=stops.stop_name`);
  const grid = page.getByRole('grid', { name: 'Sheet of translations' });
  const head = grid.getByRole('columnheader', { name: /Swedish/ });
  await expect(head).toContainText(/\d+ missing/);
  const before = await head.textContent();
  await page.getByLabel('CSV file').setInputFiles({ name: 'wrong.csv', mimeType: 'text/csv', buffer: Buffer.from('Name,fr\r\nHarbour,Port\r\n') });
  await expect(page.getByText('wrong.csv was not taken: nothing has changed.')).toBeVisible();
  await expect(head).toHaveText(before ?? '');
  const column = await head.evaluate((element) => [...(element.parentElement?.children ?? [])].indexOf(element));
  const cell = (row: number) =>
    grid
      .getByRole('row')
      .nth(row + 1)
      .locator(':scope > *')
      .nth(column);
  await cell(0).click();
  await grid.evaluate((element) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'Un\nDeux\nTrois');
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await expect(cell(2)).toHaveText('Trois');
  await saved(page);
  await expect(head).not.toHaveText(before ?? '');
  await grid.press('Control+z');
  await expect(cell(2)).toHaveText('');
  await expect(head).toHaveText(before ?? '');
});

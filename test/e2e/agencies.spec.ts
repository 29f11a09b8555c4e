import type { Page } from '@playwright/test';
import { expect, LONG, signIn, test, visit, WITHOUT_MAP } from '../drivers/browser.ts';
import { haveFreshVersion } from '../drivers/freshVersion.ts';
import { saved } from './editing.ts';

const rowsOf = (page: Page) => page.getByRole('grid', { name: 'Agencies' }).locator('[data-row]');

async function createAgency(page: Page, id: string, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Create agency', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Create agency' });
  await form.getByLabel('Id').fill(id);
  await form.getByLabel('Name').fill(name);
  await form.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('complementary', { name: `Agency ${name}` })).toBeVisible();
}

test.describe('agencies [E064 E072 E075 E076 E148]', () => {
  test('are created and edited, and the list and the summary follow; one is removed after a question [E068 E070 E152]', async ({ page }) => {
    const base = await haveFreshVersion(page, WITHOUT_MAP);
    await page.goto(`${base}/agencies`);
    await expect(rowsOf(page).first()).toBeVisible();
    const counts = page.getByRole('region', { name: 'Validation' }).getByRole('status').first();
    await expect(counts).toContainText('errors');
    const before = await counts.textContent();
    await createAgency(page, 'ferry', 'Harbour ferries');
    await expect(rowsOf(page).filter({ hasText: 'Harbour ferries' })).toBeVisible();
    // it has neither URL nor time zone
    await expect(counts).not.toHaveText(before ?? '');
    const email = page.getByRole('complementary').getByLabel('Email');
    await email.fill('not an address');
    await email.press('Enter');
    await expect(page.getByText('Enter an e-mail address')).toBeVisible();
    await email.fill('hello@ferries.example');
    await email.press('Enter');
    await saved(page);
    await page.getByRole('button', { name: 'Delete mode' }).click();
    await rowsOf(page).filter({ hasText: 'Harbour ferries' }).click();
    await page.getByRole('button', { name: 'Remove 1' }).click();
    const one = page.getByRole('dialog', { name: 'Remove agency' });
    await expect(one.getByText('Do you want to remove "Harbour ferries" agency?')).toBeVisible();
    await one.getByRole('button', { name: 'Remove', exact: true }).click();
    await saved(page);
    await expect(counts).toHaveText(before ?? '');
  });

  test('several are chosen and removed together; Escape closes the question, Enter confirms it [E069 E071 E073 E074]', async ({ page }) => {
    const base = await haveFreshVersion(page, WITHOUT_MAP);
    await page.goto(`${base}/agencies`);
    await expect(rowsOf(page).first()).toBeVisible();
    await createAgency(page, 'ferry', 'Harbour ferries');
    await createAgency(page, 'metro', 'Harbour metro');

    await visit(page, `${base}/agencies?Name=harbour`);
    await expect(rowsOf(page)).toHaveCount(2);
    await page.getByRole('button', { name: 'Delete mode' }).click();
    await page.getByRole('button', { name: 'Choose all' }).click();
    await page.getByRole('button', { name: 'Remove 2' }).click();
    const several = page.getByRole('dialog', { name: 'Removes agencies' });
    await expect(several.getByText('Do you want to remove 2 selected agencies from the list?')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(several).toHaveCount(0);
    await page.getByRole('button', { name: 'Remove 2' }).click();
    await expect(several.getByRole('button', { name: 'Remove', exact: true })).toBeFocused();
    await expect(several.getByRole('button', { name: 'Close' }).last()).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`${base}\\?Name=harbour$`));
    await saved(page);
    await visit(page, `${base}/agencies?Name=harbour`);
    await expect(page.getByText('No agency matches')).toBeVisible();
  });
});

test('who has read-only rights can neither create nor delete an agency, and is told why', LONG, async ({ page }) => {
  await signIn(page, 'viewer', '/data/db/velmar/v/1/agencies', WITHOUT_MAP);
  const button = page.getByRole('button', { name: 'Delete mode' });
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByRole('button', { name: 'Create agency' })).toHaveAttribute('aria-disabled', 'true');
});

test('a translation is changed, cloned and removed', LONG, async ({ page }) => {
  const base = await haveFreshVersion(page, WITHOUT_MAP);
  await page.goto(`${base}/translations`);
  await page.getByRole('grid', { name: 'Translations' }).locator('[data-row]').first().click();
  const first = page.url();
  const text = page.getByRole('complementary').getByLabel('Translation', { exact: true });
  await text.fill('Changed');
  await text.press('Control+Enter');
  await page.getByRole('button', { name: 'Clone translation' }).click();
  await expect(page).not.toHaveURL(first);
  await saved(page);
  await expect(text).toHaveValue('Changed');
  const copy = page.url();
  await page.getByRole('button', { name: 'Remove translation' }).click();
  await page.getByRole('dialog', { name: 'Remove translation' }).getByRole('button', { name: 'Remove', exact: true }).click();
  await saved(page);
  await visit(page, copy);
  await expect(page.getByText('There is no such translation')).toBeVisible();
  await visit(page, first);
  await expect(text).toHaveValue('Changed');
});

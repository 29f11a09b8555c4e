/** Exceptions that are more than they need to be: a calendar out of those that schedules share, and simpler calendars. */
import type { Page } from '@playwright/test';
import { axeFindings } from '../drivers/axe.ts';
import { expect, LONG, test, visit, WITHOUT_MAP } from '../drivers/browser.ts';
import { haveFreshVersion } from '../drivers/freshVersion.ts';
import { saved } from './editing.ts';

/** Every schedule of the version runs as on Sunday on a date. */
async function addExceptions(page: Page, base: string, date: string): Promise<void> {
  await visit(page, `${base}/schedules`);
  const list = page.getByRole('grid', { name: 'Schedules' });
  await expect(list.locator('[data-row]').first()).toBeVisible();
  await list.focus();
  await page.keyboard.press('Control+a');
  await page.getByRole('toolbar', { name: 'Selected schedules' }).getByRole('button', { name: 'Add exception' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('First day').fill(date);
  await dialog.getByLabel('Runs').selectOption('As Sunday');
  await dialog.getByRole('button', { name: /^Change \d+ schedules$/ }).click();
  await expect(dialog).toHaveCount(0);
  await saved(page);
}

test('schedules that share dates are offered a calendar of them, made as one edit and undone as one', LONG, async ({ page }) => {
  const base = await haveFreshVersion(page, WITHOUT_MAP);
  await page.goto(base);
  await addExceptions(page, base, '2026-08-12');
  await visit(page, `${base}/calendar`);
  const part = page.getByRole('region', { name: 'Exceptions' });
  await expect(part.getByRole('note')).toContainText(/^\d+ of \d+ schedules share \d+ dates?: make a calendar of them\?/);
  await part.getByRole('button', { name: 'Make a calendar of shared dates' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Every trip runs on the same dates as before.');
  await expect(dialog.getByRole('list', { name: 'Shared dates' })).toContainText('2026-08-12 Runs as on Sun');
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Make the calendar' }).click();
  await expect(dialog).toHaveCount(0);
  await saved(page);
  await expect(page.getByRole('region', { name: 'Following' })).toContainText(/\d+ of \d+ schedules follow Network\./);
  await expect(part.getByRole('note')).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(part.getByRole('note')).toBeVisible();
  await saved(page);
});

test('calendars are simplified from wherever one is: a preview, one edit, one undo', LONG, async ({ page }) => {
  const base = await haveFreshVersion(page, WITHOUT_MAP);
  await page.goto(base);
  // a Sunday that runs as on Sunday is no exception
  await addExceptions(page, base, '2026-08-16');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('simplify');
  await page.getByRole('option', { name: 'Simplify calendars Lists' }).click();
  await expect(page).toHaveURL(new RegExp(`${base}/calendar$`));
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(/\d+ schedules need fewer exceptions: \d+ become \d+\./);
  await expect(dialog).toContainText(/No trip changes: ([\d,]+) trips on their dates before, \1 after\./);
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: /^Simplify \d+ schedules$/ }).click();
  await expect(dialog).toHaveCount(0);
  await saved(page);
  await expect(page.getByRole('button', { name: /^Undo: Simplify calendars/ })).toBeVisible();
  const part = page.getByRole('region', { name: 'Exceptions' });
  await part.getByRole('button', { name: 'Simplify calendars' }).click();
  await expect(dialog).toContainText('No schedule can do with fewer exceptions.');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await page.keyboard.press('Control+z');
  await saved(page);
  await part.getByRole('button', { name: 'Simplify calendars' }).click();
  await expect(dialog).toContainText(/\d+ schedules need fewer exceptions/);
});

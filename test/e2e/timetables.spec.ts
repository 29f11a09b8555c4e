import type { Locator, Page } from '@playwright/test';
import { expect, test, WITHOUT_MAP } from '../drivers/browser.ts';
import { haveFreshVersion } from '../drivers/freshVersion.ts';
import { saved } from './editing.ts';

/** Opens the sheet of the second schedule's first track, in a version that can be edited. */
async function openSheet(page: Page): Promise<Locator> {
  const base = await haveFreshVersion(page, WITHOUT_MAP);
  await page.goto(`${base}/schedules`);
  await page.getByRole('grid', { name: 'Schedules' }).locator('[data-row]').nth(1).click();
  await page.getByRole('region', { name: 'Tracks' }).getByRole('link').first().click();
  await page.getByRole('link', { name: 'Timetables' }).click();
  const grid = page.getByRole('grid', { name: /^Timetable of track/ });
  await expect(grid.getByRole('gridcell').first()).toBeVisible();
  return grid;
}

/** The text of a cell by stop and departure, both from 1, and the cell itself. */
function cell(grid: Locator, stop: number, departure: number): Locator {
  return grid.locator(`[role=row][aria-rowindex="${stop + 1}"] [aria-colindex="${departure + 1}"]`);
}

test('a time is typed, moves the departure, and is undone', async ({ page }) => {
  const grid = await openSheet(page);
  await page.screenshot({ path: '/tmp/sheet1.png' });
  const before = await cell(grid, 3, 1).innerText();
  await cell(grid, 3, 1).click();
  await page.keyboard.type('2510');
  await page.screenshot({ path: '/tmp/sheet2.png' });
  await page.keyboard.press('Enter');
  await expect(cell(grid, 3, 1)).toHaveText('25:10');
  await saved(page);
  await page.keyboard.press('Control+z');
  await expect(cell(grid, 3, 1)).toHaveText(before);
  await saved(page);
});

/** Workbooks both ways: downloaded, changed, read back with a preview, one edit, one undo. */
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { type Cell, textOf, type WorkbookSheet } from '../../src/domain/spreadsheet/cells.ts';
import { readWorkbook, writeWorkbook } from '../../src/effects/workbookFile.ts';
import { axeFindings } from '../drivers/axe.ts';
import { expect, LONG, test, WITHOUT_MAP } from '../drivers/browser.ts';
import { haveFreshVersion } from '../drivers/freshVersion.ts';
import { saved } from './editing.ts';

/** Downloads what the open window offers. */
async function download(page: Page): Promise<WorkbookSheet[]> {
  const button = page.getByRole('dialog').getByRole('button', { name: 'Download as spreadsheet (.xlsx)' });
  // a list is loaded when the window opens
  await expect(button).not.toHaveAttribute('aria-disabled', 'true');
  const [file] = await Promise.all([page.waitForEvent('download'), button.click()]);
  expect(file.suggestedFilename()).toMatch(/\.xlsx$/);
  return readWorkbook(new Blob([await readFile(await file.path())]));
}

/** Chooses a workbook in the open window. */
async function choose(page: Page, name: string, sheets: readonly WorkbookSheet[]): Promise<Locator> {
  const workbook = await writeWorkbook(sheets);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Spreadsheet file').setInputFiles({
    name,
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: Buffer.from(await workbook.arrayBuffer()),
  });
  await expect(dialog).toContainText(name);
  return dialog;
}

function changed(sheets: readonly WorkbookSheet[], sheet: number, row: number, column: number, to: Cell): WorkbookSheet[] {
  return sheets.map((one, at) =>
    at === sheet ? { ...one, rows: one.rows.map((cells, y) => (y === row ? cells.map((cell, x) => (x === column ? to : cell)) : cells)) } : one,
  );
}

test('timetables of a line: downloaded, a cell changed, previewed, applied and undone as one', async ({ page }) => {
  const base = await haveFreshVersion(page, WITHOUT_MAP);
  await page.goto(`${base}/schedules`);
  await page.getByRole('grid', { name: 'Schedules' }).locator('[data-row]').nth(1).click();
  await page.getByRole('region', { name: 'Tracks' }).getByRole('link').first().click();
  await page.getByRole('link', { name: 'Timetables' }).click();
  const grid = page.getByRole('grid', { name: /^Timetable of track/ });
  await expect(grid.getByRole('gridcell').first()).toBeVisible();
  await page.getByRole('toolbar', { name: 'Timetable' }).getByRole('button', { name: 'Spreadsheet (.xlsx)' }).click();
  const sheets = await download(page);
  const [first] = sheets;
  const head = first?.rows.findIndex(([cell]) => cell === 'Stop id') ?? 0;
  const [row, column] = [head + 3, 3];
  expect(first?.rows[row]?.[column]).toMatchObject({ seconds: expect.any(Number) });

  // as it was downloaded nothing differs
  let dialog = await choose(page, 'same.xlsx', sheets);
  await expect(dialog).toContainText(/same\.xlsx: 0 added, 0 changed, [\d,]+ unchanged\./);
  await expect(dialog.getByRole('button', { name: 'Apply' })).toHaveAttribute('aria-disabled', 'true');

  // a broken cell is told by its address, and nothing is applied
  dialog = await choose(page, 'broken.xlsx', changed(sheets, 0, row, column, '8.5h'));
  await expect(dialog.getByRole('alert')).toContainText(`Sheet "${first?.name}" D${row + 1}: "8.5h" is not a time`);
  await expect(dialog.getByRole('button', { name: 'Apply' })).toHaveAttribute('aria-disabled', 'true');

  dialog = await choose(page, 'changed.xlsx', changed(sheets, 0, row, column, '25.10'));
  await expect(dialog).toContainText(/changed\.xlsx: 0 added, 1 changed, [\d,]+ unchanged\./);
  await expect(dialog.getByRole('region', { name: 'What changes' })).toContainText(/→ 25:10/);
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(dialog).toHaveCount(0);
  await saved(page);
  await expect(grid).toContainText('25:10');
  await page.keyboard.press('Control+z');
  await expect(grid).not.toContainText('25:10');
  await saved(page);
});

test('a list of stops: downloaded, a name changed, previewed, applied and undone as one', LONG, async ({ page }) => {
  const base = await haveFreshVersion(page, WITHOUT_MAP);
  await page.goto(`${base}/stops`);
  const list = page.getByRole('grid', { name: 'Stops' });
  await expect(list.locator('[data-row]').first()).toBeVisible();
  await page.getByRole('button', { name: 'Spreadsheet (.xlsx)' }).click();
  const sheets = await download(page);
  const [first] = sheets;
  expect(first?.rows[0]?.slice(0, 2)).toEqual(['Id', 'Name']);
  const [id = '', name = ''] = (first?.rows[1] ?? []).map(textOf);

  const dialog = await choose(page, 'stops.xlsx', changed(sheets, 0, 1, 1, 'Aa Quay'));
  await expect(dialog).toContainText(/stops\.xlsx: 0 added, 1 changed, [\d,]+ unchanged\./);
  const line = dialog.getByRole('region', { name: 'What changes' }).getByRole('row').nth(1);
  await expect(line).toContainText(`${name} (${id})`);
  await expect(line).toContainText(`Name: ${name} → Aa Quay`);
  await expect(line).toContainText(`${first?.name} A2`);
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(dialog).toHaveCount(0);
  await saved(page);
  await expect(list).toContainText('Aa Quay');
  await page.keyboard.press('Control+z');
  await expect(list).not.toContainText('Aa Quay');
  await saved(page);
});

test('a file that is no workbook is refused, and the window is found by Excel', LONG, async ({ page }) => {
  const base = await haveFreshVersion(page, WITHOUT_MAP);
  await page.goto(`${base}/schedules`);
  await page.getByRole('grid', { name: 'Schedules' }).locator('[data-row]').nth(1).click();
  await expect(page.getByRole('region', { name: 'Tracks' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('excel');
  await page.getByRole('option', { name: 'Spreadsheet (.xlsx) Lists' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Spreadsheet file').setInputFiles({ name: 'stops.csv', mimeType: 'text/csv', buffer: Buffer.from('stop_id\n') });
  await expect(dialog.getByRole('alert')).toContainText('The file is no workbook. Save it as .xlsx first.');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});

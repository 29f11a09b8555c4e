import type { Page } from '@playwright/test';
import { expect } from './browser.ts';

/** Reports a problem as a user does, with a sentence where one is given; keeps the file and answers its suggested name. */
export async function saveReport(page: Page, file: string, note = ''): Promise<string> {
  await page.getByRole('button').filter({ hasText: 'Report a problem' }).click();
  const dialog = page.getByRole('dialog', { name: 'Report a problem' });
  if (note !== '') await dialog.getByLabel('What went wrong?').fill(note);
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save report' }).click();
  const saving = await download;
  await saving.saveAs(file);
  // it says where the file went
  await expect(dialog.getByText(saving.suggestedFilename(), { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(dialog).toBeHidden();
  return saving.suggestedFilename();
}

import { readFileSync } from 'node:fs';
import { axeFindings } from '../drivers/axe.ts';
import { expect, signIn, test, WITHOUT_MAP } from '../drivers/browser.ts';
import { saveReport } from '../drivers/saveReport.ts';

test('an API token is made, shown once, works, and is revoked; no recording holds it', async ({ page, request }, info) => {
  await signIn(page, 'editor', '/data', WITHOUT_MAP);
  await page.getByRole('button', { name: /^Find anything/ }).click();
  await page.getByRole('combobox', { name: 'Find anything' }).fill('token');
  await page
    .getByRole('option', { name: /API tokens/ })
    .first()
    .click();
  const tokens = page.getByRole('dialog', { name: 'API tokens' });
  await tokens.getByLabel('What it is for').fill('Nightly import');
  await tokens.getByRole('button', { name: 'Create token' }).click();
  await expect(tokens.getByText('Copy it now')).toBeVisible();
  const text = (await tokens.locator('pre').textContent()) ?? '';
  expect(text).toMatch(/^dmp_[\w-]{43}$/);
  expect(await axeFindings(page)).toEqual([]);
  const call = async (): Promise<number> => (await request.get('/storage/ui/account', { headers: { authorization: `Bearer ${text}` } })).status();
  expect(await call()).toBe(200);
  await tokens.getByRole('button', { name: 'Done' }).click();
  await expect(tokens.getByText(text)).toHaveCount(0);
  await tokens.getByRole('button', { name: 'Revoke Nightly import' }).click();
  await tokens.getByRole('button', { name: 'Revoke', exact: true }).click();
  await expect(tokens.getByText(/^revoked /)).toBeVisible();
  expect(await call()).toBe(401);
  await page.keyboard.press('Escape');
  const file = info.outputPath('session.dmplog');
  await saveReport(page, file);
  expect(readFileSync(file, 'utf8')).not.toContain(text.slice(4));
});

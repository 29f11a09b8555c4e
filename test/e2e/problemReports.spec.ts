import { axeFindings } from '../drivers/axe.ts';
import { expect, signIn, test, WITHOUT_MAP } from '../drivers/browser.ts';

test('a problem report is sent, found by support with one word, opened in the replay and deleted', async ({ page, browser, product }) => {
  await signIn(page, 'viewer', '/data', WITHOUT_MAP);
  await page.getByRole('button').filter({ hasText: 'Report a problem' }).click();
  const dialog = page.getByRole('dialog', { name: 'Report a problem' });
  await dialog.getByLabel('What went wrong?').fill('Die Liste bleibt leer, sagt Zürich');
  await dialog.getByRole('button', { name: 'Show the file' }).click();
  await expect(dialog.locator('pre')).toContainText('"page":"/data"');

  // a line that is cut says what to do; sent again, it is kept once
  await page.route('**/storage/ui/reports', (route) => route.abort());
  await dialog.getByRole('button', { name: 'Send to support' }).click();
  await expect(dialog.getByRole('alert')).toContainText('The server cannot be reached.');
  await expect(dialog.getByRole('alert')).toContainText('You can save the report and mail the file');
  // the note outlives the dialog until the report is sent
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button').filter({ hasText: 'Report a problem' }).click();
  await expect(dialog.getByLabel('What went wrong?')).toHaveValue('Die Liste bleibt leer, sagt Zürich');
  await page.unroute('**/storage/ui/reports');
  await dialog.getByRole('button', { name: 'Send to support' }).click();
  await expect(dialog.getByText('The report was sent. Its number is R-1.')).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await page.goto('/reports');
  await expect(page.getByRole('heading', { name: 'Your account may not read problem reports' })).toBeVisible();

  const context = await browser.newContext({ baseURL: product.url });
  const support = await context.newPage();
  await signIn(support, 'editor', '/data', WITHOUT_MAP);
  await support.getByRole('button', { name: /^Find anything/ }).click();
  await support.getByRole('combobox', { name: 'Find anything' }).fill('reports');
  await support
    .getByRole('option', { name: /Go to problem reports/ })
    .first()
    .click();
  await expect(support).toHaveTitle('DMP | Problem reports');
  await support.getByRole('searchbox').fill('zurich');
  const row = support.getByRole('row').filter({ hasText: 'R-1' });
  await expect(row).toContainText('tom.de-vries@demo.example');
  await row.click();
  const report = support.getByRole('region', { name: 'Report R-1' });
  await expect(report).toContainText('Die Liste bleibt leer, sagt Zürich');
  expect(await axeFindings(support)).toEqual([]);
  const saving = support.waitForEvent('download');
  await report.getByRole('button', { name: 'Download' }).click();
  expect((await saving).suggestedFilename()).toBe('R-1.dmplog');
  const opening = context.waitForEvent('page');
  await report.getByRole('link', { name: 'Open in replay' }).click();
  const replay = await opening;
  await expect(replay.getByRole('heading', { name: 'Replay of R-1' })).toBeAttached();
  await expect(replay.getByRole('region', { name: 'Replay' }).getByText('Reproduces')).toBeVisible();
  await replay.close();

  await report.getByRole('button', { name: 'Delete' }).click();
  await support.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(row).toHaveCount(0);
  await support.goto('/replay?report=1');
  await expect(support.getByRole('alert')).toContainText('There is no problem report R-1.');
  await context.close();
});
